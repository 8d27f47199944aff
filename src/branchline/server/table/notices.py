"""Notices: what viewers are told about an event. `apply` makes them, and `wire.present` redacts them for each viewer.

Their tags and fields are part of the protocol (docs/protocol.md).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.game.view import Score


class Notice(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that viewers are told."""


class Joined(Notice, frozen=True, tag="joined"):
    """A player took a seat."""

    seat: int
    name: str


class Introduced(Notice, frozen=True, tag="introduced"):
    """A player chose another name or colour before the start."""

    seat: int
    name: str


class Invited(Notice, frozen=True, tag="invited"):
    """The host made a new link to all free seats."""


class Arranged(Notice, frozen=True, tag="arranged"):
    """The host changed the seats, the board or the clock before the start. A new `welcome` comes with it."""


class Left(Notice, frozen=True, tag="left"):
    """A player gave up a seat before the start."""

    seat: int


class Renewed(Notice, frozen=True, tag="renewed"):
    """The host made a new invitation to a seat."""

    seat: int


class Asked(Notice, frozen=True, tag="asked"):
    """The host asks for a new link to a seat during the game. The other players may agree, and its player object."""

    seat: int


class Answered(Notice, frozen=True, tag="answered"):
    """Seat `by` said whether the host may have a new link to `seat`."""

    seat: int
    by: int
    agree: bool


class Present(Notice, frozen=True, tag="present"):
    """The player of a seat is there after all: the request for a new link to it, and the link, are void."""

    seat: int


class Filled(Notice, frozen=True, tag="filled"):
    """A bot took a seat."""

    seat: int
    bot: str


class Started(Notice, frozen=True, tag="started"):
    """The cards are dealt. Seat `first` begins once all have chosen their first tickets."""

    first: int


class Chosen(Notice, frozen=True, tag="chosen"):
    """A seat has chosen its first tickets. Which ones and how many is told when all have chosen (S5)."""

    seat: int


class Moved(Notice, frozen=True, tag="moved"):
    """A move and what chance then dealt, as the viewer saw it: an entry of its log. `ply` counts from 1."""

    ply: int
    seat: int | None
    move: str
    chance: tuple[str, ...]


class Undone(Notice, frozen=True, tag="undone"):
    """A seat took its move back, and is to move again. That ply is no more; for first tickets there was none."""

    seat: int
    ply: int | None


class Tunnel(Notice, frozen=True, tag="tunnel"):
    """The cards revealed for a tunnel, and how many more cards it costs (U1, U2)."""

    seat: int
    route: str
    revealed: tuple[str, ...]
    extra: int


class Offered(Notice, frozen=True, tag="offered"):
    """A seat got tickets to choose from. Only that seat is told which ones (H1)."""

    seat: int
    count: int
    tickets: tuple[str, ...] | None = None


class LastRound(Notice, frozen=True, tag="last_round"):
    """A seat has two cars or fewer. This many turns are left (E1)."""

    seat: int
    turns: int


class Over(Notice, frozen=True, tag="over"):
    """The final scoring, all tickets, the routes that stations borrowed, and the secret of the deal."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    tickets: tuple[tuple[str, ...], ...]
    borrowed: tuple[dict[str, str], ...]
    secret: str


class Away(Notice, frozen=True, tag="away"):
    """A bot plays for a seat from now on."""

    seat: int
    why: Literal["clock", "vote", "left"]


class Back(Notice, frozen=True, tag="back"):
    """The player plays for the seat again."""

    seat: int


class Resigned(Notice, frozen=True, tag="resigned"):
    """A player gave the game up. A bot plays for the seat to the end, and it can't win."""

    seat: int


class RemovalVoted(Notice, frozen=True, tag="removal_vote"):
    """Seat `by` wants the player of `seat` to be removed, or no longer does."""

    seat: int
    by: int
    agree: bool


class Removed(Notice, frozen=True, tag="removed"):
    """More than half of the others removed the player of a seat. A bot plays there to the end."""

    seat: int


class Hurried(Notice, frozen=True, tag="hurried"):
    """The server was busy: for this ply the bot of a seat had `less` time, or a `quick` bot moved in its place."""

    ply: int
    seat: int
    how: Literal["less", "quick"]


class Voted(Notice, frozen=True, tag="voted"):
    """Seat `by` voted that a bot plays for `seat`."""

    seat: int
    by: int


class Said(Notice, frozen=True, tag="said"):
    """Chat from a seat, or from a spectator (which only spectators see)."""

    text: str
    seat: int | None
    name: str


class Reacted(Notice, frozen=True, tag="reacted"):
    """A seat sent a quick reaction."""

    seat: int
    reaction: str


class Rematch(Notice, frozen=True, tag="rematch"):
    """The same players can play again at another table."""

    table: str


class Closed(Notice, frozen=True, tag="closed"):
    """The table was closed."""


AnyNotice = (
    Joined
    | Introduced
    | Invited
    | Arranged
    | Left
    | Renewed
    | Asked
    | Answered
    | Present
    | Filled
    | Started
    | Chosen
    | Moved
    | Undone
    | Tunnel
    | Offered
    | LastRound
    | Over
    | Away
    | Back
    | Resigned
    | RemovalVoted
    | Removed
    | Hurried
    | Voted
    | Said
    | Reacted
    | Rematch
    | Closed
)


class LogIndex(msgspec.Struct, frozen=True):
    """Stands for an entry of the game's log. It becomes `Moved` when it is known who the viewer is."""

    index: int


#: A notice before it is redacted for a viewer.
Unredacted = AnyNotice | LogIndex
