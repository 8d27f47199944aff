"""Events: what is stored in the log of a table. `apply` makes the table from them, one after the other.

Their tags and fields stand in databases: a class may get another name, its tag may not.
"""

from __future__ import annotations

import msgspec

from branchline.game.position import Origin, Position


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat when the table opens: held by a bot or a player, reserved for a player, or open to an invitation.

    `private`: also at a public table it is taken by a link only. `colour` is the player's, if one was chosen.
    """

    bot: str = ""
    name: str = ""
    holder: str = ""
    invite: str = ""
    reserved: bool = False
    private: bool = False
    colour: int | None = None


class SeatChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat after the host has changed the seats: whoever sat at seat `was`, a bot, or nobody yet."""

    was: int | None = None
    bot: str = ""
    name: str = ""
    private: bool = False


class Opened(Event, frozen=True, tag="opened"):
    """The table was opened with these options. Of keys only the digests are stored.

    `invite` is the link to all free seats. If the table `waits`, its host starts the game.
    """

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
    invite: str = ""
    waits: bool = False


class Continued(Opened, frozen=True, kw_only=True, tag="continued"):
    """The table was opened for a game that begins in a position of another. It has a tag of its own, so that no
    version that does not know it deals another game there.
    """

    position: Position
    origin: Origin


class Joined(Event, frozen=True, tag="joined"):
    """A player took a seat, or came back to it by a new link."""

    seat: int
    name: str
    holder: str
    colour: int | None = None


class Introduced(Event, frozen=True, tag="introduced"):
    """A player chose another name or colour before the start."""

    seat: int
    name: str
    colour: int


class Invited(Event, frozen=True, tag="invited"):
    """The host made a new link to all free seats. The former one is void."""

    invite: str


class Arranged(Event, frozen=True, tag="arranged"):
    """The host changed the seats before the start, and perhaps the board, the clock and the hints."""

    board: str
    digest: str
    seats: tuple[SeatChange, ...]
    clock: float | None = None
    hints: bool = False


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
    name: str = ""


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


class Resigned(Event, frozen=True, tag="resigned"):
    """A player gave the game up: a bot plays for the seat to the end."""

    seat: int


class RemovalVoted(Event, frozen=True, tag="removal_vote"):
    """Seat `by` wants the player of `seat` to be removed, or no longer does."""

    seat: int
    by: int
    agree: bool


class Removed(Event, frozen=True, tag="removed"):
    """The others removed the player of a seat by their votes. This bot plays there to the end."""

    seat: int
    bot: str


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
    | Continued
    | Joined
    | Introduced
    | Invited
    | Arranged
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
    | Resigned
    | RemovalVoted
    | Removed
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
