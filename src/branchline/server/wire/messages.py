"""Messages of the WebSocket (docs/protocol.md). Their JSON Schema and TypeScript types are made from these structs.

Tags and JSON names are part of the protocol: a class or attribute may get another name, they may not.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.game.view import ViewData
from branchline.server.table.notices import AnyNotice
from branchline.server.table.table import Out, Stage
from branchline.server.table.text import CHAT_LENGTH, NAME_LENGTH

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message. `key` unless a cookie has it; `last` is the last number that the client has seen."""

    key: Annotated[str, Meta(max_length=64)] | None = None
    last: Number | None = None


class Move(ClientMessage, frozen=True, tag="move"):
    """A move as text, or by its index in `legal` of the view with that number. An id that comes twice is one move."""

    id: Id
    move: Annotated[str, Meta(max_length=400)] | None = None
    index: Number | None = None
    number: Number | None = None


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Take back the own move with that number, which `undo` in the last update named."""

    id: Id
    number: Number


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Chat to the table, or from a spectator, who may give a name, to the spectators."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class React(ClientMessage, frozen=True, tag="react"):
    """A quick reaction."""

    id: Id
    reaction: Annotated[str, Meta(max_length=20)]


class Vote(ClientMessage, frozen=True, tag="vote"):
    """Vote that a bot plays for a seat that keeps the table waiting."""

    id: Id
    seat: SeatNumber


class Back(ClientMessage, frozen=True, tag="back"):
    """Take the own seat back from the bot that plays for it."""

    id: Id


class Ask(ClientMessage, frozen=True, tag="ask"):
    """Ask for a new link to a seat during the game. For the host, who then makes it over HTTP."""

    id: Id
    seat: SeatNumber


class Answer(ClientMessage, frozen=True, tag="answer"):
    """Say whether the host may have a new link to a seat."""

    id: Id
    seat: SeatNumber
    agree: bool


class Kick(ClientMessage, frozen=True, tag="kick"):
    """Vote that the player of a seat be removed from the game; without `agree`, take that back."""

    id: Id
    seat: SeatNumber
    agree: bool = True


class History(ClientMessage, frozen=True, tag="history"):
    """Ask for the updates before a number, the latest of them; the answer is `page`."""

    id: Id
    before: Number


class Hint(ClientMessage, frozen=True, tag="hint"):
    """Ask what a bot would do. Only for the seat to move; the answer is `advice`."""

    id: Id


AnyClientMessage = Hello | Move | Undo | Chat | React | Vote | Back | Ask | Answer | Kick | History | Hint


class SeatState(msgspec.Struct, frozen=True):
    """Who sits at a seat: `kind` is open, reserved (for a player who has not come yet), player or bot.

    At a public table a seat that is only taken by a link is reserved, too. `colour` is the number of its livery, and
    `out` says how its player went for good.
    """

    kind: Literal["open", "reserved", "player", "bot"]
    name: str
    bot: str
    away: bool
    colour: int = 0
    out: Out = ""


class RemovalState(msgspec.Struct, frozen=True):
    """Who wants the player of a seat to be removed, and how many have to."""

    seat: int
    by: tuple[int, ...]
    needed: int


class LinkRequestState(msgspec.Struct, frozen=True):
    """The host asks for a new link to a seat: who agreed, who declined, and how many have to agree (None: nobody can).

    `after` is when the link can be made without agreement, if its player is away; `granted`: it can be made at once;
    `made`: it was made and is not used yet.
    """

    seat: int
    agreed: tuple[int, ...]
    declined: tuple[int, ...]
    needed: int | None
    after: float | None
    granted: bool
    made: bool


class OriginState(msgspec.Struct, frozen=True):
    """Where a game began that goes on from another: after `ply` moves of `game` (None: not told).

    `anew` is the seat from whose knowledge hidden cards were dealt anew; None: all cards are those of that game.
    """

    game: str | None
    ply: int
    anew: int | None


class TableState(msgspec.Struct, frozen=True):
    """The public state of a table. `commitment` is the SHA-256 of the deal's secret, which is told at the end.

    `hints`: whether players may ask what a bot would do; `undo`: whether they may take moves back. `requests`: for new
    links to seats, while the game is played. `host`: the seat of the host, if it has one. `waits`: the host starts the
    game, also when all seats are taken. `origin`: the game begins in a position of another, so that board and number of
    seats stay.
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
    requests: tuple[LinkRequestState, ...] = ()
    undo: bool = True
    host: int | None = None
    waits: bool = False
    removals: tuple[RemovalState, ...] = ()
    origin: OriginState | None = None


class Self(msgspec.Struct, frozen=True):
    """Who the client is at this table: a seat, or None for a spectator."""

    seat: int | None
    host: bool


class WireView(ViewData, frozen=True, kw_only=True):
    """A `View` with its board by id and its moves as text. In an update `log` is empty: its entries come as notices.

    `closed` are the routes that nobody has and that this viewer may not claim, because their twin is taken (R6); for a
    spectator, those that nobody may claim. `chosen` are the first tickets that the viewer has chosen, as long as others
    still choose theirs; after that they are in `tickets`.
    """

    board: str
    legal: list[str]
    closed: list[str]
    chosen: list[str]


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """What the server sends."""


class Update(ServerMessage, frozen=True, tag="update"):
    """One event as this viewer may see it. `view` is what the viewer knows now; `table` comes if it changed.

    `undo` is the number of the viewer's move that it may take back, as long as nobody else acts.
    """

    number: int
    at: float
    notices: tuple[AnyNotice, ...] = msgspec.field(name="news")
    to_move: tuple[int, ...] = ()
    deadline: float | None = None
    table: TableState | None = None
    view: WireView | None = None
    undo: int | None = None


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to hello: the state at `number`, and the latest updates since `last`.

    If there were more of them, `earlier` is the number before which they are to be asked for. `since` is when the table
    began to wait for those to move. `now` is the time at the table, which a client's own clock need not agree with.
    `undo` as in an update. `watchers` is how many watch. When the host changes the seats, another welcome comes.
    """

    number: int
    you: Self
    table: TableState
    to_move: tuple[int, ...]
    deadline: float | None
    view: WireView | None
    missed: tuple[Update, ...]
    earlier: int | None = None
    since: float = 0.0
    now: float = 0.0
    undo: int | None = None
    watchers: int = 0


class Page(ServerMessage, frozen=True, tag="page"):
    """The answer to history: updates in their order, without views. `earlier` as in `welcome`."""

    id: str
    updates: tuple[Update, ...]
    earlier: int | None


class Ack(ServerMessage, frozen=True, tag="ack"):
    """A message was carried out. Its event is stored on disk under this number."""

    id: str
    number: int


class Advice(ServerMessage, frozen=True, tag="advice"):
    """What a bot would play in place of this seat at `number`, and the next best moves in their order."""

    id: str
    number: int
    move: str
    others: tuple[str, ...] = ()


class Watchers(ServerMessage, frozen=True, tag="watchers"):
    """How many watch the table now."""

    count: int


class Error(ServerMessage, frozen=True, tag="error"):
    """A message was refused; `code` says why."""

    code: str
    id: str | None = None
    data: dict[str, str | float] = {}


AnyServerMessage = Welcome | Update | Page | Ack | Advice | Watchers | Error

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)


def encode(message: AnyServerMessage) -> str:
    """A message as JSON."""
    return _ENCODER.encode(message).decode()


def decode(text: str) -> AnyClientMessage:
    """A message from JSON; raises msgspec's errors."""
    return _DECODER.decode(text)
