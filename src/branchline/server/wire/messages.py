"""Messages of the WebSocket: tagged structs, the same in JSON, JSON Schema and TypeScript (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.game.view import ViewData
from branchline.server.table.notices import AnyNotice
from branchline.server.table.text import CHAT_LENGTH, NAME_LENGTH

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Stage = Literal["open", "playing", "over", "closed"]


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """What a client sends."""


class Hello(ClientMessage, frozen=True):
    """The first message. `key` unless a cookie holds it; `last` is the number that it has already."""

    key: Annotated[str, Meta(max_length=64)] | None = None
    last: Number | None = None


class Move(ClientMessage, frozen=True):
    """A move as text, or by its index in `legal` of the view with that number. The same id twice is one move."""

    id: Id
    move: Annotated[str, Meta(max_length=400)] | None = None
    index: Number | None = None
    number: Number | None = None


class Chat(ClientMessage, frozen=True):
    """Words to the table, or from spectator to spectators, who may give a name."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class React(ClientMessage, frozen=True):
    """A quick reaction."""

    id: Id
    reaction: Annotated[str, Meta(max_length=20)]


class Vote(ClientMessage, frozen=True):
    """Let a bot play on for a seat that keeps the table waiting."""

    id: Id
    seat: SeatNumber


class Back(ClientMessage, frozen=True):
    """Play for oneself again."""

    id: Id


class Hint(ClientMessage, frozen=True):
    """What would a bot do in one's place? Answered with `advice`, to the seat to move only."""

    id: Id


AnyClientMessage = Hello | Move | Chat | React | Vote | Back | Hint


class SeatState(msgspec.Struct, frozen=True):
    """Who sits at a seat: `kind` is open, reserved (for somebody who has not come yet), player or bot."""

    kind: Literal["open", "reserved", "player", "bot"]
    name: str
    bot: str
    away: bool


class TableState(msgspec.Struct, frozen=True):
    """What everybody may know of a table. `commitment` is the SHA-256 of the deal's secret, told at the end.

    `hints`: whether a player may ask what a bot would do.
    """

    id: str
    board: str
    stage: Stage
    public: bool
    seats: tuple[SeatState, ...]
    first: int | None
    clock: float | None
    commitment: str
    secret: str | None
    created: float
    rematch: str | None
    after: str | None
    hints: bool = False


class Self(msgspec.Struct, frozen=True):
    """Who the client is here: a seat, or None for a spectator."""

    seat: int | None
    host: bool


class WireView(ViewData, frozen=True, kw_only=True):
    """A `View` with its board by name and its moves as text. In an update `log` is empty: its entries come as news."""

    board: str
    legal: list[str]


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """What the server sends."""


class Update(ServerMessage, frozen=True):
    """What one entry of the log means to this viewer. `view` is what it knows now; `table` comes if it changed."""

    number: int
    at: float
    news: tuple[AnyNotice, ...]
    to_move: tuple[int, ...] = ()
    deadline: float | None = None
    table: TableState | None = None
    view: WireView | None = None


class Welcome(ServerMessage, frozen=True):
    """The answer to hello: everything as it stands at `number`, and the news since `last` (all news without it)."""

    number: int
    you: Self
    table: TableState
    to_move: tuple[int, ...]
    deadline: float | None
    view: WireView | None
    missed: tuple[Update, ...]


class Ack(ServerMessage, frozen=True):
    """A message was carried out, and what it did has this number in the log. It is on the disk."""

    id: str
    number: int


class Advice(ServerMessage, frozen=True):
    """What a bot would play in one's place at `number`."""

    id: str
    number: int
    move: str


class Error(ServerMessage, frozen=True):
    """A message was not carried out; `code` says why."""

    code: str
    id: str | None = None
    data: dict[str, str | float] = {}


AnyServerMessage = Welcome | Update | Ack | Advice | Error

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)


def encode(message: AnyServerMessage) -> str:
    """A message as it goes over the wire."""
    return _ENCODER.encode(message).decode()


def decode(text: str) -> AnyClientMessage:
    """A message that came in; msgspec's errors if it is none."""
    return _DECODER.decode(text)
