"""Our fonts: how wide a text is, and a copy of a font with only the letters that a map shows."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from fontTools import subset
from fontTools.ttLib import TTFont

from branchline.drawing.fonts import font_file

ALWAYS = "".join(chr(code) for code in range(0x20, 0x7F)) + "–·’"
"""Every cut font has these, whatever the board's names are: ASCII, and the signs of our own texts."""


class Face:
    """One of the fonts that come with Branchline. Its measures are in units of the font size."""

    def __init__(self, name: str) -> None:
        with TTFont(font_file(name)) as font:
            self._em = float(font["head"].unitsPerEm)
            self._glyphs: dict[int, str] = font.getBestCmap()
            self._advances: dict[str, tuple[int, int]] = font["hmtx"].metrics
            self.cap = font["OS/2"].sCapHeight / self._em

    def width(self, text: str) -> float:
        return sum(self._advances[self._glyphs.get(ord(one), ".notdef")][0] for one in text) / self._em


@cache
def load_face(name: str) -> Face:
    return Face(name)


def cut_font(name: str, text: str) -> bytes:
    """A woff2 font with the letters of a text and all of ASCII, small enough to lie inside the SVG."""
    options = subset.Options(layout_features=[], hinting=False, flavor="woff2", notdef_outline=True)
    cutter, out = subset.Subsetter(options), BytesIO()
    cutter.populate(text=ALWAYS + text)
    with subset.load_font(str(font_file(name)), options) as font:
        cutter.subset(font)
        subset.save_font(font, out, options)
    return out.getvalue()
