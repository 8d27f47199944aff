"""Where the names of cities stand: where they cover least."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from branchline.drawing.geometry import Point, overlap, rectangle
from branchline.drawing.layout import Label, Sizes
from branchline.drawing.plan import Plan

from .routes import Spaces

LINE = 1.0
HEIGHT = 0.68
"""Distance of two lines of a label, and height of a capital, in sizes of type."""


@dataclass(frozen=True, slots=True)
class Box:
    """What a label should not lie on: a convex shape, and a circle round it."""

    corners: list[Point]
    middle: Point
    radius: float


def place_labels(plan: Plan, places: Sequence[Point], spaces: Spaces) -> list[Label]:
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
