"""Forms: what HTTP requests carry and what they are answered with."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.server.table.text import NAME_LENGTH

from .board_json import Facts
from .messages import SeatNumber, Self, TableState

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Key = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]{43}$")]
Spec = Annotated[str, Meta(min_length=1, max_length=60)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


class SeatWish(Form, frozen=True):
    """Who shall sit at a seat: whoever comes, a bot, or the one who opens the table."""

    kind: Literal["open", "bot", "me"] = "open"
    bot: Spec = "medium"


class NewTable(Form, frozen=True):
    """A table to open. `clock` are the seconds per move; `first` the seat that starts, drawn by lot if none is given.

    `hints` lets players ask what a bot would do; who plays against bots alone always may.
    With `cookie` the key goes into a cookie, where no script can read it, instead of into the answer.
    """

    board: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=2, max_length=8)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    first: SeatNumber | None = None
    clock: Annotated[float, Meta(ge=5, le=1_209_600)] | None = None
    public: bool = False
    hints: bool = False
    cookie: bool = False


class Joining(Form, frozen=True):
    """Taking a seat: with an invitation's key, or, at a public table, any or a certain free seat."""

    name: Name
    invite: Key | None = None
    seat: SeatNumber | None = None
    cookie: bool = False


class Starting(Form, frozen=True):
    """Fill the seats that are still open with bots, and start."""

    bot: Spec = "medium"


class Anew(Form, frozen=True):
    """A rematch."""

    cookie: bool = False


class Replaying(Form, frozen=True):
    """Which moment of a game, and as whom: a seat, or a spectator without one."""

    ply: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    seat: SeatNumber | None = None


class Invitation(msgspec.Struct, frozen=True):
    """A link to a seat, or to watch. Its key stands behind the `#`, which browsers never send."""

    link: str
    key: str
    seat: int | None = None


class Opening(msgspec.Struct, frozen=True):
    """A new table: the host's key (None if a cookie holds it), the links to its open seats, and the one to watch."""

    table: TableState
    you: Self
    key: str | None
    invitations: tuple[Invitation, ...]
    watch: Invitation


class Seated(msgspec.Struct, frozen=True):
    """A seat that was taken, and the key that holds it (None if a cookie does)."""

    table: TableState
    you: Self
    key: str | None


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, and who asks."""

    table: TableState
    you: Self


class TableList(msgspec.Struct, frozen=True):
    """Public tables, the latest first."""

    tables: tuple[TableState, ...]


class BoardSummary(msgspec.Struct, frozen=True):
    """A board that can be played."""

    id: str
    name: str
    min_seats: int
    max_seats: int


class BoardList(msgspec.Struct, frozen=True):
    """The boards of this server."""

    boards: tuple[BoardSummary, ...]


class BoardFacts(msgspec.Struct, frozen=True):
    """Everything a board file says, and the digest that records name."""

    board: Facts
    digest: str


class Choices(msgspec.Struct, frozen=True):
    """Bots for seats, quick reactions, and the seconds after which a table may vote."""

    bots: tuple[str, ...]
    reactions: tuple[str, ...]
    patience: float


class Health(msgspec.Struct, frozen=True):
    """That the server is there, and its version."""

    status: Literal["ok"]
    version: str
