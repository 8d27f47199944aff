"""Whether a move solves a puzzle, and what it loses."""

from __future__ import annotations

import msgspec

from branchline.core.rng import Rng
from branchline.errors import IllegalMove, Reason
from branchline.game.action import Action
from branchline.game.grammar import parse

from .puzzle import Candidate, Puzzle, choice_of


class Verdict(msgspec.Struct, frozen=True):
    """What a move is: `right`; `payment`, the right choice paid for badly; or `wrong`.

    `tried` is what is known of the move, or of the best payment for it; None if it is behind all that are kept.
    """

    mark: str
    tried: Candidate | None


def judge(puzzle: Puzzle, move: Action | str) -> Verdict:
    """Judge a move; one that is not legal in the position is an `IllegalMove` or a `NotationError`."""
    view = puzzle.view
    action = parse(move, view.board) if isinstance(move, str) else move
    if action not in view.legal:
        raise IllegalMove(why_not(puzzle, action))
    text, choice = str(action), choice_of(action, view.board)
    tried = next((one for one in puzzle.candidates if one.move == text), None)
    if text in puzzle.answers:
        return Verdict("right", tried or puzzle.candidates[0])
    if choice == choice_of(puzzle.answers[0], view.board):
        return Verdict("payment", tried)
    like = (one for one in puzzle.candidates if choice_of(one.move, view.board) == choice)
    return Verdict("wrong", tried or next(like, None))


def why_not(puzzle: Puzzle, action: Action) -> Reason:
    """Why a move is not legal in the position of a puzzle."""
    reason = puzzle.view.determinise(Rng(0)).why_not(action)
    assert reason is not None
    return reason
