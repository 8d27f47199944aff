"""The longest path of a seat: its length and its routes (E3)."""

from __future__ import annotations

from branchline.board import Board
from branchline.core.rules.longest_path import LongestPath
from branchline.game.codec import board_codec

from .holdings import Here, holdings


def longest_path(here: Here, seat: int | None = None) -> tuple[int, tuple[str, ...]]:
    """The length of a seat's longest path, and its routes in order: each is used once, cities any number of times.

    >>> from branchline import Game
    >>> game = Game.setup("europe", routes=[["brest-paris", "dieppe-paris", "marseille-paris"], []])
    >>> longest_path(game.view(0))
    (7, ('marseille-paris', 'brest-paris'))
    """
    have = holdings(here, seat)
    board = have.board
    rest = {board.route_index(name) for name in have.own}
    length = _length(board, rest)
    for route in sorted(rest, key=lambda i: board.routes[i].length):
        if _length(board, rest - {route}) == length:
            rest.remove(route)
    # All that is left is needed, so one walk uses all of it.
    return length, _walk(board, rest)


def _length(board: Board, routes: set[int]) -> int:
    low = sum(1 << route for route in routes if route < 64)
    high = sum(1 << (route - 64) for route in routes if route >= 64)
    return LongestPath().longest(board_codec(board).tables, low, high)


def _walk(board: Board, routes: set[int]) -> tuple[str, ...]:
    """One walk that uses each of some routes once (Hierholzer)."""
    at: dict[str, list[int]] = {}
    for route in sorted(routes):
        for city in (board.routes[route].a, board.routes[route].b):
            at.setdefault(city, []).append(route)
    odd = [city for city, some in at.items() if len(some) % 2]
    used: set[int] = set()
    stack: list[tuple[str, int | None]] = [((odd or list(at))[0], None)] if at else []
    found: list[str] = []
    while stack:
        city, by = stack[-1]
        ways = at[city]
        while ways and ways[-1] in used:
            ways.pop()
        if ways:
            route = ways.pop()
            used.add(route)
            one = board.routes[route]
            stack.append((one.b if city == one.a else one.a, route))
        else:
            stack.pop()
            if by is not None:
                found.append(board.routes[by].id)
    return tuple(found)
