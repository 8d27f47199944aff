"""Between the names of a board and the numbers of the core: cards and actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    KINDS,
    MAX_OFFER,
    NO_ACTION,
    NOTHING,
    WILD,
)
from branchline.core.rules.tables import Tables
from branchline.errors import short
from branchline.game.action import Action, Cards

ACTION_KINDS = {
    A_DRAW: "draw",
    A_BLIND: "draw",
    A_TICKETS: "tickets",
    A_PASS: "pass",
    A_WITHDRAW: "withdraw",
    A_PAY: "pay",
    A_CLAIM: "claim",
    A_STATION: "station",
}


class CardKinds(dict[str, int]):
    """The kinds of cards by name; `KeyError` for a card that the board has not."""

    def __missing__(self, name: str) -> int:
        raise KeyError(f"there is no card {short(name)!r}; there are {', '.join(self)}")


class BoardCodec:
    """Translates between the names of one board and the numbers of the core, for cards and actions."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tables = Tables(board)
        self.card_kinds = CardKinds({colour: i for i, colour in enumerate(board.colours)} | {"wild": WILD})
        self.card_names = {kind: name for name, kind in self.card_kinds.items()}
        self.actions = [self._describe(number) for number in range(len(self.tables))]
        self._numbers = {action: number for number, action in enumerate(self.actions) if action.kind}

    def _describe(self, number: int) -> Action:
        kind, target, colour, count, wilds = self.tables.action(number)
        if kind in (NO_ACTION, A_KEEP):
            return Action("")
        name = self.card_names[colour] if count else ""
        if kind == A_BLIND:
            name = "blind"
        place = ""
        if kind == A_CLAIM:
            place = self.board.routes[target].id
        elif kind == A_STATION:
            place = self.board.cities[target].id
        return Action(ACTION_KINDS[kind], place, name, count, wilds, id=number)

    def cards_by_name(self, counts: Sequence[int]) -> Cards:
        """Counts by kind as colour → count, without the zeros, in the board's order and wild last."""
        return Cards({name: counts[kind] for name, kind in self.card_kinds.items() if counts[kind]})

    def cards_by_kind(self, cards: Mapping[str, int]) -> list[int]:
        """Colour → count as counts by kind."""
        counts = [0] * KINDS
        for name, count in cards.items():
            counts[self.card_kinds[name]] = count
        return counts

    def row_names(self, row: Iterable[int]) -> list[str | None]:
        """The face-up cards by name; None for a gap."""
        return [None if kind == NOTHING else self.card_names[kind] for kind in row]

    def row_kinds(self, row: Iterable[str | None]) -> list[int]:
        """The face-up cards by kind; NOTHING for a gap."""
        return [NOTHING if card is None else self.card_kinds[card] for card in row]

    def route_ids(self, routes: Iterable[int]) -> tuple[str, ...]:
        """The ids of routes."""
        return tuple([self.board.routes[i].id for i in routes])

    def city_ids(self, cities: Iterable[int]) -> tuple[str, ...]:
        """The ids of cities."""
        return tuple([self.board.cities[i].id for i in cities])

    def ticket_ids(self, tickets: Iterable[int]) -> tuple[str, ...]:
        """The ids of tickets."""
        return tuple([self.board.tickets[i].id for i in tickets])

    def action(self, number: int, offer: Sequence[str]) -> Action:
        """The action that a number of the core stands for; a `keep` chooses from the offer."""
        mask = number - KEEP_MASK
        if 0 < mask < 1 << MAX_OFFER:
            kept = tuple(ticket for i, ticket in enumerate(offer) if mask >> i & 1)
            return Action("keep", tickets=kept, id=number)
        return self.actions[number]

    def number(self, action: Action, offer: Sequence[str]) -> int | None:
        """The core's number of an action, or None if the board or the offer has no such action."""
        if action.kind != "keep":
            return self._numbers.get(action)
        if not action.tickets or any(ticket not in offer for ticket in action.tickets):
            return None
        return KEEP_MASK + sum(1 << offer.index(ticket) for ticket in set(action.tickets))


@lru_cache(maxsize=64)
def board_codec(board: Board) -> BoardCodec:
    """The codec of a board; it is made once."""
    return BoardCodec(board)
