"""Calibration: what a network says in games of a mixed pool of bots, against what comes true.

    python -m branchline.training.calibration usa 2 --games 10000 --seed 99

The pool holds hybrid, value, search, the published styles and the weaker levels.
Needs NumPy and SciPy (the extra `arena`).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import numpy as np

from branchline.board import Board, load_board
from branchline.bots.policy_bot import full_weights
from branchline.errors import BranchlineError
from branchline.value.network_file import Measures
from branchline.value.networks import find_network

from . import measures
from .games import CHUNK, MEASURED, Rows, Source, make_chunks
from .progress import Progress
from .quantise import stored


def calibration(board: Board, seats: int, games: int, seed: int, threads: int) -> tuple[Measures, Measures]:
    """The measures from one seat's knowledge and with all cards open, on the games of a seed."""
    file = find_network(board, seats)
    if file is None:
        raise BranchlineError(f"there is no network for {board.id} with {seats} seats")
    source = Source(board, seats, full_weights("hybrid", board, seats), MEASURED, seed, file)
    chunks = -(-games // CHUNK)
    with tempfile.TemporaryDirectory() as folder, Progress().games("games", chunks * CHUNK) as bar:
        parts = []
        for part in make_chunks(source, Path(folder), chunks, threads):
            parts.append(part)
            bar.advance(CHUNK)
    rows = Rows.join(parts)
    whole = stored(file, file.dense + 2 * len(board.routes) + len(board.tickets))
    odds, won = measures.log_odds(whole, rows, board), measures.shares(rows)
    count = len(np.unique(rows.fact("game")))
    together = measures.open_chances(odds, seats, file.open_scale)
    return measures.measure(measures.logistic(odds), won, count), measures.measure(together, won, count)


def main() -> None:
    """Print a table of tenths."""
    parser = argparse.ArgumentParser(
        prog="python -m branchline.training.calibration", description=__doc__.split("\n")[0]
    )
    parser.add_argument("board")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    board = load_board(given.board)
    found = calibration(board, given.seats, given.games, given.seed, given.threads)
    for name, one in zip(("one seat's knowledge", "all cards open"), found, strict=True):
        print(
            f"{board.id}, {given.seats} seats, {name}: {one.games} games, {one.rows} rows, Brier {one.brier:.3f}, "
            f"log loss {one.log_loss:.3f}, largest gap {100 * one.largest_gap:.1f} points"
        )
        print("| rows | said % | came true % |\n| ---: | ---: | ---: |")
        for tenth in one.deciles:
            print(f"| {tenth.rows:,} | {100 * tenth.said:.1f} | {100 * tenth.seen:.1f} |")


if __name__ == "__main__":
    main()
