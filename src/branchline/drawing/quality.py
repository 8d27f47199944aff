"""What is wrong with a layout: crossings, overlaps, spaces of a wrong length."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from .geometry import Point, distance, lines_cross, overlap
from .layout import Layout, Track, centre_line

TOUCH = 0.1
"""Reaching into each other by no more than this is rounding."""
LENGTH_TOLERANCE = 0.15
"""A space may be this much longer or shorter than the ideal."""


class Fault(NamedTuple):
    """One thing that is wrong, and how badly (in units of the page)."""

    kind: str
    one: str
    other: str
    amount: float

    def __str__(self) -> str:
        return f"{self.kind}: {self.one}, {self.other} ({self.amount:.1f})"


class Patch(NamedTuple):
    """A convex piece of the picture with its owner and a circle round it."""

    owner: str
    corners: list[Point]
    middle: Point
    radius: float

    def near(self, other: Patch) -> bool:
        dx, dy = self.middle[0] - other.middle[0], self.middle[1] - other.middle[1]
        reach = self.radius + other.radius
        return dx * dx + dy * dy < reach * reach


def faults(layout: Layout) -> list[Fault]:
    """Everything that a good layout does not have."""
    spaces = [
        _patch(route, layout.corners(space))
        for route, track in layout.routes.items()
        for space in track.spaces
    ]
    labels = [_patch(city, place.label_box) for city, place in layout.cities.items()]
    return [
        *_crossings(layout),
        *_overlaps("overlapping spaces", combinations(spaces, 2)),
        *_overlaps("label on a space", ((label, space) for label in labels for space in spaces)),
        *_overlaps("overlapping labels", combinations(labels, 2)),
        *_on_cities("space on a city", layout, spaces, ()),
        *_on_cities("label on a city", layout, labels, layout.cities),
        *_off_page(layout, [*spaces, *labels]),
        *_lengths(layout),
    ]


def _patch(owner: str, corners: list[Point]) -> Patch:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = (sum(xs) / 4, sum(ys) / 4)
    radius = ((corners[0][0] - middle[0]) ** 2 + (corners[0][1] - middle[1]) ** 2) ** 0.5
    return Patch(owner, corners, middle, radius)


def _overlaps(kind: str, pairs: Iterator[tuple[Patch, Patch]]) -> Iterator[Fault]:
    for one, other in pairs:
        if one.near(other):
            depth = overlap(one.corners, other.corners)
            if depth > TOUCH:
                yield Fault(kind, one.owner, other.owner, depth)


def _on_cities(kind: str, layout: Layout, patches: list[Patch], exempt: object) -> Iterator[Fault]:
    """Patches that reach into a city mark; a label may lie close to its own."""
    radius = layout.sizes.city
    for city, place in layout.cities.items():
        for patch in patches:
            if exempt and patch.owner == city:
                continue
            depth = radius - distance((place.x, place.y), patch.corners)
            if depth > TOUCH:
                yield Fault(kind, patch.owner, city, depth)


def _off_page(layout: Layout, patches: list[Patch]) -> Iterator[Fault]:
    for patch in patches:
        for x, y in patch.corners:
            outside = max(-x, -y, x - layout.width, y - layout.height)
            if outside > TOUCH:
                yield Fault("off the page", patch.owner, f"{x:.0f},{y:.0f}", outside)


def _lengths(layout: Layout) -> Iterator[Fault]:
    ideal = layout.sizes.length
    for route, track in layout.routes.items():
        for space in track.spaces:
            excess = abs(space.length - ideal) - LENGTH_TOLERANCE * ideal
            if excess > 0:
                yield Fault("space of a wrong length", route, f"{space.length:.1f} of {ideal:.1f}", excess)


def _crossings(layout: Layout) -> Iterator[Fault]:
    """Routes that cross; those that share no city are followed right into their cities."""
    lines = {route: _line(layout, track) for route, track in layout.routes.items()}
    for (one, first), (other, second) in combinations(layout.routes.items(), 2):
        joined = {first.a, first.b} & {second.a, second.b}
        ends = slice(1, -1) if joined else slice(None)
        if lines_cross(lines[one][ends], lines[other][ends]):
            yield Fault("crossing routes", one, other, layout.sizes.length)


def _line(layout: Layout, track: Track) -> list[Point]:
    a, b = layout.cities[track.a], layout.cities[track.b]
    return [(a.x, a.y), *centre_line(track.spaces), (b.x, b.y)]
