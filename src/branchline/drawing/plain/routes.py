"""Where routes lie: straight from city to city, or bowed to the emptier side where they are too long for that."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from branchline.drawing.geometry import Point
from branchline.drawing.layout import Space
from branchline.drawing.plan import GAP, Corridor, Plan, Trims

Spaces = dict[str, tuple[Space, ...]]

STEPS = 24
"""A route's curve is a line of so many steps."""
STEEPEST = 0.84
"""The control point of a bowed route lies at most so far beside the straight way, in shares of that."""
LONGEST = 1.1
SHORTEST = 0.35
"""A space is at most and at least so long, in shares of the ideal length and of its pitch."""


def lay_routes(plan: Plan, places: Sequence[Point], targets: Sequence[float], trims: Trims) -> Spaces:
    """The spaces of every route, in the order from its city a to its city b."""
    return _spaces(plan, _curves(plan, places, targets), trims)


def _curves(plan: Plan, places: Sequence[Point], targets: Sequence[float]) -> list[list[Point]]:
    """A line for each corridor: straight if its cities are far enough apart, otherwise bowed to the emptier side."""
    lines = [_bowed(places[one.a], places[one.b], 0.0) for one in plan.corridors]
    for number, (corridor, target) in enumerate(zip(plan.corridors, targets, strict=True)):
        start, end = places[corridor.a], places[corridor.b]
        bow = _bow_for(start, end, target)
        if bow:
            others = [line for other, line in enumerate(lines) if other != number]
            ways = [_bowed(start, end, side * bow) for side in (1, -1)]
            lines[number] = min(ways, key=lambda way: _crowd(plan, corridor, way, others, places))
    return lines


def _bow_for(start: Point, end: Point, length: float) -> float:
    """How far the control point must lie beside the middle, in shares of the chord, for a curve of this length."""
    if math.dist(start, end) >= 0.98 * length:
        return 0.0
    low, high = 0.0, STEEPEST
    for _ in range(12):
        middle = (low + high) / 2
        if _length(_bowed(start, end, middle)) < length:
            low = middle
        else:
            high = middle
    return low


def _bowed(start: Point, end: Point, bow: float) -> list[Point]:
    """A quadratic Bézier curve as a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = (start[0] + end[0]) / 2 - bow * dy, (start[1] + end[1]) / 2 + bow * dx
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * x + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * y + t * t * end[1],
        )
        for t in (step / STEPS for step in range(STEPS + 1))
    ]


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(one, other) for one, other in itertools.pairwise(line))


def _crowd(
    plan: Plan,
    corridor: Corridor,
    way: Sequence[Point],
    others: Sequence[Sequence[Point]],
    places: Sequence[Point],
) -> float:
    """How much lies on a way."""
    clear = 2 * plan.sizes.width
    half, middle = STEPS // 2, way[STEPS // 2]
    reach = _length(way) / 2 + clear
    near = [line for line in others if math.dist(middle, line[half]) < reach + _length(line) / 2]
    crowd = 0.0
    for x, y in way[2:-2]:
        for city, (there_x, there_y) in enumerate(places):
            if city not in (corridor.a, corridor.b) and abs(there_x - x) < 2 * clear:
                crowd += 3 * max(0.0, 2 * clear - math.hypot(there_x - x, there_y - y))
        for line in near:
            for there_x, there_y in line[::2]:
                if abs(there_x - x) < clear:
                    crowd += max(0.0, clear - math.hypot(there_x - x, there_y - y))
    return crowd


def _spaces(plan: Plan, curves: Sequence[Sequence[Point]], trims: Trims) -> Spaces:
    out = {}
    for index, (corridor, curve) in enumerate(zip(plan.corridors, curves, strict=True)):
        start, end = trims[index, corridor.a], _length(curve) - trims[index, corridor.b]
        (x1, y1), (x2, y2) = curve[0], curve[-1]
        # the first of a double lies on its north or west side, as the board file says
        first = x2 > x1 if abs(x2 - x1) >= abs(y2 - y1) else y2 < y1
        for route, offset in zip(corridor.routes, corridor.offsets(plan.sizes), strict=True):
            spaces = _along(plan, curve, corridor.length, start, end, offset if first else -offset)
            out[route.id] = spaces if plan.board.cities[corridor.a].id == route.a else spaces[::-1]
    return out


def _along(
    plan: Plan, curve: Sequence[Point], count: int, start: float, end: float, offset: float
) -> tuple[Space, ...]:
    """Spaces one behind the other from `start` to `end` along a curve, `offset` beside it."""
    room = max(end - start, count * SHORTEST * plan.pitch)
    pitch = min(room / count, plan.pitch * LONGEST)
    begin = (start + end - pitch * count) / 2
    length = max(pitch - GAP, SHORTEST * pitch)
    spaces = []
    for number in range(count):
        x, y, angle = _at(curve, begin + (number + 0.5) * pitch)
        spaces.append(
            Space(x - offset * math.sin(angle), y + offset * math.cos(angle), math.degrees(angle), length)
        )
    return tuple(spaces)


def _at(line: Sequence[Point], along: float) -> tuple[float, float, float]:
    """Point and direction at a length along a line."""
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        step = math.hypot(x2 - x1, y2 - y1)
        if along <= step:
            break
        along -= step
    share = along / step if step else 0.0
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1), math.atan2(y2 - y1, x2 - x1)
