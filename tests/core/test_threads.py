"""Playouts run without the GIL."""

import threading
import time

import pytest

from branchline import load_board
from branchline.core import COMPILED
from branchline.core.playout import Playout, Tally
from branchline.core.rules.tables import Tables


@pytest.mark.skipif(not COMPILED, reason="Python's threads take turns")
def test_other_threads_go_on_while_games_are_played() -> None:
    """A Python loop that sleeps now and then would stand still if the playouts held the GIL."""
    tables, tally = Tables(load_board("europe")), Tally()
    games = threading.Thread(target=Playout().run, args=(tables, 2, 1, 0, 5000, tally))
    rounds = 0
    games.start()
    while games.is_alive():
        time.sleep(0.001)
        rounds += 1
    assert tally.games == 5000
    assert rounds > 5


def test_two_threads_play_what_one_plays() -> None:
    tables, whole, halves = Tables(load_board("london")), Tally(), (Tally(), Tally())
    Playout().run(tables, 3, 9, 0, 40, whole)
    threads = [
        threading.Thread(target=Playout().run, args=(tables, 3, 9, 20 * i, 20, half))
        for i, half in enumerate(halves)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(half.decisions for half in halves) == whole.decisions
    assert sum(half.digest for half in halves) % 2**48 == whole.digest
