"""From a board file to its layout (JSON) and its map (SVG)."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np

from branchline.board import Board
from branchline.drawing.chart import board_map
from branchline.drawing.layout import Layout, layout_facts
from branchline.drawing.store import art_path
from branchline.errors import BoardError

from . import island, period, town
from .art import Art, read_art
from .curves import Points
from .letters import cut_font
from .plan import make_plan
from .projection import Chart, make_chart
from .relax import Solution
from .search import solve
from .shapes import Shapes
from .warp import Warp

log = logging.getLogger(__name__)


def build(board: Board, source: Path | None, world: Path | None, tries: int = 16) -> tuple[Layout, str]:
    """Solve and draw a board; `source`: its file if it is not one of ours; `world`: the file of shapes."""
    art, text = read_art(art_path(board, source))
    plan = make_plan(board, art.sizes, art.labels)
    chart = make_chart(plan)
    layout, solution = solve(plan, chart, art, layout_facts(board, text), tries)
    return layout, draw(board, layout, solution, chart, art, world)


def draw(board: Board, layout: Layout, solution: Solution, chart: Chart, art: Art, world: Path | None) -> str:
    """The static map over the backdrop that suits the board."""
    if not chart.geographic:
        backdrop, defs = island.backdrop(layout, art, board.name)
    else:
        warp = Warp(chart(chart.coordinates), solution.places, solution.page)

        def put(coordinates: Points) -> Points:
            page: Points = warp(chart(np.asarray(coordinates, float))) - solution.page[0]
            return page

        if art.style == "pop":
            backdrop, defs = town.backdrop(layout, art, put, board.name)
        else:
            if world is None:
                raise BoardError(
                    board.id, "", "a map of the real world needs the shapes of it (docs/make-a-board.md)"
                )
            window = period.Window.around(chart.coordinates)
            backdrop, defs = period.backdrop(layout, art, Shapes(world), window, put, board.name)
    letters = "".join(
        sorted({letter for place in layout.cities.values() for letter in place.name} | set(board.name))
    )
    return board_map(board, layout, backdrop, defs, cut_font(art.font, letters))
