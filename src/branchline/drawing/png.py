"""SVG to PNG, where the converter resvg is installed (the extra `png`)."""

from __future__ import annotations

from branchline.errors import MissingPackages

from .fonts import FAMILIES, font_file


def to_png(svg: str, width: int | None = None) -> bytes:
    """A picture of an SVG of ours, in its own size or `width` pixels wide."""
    try:
        import resvg_py
    except ImportError:
        raise MissingPackages("PNG needs a converter", "png") from None
    fonts = [str(font_file(name)) for name in FAMILIES]
    picture: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, font_files=fonts, skip_system_fonts=True
    )
    return bytes(picture)
