"""Room for the first spaces round a city."""

from __future__ import annotations

from branchline.drawing.geometry import Point, overlap, rectangle
from branchline.drawing.layout import Space

from .curves import Points, spaces_of
from .plan import Plan, Trims

AIR = 1.2
"""First spaces of two corridors want at least this much air between them."""


def crowding(plan: Plan, spaces: dict[str, list[Space]]) -> Trims:
    """How deep the first spaces of a corridor reach into those of others, for (corridor, city) where they do."""
    out: Trims = {}
    for city in range(plan.cities):
        ends = {index: _first_spaces(plan, index, city, spaces) for index in plan.corridors_at(city)}
        for index, firsts in ends.items():
            others = [one for other, rest in ends.items() if other != index for one in rest]
            depth = max((overlap(one, two) for one in firsts for two in others), default=0.0)
            if depth > 0:
                out[index, city] = depth
    return out


def _first_spaces(plan: Plan, index: int, city: int, spaces: dict[str, list[Space]]) -> list[list[Point]]:
    here = plan.board.cities[city].id
    firsts = [spaces[one.id][0 if one.a == here else -1] for one in plan.corridors[index].routes]
    return [rectangle(one.x, one.y, one.angle, one.length, plan.sizes.width + AIR) for one in firsts]


def eased_spaces(plan: Plan, places: Points, controls: Points, trims: Trims) -> dict[str, list[Space]]:
    """The spaces, pushed out a little where they crowd round a city, at the cost of their length."""
    eased = dict(trims)
    spaces = spaces_of(plan, places, controls, eased)
    for _ in range(8):
        crowded = crowding(plan, spaces)
        if not crowded:
            break
        for end, depth in crowded.items():
            eased[end] += min(0.3 + depth, 1.5)
        spaces = spaces_of(plan, places, controls, eased)
    return spaces
