"""Board: the facts of one board, looked up by name."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.errors import BranchlineError, short

if TYPE_CHECKING:
    import networkx as nx

if TYPE_CHECKING:
    from branchline.game.actions import ActionSpace

#: What makes no difference to play, or follows from what does.
NOT_IN_DIGEST = {"id", "name", "words", "base", "big_cities"}


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
    """Everything that a board decides. Two boards are equal if they have the same id and the same rules."""

    id: str
    name: str
    #: The board whose map this is: another one for a variant, else its own id.
    base: str
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
    #: Points for the most completed tickets (E6).
    most_tickets_bonus: int
    #: The cities of which every ticket has one, where a variant says so.
    big_cities: tuple[str, ...]
    ties: tuple[Literal["tickets", "stations", "longest"], ...]
    words: Mapping[str, str]
    #: SHA-256 of everything that matters to play; names, words and places on the map do not.
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
        """The map, in a notebook; None if the layout is too old for it."""
        from branchline.drawing.notebook import board_picture

        return board_picture(self)

    @property
    def actions(self) -> "ActionSpace":
        """Everything that a seat can do on this board, by number: the space `full`, and through it the others."""
        from branchline.game.actions import action_space

        return action_space(self, "full")

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

    def graph(self) -> "nx.MultiGraph[str]":
        """The map as a graph of networkx: cities as nodes, routes as edges with their id as key.

        An edge has `length`, `colour`, `tunnel`, `ferry` and `twin`, and its length once more as `weight`.
        """
        try:
            import networkx as nx
        except ImportError:
            raise BranchlineError("graphs need networkx: pip install networkx") from None
        graph: nx.MultiGraph[str] = nx.MultiGraph(name=self.name)
        for city in self.cities:
            graph.add_node(city.id, name=city.name, lat=city.lat, lon=city.lon, district=city.district)
        for route in self.routes:
            facts = {"colour": route.colour, "tunnel": route.tunnel, "ferry": route.ferry, "twin": route.twin}
            graph.add_edge(route.a, route.b, route.id, length=route.length, weight=route.length, **facts)
        return graph

    def _index(self, table: dict[str, int], kind: str, name: str) -> int:
        try:
            return table[name]
        except KeyError:
            raise KeyError(f"the board {self.id} has no {kind} {short(name)!r}") from None


def _both_ways(entries: Sequence[Route | Ticket]) -> dict[str, int]:
    """The index of each id, and of the same id with its ends exchanged."""
    index: dict[str, int] = {}
    for i, entry in enumerate(entries):
        index[entry.id] = i
        index[entry.id.replace(f"{entry.a}-{entry.b}", f"{entry.b}-{entry.a}", 1)] = i
    return index


def _digest(board: Board) -> str:
    names = {entry.name for entry in fields(Board) if entry.init} - NOT_IN_DIGEST
    if not board.most_tickets_bonus:  # what boards had before there was this bonus
        names.discard("most_tickets_bonus")
    content = {name: msgspec.to_builtins(getattr(board, name), str_keys=True) for name in names}
    content["cities"] = [city.id for city in board.cities]
    content["districts"] = [(d.number, d.points, d.cities) for d in board.districts]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
