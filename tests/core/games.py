"""Plays random games and prints their sums. Tests run this in other processes."""

import json
import sys

from branchline import load_board
from branchline.core.playout import Playout, Tally
from branchline.core.rules.tables import Tables

#: Every board with every number of seats that it allows.
TABLES = [
    (name, seats) for name, most in (("usa", 5), ("europe", 5), ("london", 4)) for seats in range(2, most + 1)
]


def play(games: int, seed: int) -> dict[str, dict[str, int | list[int]]]:
    """The tally of so many games for each board and number of seats."""
    sums = {}
    for name, seats in TABLES:
        tally = Tally()
        Playout().run(Tables(load_board(name)), seats, seed, 0, games, tally)
        sums[f"{name} {seats}"] = tally.to_dict()
    return sums


if __name__ == "__main__":
    print(json.dumps(play(int(sys.argv[1]), int(sys.argv[2]))))
