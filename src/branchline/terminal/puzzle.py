"""Solving a puzzle at the terminal: the table as in a game, one move, then the answer with its analysis."""

from __future__ import annotations

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from branchline.core.rng import Rng
from branchline.errors import BranchlineError, IllegalMove
from branchline.game.action import Action
from branchline.puzzles import Candidate, Puzzle, Verdict, judge
from branchline.puzzles.words import THEME_NAMES, PuzzleWords

from . import screen
from .session import Quit, Read, Session

#: What a game has and a puzzle has not.
NOT_HERE = ("hint", "save")
#: Candidates that are shown at most.
SHOWN = 8


class PuzzleSession(Session):
    """One move in the position of a puzzle. What its seat can't see is dealt anew, and does not matter."""

    def __init__(self, puzzle: Puzzle, console: Console, read: Read) -> None:
        super().__init__(puzzle.view.determinise(Rng(0)), puzzle.seat, {}, console, read)
        self.puzzle, self.move = puzzle, None
        self.verdict: Verdict | None = None

    def run(self) -> bool:
        """Ask until a move is made; False if the player left before."""
        self.say(f"Puzzle {self.puzzle.id} · difficulty {self.puzzle.difficulty} of 5 · find the best move")
        self.ask_look()
        try:
            while self.verdict is None:
                line = self.read("> ").strip()
                try:
                    self.do(line or "look")
                except BranchlineError as error:
                    self.say(str(error))
        except (Quit, EOFError, KeyboardInterrupt):
            return False
        return True

    def do(self, line: str) -> None:
        if line.split()[0].lower() in NOT_HERE:
            raise BranchlineError("a puzzle has no such thing; make a move, or quit")
        super().do(line)

    def _play(self, action: Action) -> None:
        reason = self.game.why_not(action, self.seat)
        if reason is not None:
            raise IllegalMove(reason)
        self.verdict = judge(self.puzzle, action)
        self.console.print(answer(self.puzzle, self.verdict))


def answer(puzzle: Puzzle, verdict: Verdict) -> Group:
    """Whether a move was right, the answer, what the moves are worth, and why."""
    tried = verdict.tried
    lost = f"{100 * tried.behind:.1f} points of win chance" if tried else "more than all below"
    said = {
        "right": Text("Right!", "bold green"),
        "payment": Text(f"The right choice, but this payment loses {lost}.", "bold yellow"),
        "wrong": Text(f"Not this one: it loses {lost}.", "bold red"),
    }[verdict.mark]
    words = PuzzleWords(puzzle, puzzle.view.board)
    reasons = [Text(f"· {words.say(one)}.") for one in puzzle.reasons]
    solvers = ", ".join(puzzle.solvers) or "none"
    return Group(
        said,
        Text(f"The answer: {puzzle.answers[0]}", "bold"),
        *reasons,
        Text(),
        values(puzzle, tried),
        Text(f"Theme: {THEME_NAMES[puzzle.theme]} · levels of bots that find it: {solvers}", "dim"),
    )


def values(puzzle: Puzzle, made: Candidate | None) -> Table:
    """The candidates with their chances; what was made has a sign, be it with another payment."""
    table = screen.grid("", "move", ">wins", ">behind", ">±")
    shown = [one for i, one in enumerate(puzzle.candidates) if i < SHOWN or one is made]
    for one in shown:
        sign = "✓" if one.move in puzzle.answers else "→" if one is made else ""
        behind = f"{100 * one.behind:.1f}" if one.behind else ""
        error = f"{200 * one.error:.1f}" if one.error else ""
        table.add_row(sign, one.move, f"{100 * one.value:.1f} %", behind, error)
    return table
