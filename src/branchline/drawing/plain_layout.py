"""A layout without the solver: straight or gently bowed routes, found within a second or two by Python alone.

`branchline layout` finds better ones, but needs numpy, scipy and shapely. This one is for boards that have no layout
yet, wherever they are shown: in a browser without a server, too.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from branchline.board import Board

from .geometry import Point, overlap, rectangle
from .layout import Label, Layout, Sizes, Space, layout_facts
from .plan import GAP, Corridor, Plan, Trims, first_trims, make_layout, make_plan, target_lengths

Spaces = dict[str, tuple[Space, ...]]

ROUNDS = 150
"""Rounds in which cities settle."""
EPOCHS = 80
"""Rounds in which cities without places find them."""
STEPS = 24
"""A route's curve is a line of so many steps."""
STEEPEST = 0.42
"""The control point of a bowed route lies at most so far beside it, in shares of its length."""
MARGIN = 46.0
LONGEST = 1.1
SHORTEST = 0.35
"""A space is at most and at least so long, in shares of the ideal length and of its pitch."""
LINE = 1.0
HEIGHT = 0.68
"""Distance of two lines of a label, and height of a capital, in sizes of type."""


@dataclass(frozen=True, slots=True)
class Box:
    """What a label should not lie on: a convex shape, and a circle round it."""

    corners: list[Point]
    middle: Point
    radius: float


def plain_layout(board: Board) -> Layout:
    """A layout that depends on the board alone."""
    plan = make_plan(board, Sizes())
    trims = first_trims(plan)
    targets = target_lengths(plan, trims)
    places = _settled(plan, targets, _first_places(plan, targets))
    curves = _curves(plan, places, targets)
    spaces = _spaces(plan, curves, trims)
    labels = _labels(plan, places, spaces)
    return make_layout(plan, places, spaces, labels, _page(plan, places, spaces, labels), layout_facts(board))


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


def _curves(plan: Plan, places: Sequence[Point], targets: Sequence[float]) -> list[list[Point]]:
    """A line for each corridor: straight if its cities are far enough apart, otherwise bowed to the emptier side."""
    lines = [_bowed(places[one.a], places[one.b], 0.0) for one in plan.corridors]
    for number, (corridor, target) in enumerate(zip(plan.corridors, targets, strict=True)):
        start, end = places[corridor.a], places[corridor.b]
        bow = _bow_for(start, end, target)
        others = [line for other, line in enumerate(lines) if other != number]
        ways = [_bowed(start, end, side * bow) for side in ((1, -1) if bow else (1,))]
        lines[number] = min(ways, key=lambda way: _crowd(plan, corridor, way, others, places))
    return lines


def _bow_for(start: Point, end: Point, length: float) -> float:
    """How far the control point must lie beside the middle, in shares of the chord, for a curve of this length."""
    if math.dist(start, end) >= 0.98 * length:
        return 0.0
    low, high = 0.0, 2 * STEEPEST
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
    crowd = 0.0
    for x, y in way[2:-2]:
        for city, (there_x, there_y) in enumerate(places):
            if city not in (corridor.a, corridor.b) and abs(there_x - x) < 2 * clear:
                crowd += 3 * max(0.0, 2 * clear - math.hypot(there_x - x, there_y - y))
        for line in others:
            for there_x, there_y in line[::2]:
                if abs(there_x - x) < clear:
                    crowd += max(0.0, clear - math.hypot(there_x - x, there_y - y))
    return crowd


def _spaces(plan: Plan, curves: Sequence[Sequence[Point]], trims: Trims) -> Spaces:
    """The spaces of every route, in the order from its city a to its city b."""
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


def _labels(plan: Plan, places: Sequence[Point], spaces: Spaces) -> list[Label]:
    """A label for every city where it covers least; those with many routes choose first."""
    width = plan.sizes.width + 2
    taken = [
        _box(rectangle(one.x, one.y, one.angle, one.length, width)) for row in spaces.values() for one in row
    ]
    taken += [_box(rectangle(x, y, 0.0, 2 * plan.sizes.city, 2 * plan.sizes.city)) for x, y in places]
    labels: dict[int, Label] = {}
    order = sorted(range(plan.cities), key=lambda city: -len(plan.corridors_at(city)))
    for city in order:
        x, y = places[city]
        ways = _ways_to_set(plan.board.cities[city].name, plan.sizes)
        labels[city] = min(ways, key=lambda way: way[1] + _covered(_label_box(x, y, way[0]), taken))[0]
        taken.append(_label_box(x, y, labels[city]))
    return [labels[city] for city in range(plan.cities)]


def _ways_to_set(name: str, sizes: Sizes) -> Iterator[tuple[Label, float]]:
    """Labels in one line and in two, round the city, with what one likes less about them."""
    words = name.split(" ")
    splits = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    for lines in ((name,), *splits):
        width = max(map(_width, lines)) * sizes.font + 2
        height = sizes.font * (HEIGHT + LINE * (len(lines) - 1)) + 4
        for gap in (3.0, 9.0):
            reach = sizes.city + gap
            for sixteenth in range(16):
                turn = sixteenth * math.tau / 16
                across, down = math.cos(turn), math.sin(turn)
                dx = across * reach + width / 2 * max(-1.0, min(1.0, 1.6 * across))
                dy = down * reach + height / 2 * max(-1.0, min(1.0, 1.6 * down))
                dislike = 0.3 * (len(lines) - 1) + 0.1 * gap + (0.2 if sixteenth % 4 else 0.0)
                yield Label(lines, dx, dy, width, height), dislike


def _width(text: str) -> float:
    """About how wide a text is in bold type, in sizes of type."""
    return sum(
        0.3 if one in "iljtf.,'’ I" else 0.85 if one in "mwMW" else 0.68 if one.isupper() else 0.52
        for one in text
    )


def _label_box(x: float, y: float, label: Label) -> Box:
    return _box(rectangle(x + label.dx, y + label.dy, 0.0, label.width, label.height))


def _box(corners: list[Point]) -> Box:
    middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
    return Box(corners, middle, math.dist(middle, corners[0]))


def _covered(box: Box, taken: Sequence[Box]) -> float:
    """How deep a label lies on things, and how many these are."""
    depth = 0.0
    for other in taken:
        if math.dist(box.middle, other.middle) < box.radius + other.radius:
            shared = overlap(box.corners, other.corners)
            depth += 2 + shared if shared > 0 else 0.0
    return depth


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
        corners += [(x, y), *_label_box(x, y, label).corners]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs) - MARGIN, min(ys) - MARGIN), (max(xs) + MARGIN, max(ys) + MARGIN)
