"""Holdings: what one seat has on the table and what is still open to it. All plans begin with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from branchline.board import Board, Route
from branchline.core.engine import engine_at
from branchline.core.rules.state import State
from branchline.errors import BranchlineError, short
from branchline.game.action import Cards
from branchline.game.codec import board_codec
from branchline.game.view import View


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a seat has and may still claim.

    `routes` and `stations` say who holds each route and city. `open` are the routes that the seat may still claim (R6).
    `lent` are the routes of others that its stations borrow, so that its tickets bring most (B3). Hand and tickets are
    there if they are known.
    """

    board: Board
    seat: int | None
    routes: Mapping[str, int]
    open: frozenset[str]
    cars: int
    hand: Cards = field(default_factory=Cards)
    tickets: tuple[str, ...] = ()
    stations: Mapping[str, int] = field(default_factory=dict)
    stations_left: int = 0
    lent: tuple[str, ...] = ()

    @property
    def own(self) -> tuple[str, ...]:
        """The routes that the seat has claimed."""
        return () if self.seat is None else tuple(name for name, by in self.routes.items() if by == self.seat)

    def has(self, route: Route) -> bool:
        """Whether the seat has claimed a route."""
        return self.seat is not None and self.routes.get(route.id) == self.seat


#: What the functions of this package take: a view, a board on which nothing has happened, or holdings made before.
Here = View | Board | Holdings


def holdings(here: Here, seat: int | None = None) -> Holdings:
    """What a seat has in a view, unless another is named the viewer; on a board: what every seat has at the start.

    To ask many things about one view, make its holdings once and ask with them.

    >>> from branchline import load_board
    >>> holdings(load_board("london")).cars
    17
    """
    if isinstance(here, Holdings):
        if seat is not None and seat != here.seat:
            raise BranchlineError(f"these are the holdings of seat {here.seat}, not of seat {short(seat)}")
        return here
    if isinstance(here, Board):
        everything = frozenset(route.id for route in here.routes)
        return Holdings(here, seat, {}, everything, here.cars, stations_left=here.stations)
    return _in_view(here, here.seat if seat is None else seat)


def _in_view(view: View, seat: int | None) -> Holdings:
    board = view.board
    if seat is None:
        return Holdings(board, None, view.routes, view.open_routes(), board.cars, stations=view.stations)
    if not 0 <= seat < len(view.seats):
        raise BranchlineError(f"there is no seat {short(seat)}: seats are 0 to {len(view.seats) - 1}")
    mine = seat == view.seat
    built = any(owner == seat for owner in view.stations.values())
    return Holdings(
        board,
        seat,
        view.routes,
        view.open_routes(seat),
        view.seats[seat].cars,
        view.hand if mine else view.seats[seat].known,
        tuple(view.tickets) if mine else (),
        view.stations,
        view.seats[seat].stations,
        borrowed(board, view.knowledge().state, seat) if mine and built else (),
    )


def holdings_in(board: Board, state: State, seat: int) -> Holdings:
    """What a seat has in a state of the core, in which nothing is hidden."""
    codec = board_codec(board)
    seats = range(state.seats)
    return Holdings(
        board,
        seat,
        {name: p for p in seats for name in codec.route_ids(state.routes_of(p))},
        frozenset(codec.route_ids(state.open_to(seat))),
        state.cars_of(seat),
        codec.cards_by_name(state.hand(seat)),
        codec.ticket_ids(state.tickets_of(seat)),
        {name: p for p in seats for name in codec.city_ids(state.stations_of(p))},
        state.stations_left(seat),
        borrowed(board, state, seat) if state.stations_of(seat) else (),
    )


def borrowed(board: Board, state: State, seat: int) -> tuple[str, ...]:
    """The routes of others that a seat's stations borrow if the game ends now (B3)."""
    scores = engine_at(board_codec(board).tables, state).scores()
    return tuple(board.routes[route].id for route in scores.borrowed_by(seat) if route >= 0)


def open_routes(here: Here, seat: int | None = None) -> frozenset[str]:
    """The routes that a seat may still claim (R6); for a spectator, those that anybody may.

    >>> from branchline import Game
    >>> game = Game.setup("usa", routes=[[], ["seattle-vancouver/1"]])
    >>> "seattle-vancouver/2" in open_routes(game.view(0))  # with two seats a twin is closed to all
    False
    """
    return holdings(here, seat).open


def network(here: Here, seat: int | None = None) -> list[frozenset[str]]:
    """The cities that a seat has joined with its own routes, part by part, the largest part first.

    >>> from branchline import Game
    >>> game = Game.setup("europe", routes=[["brest-paris", "dieppe-paris", "kyiv-warszawa"], []])
    >>> [sorted(part) for part in network(game.view(0))]
    [['brest', 'dieppe', 'paris'], ['kyiv', 'warszawa']]
    """
    have = holdings(here, seat)
    return parts(have.board, have.own)


def joined(here: Here, a: str, b: str, seat: int | None = None) -> bool:
    """Whether a seat's own routes join two cities.

    >>> from branchline import Game
    >>> game = Game.setup("europe", routes=[["brest-paris", "dieppe-paris"], []])
    >>> joined(game.view(0), "brest", "dieppe"), joined(game.view(0), "brest", "roma")
    (True, False)
    """
    have = holdings(here, seat)
    return joins(have.board, have.own, a, b)


def joins(board: Board, routes: Iterable[str], a: str, b: str) -> bool:
    """Whether some routes join two cities."""
    for city in (a, b):
        board.city(city)
    return a == b or any({a, b} <= part for part in parts(board, routes))


def parts(board: Board, routes: Iterable[str]) -> list[frozenset[str]]:
    """The cities that some routes join, part by part, the largest part first, then in the board's order."""
    label: dict[str, set[str]] = {}
    for name in routes:
        route = board.route(name)
        one, other = label.get(route.a) or {route.a}, label.get(route.b) or {route.b}
        for city in (both := one | other):
            label[city] = both
    found = {id(part): frozenset(part) for part in label.values()}
    return sorted(found.values(), key=lambda part: (-len(part), min(map(board.city_index, part))))


def steps_from(board: Board) -> dict[str, list[tuple[Route, str]]]:
    """For each city the routes at it, and where they lead."""
    found: dict[str, list[tuple[Route, str]]] = {city.id: [] for city in board.cities}
    for route, here, there in _both_ways(board):
        found[here].append((route, there))
    return found


def _both_ways(board: Board) -> Iterator[tuple[Route, str, str]]:
    for route in board.routes:
        yield route, route.a, route.b
        yield route, route.b, route.a
