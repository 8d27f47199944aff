"""The conformance test of bots: legal moves on all boards and numbers of seats, in time, and the same for one seed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from branchline.board import board_names, load_board
from branchline.bots.bot import Bot
from branchline.bots.registry import make_bot
from branchline.core.rng import Rng
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.view import View

SHOWN = 10  # problems that a report lists


@dataclass
class CheckReport:
    """What a check found."""

    spec: str
    positions: int = 0
    repeated: int = 0
    slowest: float = 0.0
    total: float = 0.0
    tables: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        mean = 1000 * self.total / max(1, self.positions)
        lines = [
            f"{self.spec}: {'passed' if self.passed else 'FAILED'}",
            f"  {self.positions} decisions at {len(self.tables)} kinds of table ({', '.join(sorted(self.tables))})",
            f"  {mean:.2f} ms a decision, slowest {1000 * self.slowest:.1f} ms; {self.repeated} asked twice",
        ]
        lines += [f"  {problem}" for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"  … and {len(self.problems) - SHOWN} more")
        return "\n".join(lines)


def check_bot(spec: str, positions: int = 3000, seconds: float = 5.0, seed: int = 1) -> CheckReport:
    """Ask a bot in many positions. In every tenth, compare its answer with that of a second bot of the same seed."""
    if positions < 1:
        raise BranchlineError(f"positions must be 1 or more, not {positions}")
    if not seconds > 0:
        raise BranchlineError(f"seconds must be more than 0, not {seconds:g}")
    report = CheckReport(spec)
    with make_bot(spec, seed) as bot, make_bot(spec, seed) as twin:
        tables = [(name, seats) for name in board_names() for seats in seat_counts(name)]
        share = -(-positions // len(tables))
        for name, seats in tables:
            report.tables.add(f"{name} {seats}")
            for i, view in enumerate(islice(decisions(bot, name, seats, seed, report, seconds), share)):
                if i % 10 == 0:
                    compare(bot, twin, view, report)
    return report


def seat_counts(name: str) -> range:
    board = load_board(name)
    return range(board.min_seats, board.max_seats + 1)


def decisions(
    bot: Bot, board: str, seats: int, seed: int, report: CheckReport, seconds: float
) -> Iterator[View]:
    """Views of game after game. The bot answers each; then its move or any legal one is played, at random."""
    dice = Rng(seed)
    number = 0
    while True:
        game = Game(board, seats=seats, seed=seed + number)
        number += 1
        while game.actor is not None:
            view = game.view(game.actor)
            before, forfeits = time.perf_counter(), bot.forfeits
            action = bot.choose(view, view.legal)
            taken = time.perf_counter() - before
            report.positions += 1
            report.total += taken
            report.slowest = max(report.slowest, taken)
            if bot.forfeits > forfeits:
                report.problems.append(
                    f"{board} {seats}, seed {seed + number - 1}, move {game.moves}: {bot.problems[-1]}"
                )
            elif taken > seconds:
                report.problems.append(
                    f"{board} {seats}: {taken:.2f} s for a move, {seconds:g} s are allowed"
                )
            game.play(action if dice.below(2) else view.legal[dice.below(len(view.legal))])
            yield view


def compare(bot: Bot, twin: Bot, view: View, report: CheckReport) -> None:
    """Check that two bots of one seed give the same answer."""
    report.repeated += 1
    one, other = bot.choose(view, view.legal), twin.choose(view, view.legal)
    if one != other:
        report.problems.append(
            f"{view.board.id} {len(view.seats)}: the same seed and view give {one} and {other}"
        )
