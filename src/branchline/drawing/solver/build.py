"""From a board file to its layout (JSON) and its map (SVG)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from branchline.board import Board
from branchline.drawing.chart import board_map
from branchline.drawing.layout import Layout, layout_facts
from branchline.drawing.layout_files import art_path
from branchline.drawing.plan import make_plan

from . import island, period, town
from .art import Art, read_art
from .curves import Points
from .lettering import cut_font
from .projection import Chart, make_chart
from .search import solve
from .shapes import Shapes
from .warp import Warp


def lay_out(board: Board, source: Path | None = None, tries: int = 16) -> Layout:
    """Find the layout of a board; `source`: its file if it is not one of ours."""
    art, text = read_art(art_path(board, source))
    plan = make_plan(board, art.sizes, art.labels)
    return solve(plan, make_chart(plan), art, layout_facts(board, text), tries)


def draw(board: Board, layout: Layout, source: Path | None = None, world: Path | None = None) -> str:
    """The static map; `world`: the file with the shapes of the world, without which there are islands."""
    art, _ = read_art(art_path(board, source))
    chart = make_chart(make_plan(board, art.sizes))
    backdrop, defs = _backdrop(board, layout, chart, art, world)
    letters = "".join(
        sorted({letter for place in layout.cities.values() for letter in place.name} | set(board.name))
    )
    return board_map(board, layout, backdrop, defs, cut_font(art.font, letters))


def _backdrop(board: Board, layout: Layout, chart: Chart, art: Art, world: Path | None) -> tuple[str, str]:
    if not chart.geographic or (world is None and art.style != "pop"):
        return island.backdrop(layout, board.name)
    places = np.array([(place.x, place.y) for place in layout.cities.values()])
    page = np.array([(0.0, 0.0), (layout.width, layout.height)])
    warp = Warp(chart(chart.coordinates), places, page)

    def put(coordinates: Points) -> Points:
        return warp(chart(np.asarray(coordinates, float)))

    if world is None or art.style == "pop":
        return town.backdrop(layout, board, art, put)
    window = period.Window.around(chart.coordinates)
    return period.backdrop(layout, art, Shapes(world), window, put, board.name)
