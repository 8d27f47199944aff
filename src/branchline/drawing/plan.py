"""What a layout is made from: the cities, the corridors between them, and the sizes of things."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from branchline.board import Board, Route

from .geometry import Point
from .layout import Kind, Label, Layout, Place, Sizes, Space, Track, centre_line

GAP = 3.5
"""Air between two spaces of one route."""
TRACK_GAP = 3.0
"""Air between the two routes of a double."""
CLEARANCE = 4.0
"""Air that the relaxation asks for between two routes."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """All parallel routes between two cities: they share one curve."""

    a: int
    b: int
    length: int
    routes: tuple[Route, ...]

    def offsets(self, sizes: Sizes) -> list[float]:
        """How far each track lies beside the corridor's curve."""
        middle = (len(self.routes) - 1) / 2
        return [(track - middle) * (sizes.width + TRACK_GAP) for track in range(len(self.routes))]

    def half_width(self, sizes: Sizes) -> float:
        tracks = len(self.routes)
        return (tracks * sizes.width + (tracks - 1) * TRACK_GAP) / 2


@dataclass(frozen=True, slots=True)
class Plan:
    """A board reduced to what a layout depends on."""

    board: Board
    sizes: Sizes
    corridors: tuple[Corridor, ...]
    label_slots: dict[str, str] = field(default_factory=dict)
    """Label positions that were set by hand, by city id."""

    @property
    def pitch(self) -> float:
        return self.sizes.length + GAP

    @property
    def cities(self) -> int:
        return len(self.board.cities)

    def corridors_at(self, city: int) -> list[int]:
        return [index for index, one in enumerate(self.corridors) if city in (one.a, one.b)]


def make_plan(board: Board, sizes: Sizes, label_slots: dict[str, str] | None = None) -> Plan:
    """Group the routes of a board into corridors."""
    index = {city.id: number for number, city in enumerate(board.cities)}
    groups: dict[tuple[int, int, int], list[Route]] = {}
    for route in board.routes:
        ends = sorted((index[route.a], index[route.b]))
        groups.setdefault((ends[0], ends[1], route.length), []).append(route)
    corridors = tuple(Corridor(a, b, length, tuple(routes)) for (a, b, length), routes in groups.items())
    return Plan(board, sizes, corridors, label_slots or {})


Trims = dict[tuple[int, int], float]
"""(corridor, city) -> distance from the city's centre to the corridor's first space."""


def first_trims(plan: Plan) -> Trims:
    """Trims with which all corridors of a city fit around it, if they leave it evenly."""
    trims: Trims = {}
    for city in range(plan.cities):
        around = plan.corridors_at(city)
        widths = [plan.corridors[index].half_width(plan.sizes) + 1.5 for index in around]
        trim = plan.sizes.city + 4.0
        while trim < 2.2 * plan.sizes.city + 7 and _angle_needed(widths, trim) > 0.8 * math.tau:
            trim += 0.5
        trims.update({(index, city): trim for index in around})
    return trims


def _angle_needed(half_widths: Sequence[float], distance: float) -> float:
    return sum(2 * math.atan(width / distance) for width in half_widths)


def target_lengths(plan: Plan, trims: Trims) -> list[float]:
    """The arc length that each corridor's curve should have, from city centre to city centre."""
    return [
        one.length * plan.pitch + trims[index, one.a] + trims[index, one.b]
        for index, one in enumerate(plan.corridors)
    ]


def make_layout(
    plan: Plan,
    places: Sequence[Point],
    spaces: Mapping[str, Sequence[Space]],
    labels: Sequence[Label],
    page: tuple[Point, Point],
    facts: str,
    style: Literal["period", "pop"] = "period",
) -> Layout:
    """What was found, in the words of the layout file: the page's corner at the origin, rounded to a tenth."""
    (left, top), (right, bottom) = page
    cities = {
        city.id: Place(city.name, _tenth(x - left), _tenth(y - top), _rounded(label), city.district)
        for city, (x, y), label in zip(plan.board.cities, places, labels, strict=True)
    }
    routes = {}
    for route in plan.board.routes:
        row = tuple(
            Space(_tenth(one.x - left), _tenth(one.y - top), _tenth(one.angle), _tenth(one.length))
            for one in spaces[route.id]
        )
        kind: Kind = "ferry" if route.ferry else "tunnel" if route.tunnel else "plain"
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in centre_line(row))
        routes[route.id] = Track(route.a, route.b, route.colour, kind, route.ferry, row, path)
    size = float(round(right - left)), float(round(bottom - top))
    return Layout(plan.board.id, facts, style, *size, plan.sizes, cities, routes)


def _rounded(label: Label) -> Label:
    return Label(label.lines, *(_tenth(v) for v in (label.dx, label.dy, label.width, label.height)))


def _tenth(value: float) -> float:
    return round(float(value), 1) + 0.0
