"""Where cities lie: near the places that the board file gives them, and as far apart as their routes are long."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

from branchline.board import Board
from branchline.drawing.geometry import Point
from branchline.drawing.plan import Corridor, Plan

ROUNDS = 150
"""Rounds in which cities settle."""
EPOCHS = 80
"""Rounds in which cities without places find them."""


def place_cities(plan: Plan, targets: Sequence[float]) -> list[Point]:
    """The places of all cities. `targets`: how long each corridor should be."""
    return _settled(plan, targets, _first_places(plan, targets))


def _first_places(plan: Plan, targets: Sequence[float]) -> list[Point]:
    """Where the board file has the cities, in units of the page; without that, as far apart as routes are long."""
    flat = _flat_places(plan.board)
    if flat is None:
        return _places_by_distance(plan, targets)
    lengths = [math.dist(flat[one.a], flat[one.b]) for one in plan.corridors]
    scales = sorted(target / length for target, length in zip(targets, lengths, strict=True) if length)
    scale = scales[len(scales) // 2] if scales else 1.0
    return [(x * scale, y * scale) for x, y in flat]


def _flat_places(board: Board) -> list[Point] | None:
    """Longitude and latitude on a flat map, or x and y; None if not all cities have them."""
    globe = [(one.lon, one.lat) for one in board.cities if one.lon is not None and one.lat is not None]
    if len(globe) == len(board.cities):
        middle = sum(lat for _, lat in globe) / len(globe)
        east = math.cos(math.radians(middle))
        return [(lon * east, -lat) for lon, lat in globe]
    plane = [(1.5 * one.x, one.y) for one in board.cities if one.x is not None and one.y is not None]
    return plane if len(plane) == len(board.cities) else None


def _places_by_distance(plan: Plan, targets: Sequence[float]) -> list[Point]:
    """Places whose distances are those along the routes, as nearly as a plane allows (stress, one pair at a time)."""
    count = plan.cities
    far = [[math.inf] * count for _ in range(count)]
    for corridor, target in zip(plan.corridors, targets, strict=True):
        far[corridor.a][corridor.b] = far[corridor.b][corridor.a] = min(target, far[corridor.a][corridor.b])
    for middle, one, other in itertools.product(range(count), repeat=3):
        far[one][other] = min(far[one][other], far[one][middle] + far[middle][other])
    widest = max((value for row in far for value in row if value < math.inf), default=1.0)
    turn = math.tau / count
    places = [(widest / 2 * math.cos(one * turn), widest / 2 * math.sin(one * turn)) for one in range(count)]
    pairs = list(itertools.combinations(range(count), 2))
    dice = random.Random(0)
    for epoch in range(EPOCHS):
        dice.shuffle(pairs)
        for one, other in pairs:
            wanted = min(far[one][other], widest)
            share = min(1.0, (widest / wanted) ** 2 * 0.9 ** (epoch + 4)) / 2
            _draw_together(places, one, other, share * (math.dist(places[one], places[other]) - wanted))
    return _lying(places)


def _lying(places: Sequence[Point]) -> list[Point]:
    """The same places, turned so that they reach farthest from left to right, as a screen does."""
    middle_x, middle_y = (sum(one) / len(places) for one in zip(*places, strict=True))
    away = [(x - middle_x, y - middle_y) for x, y in places]
    spread = sum(x * x - y * y for x, y in away)
    angle = math.atan2(2 * sum(x * y for x, y in away), spread) / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos + y * sin, y * cos - x * sin) for x, y in away]


def _draw_together(places: list[Point], one: int, other: int, by: float) -> None:
    """Move two cities towards each other, each by so much; away from each other if it is negative."""
    (x1, y1), (x2, y2) = places[one], places[other]
    apart = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = by * (x2 - x1) / apart, by * (y2 - y1) / apart
    if dx == dy == 0:
        dx = -by * (1 if one < other else -1)
    places[one], places[other] = (x1 + dx, y1 + dy), (x2 - dx, y2 - dy)


def _settled(plan: Plan, targets: Sequence[float], first: list[Point]) -> list[Point]:
    """Cities as near to their first places as routes of their right length allow, and none upon a route."""
    places = list(first)
    nearest = plan.pitch + 2 * plan.sizes.city
    for round_ in range(ROUNDS):
        ease = 1 - 0.7 * round_ / ROUNDS
        for corridor, target in zip(plan.corridors, targets, strict=True):
            error = math.dist(places[corridor.a], places[corridor.b]) - target
            _draw_together(places, corridor.a, corridor.b, ease * (0.2 if error > 0 else 0.3) * error)
        for one, other in itertools.combinations(range(plan.cities), 2):
            if abs(places[one][0] - places[other][0]) < nearest:
                lacking = nearest - math.dist(places[one], places[other])
                if lacking > 0:
                    _draw_together(places, one, other, -lacking / 2)
        for corridor in plan.corridors:
            _clear(plan, places, corridor)
        places = [
            (x + 0.03 * ease * (home_x - x), y + 0.03 * ease * (home_y - y))
            for (x, y), (home_x, home_y) in zip(places, first, strict=True)
        ]
    return places


def _clear(plan: Plan, places: list[Point], corridor: Corridor) -> None:
    """Push cities away from a corridor that leads past them, and its ends a little the other way."""
    (x1, y1), (x2, y2) = places[corridor.a], places[corridor.b]
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy or 1.0
    beside = corridor.half_width(plan.sizes) + plan.sizes.city + plan.sizes.font
    for city, (x, y) in enumerate(places):
        if city in (corridor.a, corridor.b):
            continue
        along = ((x - x1) * dx + (y - y1) * dy) / square
        if not 0 < along < 1:
            continue
        off_x, off_y = x - x1 - along * dx, y - y1 - along * dy
        apart = math.hypot(off_x, off_y)
        if apart >= beside:
            continue
        push = 0.25 * (beside - apart) / (apart or 1.0)
        if not apart:
            off_x, off_y = -dy / math.sqrt(square), dx / math.sqrt(square)
            push = 0.25 * beside
        places[city] = (x + push * off_x, y + push * off_y)
        for end in (corridor.a, corridor.b):
            there = places[end]
            places[end] = (there[0] - push * off_x / 2, there[1] - push * off_y / 2)
