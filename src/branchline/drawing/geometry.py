"""Plane geometry of the drawn board: rectangles that lie at an angle, discs and lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Polygon = Sequence[Point]


def rectangle(x: float, y: float, angle: float, length: float, width: float) -> list[Point]:
    """The corners of a rectangle round (x, y), its length at `angle` degrees."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    halves = ((-length, -width), (length, -width), (length, width), (-length, width))
    return [(x + (u * cos - v * sin) / 2, y + (u * sin + v * cos) / 2) for u, v in halves]


def overlap(one: Polygon, other: Polygon) -> float:
    """How deep two convex polygons reach into each other; 0 or less when they are apart.

    The smallest overlap of their shadows over the directions of all sides (separating axes).
    """
    return min(_shadow_overlap(one, other, axis) for axis in (*_normals(one), *_normals(other)))


def _normals(polygon: Polygon) -> list[Point]:
    sides = pairwise((*polygon, polygon[0]))
    vectors = [(y1 - y2, x2 - x1) for (x1, y1), (x2, y2) in sides]
    return [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in vectors]


def _shadow_overlap(one: Polygon, other: Polygon, axis: Point) -> float:
    first = [x * axis[0] + y * axis[1] for x, y in one]
    second = [x * axis[0] + y * axis[1] for x, y in other]
    return min(max(first), max(second)) - max(min(first), min(second))


def distance(point: Point, polygon: Polygon) -> float:
    """The distance of a point from a convex polygon; 0 inside."""
    sides = list(pairwise((*polygon, polygon[0])))
    turns = [_turn(start, end, point) for start, end in sides]
    if all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns):
        return 0.0
    return min(_distance_to_side(point, start, end) for start, end in sides)


def _distance_to_side(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def lines_cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polylines properly cross."""
    return any(_segments_cross(*first, *second) for first in pairwise(one) for second in pairwise(other))


def _segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
