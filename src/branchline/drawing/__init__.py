"""The boards, drawn: layouts, maps and positions as SVG."""

from .layout import Label, Layout, Place, Sizes, Space, Track
from .layout_files import load_layout, load_map, stale
from .png import to_png
from .quality import Fault, faults
from .scene import Scene, SeatLine, board_svg, scene_svg, view_svg

__all__ = [
    "Fault",
    "Label",
    "Layout",
    "Place",
    "Scene",
    "SeatLine",
    "Sizes",
    "Space",
    "Track",
    "board_svg",
    "faults",
    "load_layout",
    "load_map",
    "scene_svg",
    "stale",
    "to_png",
    "view_svg",
]
