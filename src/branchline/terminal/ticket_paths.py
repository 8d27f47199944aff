"""What a ticket still needs: the way that takes the fewest cars."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable

from branchline.board import Board, Route, Ticket
from branchline.game.view import View


def shortest_path(view: View, ticket: Ticket) -> list[Route] | None:
    """The routes to claim that join a ticket's cities with the fewest cars; none if it is done, None if nothing can."""
    steps: dict[str, list[tuple[int, str, Route]]] = defaultdict(list)
    open_routes = view.open_routes()
    for route in view.board.routes:
        mine = view.routes.get(route.id) == view.seat
        if mine or route.id in open_routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                steps[here].append((0 if mine else route.length, there, route))
    came: dict[str, Route | None] = {}
    heap: list[tuple[int, int, str, Route | None]] = [(0, 0, ticket.a, None)]
    count = 0
    while heap:
        spent, _, city, by = heapq.heappop(heap)
        if city in came:
            continue
        came[city] = by
        if city == ticket.b:
            return [route for route in _back(came, city) if view.routes.get(route.id) != view.seat]
        for length, there, route in steps[city]:
            count += 1
            heapq.heappush(heap, (spent + length, count, there, route))
    return None


def _back(came: dict[str, Route | None], city: str) -> list[Route]:
    """The routes by which a city was reached, from the start on."""
    found: list[Route] = []
    while (route := came[city]) is not None:
        found.append(route)
        city = route.a if city == route.b else route.b
    return found[::-1]


def joined(board: Board, routes: Iterable[str], ticket: Ticket) -> bool:
    """Whether these routes join a ticket's cities."""
    reached, ends = {ticket.a}, [{board.route(name).a, board.route(name).b} for name in routes]
    while fresh := {city for pair in ends if pair & reached for city in pair} - reached:
        reached |= fresh
    return ticket.b in reached
