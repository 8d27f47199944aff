"""What it gains to compare more moves: those that hybrid does not think of, but the network likes.

    python -m branchline.training.widths london 2 --positions 250 --widths 0 4 8 56 --seed 10

Positions from games of a weak search. Half of the worlds choose a move, as `search` does with very many rollouts, and
the other half says what it gains over hybrid's own; then the halves change places. So nothing looks good by luck, but
what the network and hybrid misjudge in both halves stays unseen.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from branchline.board import Board
from branchline.bots.search_bot import (
    STATIONS,
    Style,
    Thinker,
    depth_for,
    find_candidates,
    find_more_candidates,
    make_rollout,
    make_thinker,
)
from branchline.core.search.duels import Duels
from branchline.game.view import View

from .depths import LEAST, mean_of, print_gains, some_positions
from .progress import Progress

WORLDS = 300


class Gain(NamedTuple):
    """What so many further moves gain over hybrid's move, and over no further moves with half of the 95 % interval."""

    width: int
    mean: float
    more: float
    half: float

    def __str__(self) -> str:
        more = f"{100 * self.more:+.2f} ± {100 * self.half:.2f}"
        return f"{self.width} further moves: gain {100 * self.mean:+.2f}, {more} more than without"


def measure(
    board: Board, seats: int, positions: int, widths: Sequence[int], seed: int, progress: Progress
) -> list[Gain]:
    """The gains of all widths on the same positions."""
    thinker = make_thinker(board, seats, Style())
    rows: list[list[float]] = []
    dice = random.Random(seed)
    with progress.games("positions", positions) as bar:
        while len(rows) < positions:
            for view, _ in some_positions(board, seats, dice):
                least = len(find_candidates(view, view.knowledge(), thinker.policy, seed))
                if least >= LEAST and len(rows) < positions:
                    rows.append(_gains(view, thinker, [least, *(least + width for width in widths)], seed))
                    bar.advance(1)
    columns = list(zip(*rows, strict=True))
    return [
        Gain(
            width,
            mean_of(columns[i])[0],
            *mean_of([one - other for one, other in zip(columns[i], columns[0], strict=True)]),
        )
        for i, width in enumerate(widths, 1)
    ]


def _gains(view: View, thinker: Thinker, counts: Sequence[int], seed: int) -> list[float]:
    """What the choice among so many of the moves gains: the first ones are hybrid's, then come the network's."""
    found = find_more_candidates(view, view.knowledge(), thinker, seed, STATIONS, max(counts) - counts[0])
    depth = depth_for(view.board, len(view.seats))
    rollout = make_rollout(view.board, view.knowledge(), thinker, found, depth)
    out = array("d", bytes(8 * WORLDS * len(found)))
    rollout.run(seed, 0, WORLDS, (1 << len(found)) - 1, out)
    half = WORLDS // 2 * len(found)
    return [
        (_gain(out[:half], out[half:], len(found), count) + _gain(out[half:], out[:half], len(found), count))
        / 2
        for count in counts
    ]


def _gain(choosing: array[float], judging: array[float], moves: int, count: int) -> float:
    """Choose among the first moves by some worlds, as a search does, and judge by others."""
    duels, judge = (_duels(values, moves, min(count, moves)) for values in (choosing, judging))
    return judge.mean(duels.best())


def _duels(values: array[float], moves: int, count: int) -> Duels:
    """The first moves in some worlds, of which each has a row of values."""
    first = array("d", [value for i, value in enumerate(values) if i % moves < count])
    duels = Duels()
    duels.begin(count)
    duels.add(first, 0, len(first) // count)
    return duels


if __name__ == "__main__":
    print_gains(measure, "widths", __doc__, [0, 4, 8, 56], positions=250, seed=10)
