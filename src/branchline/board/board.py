"""Board: the facts of one board, checked when loaded, and looked up by name."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from branchline.board.checks import check_board, double_pairs
from branchline.board.file import BoardFile, RouteEntry, read_board_file
from branchline.errors import BoardError

_BUILT_IN = Path(__file__).parent / "data"
#: The variable that lists files of boards of one's own, as PATH lists folders.
OWN = "BRANCHLINE_BOARDS"


@dataclass(frozen=True, slots=True)
class City:
    """A city; where it lies in the world and on the printed board, if the file says so."""

    id: str
    name: str
    lat: float | None
    lon: float | None
    x: float | None
    y: float | None
    district: int | None


@dataclass(frozen=True, slots=True)
class Route:
    """A route between two cities; `ferry`: how many wilds it asks for; `twin`: the other half of a double."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    tunnel: bool
    ferry: int
    twin: str | None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket: two cities to join, and what that is worth."""

    id: str
    a: str
    b: str
    points: int
    long: bool


@dataclass(frozen=True, slots=True)
class District:
    """Cities that give points to whoever joins them all (E4)."""

    number: int
    points: int
    colour: str
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything that a board decides. Two boards are equal if they have one id and play alike."""

    id: str
    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    districts: tuple[District, ...]
    #: Card colours without wild, in the file's order; `card_counts` has wild as well.
    colours: tuple[str, ...]
    card_counts: Mapping[str, int]
    min_seats: int
    max_seats: int
    cars: int
    stations: int
    hand: int
    deal_long: int
    deal_regular: int
    keep_start: int
    #: Where refused starting tickets go: under the ticket deck, or out of the game (S6).
    refused: Literal["under", "out"]
    draw_tickets: int
    keep_later: int
    #: With at most this many seats a double's twin is closed to all (R6).
    closed_doubles: int
    points: Mapping[int, int]
    longest_bonus: int
    station_bonus: int
    ties: tuple[Literal["tickets", "stations", "longest"], ...]
    words: Mapping[str, str]
    #: SHA-256 of the facts that matter to play, and so not of names, words and places.
    digest: str = field(init=False)
    _city_index: dict[str, int] = field(init=False, repr=False)
    _route_index: dict[str, int] = field(init=False, repr=False)
    _ticket_index: dict[str, int] = field(init=False, repr=False)
    _between: dict[frozenset[str], tuple[Route, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        between: dict[frozenset[str], tuple[Route, ...]] = defaultdict(tuple)
        for route in self.routes:
            between[frozenset((route.a, route.b))] += (route,)
        derived = {
            "digest": _digest(self),
            "_city_index": {city.id: i for i, city in enumerate(self.cities)},
            "_route_index": _both_ways(self.routes),
            "_ticket_index": _both_ways(self.tickets),
            "_between": dict(between),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def __repr__(self) -> str:
        sizes = f"{len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets"
        return f"<Board {self.id}: {sizes}>"

    def _repr_svg_(self) -> str | None:
        """The map, in a notebook; None if there is no layout."""
        from branchline.drawing.notebook import board_picture

        return board_picture(self)

    def city_index(self, city: str) -> int:
        """The place in `cities` of this id; `KeyError` if there is none."""
        return self._index(self._city_index, "city", city)

    def route_index(self, route: str) -> int:
        """The place in `routes` of this id, with its ends in either order; `KeyError` if there is none."""
        return self._index(self._route_index, "route", route)

    def ticket_index(self, ticket: str) -> int:
        """The place in `tickets` of this id, with its ends in either order; `KeyError` if there is none."""
        return self._index(self._ticket_index, "ticket", ticket)

    def city(self, city: str) -> City:
        return self.cities[self.city_index(city)]

    def route(self, route: str) -> Route:
        return self.routes[self.route_index(route)]

    def ticket(self, ticket: str) -> Ticket:
        return self.tickets[self.ticket_index(ticket)]

    def routes_between(self, a: str, b: str) -> tuple[Route, ...]:
        """The routes that join two cities directly: none, one, or several that are parallel."""
        return self._between.get(frozenset((a, b)), ())

    def _index(self, table: dict[str, int], kind: str, name: str) -> int:
        try:
            return table[name]
        except KeyError:
            raise KeyError(f"the board {self.id} has no {kind} {name!r}") from None


def board_names() -> tuple[str, ...]:
    """The boards that come with Branchline, and those of one's own that are known by name."""
    return (*_built_in_names(), *own_boards())


@cache
def _built_in_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _BUILT_IN.glob("*.toml")))


def own_boards() -> dict[str, Path]:
    """The files of boards of one's own that are known by name."""
    return {Path(file).stem: Path(file) for file in os.environ.get(OWN, "").split(os.pathsep) if file}


def make_known(file: Path) -> Board:
    """Let a board of one's own be known by its name, here and in every process that is started from here on."""
    board = _read(file)
    if board.id in board_names():
        raise BoardError(str(file), "", f"there is a board {board.id} already; name the file otherwise")
    os.environ[OWN] = os.pathsep.join(map(str, (*own_boards().values(), file.resolve())))
    return board


def load_board(board: str | Path) -> Board:
    """A board by its name, or from a file of one's own (a path, or text that ends in `.toml`).

    What is wrong with a file is a `BoardError` that says where.
    """
    if isinstance(board, str) and not board.endswith(".toml") and "/" not in board and "\\" not in board:
        return _by_name(board)
    return _read(Path(board))


def _by_name(name: str) -> Board:
    if name in _built_in_names():
        return _read_once(_BUILT_IN / f"{name}.toml")
    own = own_boards()
    if name in own:
        return _read_once(own[name])
    names = board_names()
    near = get_close_matches(name.lower(), names, n=1)
    guess = f"; did you mean {near[0]}?" if near else ""
    raise BoardError(
        name, "", f"there is no such board; known are {', '.join(names)}, or a path to a .toml{guess}"
    )


@cache
def _read_once(path: Path) -> Board:
    return _read(path)


def _read(path: Path) -> Board:
    if not re.fullmatch("[a-z0-9_-]+", path.stem):
        raise BoardError(str(path), "", "the file's name is the board's id: a–z, 0–9, _ and - only")
    file = read_board_file(path)
    check_board(file, str(path))
    return _build(path.stem, file)


def _build(name: str, file: BoardFile) -> Board:
    district = {city: entry.number for entry in file.districts for city in entry.cities}
    return Board(
        id=name,
        name=file.name,
        cities=tuple(City(c.id, c.name, c.lat, c.lon, c.x, c.y, district.get(c.id)) for c in file.cities),
        routes=_routes(file.routes),
        tickets=tuple(Ticket(f"{t.a}-{t.b}", t.a, t.b, t.points, t.long) for t in file.tickets),
        districts=tuple(District(d.number, d.points, d.colour, d.cities) for d in file.districts),
        colours=tuple(colour for colour in file.cards if colour != "wild"),
        card_counts=file.cards,
        min_seats=file.players.least,
        max_seats=file.players.most,
        cars=file.cars,
        stations=file.stations,
        hand=file.hand,
        deal_long=file.deal.long,
        deal_regular=file.deal.regular,
        keep_start=file.deal.keep,
        refused=file.deal.refused,
        draw_tickets=file.draw.tickets,
        keep_later=file.draw.keep,
        closed_doubles=file.closed_doubles,
        points=file.points,
        longest_bonus=file.bonus.longest,
        station_bonus=file.bonus.station,
        ties=file.ties,
        words=msgspec.to_builtins(file.words),
    )


def _routes(entries: tuple[RouteEntry, ...]) -> tuple[Route, ...]:
    ids, twins = _route_ids(entries), double_pairs(entries)
    return tuple(
        Route(
            ids[i],
            r.a,
            r.b,
            r.length,
            r.colour,
            r.tunnel,
            r.ferry or 0,
            ids[twins[i]] if i in twins else None,
        )
        for i, r in enumerate(entries)
    )


def _route_ids(entries: tuple[RouteEntry, ...]) -> list[str]:
    """`a-b`; parallel routes add their colour, or a number where colours repeat."""
    parallel: dict[frozenset[str], list[int]] = defaultdict(list)
    for i, route in enumerate(entries):
        parallel[frozenset((route.a, route.b))].append(i)
    ids = [f"{route.a}-{route.b}" for route in entries]
    for group in parallel.values():
        if len(group) == 1:
            continue
        colours = [entries[i].colour for i in group]
        distinct = len(set(colours)) == len(colours)
        for number, i in enumerate(group, start=1):
            ids[i] += f"/{entries[i].colour if distinct else number}"
    return ids


def _both_ways(entries: Sequence[Route | Ticket]) -> dict[str, int]:
    """The index of each id, and of the same id with its ends exchanged."""
    index: dict[str, int] = {}
    for i, entry in enumerate(entries):
        index[entry.id] = i
        index[entry.id.replace(f"{entry.a}-{entry.b}", f"{entry.b}-{entry.a}", 1)] = i
    return index


def _digest(board: Board) -> str:
    names = {entry.name for entry in fields(Board) if entry.init} - {"id", "name", "words"}
    facts = {name: msgspec.to_builtins(getattr(board, name), str_keys=True) for name in names}
    facts["cities"] = [city.id for city in board.cities]
    facts["districts"] = [(d.number, d.points, d.cities) for d in board.districts]
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
