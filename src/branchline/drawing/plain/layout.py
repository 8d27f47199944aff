"""A plain layout: cities settle, routes are laid between them, and labels go where they cover least."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.board import Board
from branchline.drawing.geometry import Point, rectangle
from branchline.drawing.layout import Label, Layout, Sizes, layout_facts
from branchline.drawing.plan import Plan, first_trims, make_layout, make_plan, target_lengths

from .labels import place_labels
from .places import place_cities
from .routes import Spaces, lay_routes

MARGIN = 46.0


def plain_layout(board: Board) -> Layout:
    """A layout that depends on the board alone."""
    plan = make_plan(board, Sizes())
    trims = first_trims(plan)
    targets = target_lengths(plan, trims)
    places = place_cities(plan, targets)
    spaces = lay_routes(plan, places, targets, trims)
    labels = place_labels(plan, places, spaces)
    return make_layout(plan, places, spaces, labels, _page(plan, places, spaces, labels), layout_facts(board))


def _page(
    plan: Plan, places: Sequence[Point], spaces: Spaces, labels: Sequence[Label]
) -> tuple[Point, Point]:
    """Two corners of the page that has room for everything."""
    corners = [
        corner
        for row in spaces.values()
        for one in row
        for corner in rectangle(one.x, one.y, one.angle, one.length, plan.sizes.width)
    ]
    for (x, y), label in zip(places, labels, strict=True):
        corners += [(x, y), *rectangle(x + label.dx, y + label.dy, 0.0, label.width, label.height)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs) - MARGIN, min(ys) - MARGIN), (max(xs) + MARGIN, max(ys) + MARGIN)
