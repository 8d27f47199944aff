"""A puzzle: a position with one clearly best move, as the seat to move sees it, with the analysis of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from branchline.board import Board, known_board
from branchline.core.engine import engine_at
from branchline.errors import BranchlineError, short
from branchline.game.action import Action, Cards
from branchline.game.codec import board_codec
from branchline.game.grammar import parse
from branchline.game.view import View, ViewData
from branchline.game.view_check import check_view
from branchline.review.result import Explanation

#: What puzzles are about.
THEMES = (
    "keep",
    "tunnel",
    "station",
    "end",
    "ticket",
    "block",
    "longest",
    "tickets",
    "wait",
    "claim",
    "card",
)
#: How hard puzzles are: 1 is found by nearly all levels of bots, 5 by hardly any.
DIFFICULTIES = (1, 2, 3, 4, 5)


class Candidate(msgspec.Struct, frozen=True, array_like=True):
    """A move that was tried: its chance to win, how far it is behind the best, and the standard error of that."""

    move: str
    value: float
    behind: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A position with one clearly best move.

    `position` is what the seat to move knows; of the log only the last moves. `answers` are the moves that solve it:
    one choice, in every way to pay for it that is about as good. `candidates` are the choices that were tried, the best
    payment of each, best first. `solvers` are the levels of bots that find it. `game` and `ply` say where it was found.
    """

    id: str
    board: str
    theme: str
    difficulty: int
    position: ViewData
    answers: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    reasons: tuple[Explanation, ...]
    solvers: tuple[str, ...]
    game: int
    ply: int

    def __repr__(self) -> str:
        return f"<Puzzle {self.id}: {self.theme}, difficulty {self.difficulty}>"

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return self.position.actor or 0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.position.seats)

    @property
    def gap(self) -> float:
        """How far the next best choice is behind the answer."""
        board = known_board(self.board)
        answer = choice_of(self.answers[0], board)
        return next(one.behind for one in self.candidates if choice_of(one.move, board) != answer)

    @cached_property
    def view(self) -> View:
        """The position as a view, with the legal moves; a `PositionError` if no game can have it."""
        return make_view(self.position, known_board(self.board))


def make_view(position: ViewData, board: Board) -> View:
    """The view of a seat that is to move, with its legal moves."""
    fields = {name: getattr(position, name) for name in ViewData.__struct_fields__}
    bare = View(board=board, legal=[], **fields)
    codec = board_codec(board)
    numbers = engine_at(codec.tables, bare.knowledge().state).legal()
    return check_view(
        msgspec.structs.replace(bare, legal=[codec.action(number, bare.offer) for number in numbers])
    )


def check_themes(themes: Sequence[str]) -> Sequence[str]:
    """The same themes; an error if there is one that puzzles don't have."""
    for theme in themes:
        if theme not in THEMES:
            raise BranchlineError(f"there is no theme {short(theme)!r}: there are {', '.join(THEMES)}")
    return themes


def choice_of(move: Action | str, board: Board) -> str:
    """What a move chooses, whatever it pays: a pair of cities to join, a city, a card, some tickets."""
    action = parse(move, board) if isinstance(move, str) else move
    if action.kind == "claim":
        route = board.route(action.target)
        return f"claim {route.a}-{route.b}"
    if action.kind == "station":
        return f"station {action.target}"
    if action.kind == "keep":
        return f"keep {' '.join(sorted(action.tickets))}"
    return "pay" if action.kind == "pay" else str(action)


def decode_cards(kind: type, value: Any) -> Any:
    """For msgspec: cards by colour from plain data."""
    if kind is Cards:
        return Cards(value)
    raise TypeError(kind)
