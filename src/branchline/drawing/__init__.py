"""The boards, drawn: layouts, maps and positions as SVG."""

from .layout import Label, Layout, Place, Sizes, Space, Track
from .quality import Fault, faults
from .store import load_layout, load_map, stale

__all__ = [
    "Fault",
    "Label",
    "Layout",
    "Place",
    "Sizes",
    "Space",
    "Track",
    "faults",
    "load_layout",
    "load_map",
    "stale",
]
