"""The shortest ways of tickets in a position, as one seat can still build them."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from branchline.board import Board, Ticket
from branchline.core.rules.state import State
from branchline.game.codec import board_codec


class Way(NamedTuple):
    """The routes that a ticket still needs, the cars that they take, and whether a station must help."""

    routes: tuple[str, ...]
    cars: int
    station: bool


def find_way(board: Board, state: State, seat: int, ticket: Ticket) -> Way | None:
    """The way with the fewest cars, with others' routes only if the seat has a station left; None if there is none."""
    way = _search(board, state, seat, ticket, borrowing=False)
    if (way is None or way.cars > state.cars_of(seat)) and (
        state.stations_left(seat) or state.stations_of(seat)
    ):
        way = _search(board, state, seat, ticket, borrowing=True)
    return way if way is not None and way.cars <= state.cars_of(seat) else None


def _search(board: Board, state: State, seat: int, ticket: Ticket, borrowing: bool) -> Way | None:
    codec = board_codec(board)
    own = set(codec.route_ids(state.routes_of(seat)))
    free = set(codec.route_ids(state.open_to(seat)))
    others = {
        name
        for other in range(state.seats)
        if other != seat and borrowing
        for name in codec.route_ids(state.routes_of(other))
    }
    steps: dict[str, list[tuple[int, str, str]]] = {}
    for route in board.routes:
        if route.id in own or route.id in free or route.id in others:
            cost = route.length if route.id in free else 0
            steps.setdefault(route.a, []).append((cost, route.b, route.id))
            steps.setdefault(route.b, []).append((cost, route.a, route.id))
    done: dict[str, tuple[str, str]] = {}
    heap = [(0, 0, ticket.a, "", "")]
    count = 0
    while heap:
        cars, _, city, before, by = heapq.heappop(heap)
        if city in done:
            continue
        done[city] = (before, by)
        if city == ticket.b:
            path = _back(done, city)
            return Way(
                tuple(name for name in path if name in free), cars, any(name in others for name in path)
            )
        for cost, there, name in steps.get(city, ()):
            if there not in done:
                count += 1
                heapq.heappush(heap, (cars + cost, count, there, city, name))
    return None


def _back(done: dict[str, tuple[str, str]], city: str) -> list[str]:
    """The routes by which a city was reached, from the start on."""
    found = []
    while done[city][1]:
        city, by = done[city]
        found.append(by)
    return found[::-1]


def reached(board: Board, state: State, seat: int) -> set[str]:
    """The cities at which a seat has routes."""
    names = board_codec(board).route_ids(state.routes_of(seat))
    return {city for name in names for city in (board.route(name).a, board.route(name).b)}
