"""What can go wrong, each with a sentence that says what would have been right."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal: a code for programs and a sentence for people."""

    code: str
    text: str

    def __str__(self) -> str:
        return self.text


class BranchlineError(ValueError):
    """Everything that Branchline itself refuses."""


class BoardError(BranchlineError):
    """A board file that can't be used; says file, place and what is wrong."""

    def __init__(self, file: str, place: str, problem: str) -> None:
        super().__init__(": ".join(part for part in (file, place, problem) if part))
        self.file = file
        self.place = place
        self.problem = problem


class IllegalMove(BranchlineError):
    """A move that the rules forbid here; the game is left as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class NotationError(BranchlineError):
    """Text that is no move."""


class RecordError(BranchlineError):
    """A record that can't be replayed; says where."""


class DealError(BranchlineError):
    """A dealer that can't deal: its script has run dry, or names a card that is not there."""


class PositionError(BranchlineError):
    """A position that no game can have; says what does not add up."""
