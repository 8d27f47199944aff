"""Figures about reviews: `python -m branchline.review.study` reviews games of bots and prints tables.

It says how errors rank the levels of bots, whether luck has mean zero, how large residuals are, and how much the
results vary without luck. In each game all seats are played by bots of one level, by turns.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, median, pvariance, stdev
from typing import NamedTuple

from branchline.arena.display import markdown
from branchline.arena.jobs import deal_game, play_out
from branchline.board import board_names, load_board
from branchline.bots.registry import LEVELS as BOTS

from .result import SeatReview
from .review import review

#: Search by rollouts instead of by time, so that everybody gets the same games.
MASTER = "search:rollouts=1600"
LIMIT = 600.0


class Line(NamedTuple):
    """A seat of a reviewed game, and who sat there."""

    bot: str
    seat: SeatReview


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m branchline.review.study", description=__doc__)
    parser.add_argument("--boards", nargs="+", default=list(board_names()))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=12, help="games on each board (default 12)")
    parser.add_argument("--level", default="quick", choices=("quick", "standard", "deep"))
    parser.add_argument("--bots", nargs="+", default=[bot.name for bot in BOTS])
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    found = {board: list(_lines(board, chosen)) for board in chosen.boards}
    print(
        f"Level {chosen.level}, {chosen.seats} seats, {chosen.games} games on each board, seed {chosen.seed}.\n"
    )
    print("Errors by bot: PR ± standard error (accuracy %; seats)\n")
    print(markdown(_errors(found, chosen.bots)))
    print("Luck, residuals, and results without luck\n")
    print(markdown(_luck(found)))
    return 0


def _lines(name: str, chosen: argparse.Namespace) -> Iterator[Line]:
    """Review the games of a board. Equals play each other: in a game that is decided early nobody can err much."""
    board = load_board(name)
    for deal in range(chosen.games):
        bot = chosen.bots[deal % len(chosen.bots)]
        players = (MASTER if bot == "master" else bot,) * chosen.seats
        game = deal_game(board, chosen.seats, chosen.seed, deal)
        play_out(game, chosen.seed, deal, players, LIMIT)
        for seat in review(game, chosen.level).seats:
            yield Line(bot, seat)
        print(f"{name}: {deal + 1} of {chosen.games}", end="\r", file=sys.stderr)


def _errors(found: dict[str, list[Line]], bots: Sequence[str]) -> list[list[str]]:
    def cells(bot: str) -> Iterator[str]:
        for lines in found.values():
            yield _error_cell([line.seat for line in lines if line.bot == bot])

    return [["bot", *found], *([bot, *cells(bot)] for bot in bots)]


def _error_cell(seats: list[SeatReview]) -> str:
    if len(seats) < 2:
        return "–"
    ratings = [seat.rating for seat in seats]
    doubt = stdev(ratings) / sqrt(len(ratings))
    return f"{mean(ratings):.1f} ± {doubt:.1f} ({mean(seat.accuracy for seat in seats):.1f}; {len(seats)})"


def _luck(found: dict[str, list[Line]]) -> list[list[str]]:
    heads = [
        "board",
        "games",
        "mean luck ± 95 %",
        "residual: median",
        "90 % below",
        "over 10 points",
        "variance left",
    ]
    rows = [heads]
    for board, lines in found.items():
        by_seat: dict[int, list[SeatReview]] = defaultdict(list)
        for line in lines:
            by_seat[line.seat.seat].append(line.seat)
        first = [seat.luck for seat in by_seat[0]]
        residuals = sorted(abs(line.seat.ledger.residual) for line in lines)
        large = mean(line.seat.large_residual for line in lines)
        left = pvariance([line.seat.adjusted for line in lines]) / pvariance(
            [line.seat.won for line in lines]
        )
        doubt = 1.96 * stdev(first) / sqrt(len(first))
        rows.append(
            [
                board,
                str(len(first)),
                f"{100 * mean(first):+.1f} ± {100 * doubt:.1f}",
                f"{100 * median(residuals):.1f}",
                f"{100 * residuals[int(0.9 * len(residuals))]:.1f}",
                f"{100 * large:.0f} %",
                f"{100 * left:.0f} %",
            ]
        )
    return rows


if __name__ == "__main__":
    sys.exit(main())
