"""A board's own cut of a font: only the letters that its map shows, small enough to travel inside the SVG."""

from __future__ import annotations

from io import BytesIO

from fontTools import subset

from branchline.drawing.fonts import font_file

ALWAYS = "".join(chr(code) for code in range(0x20, 0x7F)) + "–·’"


def cut_font(name: str, text: str) -> bytes:
    """A woff2 with the letters of a text and all of ASCII."""
    options = subset.Options(layout_features=[], hinting=False, flavor="woff2", notdef_outline=True)
    cutter, out = subset.Subsetter(options), BytesIO()
    cutter.populate(text=ALWAYS + text)
    with subset.load_font(str(font_file(name)), options) as font:
        cutter.subset(font)
        subset.save_font(font, out, options)
    return out.getvalue()
