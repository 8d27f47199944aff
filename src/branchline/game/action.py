"""Actions: what a seat can do, as values, as text, and as numbers of the core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from branchline.board import Board
from branchline.core.constants import (
    A_BLIND,
    A_CLAIM,
    A_DRAW,
    A_KEEP,
    A_PASS,
    A_PAY,
    A_STATION,
    A_TICKETS,
    A_WITHDRAW,
    KEEP_MASK,
    NO_ACTION,
    WILD,
)
from branchline.core.rules.tables import Tables

KINDS = {
    A_DRAW: "draw",
    A_BLIND: "draw",
    A_TICKETS: "tickets",
    A_PASS: "pass",
    A_WITHDRAW: "withdraw",
    A_PAY: "pay",
    A_CLAIM: "claim",
    A_STATION: "station",
}


class Cards(dict[str, int]):
    """Cards by colour; a colour that is not there counts 0."""

    def __missing__(self, colour: str) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a seat can do; `str()` of it is its text.

    `target` is the route of a claim or the city of a station; `colour` and `count` say which cards are drawn or paid,
    and `wilds` how many wilds go with them; `tickets` are those kept.
    """

    kind: str
    target: str = ""
    colour: str = ""
    count: int = 0
    wilds: int = 0
    tickets: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "draw":
            return f"draw {self.colour}"
        if self.target:
            return f"{self.kind} {self.target} with {self.cards}"
        if self.kind == "pay":
            return f"pay {self.cards}"
        return " ".join((self.kind, *self.tickets))

    @property
    def cards(self) -> str:
        """The payment as text, like `2 red 1 wild`."""
        parts = []
        if self.count:
            parts.append(f"{self.count} {self.colour}")
        if self.wilds:
            parts.append(f"{self.wilds} wild")
        return " ".join(parts)


class Notation:
    """The names of one board for the numbers of the core: cards, and every action but the choice of tickets."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tables = Tables(board)
        self.kinds = {**{colour: i for i, colour in enumerate(board.colours)}, "wild": WILD}
        self.names = {kind: name for name, kind in self.kinds.items()}
        self.actions = [self._describe(number) for number in range(len(self.tables))]
        self._numbers = {action: number for number, action in enumerate(self.actions) if action.kind}

    def _describe(self, number: int) -> Action:
        kind, target, colour, count, wilds = self.tables.action(number)
        if kind in (NO_ACTION, A_KEEP):
            return Action("")
        name = self.names[colour] if count else ""
        if kind == A_BLIND:
            name = "blind"
        place = ""
        if kind == A_CLAIM:
            place = self.board.routes[target].id
        elif kind == A_STATION:
            place = self.board.cities[target].id
        return Action(KINDS[kind], place, name, count, wilds)

    def counts(self, cards: Sequence[int]) -> Cards:
        """Counts by kind as colour → count, without the zeros, in the board's order and wild last."""
        return Cards({name: cards[kind] for name, kind in self.kinds.items() if cards[kind]})

    def action(self, number: int, offer: Sequence[str]) -> Action:
        """The action that a number of the core stands for; a `keep` chooses from the offer."""
        mask = number - KEEP_MASK
        if 0 < mask < 64:
            return Action("keep", tickets=tuple(ticket for i, ticket in enumerate(offer) if mask >> i & 1))
        return self.actions[number]

    def number(self, action: Action, offer: Sequence[str]) -> int | None:
        """The core's number of an action, or None if the board or the offer has no such action."""
        if action.kind != "keep":
            return self._numbers.get(action)
        if not action.tickets or any(ticket not in offer for ticket in action.tickets):
            return None
        return KEEP_MASK + sum(1 << offer.index(ticket) for ticket in set(action.tickets))


@lru_cache(maxsize=64)
def notation(board: Board) -> Notation:
    """The notation of a board, made once."""
    return Notation(board)
