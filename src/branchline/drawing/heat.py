"""A heat map: the map of a board with a value between 0 and 1 shown as the colour of every route and city."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from branchline.board import Board

from .chart import CARS, HEAD_END, describe, head
from .layout import Layout
from .layout_files import load_layout, load_map
from .scene import ROUTE
from .svg import element, number, text_of

#: From little to much. Lightness falls all the way, so that it can be read without colours.
RAMP = ("#fdf6d8", "#fbd27a", "#f29a3d", "#d8532b", "#9e1b32", "#520a35")
NONE = "#ffffff"
INK = "#2a1f14"


def heat_colour(value: float) -> str:
    """The colour of a value between 0 and 1; white for exactly nothing."""
    if value <= 0:
        return NONE
    place = min(1.0, value) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in RAMP[low : low + 2]]
    mixed = [round(a + (b - a) * (place - low)) for a, b in zip(*ends, strict=True)]
    return f"#{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"


def heat_svg(
    board: Board,
    routes: Mapping[str, float],
    cities: Mapping[str, float] | None = None,
    titles: Mapping[str, str] | None = None,
    source: Path | None = None,
) -> str:
    """The map with coloured routes and cities; `titles` has what is said of those pointed at."""
    layout, chart = load_layout(board, source), load_map(board, source)
    words = titles or {}
    opening = head(layout, board.name, f"{describe(board)} Every route has the colour of its value.")
    body = ROUTE.sub("", HEAD_END + chart.partition(HEAD_END)[2])
    tracks = [_track(layout, route, routes.get(route, 0.0), words.get(route, "")) for route in layout.routes]
    heat = element("g", *tracks, class_="heat", role="list", aria_label="Routes by value")
    found = opening + "\n" + body.replace(CARS, heat, 1)
    if cities is None:
        return found
    marks = [_city(layout, city, cities.get(city, 0.0), words.get(city, "")) for city in layout.cities]
    places = element("g", *marks, class_="heat", role="list", aria_label="Cities by value")
    return found.replace('<g class="labels"', places + '<g class="labels"', 1)


def _track(layout: Layout, route: str, value: float, title: str) -> str:
    """The spaces of a route in one colour."""
    width = layout.sizes.width + 1
    spaces = [
        element(
            "rect",
            x=number(-space.length / 2 + 0.7),
            y=number(-width / 2),
            width=number(space.length - 1.4),
            height=number(width),
            rx=2.4,
            transform=f"translate({number(space.x)} {number(space.y)})rotate({number(space.angle)})",
        )
        for space in layout.routes[route].spaces
    ]
    said = element("title", text_of(title)) if title else ""
    return element(
        "g",
        said,
        *spaces,
        data_route=route,
        role="listitem",
        fill=heat_colour(value),
        stroke=INK,
        stroke_width=1.1,
        aria_label=title or None,
    )


def _city(layout: Layout, city: str, value: float, title: str) -> str:
    place = layout.cities[city]
    said = element("title", text_of(title)) if title else ""
    dot = element("circle", said, cx=place.x, cy=place.y, r=layout.sizes.city) if said else ""
    return element(
        "g",
        dot or element("circle", cx=place.x, cy=place.y, r=layout.sizes.city),
        data_city=city,
        role="listitem",
        fill=heat_colour(value),
        stroke=INK,
        stroke_width=1.6,
        aria_label=title or None,
    )
