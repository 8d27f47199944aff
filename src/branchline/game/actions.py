"""Action spaces in public: ids for what a seat can do, the same in every position of a board.

`full` has every payment. `canonical` goes by route and colour and pays with the fewest wilds; `route` goes by route and
pays with the colour of which the hand has most. `core/env/space.py` has the numbers.
"""

from __future__ import annotations

from functools import lru_cache

from branchline.board import Board
from branchline.core.constants import A_CLAIM, A_KEEP, A_PAY, A_STATION, NO_ACTION, NOTHING
from branchline.core.env.space import SPACES, Space
from branchline.errors import BranchlineError, IllegalMove, Reason, short
from branchline.game.action import Action
from branchline.game.codec import ACTION_KINDS, board_codec
from branchline.game.view import View

UNUSED = "unused"


class ActionSpace:
    """One action space of a board: `len()` says how many ids there are, `describe` what each stands for."""

    def __init__(self, board: Board, name: str) -> None:
        self.board, self.name = board, name
        self._codec = board_codec(board)
        self.core = Space(self._codec.tables, name)

    def __len__(self) -> int:
        return len(self.core)

    def __repr__(self) -> str:
        return f"<ActionSpace {self.name} of {self.board.id}: {len(self)} ids>"

    @property
    def full(self) -> ActionSpace:
        """The space with every payment."""
        return action_space(self.board, "full")

    @property
    def canonical(self) -> ActionSpace:
        """The space by route and colour, with the fewest wilds."""
        return action_space(self.board, "canonical")

    @property
    def route(self) -> ActionSpace:
        """The space by route; the hand decides the payment."""
        return action_space(self.board, "route")

    def describe(self, number: int) -> str:
        """What an id stands for, in words; `unused` for the few numbers that stand for nothing."""
        kind, target, colour = self.core.meaning(number)
        if kind == NO_ACTION:
            return UNUSED
        if kind == A_KEEP:
            places = [str(i + 1) for i in range(target.bit_length()) if target >> i & 1]
            return f"keep {', '.join(places)} of the offer"
        if self.name == "full" or kind not in (A_PAY, A_CLAIM, A_STATION):
            return str(self._codec.actions[number])
        if kind == A_PAY:
            return "pay"
        place = self.board.routes[target].id if kind == A_CLAIM else self.board.cities[target].id
        paid = self._codec.card_names.get(colour)
        return f"{ACTION_KINDS[kind]} {place} with {paid}" if paid else f"{ACTION_KINDS[kind]} {place}"

    def legal_ids(self, view: View) -> list[int]:
        """The ids of what the viewer may do now, in ascending order; none if it is not its turn."""
        if view.seat is None or view.seat != view.actor:
            return []
        return self.core.legal(view.knowledge().state)

    def action(self, view: View, number: int) -> Action:
        """The action that an id stands for in a view; `IllegalMove` if it is not legal there."""
        found = NOTHING
        if view.seat is not None and view.seat == view.actor:
            found = self.core.find(view.knowledge().state, number)
        if found == NOTHING:
            raise not_legal(self, number)
        return self._codec.action(found, view.offer)


def not_legal(space: ActionSpace, number: int) -> IllegalMove:
    """The error for an id that can't be played now."""
    try:
        text = f"{number} ({space.describe(number)}) is not legal now"
    except (IndexError, TypeError):
        text = f"there is no action {short(number)}: ids of {space.name} are 0 to {len(space) - 1}"
    return IllegalMove(Reason("not_a_move", text))


@lru_cache(maxsize=64)
def action_space(board: Board, name: str) -> ActionSpace:
    """An action space of a board by name; it is made once."""
    if name not in SPACES:
        raise BranchlineError(f"there is no action space {short(name)!r}; there are {', '.join(SPACES)}")
    return ActionSpace(board, name)
