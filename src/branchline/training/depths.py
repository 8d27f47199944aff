"""How good the moves are that rollouts of different depths find, judged from the true position.

    python -m branchline.training.depths usa 2 --positions 400 --depths 4 8 16 --seed 7

Positions from games of a weak search. Rollouts of each depth (-1: to the end of the game) choose a move from what the
seat knows, as `search` does with very many of them; hybrid then plays on from the true position after that move and
after its own, to the end of the game and with the same luck. What the chosen move gains there is what it is worth: the
true position is one of those that the seat had to reckon with, so the mean over many positions is right, whatever the
rollouts believed.
"""

from __future__ import annotations

import argparse
import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from branchline.board import Board, load_board
from branchline.bots import make_bot
from branchline.bots.search_bot import Style, Thinker, find_candidates, make_rollout, make_thinker
from branchline.core.search.rollout import Rollout
from branchline.game.game import Game
from branchline.game.view import View

from .progress import Progress

PLAYER = "search:rollouts=60,threads=1"
RATE = 0.06  # how often a decision is looked at
WORLDS = 500
JUDGED = 400  # games from the true position
LEAST = 3  # candidates, or there is little to choose
TO_THE_END = -1

#: What a module measures: on a board with so many seats, in so many positions, for each of these numbers, by a seed.
Measure = Callable[[Board, int, int, Sequence[int], int, Progress], Iterable[object]]


class Gain(NamedTuple):
    """What a depth gains over hybrid's move, in points of value; half of the 95 % interval; the spread of a rollout."""

    depth: int
    mean: float
    half: float
    spread: float

    def __str__(self) -> str:
        depth = "to the end" if self.depth == TO_THE_END else f"{self.depth} turns"
        return f"{depth}: gain {100 * self.mean:+.2f} ± {100 * self.half:.2f}, spread of a world {self.spread:.2f}"


def measure(
    board: Board, seats: int, positions: int, depths: Sequence[int], seed: int, progress: Progress
) -> list[Gain]:
    """The gains of all depths on the same positions."""
    thinker = make_thinker(board, seats, Style())
    gains: list[list[float]] = [[] for _ in depths]
    spreads: list[list[float]] = [[] for _ in depths]
    dice = random.Random(seed)
    with progress.games("positions", positions) as bar:
        while len(gains[0]) < positions:
            for view, game in some_positions(board, seats, dice):
                found = find_candidates(view, view.knowledge(), thinker.policy, seed)
                if len(found) < LEAST or len(gains[0]) == positions:
                    continue
                truth = _judge(game, view, thinker, found)
                for i, depth in enumerate(depths):
                    rollout = make_rollout(board, view.knowledge(), thinker, found, depth)
                    means, spread = _compare(rollout, len(found), WORLDS, seed)
                    gains[i].append(truth[means.index(max(means))])
                    spreads[i].append(spread)
                bar.advance(1)
    return [Gain(depth, *mean_of(gains[i]), sum(spreads[i]) / positions) for i, depth in enumerate(depths)]


def some_positions(board: Board, seats: int, dice: random.Random) -> list[tuple[View, Game]]:
    """Some decisions of one game."""
    game = Game(board, seats=seats, seed=dice.randrange(2**32))
    found = []
    with make_bot(PLAYER, seed=dice.randrange(2**32)) as bot:
        while game.actor is not None:
            view = game.view(game.actor)
            if dice.random() < RATE:
                found.append((view, game.copy()))
            game.play(bot.choose(view))
    return found


def _judge(game: Game, view: View, thinker: Thinker, found: Sequence[int]) -> list[float]:
    """What each move gains over the first in the true position."""
    rollout = make_rollout(view.board, view.knowledge(), thinker, found, TO_THE_END)
    rollout.fix(game.state())
    return _compare(rollout, len(found), JUDGED, 1)[0]


def _compare(rollout: Rollout, count: int, worlds: int, seed: int) -> tuple[list[float], float]:
    """The mean gain of each move over the first, and the spread of these gains between worlds."""
    out = array("d", bytes(8 * worlds * count))
    rollout.run(seed, 0, worlds, (1 << count) - 1, out)
    means, spreads = [0.0], []
    for i in range(1, count):
        mean, half = mean_of([out[row * count + i] - out[row * count] for row in range(worlds)])
        means.append(mean)
        spreads.append(half / 1.96 * sqrt(worlds))
    return means, sum(spreads) / len(spreads)


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return mean, 1.96 * spread / sqrt(len(values))


def print_gains(
    measure: Measure, name: str, words: str | None, usual: Sequence[int], positions: int, seed: int
) -> None:
    """The command of a module that measures gains: its name is also that of the option for what it compares."""
    parser = argparse.ArgumentParser(
        prog=f"python -m branchline.training.{name}", description=(words or "").split("\n")[0]
    )
    parser.add_argument("board")
    parser.add_argument("seats", type=int)
    parser.add_argument("--positions", type=int, default=positions)
    parser.add_argument(f"--{name}", dest="compared", metavar="N", type=int, nargs="+", default=usual)
    parser.add_argument("--seed", type=int, default=seed)
    given = parser.parse_args()
    board = load_board(given.board)
    found = measure(board, given.seats, given.positions, given.compared, given.seed, Progress())
    print(f"{board.id}, {given.seats} seats, {given.positions} positions, points of value over hybrid's move")
    for gain in found:
        print(gain)


if __name__ == "__main__":
    print_gains(measure, "depths", __doc__, [4, 8, 16, TO_THE_END], positions=400, seed=7)
