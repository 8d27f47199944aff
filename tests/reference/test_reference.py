"""The reference by itself: a referee that can't count is no referee."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import Board
from tests.strategies import board, boards, seeds, styles

from .recount import Final, longest_trail, recount
from .scripts import Recorder, play_out
from .table import Table, sets


@given(board=boards, seats=st.integers(2, 5), seed=seeds, style=styles, shy=st.booleans())
def test_cards_and_cars_stay_the_same(board: Board, seats: int, seed: int, style: str, shy: bool) -> None:
    random = Random(seed)
    table = Table(board, min(seats, board.max_seats), Recorder(random)).deal()
    play_out(table, random, style, shy)
    lying = Counter(card for card in table.row if card)
    cards = sum(table.hands, table.pile + table.discards + lying)
    assert cards == Counter(board.card_counts)
    for seat, cars in enumerate(table.cars):
        placed = [table.routes[route].length for route, owner in table.owner.items() if owner == seat]
        assert (cars + sum(placed), min(cars, 0)) == (board.cars, 0)
    counts = recount(Final(board, table.seats, table.owner, table.station_at, table.tickets))
    assert [count.routes for count in counts] == table.score


def test_sets_of_cards() -> None:
    hand = Counter(red=2, blue=1, wild=1)
    assert list(sets(hand, 2, ["red", "blue"])) == [
        Counter(red=2, wild=0),
        Counter(red=1, wild=1),
        Counter(blue=1, wild=1),
    ]
    assert list(sets(hand, 1, ["red"], least_wilds=1)) == [Counter(wild=1)]


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ([], 0),
        (["berlin-essen"], 2),
        (["berlin-danzig", "berlin-wien", "berlin-essen"], 4 + 3),
        (["munchen-zurich", "munchen-venezia", "venezia-zurich"], 6),
        (["munchen-zurich", "munchen-venezia", "venezia-zurich", "roma-venezia", "marseille-zurich"], 6 + 2),
        (["angora-smyrna", "berlin-danzig"], 4),
    ],
)
def test_longest_trails_counted_by_hand(routes: list[str], length: int) -> None:
    assert longest_trail(board("europe"), routes) == length
