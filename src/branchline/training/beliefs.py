"""What a belief about others' tickets gains: how well a seat foresees who else wins, with it and without.

    python -m branchline.training.beliefs usa 4 --games 400 --seed 99

Games of a mixed pool. At some turns the seat that is to move says the chances of the others, in worlds where they hold
rather what they built for, and in worlds where they hold any tickets. With two seats there is nothing to compare: the
other's chance is what the own one leaves.
"""

from __future__ import annotations

import argparse
import random
from math import sqrt
from typing import NamedTuple

from branchline.board import Board, load_board
from branchline.bots import make_bot
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.value.chances import chances_of_view, win_chances

from .progress import Progress

POOL = ("hybrid", "value", "rush", "one-step", "planner", "easy")
RATE = 0.08  # how often a turn is looked at


class Gain(NamedTuple):
    """Brier scores of others' chances, and what the belief gains with half of its 95 % interval (over games)."""

    games: int
    rows: int
    even: float
    believed: float
    half: float

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.rows} chances of others: Brier {self.even:.4f} in even worlds, "
            f"{self.believed:.4f} believed, gain {self.even - self.believed:.4f} ± {self.half:.4f}"
        )


def measure(board: Board, seats: int, games: int, seed: int, progress: Progress) -> Gain:
    """Play the games and compare."""
    sums: list[tuple[int, float, float]] = []
    with progress.games("games", games) as bar:
        for number in range(games):
            sums.append(_errors(board, seats, random.Random(f"{seed} {number}")))
            bar.advance(1)
    rows = sum(one[0] for one in sums)
    gains = [even - believed for _, even, believed in sums]
    mean = sum(gains) / games
    spread = sqrt(games * sum((gain - mean) ** 2 for gain in gains) / max(1, games - 1))
    even, believed = (sum(one[i] for one in sums) / rows for i in (1, 2))
    return Gain(games, rows, even, believed, 1.96 * spread / rows)


def _errors(board: Board, seats: int, dice: random.Random) -> tuple[int, float, float]:
    """Of one game: how many chances were said, and the sums of their squared errors, even and believed."""
    players = [make_bot(dice.choice(POOL), seed=dice.randrange(2**32)) for _ in range(seats)]
    game = Game(board, seats=seats, seed=dice.randrange(2**32))
    said: list[tuple[int, list[float], list[float]]] = []
    while game.actor is not None:
        view = game.view(game.actor)
        if game.phase == "turn" and dice.random() < RATE:
            said.append((game.actor, chances_of_view(view, 0, believes=False), win_chances(view)))
        game.play(players[game.actor].choose(view))
    result = win_chances(game)
    others = [
        (even, believed, other) for seat, even, believed in said for other in range(seats) if other != seat
    ]
    return (
        len(others),
        sum((even[other] - result[other]) ** 2 for even, _, other in others),
        sum((believed[other] - result[other]) ** 2 for _, believed, other in others),
    )


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(
        prog="python -m branchline.training.beliefs", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("board")
    parser.add_argument("seats", type=int, help="3 or more")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=99)
    given = parser.parse_args()
    board = load_board(given.board)
    if not 3 <= given.seats <= board.max_seats:
        raise BranchlineError(
            f"{board.id} can be measured with 3 to {board.max_seats} seats, not {given.seats}"
        )
    print(
        f"{board.id}, {given.seats} seats: {measure(board, given.seats, given.games, given.seed, Progress())}"
    )


if __name__ == "__main__":
    main()
