"""A position drawn: the map with cars, stations, the tickets of one seat, and a line about every seat."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import Board

from .chart import CARS, HEAD_END, STATIONS, describe, head
from .layout import Layout
from .layout_files import load_layout, load_map
from .night import by_night
from .palette import LIVERIES
from .pieces import station
from .spaces import closed
from .svg import element, number, text_of
from .train import chimney, coach, train

if TYPE_CHECKING:
    from branchline.game.view import View

LEGEND = 52.0
"""Height of the strip below the map."""
GOLD = "#b8860b"
HALO = "#fffdf2"
ROUTE = re.compile(r'<g class="route" data-route="([^"]+)".*?</g>')
"""A printed route on the map."""


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
    closed: Collection[str] = ()
    """Routes that nobody can claim any more."""
    latest: Sequence[str] = ()
    """Routes and cities of the last move of each seat, the most recent one at the end."""
    printed: bool = False
    """Whether routes stay printed under their trains, for a page that takes trains away again."""


def board_svg(board: Board, source: Path | None = None, night: bool = False) -> str:
    """The map of a board, empty; as it looks by day or by night."""
    chart = load_map(board, source)
    return by_night(chart) if night else chart


def view_svg(
    view: View,
    source: Path | None = None,
    night: bool = False,
    *,
    names: Sequence[str] = (),
    printed: bool = False,
) -> str:
    """What a viewer sees of a game: routes, stations and scores, and a seat's own tickets."""
    totals = [score.total for score in view.scores] if view.scores else [seat.score for seat in view.seats]
    called = names or [""] * len(totals)
    lines = [
        SeatLine(total, seat.cars, name) for total, seat, name in zip(totals, view.seats, called, strict=True)
    ]
    scene = Scene(
        view.routes,
        view.stations,
        lines,
        view.tickets,
        view.actor,
        closed_doubles(view.board, len(view.seats), view.routes),
        latest_moves(view),
        printed,
    )
    return scene_svg(view.board, scene, source, night)


def closed_doubles(board: Board, seats: int, routes: Mapping[str, int]) -> list[str]:
    """The routes that nobody can claim any more, because their twin is taken at a small table (R6)."""
    if seats > board.closed_doubles:
        return []
    return [route.id for route in board.routes if route.twin in routes and route.id not in routes]


def latest_moves(view: View) -> list[str]:
    """The route or the city of each seat's last move, if it put something on the board; the latest at the end."""
    found: dict[int, str] = {}
    for entry in reversed(view.log):
        verb, _, rest = entry.move.partition(" ")
        if entry.seat is None or entry.seat in found or verb == "pay":
            continue  # what was paid for is in the move before
        found[entry.seat] = rest.partition(" ")[0] if verb in ("claim", "station") else ""
        if len(found) == len(view.seats):
            break
    placed = [one for one in found.values() if one in view.routes or one in view.stations]
    return placed[::-1]


def scene_svg(board: Board, scene: Scene, source: Path | None = None, night: bool = False) -> str:
    """The map of a board with a scene on it; `source`: the board's file if it is not one of ours."""
    layout, chart = load_layout(board, source), load_map(board, source)
    strip = legend(layout, board, scene) if scene.seats else ""
    opening = head(layout, board.name, _describe(board, layout, scene), LEGEND if strip else 0.0)
    body = HEAD_END + chart.partition(HEAD_END)[2]
    if scene.routes:
        body = ROUTE.sub(lambda found: _still_printed(layout, board, scene, found), body)
    pieces = _halos(layout, scene) + _trains(layout, scene)
    body = body.replace(CARS, pieces + _tickets(layout, board, scene), 1)
    stations = element("g", *_stations(layout, scene), class_="stations", role="list", aria_label="Stations")
    body = body.replace(STATIONS, stations if scene.stations else STATIONS, 1)
    svg = opening + "\n" + body.removesuffix("</svg>\n") + strip + "</svg>\n"
    return by_night(svg) if night else svg


def _still_printed(layout: Layout, board: Board, scene: Scene, found: re.Match[str]) -> str:
    """What is left of a printed route: nothing under a train, which would only show at its edges."""
    if found[1] in scene.routes:
        return found[0] if scene.printed else ""
    return closed(layout, board, found[1]) if found[1] in scene.closed else found[0]


