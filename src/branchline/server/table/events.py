"""Events: what is stored in the log of a table. `apply` makes the table from them, one after the other.

Their tags and fields stand in databases: a class may get another name, its tag may not.
"""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat when the table opens: held by a bot or a player, reserved for a player, or open to an invitation."""

    bot: str = ""
    name: str = ""
    holder: str = ""
    invite: str = ""
    reserved: bool = False


class Opened(Event, frozen=True, tag="opened"):
    """The table was opened with these options. Of keys only the digests are stored."""

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
    undo: bool = True


class Joined(Event, frozen=True, tag="joined"):
    """A player took a seat, or came back to it by a new link."""

    seat: int
    name: str
    holder: str


class Left(Event, frozen=True, tag="left"):
    """A seat became free before the start."""

    seat: int


class Renewed(Event, frozen=True, tag="renewed"):
    """The host made a new invitation to a seat. Once it is used, the former holder loses the seat."""

    seat: int
    invite: str


class Handed(Event, frozen=True, tag="handed"):
    """The holder of a seat made a link to it, to play on at another device."""

    seat: int
    invite: str


class Asked(Event, frozen=True, tag="asked"):
    """The host asked for a new link to a seat during the game. If the seat is away, it comes after `wait` seconds."""

    seat: int
    wait: float


class Answered(Event, frozen=True, tag="answered"):
    """Seat `by` said whether the host may have a new link to `seat`."""

    seat: int
    by: int
    agree: bool


class Filled(Event, frozen=True, tag="filled"):
    """The host gave an open seat to a bot."""

    seat: int
    bot: str


class Started(Event, frozen=True, tag="started"):
    """The game started and the cards were dealt."""


class Kept(Event, frozen=True, tag="kept"):
    """A seat chose its first tickets. The moves are played when all seats have chosen (S5).

    `by` and `haste` as for `Moved`.
    """

    seat: int
    move: str
    id: str = ""
    by: str = ""
    haste: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A seat moved. `by` is the exact spec of the bot that chose the move; empty for a player.

    `haste`: the bot had `less` time than its level says, or the `quick` bot moved in its place.
    """

    seat: int
    move: str
    id: str = ""
    by: str = ""
    haste: str = ""


class Undone(Event, frozen=True, tag="undone"):
    """A seat took back the move, or the choice of first tickets, that is stored under `number`."""

    seat: int
    number: int
    id: str = ""


class Away(Event, frozen=True, tag="away"):
    """A bot plays for a seat from now on: its time ran out, the others voted for it, or the player left."""

    seat: int
    why: str


class Back(Event, frozen=True, tag="back"):
    """The player plays for the seat again."""

    seat: int


class Voted(Event, frozen=True, tag="voted"):
    """Seat `by` voted that a bot plays for `seat`."""

    seat: int
    by: int


class Said(Event, frozen=True, tag="said"):
    """Chat: from a seat to the whole table, or from a spectator to the spectators."""

    text: str
    seat: int | None = None
    name: str = ""


class Reacted(Event, frozen=True, tag="reacted"):
    """A seat sent a quick reaction."""

    seat: int
    reaction: str


class Rematched(Event, frozen=True, tag="rematched"):
    """The same players got another table for a rematch."""

    table: str


class Closed(Event, frozen=True, tag="closed"):
    """The table was closed, because not enough players came."""


AnyEvent = (
    Opened
    | Joined
    | Left
    | Renewed
    | Handed
    | Asked
    | Answered
    | Filled
    | Started
    | Kept
    | Moved
    | Undone
    | Away
    | Back
    | Voted
    | Said
    | Reacted
    | Rematched
    | Closed
)
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write(event: Event) -> str:
    """An event as it is stored."""
    return msgspec.json.encode(event).decode()


def read(payload: str) -> AnyEvent:
    """An event from the log."""
    return _DECODER.decode(payload)


def kind(event: Event) -> str:
    """The event's tag, which also stands in a column of its own."""
    return str(event.__struct_config__.tag)
