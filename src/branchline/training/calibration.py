"""Calibration: what a network says in games of a mixed pool of bots, against what comes true.

    python -m branchline.training.calibration usa 2 --games 10000 --seed 99

The pool holds hybrid, value, search, the published styles and the weaker levels. With `--recalibrate` the chances that
are said are fitted anew, on games other than the measured ones; how bots play does not change. `--rows` prints what was
found as rows of the reliability table in docs/review.md.
Needs NumPy and SciPy (the extra `arena`).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from branchline.arena.reports.display import markdown
from branchline.board import Board, load_board
from branchline.bots.policy_bot import full_weights
from branchline.errors import BranchlineError
from branchline.value.network_file import Measures, NetworkFile, write_network
from branchline.value.networks import find_network

from . import measures
from .games import CHUNK, MEASURED, Rows, Source, make_chunks
from .progress import Progress
from .quantise import stored


class Sample:
    """Recorded positions of some games: the log-odds of each seat by a network, and its share of the win."""

    def __init__(
        self, board: Board, seats: int, file: NetworkFile, games: int, seed: int, threads: int
    ) -> None:
        source = Source(board, seats, full_weights("hybrid", board, seats), MEASURED, seed, file)
        chunks = -(-games // CHUNK)
        parts = []
        with tempfile.TemporaryDirectory() as folder, Progress().games("games", chunks * CHUNK) as bar:
            for part in make_chunks(source, Path(folder), chunks, threads):
                parts.append(part)
                bar.advance(CHUNK)
        rows = Rows.join(parts)
        whole = stored(file, file.dense + 2 * len(board.routes) + len(board.tickets))
        self.seats, self.games = seats, len(np.unique(rows.fact("game")))
        self.odds, self.won = measures.log_odds(whole, rows, board), measures.shares(rows)

    def measure(self, file: NetworkFile) -> tuple[Measures, Measures]:
        """The measures from one seat's knowledge and with all cards open, as a file's calibration has them."""
        bend = measures.Bend(file.known_scale, file.known_bend, file.known_offset)
        alone = measures.logistic(bend.apply(self.odds))
        together = measures.open_chances(self.odds, self.seats, file.open_scale)
        return measures.measure(alone, self.won, self.games), measures.measure(together, self.won, self.games)

    def recalibrate(self, file: NetworkFile, command: str) -> NetworkFile:
        """The file with the calibration that fits this sample best."""
        bend = measures.Bend.fit(self.odds, self.won)
        return replace(
            file,
            known_scale=bend.scale,
            known_bend=bend.bend,
            known_offset=bend.offset,
            open_scale=round(measures.open_scale(self.odds, self.won, self.seats), 4),
            made=replace(file.made, recalibrated=command),
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print tables of tenths."""
    parser = argparse.ArgumentParser(
        prog="python -m branchline.training.calibration", description=__doc__.split("\n")[0]
    )
    parser.add_argument("board")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--recalibrate",
        type=Path,
        metavar="FILE",
        help="fit the calibration anew, and write the network here",
    )
    parser.add_argument(
        "--fitted",
        type=int,
        default=5_000,
        metavar="GAMES",
        help="games of the next seed to fit on (default 5000)",
    )
    parser.add_argument("--rows", action="store_true", help="print one row for each view, with all tenths")
    parser.add_argument("--stored", action="store_true", help="play nothing: print the measures in the file")
    given = parser.parse_args(arguments)
    board = load_board(given.board)
    file = find_network(board, given.seats)
    if file is None:
        raise BranchlineError(f"there is no network for {board.id} with {given.seats} seats")
    show = _print_rows if given.rows else _print
    if given.stored:
        show(board, given.seats, (file.made.held_out, file.made.open_cards))
        return
    sample = Sample(board, given.seats, file, given.games, given.seed, given.threads)
    show(board, given.seats, sample.measure(file))
    if given.recalibrate is not None:
        fitted = Sample(board, given.seats, file, given.fitted, given.seed + 1, given.threads)
        command = (
            f"python -m branchline.training.calibration {board.id} {given.seats} --games {given.games} "
            f"--seed {given.seed} --fitted {given.fitted} --recalibrate {given.recalibrate.name}"
        )
        file = fitted.recalibrate(file, command)
        known, together = sample.measure(file)
        file = replace(file, made=replace(file.made, held_out=known, open_cards=together))
        write_network(given.recalibrate, file)
        print(
            f"Recalibrated: factor {file.known_scale}, bend {file.known_bend}, offset {file.known_offset}, "
            f"open {file.open_scale}"
        )
        show(board, given.seats, (known, together))


VIEWS = ("one seat's knowledge", "all cards open")


def _print(board: Board, seats: int, found: tuple[Measures, Measures]) -> None:
    for name, one in zip(VIEWS, found, strict=True):
        print(
            f"{board.id}, {seats} seats, {name}: {one.games} games, {one.rows} rows, Brier {one.brier:.3f}, "
            f"log loss {one.log_loss:.3f}, largest gap {100 * one.largest_gap:.1f} points"
        )
        print("| rows | said % | came true % |\n| ---: | ---: | ---: |")
        for tenth in one.deciles:
            print(f"| {tenth.rows:,} | {100 * tenth.said:.1f} | {100 * tenth.seen:.1f} |")


def _print_rows(board: Board, seats: int, found: tuple[Measures, Measures]) -> None:
    """What was said and what came true in each tenth, in percent."""
    rows = [
        ["board", "seats", "view", "games", "Brier", "gap", *(f"{10 * i}–{10 * i + 10}" for i in range(10))]
    ]
    for name, one in zip(VIEWS, found, strict=True):
        tenths = {min(9, int(10 * tenth.said)): tenth for tenth in one.deciles}
        cells = [
            f"{100 * tenths[i].said:.1f} → {100 * tenths[i].seen:.1f}" if i in tenths else ""
            for i in range(10)
        ]
        figures = [f"{one.games:,}", f"{one.brier:.3f}", f"{100 * one.largest_gap:.1f}"]
        rows.append([board.id, str(seats), name, *figures, *cells])
    print(markdown(rows))


if __name__ == "__main__":
    main()