def _seat_name(scene: Scene, seat: int) -> str:
    name = scene.seats[seat].name if seat < len(scene.seats) else ""
    return name or f"seat {seat}"


def _livery_words(seat: int) -> str:
    livery = LIVERIES[seat]
    return f"{livery.name} with {livery.mark_name}"


def _from_the_back(layout: Layout, scene: Scene) -> list[tuple[str, int]]:
    """The claimed routes from the back of the table to its front, so that what is nearer covers what is farther."""

    def height(item: tuple[str, int]) -> float:
        spaces = layout.routes[item[0]].spaces
        return sum(space.y for space in spaces) / len(spaces)

    return sorted(scene.routes.items(), key=height)


def _trains(layout: Layout, scene: Scene) -> str:
    """All trains, above one path for the shadows of all of them."""
    shadows, out = "", []
    newest = scene.latest[-1] if scene.latest else None
    for route, seat in _from_the_back(layout, scene):
        shadow, body = train(layout, route, seat)
        shadows += shadow
        steam = chimney(layout, route) if route == newest else None
        puffs = element("use", href=f"#{layout.board}-steam", transform=steam) if steam else ""
        track = layout.routes[route]
        ends = f"{layout.cities[track.a].name} to {layout.cities[track.b].name}"
        said = f"{ends}: {_seat_name(scene, seat)}"
        out.append(
            element("g", body + puffs, role="listitem", data_route=route, data_seat=seat, aria_label=said)
        )
    ground = {"fill": "#000", "fill_opacity": "0.32", "aria_hidden": "true"}
    below = element("path", class_="shadows", d=shadows, **ground) if shadows else ""
    return below + element("g", *out, class_="cars", role="list", aria_label="Claimed routes")


def _halos(layout: Layout, scene: Scene) -> str:
    """White round the last move of each seat, and the light of its colour round that."""
    out = []
    width = layout.sizes.width
    for place in scene.latest:
        if place in scene.routes:
            line, light = layout.routes[place].path, LIVERIES[scene.routes[place]].light
        else:
            city = layout.cities[place]
            line, light = f"M{city.x:g} {city.y:g}h.01", LIVERIES[scene.stations[place]].light
        out.append(element("path", d=line, stroke=light, stroke_opacity=0.9, stroke_width=width + 18))
        out.append(element("path", d=line, stroke=HALO, stroke_width=width + 9))
    if not out:
        return ""
    look = {"fill": "none", "stroke_linecap": "round", "transform": "translate(0 -3)"}
    return element("g", *out, class_="latest", aria_hidden="true", **look)


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


def legend(layout: Layout, board: Board, scene: Scene) -> str:
    """One line per seat: its car, score and cars left; the seat to move is underlined."""
    top, share = layout.height, layout.width / len(scene.seats)
    size = min(17.0, 0.085 * share)
    out = [element("rect", y=top, width=layout.width, height=LEGEND, fill="#f7ecd0")]
    for seat, line in enumerate(scene.seats):
        left = seat * share + 34
        middle = top + LEGEND / 2
        out.append(coach(layout, seat, left, middle + 2))
        name = _shortened(_seat_name(scene, seat), (share - 72) / (WIDE * size))
        first = element("text", text_of(name), x=number(left + 32), y=number(middle - 4))
        words = f"{_counted(line.score, 'point', 'points')} · {_cars_left(board, line)}"
        second = element("text", text_of(words), x=number(left + 32), y=number(middle + 15), fill_opacity=0.8)
        out += [first, second]
        if seat == scene.actor:
            bar = f"M{number(left - 22)} {number(top + LEGEND - 4)}h{number(share - 24)}"
            out.append(element("path", d=bar, stroke="#b3302a", stroke_width=3, stroke_linecap="round"))
    return element("g", *out, class_="seats", aria_hidden="true", font_size=number(size), fill="#2a1f14")


#: A letter of a name is so wide, as a part of the size of the letters, on average.
WIDE = 0.56


def _shortened(name: str, letters: float) -> str:
    """A name that has no room for all its letters, as far as it has."""
    return name if len(name) <= letters else f"{name[: max(1, int(letters) - 1)].rstrip()}…"


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
