"""Notices: what happened at a table, as one viewer is told it."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from branchline.game.view import Score


def tag(name: str) -> str:
    """`LastRound` becomes `last_round`."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Notice(msgspec.Struct, frozen=True, tag_field="type", tag=tag):
    """One notice."""


class Joined(Notice, frozen=True):
    """Somebody sits at a seat now."""

    seat: int
    name: str


class Left(Notice, frozen=True):
    """A seat is free again."""

    seat: int


class Renewed(Notice, frozen=True):
    """The host made a new invitation to a seat."""

    seat: int


class Filled(Notice, frozen=True):
    """A bot sits at a seat now."""

    seat: int
    bot: str


class Started(Notice, frozen=True):
    """The cards are dealt; `first` will play first, once all have chosen their tickets."""

    first: int


class Chosen(Notice, frozen=True):
    """A seat has chosen its first tickets; which, and how many, is told when all have (S5)."""

    seat: int


class Moved(Notice, frozen=True):
    """A move and what chance then dealt, as the viewer saw it: an entry of its log. `ply` counts them from 1."""

    ply: int
    seat: int | None
    move: str
    chance: tuple[str, ...]


class Tunnel(Notice, frozen=True):
    """The cards revealed for a tunnel, and how many more cards it costs (U1, U2)."""

    seat: int
    route: str
    revealed: tuple[str, ...]
    extra: int


class Offered(Notice, frozen=True):
    """Tickets to choose from; by name only to the seat that chooses (H1)."""

    seat: int
    count: int
    tickets: tuple[str, ...] | None = None


class LastRound(Notice, frozen=True):
    """A seat has two cars or fewer: so many turns are left (E1)."""

    seat: int
    turns: int


class Over(Notice, frozen=True):
    """The final scoring, all tickets, the routes that stations borrowed, and the secret of the deal."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    tickets: tuple[tuple[str, ...], ...]
    borrowed: tuple[dict[str, str], ...]
    secret: str


class Away(Notice, frozen=True):
    """A bot plays on for a seat."""

    seat: int
    why: Literal["clock", "vote", "left"]


class Back(Notice, frozen=True):
    """A seat plays for itself again."""

    seat: int


class Voted(Notice, frozen=True):
    """Seat `by` asks that a bot play on for `seat`."""

    seat: int
    by: int


class Said(Notice, frozen=True):
    """Chat: of a seat, or (seen by spectators only) of a spectator."""

    text: str
    seat: int | None
    name: str


class Reacted(Notice, frozen=True):
    """A quick reaction of a seat."""

    seat: int
    reaction: str


class Rematch(Notice, frozen=True):
    """The same people can play again at another table."""

    table: str


class Closed(Notice, frozen=True):
    """The table is gone."""


AnyNotice = (
    Joined
    | Left
    | Renewed
    | Filled
    | Started
    | Chosen
    | Moved
    | Tunnel
    | Offered
    | LastRound
    | Over
    | Away
    | Back
    | Voted
    | Said
    | Reacted
    | Rematch
    | Closed
)


class Ply(msgspec.Struct, frozen=True):
    """Stands for an entry of the game's log until it is known who is told."""

    index: int


Fact = AnyNotice | Ply
