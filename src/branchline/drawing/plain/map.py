"""A map for a plain layout, drawn by Python alone: land round the routes, and the sea round that.

No geometry library joins shapes here. All land is one broad line along the routes, and lines and areas that overlap
look like one island.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from branchline.board import Board
from branchline.drawing import ornaments
from branchline.drawing.backdrop import COAST, HIGHLANDS, ISLAND, SHORE, SHORE_LINES, gradients, sea, vignette
from branchline.drawing.chart import board_map
from branchline.drawing.fonts import font_file
from branchline.drawing.geometry import Point, overlap, rectangle
from branchline.drawing.layout import Layout, centre_line
from branchline.drawing.svg import element, number, path_data

REACH = 44.0
"""How far the land goes beyond the routes."""
STRAIT = 15.0
"""How far the water goes beyond the ferries."""
STEP = 16.0
"""Ornaments are tried at places so far apart."""


def plain_map(board: Board, layout: Layout) -> str:
    """The static map."""
    font = font_file("serif", "woff2").read_bytes()
    return board_map(board, layout, _backdrop(board, layout), gradients(layout.board), font)


def _backdrop(board: Board, layout: Layout) -> str:
    ports = "".join(f"M{number(one.x)} {number(one.y)}h.01" for one in layout.cities.values())
    lines = "".join(_line(layout, route) for route, one in layout.routes.items() if one.kind != "ferry")
    straits = "".join(_line(layout, route) for route, one in layout.routes.items() if one.kind == "ferry")
    areas = "".join(path_data(corners, closed=True) for corners in _enclosed(layout))

    def land(colour: str, reach: float) -> str:
        broad = {"stroke": colour, "stroke_width": number(2 * reach), "stroke_linejoin": "round"}
        along = element("path", d=ports + lines, fill="none", stroke_linecap="round", **broad)
        return along + (element("path", d=areas, fill=colour, **broad) if areas else "")

    water = element("path", d=straits, fill="none", stroke="#a3c7d2", stroke_width=number(2 * STRAIT))
    parts = (
        sea(layout),
        *(element("g", land(SHORE, REACH + width / 2), opacity=pale) for width, pale in SHORE_LINES),
        land(COAST, REACH + 0.8),
        land(ISLAND, REACH),
        *(land(tint, REACH - depth) for depth, tint in HIGHLANDS),
        element("g", water, opacity=0.75) if straits else "",
        *_ornaments(board, layout),
        vignette(layout),
    )
    return "\n".join(parts)


def _line(layout: Layout, route: str) -> str:
    """A route from city to city, as path data."""
    track = layout.routes[route]
    a, b = layout.cities[track.a], layout.cities[track.b]
    return path_data([(a.x, a.y), *centre_line(track.spaces), (b.x, b.y)])


def _enclosed(layout: Layout) -> Iterator[list[Point]]:
    """Areas between three or four cities that are joined by land, all with the same turn so that they add up."""
    near: dict[str, set[str]] = {city: set() for city in layout.cities}
    for track in layout.routes.values():
        if track.kind != "ferry":
            near[track.a].add(track.b)
            near[track.b].add(track.a)
    for one, other in itertools.combinations(layout.cities, 2):
        between = sorted(near[one] & near[other])
        if other in near[one]:
            yield from (_turned(layout, one, third, other) for third in between)
        else:
            yield from (
                _turned(layout, one, third, other, fourth)
                for third, fourth in itertools.combinations(between, 2)
            )


def _turned(layout: Layout, *cities: str) -> list[Point]:
    """The places of cities round an area, clockwise."""
    corners = [(layout.cities[one].x, layout.cities[one].y) for one in cities]
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return corners if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides) > 0 else corners[::-1]


def _ornaments(board: Board, layout: Layout) -> Iterator[str]:
    """The name plate and the compass, where nothing else is; neither where there is no room."""
    taken = [layout.corners(space) for track in layout.routes.values() for space in track.spaces]
    taken += [place.label_box for place in layout.cities.values()]
    taken += [rectangle(one.x, one.y, 0, 24, 24) for one in layout.cities.values()]
    plate = 15.0 * len(board.name) + 26
    for wide, high, drop, drawing in (
        (plate + 20, 46.0, 0.0, ornaments.name_plate(board.name, plate)),
        (84.0, 96.0, 6.0, ornaments.compass()),
    ):
        spot = _free(layout, wide, high, taken)
        if spot is not None:
            x, y = spot
            taken.append(rectangle(x, y, 0, wide, high))
            yield element("g", drawing, transform=f"translate({number(x)} {number(y + drop)})")


def _free(layout: Layout, wide: float, high: float, taken: list[list[Point]]) -> Point | None:
    """The free place nearest to an edge of the page."""
    left, top, edge = wide / 2 + 24, high / 2 + 24, 0.1 * STEP
    columns, rows = int((layout.width - 2 * left) / STEP), int((layout.height - 2 * top) / STEP)
    places = [(left + STEP * x, top + STEP * y) for x in range(columns + 1) for y in range(rows + 1)]
    places.sort(
        key=lambda at: (
            min(at[0] - left, layout.width - left - at[0])
            + min(at[1] - top, layout.height - top - at[1]) * (1 + edge)
        )
    )
    for x, y in places:
        corners = rectangle(x, y, 0, wide, high)
        if all(overlap(corners, other) <= 0 for other in taken):
            return x, y
    return None
