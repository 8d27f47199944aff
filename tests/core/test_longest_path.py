"""E3: the longest path against a search that tries every walk."""
# ruff: noqa: N802

import random
from collections import defaultdict

import pytest

from branchline import Board, load_board
from branchline.core.rules.longest_path import LongestPath
from branchline.core.rules.tables import Tables

WORD = 2**64 - 1


def every_walk(board: Board, routes: list[int]) -> int:
    """The longest walk that uses no route twice, by walking all of them."""
    at = defaultdict(list)
    for route in routes:
        for city in (board.routes[route].a, board.routes[route].b):
            at[city].append(route)

    def onward(city: str, used: set[int]) -> int:
        longest = 0
        for route in at[city]:
            if route not in used:
                a, b = board.routes[route].a, board.routes[route].b
                rest = onward(b if city == a else a, used | {route})
                longest = max(longest, board.routes[route].length + rest)
        return longest

    return max((onward(city, set()) for city in list(at)), default=0)


def dense_network(board: Board, rng: random.Random, size: int) -> list[int]:
    """Routes of which most join cities that the others have already reached."""
    reached: set[str] = set()
    chosen: list[int] = []
    while len(chosen) < size:
        route = rng.randrange(len(board.routes))
        ends = {board.routes[route].a, board.routes[route].b}
        if route not in chosen and (len(ends & reached) == 2 or rng.random() < 0.15):
            chosen.append(route)
            reached |= ends
    return chosen


def longest(longest_path: LongestPath, tables: Tables, routes: list[int]) -> int:
    mask = sum(1 << route for route in routes)
    return longest_path.longest(tables, mask & WORD, mask >> 64)


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_E3_the_longest_path_is_that_of_a_search_through_all_walks(name: str) -> None:
    board = load_board(name)
    tables, longest_path, rng = Tables(board), LongestPath(), random.Random(name)
    for _ in range(1000):
        loose = rng.sample(range(len(board.routes)), rng.randrange(15))
        dense = dense_network(board, rng, rng.randrange(12))
        for routes in (loose, dense):
            assert longest(longest_path, tables, routes) == every_walk(board, routes), routes


def test_E3_no_routes_no_path() -> None:
    assert longest(LongestPath(), Tables(load_board("usa")), []) == 0
