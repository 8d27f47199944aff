"""A position drawn: the map with cars, stations, the tickets of one seat, and a line about every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import Board

from .chart import CARS, HEAD_END, STATIONS, describe, head
from .layout import Layout
from .layout_files import load_layout, load_map
from .palette import LIVERIES
from .pieces import car, station
from .svg import element, number, text_of, use

if TYPE_CHECKING:
    from branchline.game.view import View

LEGEND = 52.0
"""Height of the strip below the map."""
GOLD = "#b8860b"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What the strip below the map says of a seat."""

    score: int
    cars: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to draw."""

    routes: Mapping[str, int] = field(default_factory=dict)
    """Route id -> seat."""
    stations: Mapping[str, int] = field(default_factory=dict)
    """City id -> seat."""
    seats: Sequence[SeatLine] = ()
    tickets: Sequence[str] = ()
    """Ids of the tickets to show, those of the seat that looks."""
    actor: int | None = None


def board_svg(board: Board, source: Path | None = None) -> str:
    """The map of a board, empty."""
    return load_map(board, source)


def view_svg(view: View, source: Path | None = None) -> str:
    """What a viewer sees of a game: routes, stations and scores, and a seat's own tickets."""
    totals = [score.total for score in view.scores] if view.scores else [seat.score for seat in view.seats]
    lines = [SeatLine(total, seat.cars) for total, seat in zip(totals, view.seats, strict=True)]
    scene = Scene(view.routes, view.stations, lines, view.tickets, view.actor)
    return scene_svg(view.board, scene, source)


def scene_svg(board: Board, scene: Scene, source: Path | None = None) -> str:
    """The map of a board with a scene on it; `source`: the board's file if it is not one of ours."""
    layout, chart = load_layout(board, source), load_map(board, source)
    strip = _legend(layout, board, scene) if scene.seats else ""
    opening = head(layout, board.name, _describe(board, layout, scene), LEGEND if strip else 0.0)
    body = HEAD_END + chart.partition(HEAD_END)[2]
    cars = element("g", *_cars(layout, scene), class_="cars", role="list", aria_label="Claimed routes")
    body = body.replace(CARS, cars + _tickets(layout, board, scene), 1)
    stations = element("g", *_stations(layout, scene), class_="stations", role="list", aria_label="Stations")
    body = body.replace(STATIONS, stations if scene.stations else STATIONS, 1)
    return opening + "\n" + body.removesuffix("</svg>\n") + strip + "</svg>\n"


def _seat_name(scene: Scene, seat: int) -> str:
    name = scene.seats[seat].name if seat < len(scene.seats) else ""
    return name or f"seat {seat}"


def _livery_words(seat: int) -> str:
    livery = LIVERIES[seat]
    return f"{livery.name} with {livery.mark_name}"


def _cars(layout: Layout, scene: Scene) -> list[str]:
    out = []
    for route, seat in scene.routes.items():
        track = layout.routes[route]
        cars = [car(layout, seat, one.x, one.y, one.angle, one.length) for one in track.spaces]
        ends = f"{layout.cities[track.a].name} to {layout.cities[track.b].name}"
        said = f"{ends}: {_seat_name(scene, seat)}"
        out.append(element("g", *cars, role="listitem", data_route=route, data_seat=seat, aria_label=said))
    return out


def _stations(layout: Layout, scene: Scene) -> list[str]:
    return [
        element(
            "g",
            station(layout, seat, city),
            role="listitem",
            data_city=city,
            data_seat=seat,
            aria_label=f"{layout.cities[city].name}: station of {_seat_name(scene, seat)}",
        )
        for city, seat in scene.stations.items()
    ]


def _tickets(layout: Layout, board: Board, scene: Scene) -> str:
    """A golden ring round the cities of the tickets, and a dashed line between the two of each."""
    lines, cities = [], set[str]()
    for ticket in scene.tickets:
        found = board.ticket(ticket)
        a, b = layout.cities[found.a], layout.cities[found.b]
        cities |= {found.a, found.b}
        lines.append(f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}")
    if not lines:
        return ""
    look = {"fill": "none", "stroke": GOLD, "stroke_linecap": "round"}
    rings = [
        element("circle", cx=layout.cities[city].x, cy=layout.cities[city].y, r=layout.sizes.city + 3.5)
        for city in sorted(cities)
    ]
    joined = element("path", d="".join(lines), stroke_width=2.2, stroke_dasharray="1 6", stroke_opacity=0.8)
    return element(
        "g", joined, element("g", *rings, stroke_width=4), class_="tickets", aria_hidden="true", **look
    )


def _legend(layout: Layout, board: Board, scene: Scene) -> str:
    """One line per seat: its car, score and cars left; the seat to move is underlined."""
    top, share = layout.height, layout.width / len(scene.seats)
    out = [element("rect", y=top, width=layout.width, height=LEGEND, fill="#f7ecd0")]
    for seat, line in enumerate(scene.seats):
        left = seat * share + 34
        middle = top + LEGEND / 2
        out.append(use(f"{layout.board}-car-{seat}", left, middle))
        first = element("text", text_of(_seat_name(scene, seat)), x=number(left + 32), y=number(middle - 4))
        words = f"{_counted(line.score, 'point', 'points')} · {_cars_left(board, line)}"
        second = element("text", text_of(words), x=number(left + 32), y=number(middle + 15), fill_opacity=0.8)
        out += [first, second]
        if seat == scene.actor:
            bar = f"M{number(left - 22)} {number(top + LEGEND - 4)}h{number(share - 24)}"
            out.append(element("path", d=bar, stroke="#b3302a", stroke_width=3, stroke_linecap="round"))
    size = number(min(17.0, 0.085 * share))
    return element("g", *out, class_="seats", aria_hidden="true", font_size=size, fill="#2a1f14")


def _describe(board: Board, layout: Layout, scene: Scene) -> str:
    said = [describe(board)]
    for seat, line in enumerate(scene.seats):
        routes = _counted(sum(owner == seat for owner in scene.routes.values()), "route", "routes")
        points = _counted(line.score, "point", "points")
        name = _seat_name(scene, seat)
        who = f"{name[:1].upper()}{name[1:]} ({_livery_words(seat)})"
        said.append(f"{who}: {points}, {routes}, {_cars_left(board, line)} left.")
    if scene.tickets:
        pairs = [board.ticket(one) for one in scene.tickets]
        names = [f"{layout.cities[one.a].name} to {layout.cities[one.b].name}" for one in pairs]
        said.append(f"Tickets: {'; '.join(names)}.")
    return " ".join(said)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _cars_left(board: Board, line: SeatLine) -> str:
    return _counted(line.cars, board.words["car"], board.words["cars"])
