"""What the backdrops of old maps have in common: the sea, lines along the shore, dusk in the corners."""

from __future__ import annotations

from .layout import Layout
from .svg import element

COAST = "#6f5b3b"
SHORE = "#f0f8f8"
SHORE_LINES = ((34, 0.10), (24, 0.12), (15, 0.15), (7, 0.2))
"""Width and opacity of the pale lines that follow a coast, as engravers drew them."""
HIGHLANDS = ((18, "#efe3bd"), (36, "#f3e7c6"))
"""How far inland an island gets paler, and its colour from there."""
ISLAND = "#e9dfb6"


def gradients(board: str) -> str:
    return (
        f'<radialGradient id="{board}-sea" cx="50%" cy="45%" r="75%"><stop offset="0" stop-color="#b4d3db"/>'
        '<stop offset="1" stop-color="#86afbe"/></radialGradient>'
        f'<radialGradient id="{board}-dusk" r="72%"><stop offset=".6" stop-color="#5b3d16" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#5b3d16" stop-opacity=".28"/></radialGradient>'
    )


def sea(layout: Layout) -> str:
    return element("rect", width=layout.width, height=layout.height, fill=f"url(#{layout.board}-sea)")


def vignette(layout: Layout) -> str:
    return element("rect", width=layout.width, height=layout.height, fill=f"url(#{layout.board}-dusk)")
