"""The shortest ways of tickets in a position, as one seat can still build them: `branchline.plan`, asked of a state."""

from __future__ import annotations

from branchline.board import Board, Ticket
from branchline.core.rules.state import State
from branchline.game.codec import board_codec
from branchline.plan.holdings import holdings_in
from branchline.plan.ways import Way, shortest_way


def find_way(board: Board, state: State, seat: int, ticket: Ticket) -> Way | None:
    """The way with the fewest cars, with new stations only if there is no other; None if there is none."""
    have = holdings_in(board, state, seat)
    for stations in range(have.stations_left + 1):
        way = shortest_way(have, ticket.a, ticket.b, stations=stations)
        if way is not None and way.cars <= have.cars:
            return way
    return None


def reached(board: Board, state: State, seat: int) -> set[str]:
    """The cities at which a seat has routes."""
    names = board_codec(board).route_ids(state.routes_of(seat))
    return {city for name in names for city in (board.route(name).a, board.route(name).b)}
