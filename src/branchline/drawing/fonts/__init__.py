"""The two type faces of the boards, cut down to Latin letters. Licences: the OFL files beside them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

FAMILIES = {"serif": "Branchline Serif", "sans": "Branchline Sans"}
"""What the SVG calls them. They are Alegreya Bold and Cabin Bold, renamed because they were cut down."""


def font_file(name: str, suffix: str = "ttf") -> Path:
    """The file of a font; `ttf` for converters, `woff2` for browsers."""
    return Path(str(files(__name__) / f"{name}.{suffix}"))
