"""Curves of the corridors, and the spaces along them."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.drawing.geometry import Point, overlap, rectangle
from branchline.drawing.layout import Space
from branchline.drawing.plan import GAP, Corridor, Plan, Trims

Points: TypeAlias = NDArray[np.float64]
LONGEST = 1.10
"""A space is never stretched further than this; air is left at the ends instead."""
AIR = 1.2
"""First spaces of two corridors want at least this much air between them."""


def bezier(start: Points, control: Points, end: Points, count: int = 80) -> Points:
    """A quadratic Bézier curve as a polyline."""
    t = np.linspace(0, 1, count)[:, None]
    curve: Points = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end
    return curve


def beside(line: Points, distance: float) -> Points:
    """A polyline moved sideways."""
    tangents = np.gradient(line, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None] + 1e-9
    moved: Points = line + distance * np.stack([-tangents[:, 1], tangents[:, 0]], 1)
    return moved


def lengths_along(line: Points) -> Points:
    """The arc length from the start to every point of a polyline."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def point_at(line: Points, along: Points, distance: float | Points) -> Points:
    """The point (or points) at an arc length along a polyline."""
    return np.stack([np.interp(distance, along, line[:, 0]), np.interp(distance, along, line[:, 1])], -1)


def first_track_side(start: Points, end: Points) -> int:
    """The first of a double lies on its north (or west) side, as the board file says."""
    dx, dy = end - start
    north_or_west = dx > 0 if abs(dx) >= abs(dy) else dy < 0
    return 1 if north_or_west else -1


def spaces_of(plan: Plan, places: Points, controls: Points, trims: Trims) -> dict[str, list[Space]]:
    """The spaces of every route, in the order from its city a to its city b."""
    out: dict[str, list[Space]] = {}
    for index, corridor in enumerate(plan.corridors):
        curve = bezier(places[corridor.a], controls[index], places[corridor.b])
        along = lengths_along(curve)
        reach = np.linspace(trims[index, corridor.a], along[-1] - trims[index, corridor.b], 60)
        trimmed = point_at(curve, along, reach)
        side = first_track_side(places[corridor.a], places[corridor.b])
        for route, offset in zip(corridor.routes, corridor.offsets(plan.sizes), strict=True):
            spaces = _along(beside(trimmed, side * offset), corridor, plan)
            if plan.board.cities[corridor.a].id != route.a:
                spaces.reverse()
            out[route.id] = spaces
    return out


def _along(track: Points, corridor: Corridor, plan: Plan) -> list[Space]:
    along = lengths_along(track)
    pitch = min(along[-1] / corridor.length, plan.pitch * LONGEST)
    start = (along[-1] - pitch * corridor.length) / 2
    middles = start + (np.arange(corridor.length) + 0.5) * pitch
    ways = point_at(track, along, middles + 0.4 * pitch) - point_at(track, along, middles - 0.4 * pitch)
    angles = np.unwrap(np.arctan2(ways[:, 1], ways[:, 0]))
    bend = float(np.max(np.abs(np.diff(angles)), initial=0.0))
    # on a bend the inner corners of neighbours come together, so that they need more air
    length = pitch - max(GAP, plan.sizes.width * math.tan(bend / 2) + 0.8)
    places = point_at(track, along, middles)
    return [
        Space(float(x), float(y), math.degrees(angle), float(length))
        for (x, y), angle in zip(places, angles, strict=True)
    ]


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
