"""The widths of our type faces, so that a label's box is what the reader sees."""

from __future__ import annotations

from functools import cache

from fontTools.ttLib import TTFont

from branchline.drawing.fonts import font_file


class Face:
    """One of the shipped fonts; all measures are in sizes of type."""

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
