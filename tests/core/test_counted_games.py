"""Numbers that change only when the rules do: move trees counted to the end, and sums over random games.

Like perft in chess: from a fixed position all moves of the seats and of chance are played, down to a depth, and the
ends counted. If a change of the rules is meant, `python -m tests.core.test_counted_games` prints the new numbers.
"""

import random

import pytest

from branchline import load_board
from branchline.core.engine import Engine
from branchline.core.rng import Rng
from branchline.core.rules.tables import Tables
from tests.core.games import play

#: Board, seats, seed, moves played at random before the count: the ends at depth 1, 2, 3 and so on.
TREES: dict[tuple[str, int, int, int], tuple[int, ...]] = {
    ("usa", 2, 1, 0): (4, 16, 1984),
    ("usa", 2, 1, 2): (124, 14032),
    ("usa", 3, 2, 60): (5, 45, 266, 2259),
    ("usa", 5, 1, 35): (5, 45, 434, 4263),
    ("usa", 5, 1, 95): (5, 42, 173, 1407),
    ("europe", 2, 1, 0): (11, 121),
    ("europe", 2, 1, 2): (248, 45669),
    ("europe", 2, 1, 92): (20, 541, 7180),
    ("europe", 4, 1, 34): (20, 1148, 10261),
    ("europe", 5, 3, 200): (8, 26, 86, 198),
    ("london", 2, 2, 30): (8, 64, 434, 3041),
    ("london", 3, 1, 0): (3, 9, 27, 567),
    ("london", 3, 1, 3): (21, 522, 8226),
    ("london", 4, 1, 60): (5, 34, 157, 976),
}
#: Digest and decisions of a hundred random games.
SUMS = {
    "usa 2": (118742351649, 15971),
    "usa 3": (127056516485417, 23178),
    "usa 4": (129567991117335, 29681),
    "usa 5": (87122043174794, 36400),
    "europe 2": (121766610949, 19210),
    "europe 3": (132005689781082, 28221),
    "europe 4": (59501527580524, 35790),
    "europe 5": (40622111026774, 43089),
    "london 2": (108527724190, 6542),
    "london 3": (112676433997578, 9612),
    "london 4": (245445055172107, 12470),
}


def position(board: str, seats: int, seed: int, moves: int) -> Engine:
    """After so many random moves."""
    engine, rng, choose = Engine(Tables(load_board(board))), Rng(seed), random.Random(seed)
    engine.start(seats, 0)
    engine.deal_random(rng)
    for _ in range(moves):
        assert engine.play(choose.choice(engine.legal()))
        engine.deal_random(rng)
    return engine


def count(engine: Engine, depth: int) -> int:
    """How many ways the game can go on for so many moves, those of chance included."""
    if depth == 0:
        return 1
    ends = 0
    for outcome, _ in engine.outcomes():
        after = engine.copy()
        after.deal(outcome)
        ends += count(after, depth - 1)
    for action in engine.legal():
        after = engine.copy()
        assert after.play(action)
        ends += count(after, depth - 1)
    return ends


def counts(start: tuple[str, int, int, int]) -> tuple[int, ...]:
    """As many numbers as the table has for this position."""
    engine = position(*start)
    return tuple(count(engine, depth + 1) for depth in range(len(TREES[start])))


@pytest.mark.parametrize("start", TREES, ids=str)
def test_the_tree_of_moves_has_as_many_ends_as_ever(start: tuple[str, int, int, int]) -> None:
    assert counts(start) == TREES[start]


def test_random_games_come_out_as_ever() -> None:
    assert {name: (sums["digest"], sums["decisions"]) for name, sums in play(100, 2024).items()} == SUMS


if __name__ == "__main__":
    for start in TREES:
        print(f"    {start}: {counts(start)},")
    for name, sums in play(100, 2024).items():
        print(f"    {name!r}: ({sums['digest']}, {sums['decisions']}),")
