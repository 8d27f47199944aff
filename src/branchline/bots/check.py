"""The conformance test of bots: legal moves on all boards and numbers of seats, in time, and the same for one seed."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from traceback import extract_tb, format_exception

import branchline
from branchline.board import Board, board_names, load_board
from branchline.bots.bot import Bot
from branchline.bots.exec_bot import ExecBot, ProgramError
from branchline.bots.registry import make_bot
from branchline.core.rng import Rng
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.view import View

SHOWN = 10  # faults that a report lists
PACKAGE = Path(branchline.__file__).parent


@dataclass
class Fault:
    """What goes wrong at one place: how often, and the first time with the view and the traceback, if there is one.

    `place` is a file and a line of the bot, or says in words what is wrong.
    """

    place: str
    text: str
    where: str
    view: View
    traceback: str = ""
    count: int = 1

    def lines(self, traceback: bool = False) -> list[str]:
        """The fault for people, perhaps with its traceback."""
        view = self.view
        found = [
            f"  {self.count:>5} ×  {self.place}  {self.text}",
            f"           first {self.where}: seat {view.seat}, phase {view.phase}, {len(view.legal)} legal moves",
        ]
        if traceback and self.traceback:
            found += [f"           {line}" for line in self.traceback.splitlines()]
        return found


@dataclass
class CheckReport:
    """What a check found. Faults are grouped by their place."""

    spec: str
    positions: int = 0
    repeated: int = 0
    slowest: float = 0.0
    total: float = 0.0
    tables: set[str] = field(default_factory=set)
    groups: dict[tuple[str, str], Fault] = field(default_factory=dict)

    @property
    def faults(self) -> list[Fault]:
        """All groups of faults, the most frequent first."""
        return sorted(self.groups.values(), key=lambda fault: -fault.count)

    @property
    def passed(self) -> bool:
        return not self.groups

    def add(self, kind: str, fault: Fault) -> None:
        """Note a fault; only the first of a kind at a place is kept."""
        known = self.groups.setdefault((fault.place, kind), fault)
        if known is not fault:
            known.count += 1

    def text(self, traceback: bool = False) -> str:
        """The report for people, perhaps with the tracebacks."""
        mean = 1000 * self.total / max(1, self.positions)
        kinds = "1 kind" if len(self.tables) == 1 else f"{len(self.tables)} kinds"
        lines = [
            f"{self.spec}: {'passed' if self.passed else 'FAILED'}",
            f"  {self.positions} decisions at {kinds} of table ({', '.join(sorted(self.tables))})",
            f"  {mean:.2f} ms a decision, slowest {1000 * self.slowest:.1f} ms; {self.repeated} asked twice",
        ]
        for fault in self.faults[:SHOWN]:
            lines += fault.lines(traceback)
        if len(self.groups) > SHOWN:
            lines.append(f"  … and at {len(self.groups) - SHOWN} more places")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def check_bot(
    spec: str,
    positions: int = 3000,
    seconds: float = 5.0,
    seed: int = 1,
    *,
    boards: Sequence[Board | str] = (),
    seats: int | None = None,
) -> CheckReport:
    """Ask a bot in many positions. In every tenth, compare its answer with that of a second bot of the same seed.

    Without boards it is asked on all that come with Branchline, and without a number of seats with all that they have.
    """
    if positions < 1:
        raise BranchlineError(f"positions must be 1 or more, not {positions}")
    if not seconds > 0:
        raise BranchlineError(f"seconds must be more than 0, not {seconds:g}")
    tables = find_tables(boards or board_names(), seats)
    report = CheckReport(spec)
    with make_bot(spec, seed) as bot, make_bot(spec, seed) as twin:
        share = -(-positions // len(tables))
        for board, count in tables:
            report.tables.add(f"{board.id} {count}")
            for i, view in enumerate(islice(decisions(bot, board, count, seed, report, seconds), share)):
                if i % 10 == 0:
                    compare(bot, twin, view, report)
    return report


def find_tables(boards: Sequence[Board | str], seats: int | None) -> list[tuple[Board, int]]:
    """Every board with every number of seats, or with one."""
    found = [load_board(board) if isinstance(board, str) else board for board in boards]
    tables = [(board, count) for board in found for count in seat_counts(board) if seats in (None, count)]
    if not tables:
        allowed = "; ".join(f"{board.id} has {board.min_seats} to {board.max_seats}" for board in found)
        raise BranchlineError(f"nobody plays with {seats} seats: {allowed}")
    return tables


def seat_counts(board: Board | str) -> range:
    """The numbers of seats that a board has."""
    found = load_board(board) if isinstance(board, str) else board
    return range(found.min_seats, found.max_seats + 1)


def decisions(
    bot: Bot, board: Board, seats: int, seed: int, report: CheckReport, seconds: float
) -> Iterator[View]:
    """Views of game after game. The bot answers each; then its move or any legal one is played, at random."""
    dice = Rng(seed)
    number = 0
    while True:
        game = Game(board, seats=seats, seed=seed + number)
        while game.actor is not None:
            view = game.view(game.actor)
            where = f"{board.id}, {seats} seats, seed {seed + number}, move {game.moves}"
            before, forfeits = time.perf_counter(), bot.forfeits
            action = bot.choose(view, view.legal)
            taken = time.perf_counter() - before
            report.positions += 1
            report.total += taken
            report.slowest = max(report.slowest, taken)
            if bot.forfeits > forfeits:
                note_failure(bot, view, where, report)
            elif taken > seconds:
                text = f"{taken:.2f} s for a move, {seconds:g} s are allowed"
                report.add("slow", Fault("too slow", text, where, view))
            game.play(action if dice.below(2) else view.legal[dice.below(len(view.legal))])
            yield view
        number += 1


def note_failure(bot: Bot, view: View, where: str, report: CheckReport) -> None:
    """Note why a bot has just forfeited a decision: by the place in its code, if it raised an error."""
    error, problem = bot.error, bot.problems[-1]
    if error is None:
        kind = problem.removeprefix("not legal: ").split()[0]
        report.add(kind, Fault("not legal", problem.removeprefix("not legal: "), where, view))
    elif isinstance(error, ProgramError):
        report.add(str(error).split(":")[0], Fault("the program", str(error), where, view))
    else:
        trace = "".join(format_exception(error)).rstrip()
        report.add(type(error).__name__, Fault(place_of(error, bot), problem, where, view, trace))


def place_of(error: Exception, bot: Bot) -> str:
    """The last line of the bot's own code that an error went through; for an answer that can't be read, that."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.name != Bot.choose.__name__]
    home = Path(inspect.getfile(type(bot))).parent
    if (
        isinstance(bot, ExecBot) or PACKAGE not in home.parents
    ):  # code of others: the nearest line, if there is any
        frames = [frame for frame in frames if PACKAGE not in Path(frame.filename).parents]
        frames = [frame for frame in frames if home in Path(frame.filename).parents] or frames
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "not a move"


def compare(bot: Bot, twin: Bot, view: View, report: CheckReport) -> None:
    """Check that two bots of one seed give the same answer."""
    report.repeated += 1
    one, other = bot.choose(view, view.legal), twin.choose(view, view.legal)
    if one != other:
        where = f"{view.board.id}, {len(view.seats)} seats"
        text = f"the same seed and view give {one} and {other}"
        report.add("", Fault("not the same twice", text, where, view))
