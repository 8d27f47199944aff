"""The errors of Branchline. Each message says what is wrong and what would be right."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

#: Why a move is not legal, for programs.
ReasonCode = Literal[
    "city_has_station",
    "game_over",
    "must_keep_more",
    "must_pass_last",
    "no_stations_here",
    "no_stations_left",
    "no_such_city",
    "no_such_colour",
    "no_such_route",
    "no_such_ticket",
    "no_tickets_left",
    "not_a_move",
    "not_enough_cards",
    "not_enough_cars",
    "not_enough_wilds",
    "not_in_row",
    "not_offered",
    "not_your_turn",
    "nothing_to_draw",
    "route_taken",
    "twin_taken",
    "which_route",
    "wild_as_second_card",
    "wrong_colour",
    "wrong_count",
    "wrong_phase",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal: a code for programs and a sentence for people."""

    code: ReasonCode
    text: str

    def __str__(self) -> str:
        return self.text


def short(text: object) -> str:
    """A text from outside for a message: at most 60 characters of it."""
    text = str(text)
    return text if len(text) <= 60 else text[:57] + "…"


def first_line(error: BaseException) -> str:
    """What an error of another library says, for a message of ours: its first line, and not too much of it."""
    text = (str(error).strip().splitlines() or [""])[0]
    return text[:300] or type(error).__name__


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known one that is nearest, if any is near."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class BranchlineError(ValueError):
    """The base class of all errors that Branchline raises on purpose."""


def check_list(name: str, values: object) -> None:
    """Refuse a single text where several are meant: each of its letters would count as one."""
    if isinstance(values, str):
        raise BranchlineError(f'{name} must be a list, such as ["{short(values)}"]')


class BoardError(BranchlineError):
    """A board file that can't be used: which file, where in it, and what is wrong."""

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
    """A record that can't be replayed, and in which line."""


class DealError(BranchlineError):
    """A dealer that can't deal: its script has ended, or names a card that is not there."""


class PositionError(BranchlineError):
    """A position that no game can have, and what does not add up."""


class MissingPackages(BranchlineError):
    """A command needs packages that are not installed; says how to install them."""

    def __init__(self, problem: str, extra: str) -> None:
        super().__init__(
            f'{problem}: pip install "branchline[{extra}]" (in a checkout: pip install ".[{extra}]")'
        )
