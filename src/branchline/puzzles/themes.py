"""What a puzzle is about, and whether it is one at all."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.board import Board
from branchline.core.constants import LAST_CARS, NOTHING
from branchline.core.engine import engine_at
from branchline.core.rules.state import State
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.review.ways import find_way, reached

#: The place of the length of the longest path in `Scores.row`.
LENGTH = 7


def longest_claim(board: Board, legal: Sequence[Action]) -> int:
    """The length of the longest route that can be claimed; 0 if none can."""
    return max((board.route(one.target).length for one in legal if one.kind == "claim"), default=0)


def is_longest(board: Board, legal: Sequence[Action], answer: Action) -> bool:
    """Whether "take the longest route" finds the answer."""
    return answer.kind == "claim" and board.route(answer.target).length >= longest_claim(board, legal)


def ends_game(board: Board, state: State, action: Action) -> bool:
    """Whether a claim brings the last turns (E1)."""
    if action.kind != "claim" or state.last_turns != NOTHING:
        return False
    return state.cars_of(state.actor) - board.route(action.target).length <= LAST_CARS


def serves_ticket(board: Board, state: State, route: str) -> str | None:
    """The dearest unfinished ticket of the mover whose shortest way has a route."""
    twins = {route, board.route(route).twin}
    tickets = [board.tickets[i] for i in state.tickets_of(state.actor)]
    for ticket in sorted(tickets, key=lambda one: -one.points):
        way = find_way(board, state, state.actor, ticket)
        if way is not None and twins & set(way.routes):
            return ticket.id
    return None


def blocked_seat(board: Board, state: State, route: str) -> int | None:
    """Another seat that has routes at both ends of a route."""
    one = board.route(route)
    for seat in range(state.seats):
        if seat != state.actor and {one.a, one.b} <= reached(board, state, seat):
            return seat
    return None


def lengthens(board: Board, state: State, route: str) -> bool:
    """Whether a route makes the mover's longest path longer, where that counts (E3)."""
    if not board.longest_bonus:
        return False
    tables, seat = board_codec(board).tables, state.actor
    after = state.clone()
    after.add_route(seat, board.route_index(route), 0)
    before, now = (engine_at(tables, one).scores().row(seat)[LENGTH] for one in (state, after))
    return now > before


def theme_of(board: Board, state: State, best: Action, second: Action) -> str:
    """What the choice between the best move and the next one is about."""
    kinds = {best.kind, second.kind}
    if best.kind == "keep":
        return "keep"
    if kinds & {"pay", "withdraw"} or _tunnel_or_not(board, best, second):
        return "tunnel"
    if "station" in kinds:
        return "station"
    if ends_game(board, state, best) != ends_game(board, state, second):
        return "end"
    if best.kind == "claim":
        if serves_ticket(board, state, best.target) is not None:
            return "ticket"
        if blocked_seat(board, state, best.target) is not None:
            return "block"
        return "longest" if lengthens(board, state, best.target) else "claim"
    if "tickets" in kinds:
        return "tickets"
    return "card" if second.kind == "draw" else "wait"


def may_have(theme: str, board: Board, state: State, legal: Sequence[Action]) -> bool:
    """Whether a decision may turn out to have a theme, as far as its legal moves tell at once."""
    if theme == "station":
        return any(one.kind == "station" for one in legal)
    claims = {one.target: one for one in legal if one.kind == "claim"}
    if theme == "end":
        return any(ends_game(board, state, one) for one in claims.values())
    if theme == "block":
        others = [reached(board, state, seat) for seat in range(state.seats) if seat != state.actor]
        return any({board.route(one).a, board.route(one).b} <= cities for one in claims for cities in others)
    return True


def _tunnel_or_not(board: Board, best: Action, second: Action) -> bool:
    """Whether one of two moves tries a tunnel and the other does not."""
    tries = [one.kind == "claim" and board.route(one.target).tunnel for one in (best, second)]
    return tries[0] != tries[1]
