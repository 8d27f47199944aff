"""Plays games and says how long they took, with whichever core PYTHONPATH has: `bench/frozen.py` starts two of them.

It uses only names that old revisions have, too. What is hybrid-1 now was their hybrid. Each line of its input is a
job, `random usa 2 4000`: policy, board, seats, games. Each line of its output is CPU seconds, and a number that stands
for the games played.
"""

from __future__ import annotations

import gc
import sys
import time
from array import array
from zlib import crc32

from branchline import load_board
from branchline.bots.policy_bot import make_policy
from branchline.core.playout import Playout, Tally
from branchline.core.policies.policy import POLICIES
from branchline.core.rules.tables import Tables

try:
    from branchline.core.search.self_play import FIELDS, SelfPlay
except ImportError:  # the frozen core has it elsewhere
    from branchline.core.policies.self_play import FIELDS, SelfPlay


def play_random(board: str, seats: int, games: int) -> tuple[float, int]:
    tables, playout, tally = Tables(load_board(board)), Playout(), Tally()
    start = time.process_time()
    playout.run(tables, seats, 1, 0, games, tally)
    return time.process_time() - start, tally.digest


def play_policy(name: str, board: str, seats: int, games: int) -> tuple[float, int]:
    name = name if name in POLICIES else name.removesuffix("-1")
    tables = Tables(load_board(board))
    match = SelfPlay(tables, [make_policy(name, load_board(board), seats) for _ in range(seats)])
    out = array("i", bytes(4 * seats * games * len(FIELDS)))
    start = time.process_time()
    match.run(1, 0, games, -1, out)
    return time.process_time() - start, crc32(out)


def main() -> None:
    gc.disable()
    for line in sys.stdin:
        name, board, seats, games = line.split()
        if name == "random":
            seconds, digest = play_random(board, int(seats), int(games))
        else:
            seconds, digest = play_policy(name, board, int(seats), int(games))
        print(seconds, digest, flush=True)


if __name__ == "__main__":
    main()
