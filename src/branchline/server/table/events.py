"""Deeds: what is stored in the log of a table. They add up to everything a table is (`table`)."""

from __future__ import annotations

import msgspec


class Deed(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One entry of the log."""


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table opens: a bot's, somebody's, reserved for somebody, or open to an invitation."""

    bot: str = ""
    name: str = ""
    holder: str = ""
    invite: str = ""
    reserved: bool = False


class Opened(Deed, frozen=True):
    """The table was made. Keys appear as digests only."""

    board: str
    digest: str
    seats: tuple[SeatPlan, ...]
    host: str
    watch: str
    public: bool = False
    first: int | None = None
    clock: float | None = None
    after: str = ""
    hints: bool = False


class Joined(Deed, frozen=True):
    """Somebody took a seat, or came back to it by a new link."""

    seat: int
    name: str
    holder: str


class Left(Deed, frozen=True):
    """A seat became free before the start."""

    seat: int


class Renewed(Deed, frozen=True):
    """The host made a new invitation to a seat; whoever held it no longer does once it is used."""

    seat: int
    invite: str


class Filled(Deed, frozen=True):
    """A bot took an open seat."""

    seat: int
    bot: str


class Started(Deed, frozen=True):
    """The cards were dealt."""


class Kept(Deed, frozen=True):
    """A seat chose its first tickets; played when all have."""

    seat: int
    move: str
    id: str = ""


class Moved(Deed, frozen=True):
    """A seat's move."""

    seat: int
    move: str
    id: str = ""


class Away(Deed, frozen=True):
    """A bot plays on for a seat, because its time was up, the others voted so, or it left."""

    seat: int
    why: str


class Back(Deed, frozen=True):
    """A seat plays for itself again."""

    seat: int


class Voted(Deed, frozen=True):
    """A seat asks that a bot play on for another one."""

    seat: int
    by: int


class Said(Deed, frozen=True):
    """Chat: of a seat to the table, or of a spectator to spectators."""

    text: str
    seat: int | None = None
    name: str = ""


class Reacted(Deed, frozen=True):
    """A quick reaction of a seat."""

    seat: int
    reaction: str


class Rematched(Deed, frozen=True):
    """The same people play again at another table."""

    table: str


class Closed(Deed, frozen=True):
    """Nobody came: the table is gone."""


AnyDeed = (
    Opened
    | Joined
    | Left
    | Renewed
    | Filled
    | Started
    | Kept
    | Moved
    | Away
    | Back
    | Voted
    | Said
    | Reacted
    | Rematched
    | Closed
)
_DECODER: msgspec.json.Decoder[AnyDeed] = msgspec.json.Decoder(AnyDeed)


def write(deed: Deed) -> str:
    """A deed as it is stored."""
    return msgspec.json.encode(deed).decode()


def read(payload: str) -> AnyDeed:
    """A deed from the log."""
    return _DECODER.decode(payload)


def kind(deed: Deed) -> str:
    """The deed's kind, as in its column."""
    return type(deed).__name__.lower()
