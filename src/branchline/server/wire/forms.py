"""Forms: the bodies and queries of HTTP requests, and the answers to them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.board import DEFAULT_BOARD, DEFAULT_SEATS
from branchline.board.json import BoardJson
from branchline.game.statistics import SeatStatistics
from branchline.review import Review
from branchline.review.result import Explanation
from branchline.server.table.text import NAME_LENGTH

from .liveries import Livery
from .messages import SeatNumber, Self, TableState, WireView

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Key = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]{43}$")]
# `$` alone lets Python, unlike JSON Schema, accept a newline at the end.
BASE64URL = r"^[A-Za-z0-9_-]+$(?!\n)"
LANGUAGE = r"^[A-Za-z-]*$(?!\n)"
Endpoint = Annotated[str, Meta(min_length=1, max_length=2_000)]
Spec = Annotated[str, Meta(min_length=1, max_length=60)]
Clock = Annotated[float, Meta(ge=5, le=1_209_600)]
BoardName = Annotated[str, Meta(min_length=1, max_length=40)]
Ply = Annotated[int, Meta(ge=0, le=100_000)]
ReviewLevel = Literal["quick", "standard", "deep"]
PuzzleName = Annotated[str, Meta(min_length=1, max_length=60)]
ColourNumber = Annotated[int, Meta(ge=0, le=9)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body or query of a request."""


class SeatRequest(Form, frozen=True):
    """Who is to sit at a seat: anyone with an invitation, a bot, or the one who opens the table.

    At a public table anybody may take an `open` seat, and only those with a link that of a `friend`. `name` is a
    bot's, `colour` that of the one who opens the table.
    """

    kind: Literal["open", "friend", "bot", "me"] = "open"
    bot: Spec = "medium"
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    colour: ColourNumber | None = None


class PlayOn(Form, frozen=True):
    """Begin in a position: after `ply` moves of a `game` of this server that is over, or of that of a `record`.

    Or in that of a `puzzle`, in which everything is dealt anew that its seat does not know. `anew` is the seat from
    whose knowledge hidden cards are dealt anew; without it all cards are those of that game.
    """

    ply: Ply
    game: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    record: Annotated[str, Meta(min_length=1)] | None = None
    anew: SeatNumber | None = None
    puzzle: PuzzleName | None = None


class NewTable(Form, frozen=True):
    """A table to open. `clock` are the seconds per move; `first` is the seat that starts, by default drawn by lot.

    `hints` lets players ask what a bot would do. A single player among bots always may. Without `undo` no move can be
    taken back.
    With `cookie` the key goes into a cookie that scripts can't read, and not into the answer. With `position` the game
    begins there: board and number of seats are those of the position, and `first` is not given.
    """

    board: BoardName
    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=2, max_length=8)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    first: SeatNumber | None = None
    clock: Clock | None = None
    public: bool = False
    hints: bool = False
    undo: bool = True
    cookie: bool = False
    position: PlayOn | None = None


class JoinRequest(Form, frozen=True):
    """Take a seat: with the key of an invitation, or at a public table any free seat or a certain one.

    Without `colour` it is one that no other player has.
    """

    name: Name
    invite: Key | None = None
    seat: SeatNumber | None = None
    cookie: bool = False
    colour: ColourNumber | None = None


class Introduction(Form, frozen=True):
    """Another name and colour before the start; without `colour` it stays."""

    name: Name
    colour: ColourNumber | None = None


class SeatChange(Form, frozen=True):
    """A seat after a change: whoever sits at seat `was` (`keep`), a bot, or nobody yet, as at the opening."""

    kind: Literal["keep", "open", "friend", "bot"] = "open"
    was: SeatNumber | None = None
    bot: Spec = "medium"
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class Arrangement(Form, frozen=True):
    """The table as the host wants it before the start. Who is at no seat of it has to go. `hints`: None leaves them."""

    board: BoardName
    seats: Annotated[tuple[SeatChange, ...], Meta(min_length=2, max_length=8)]
    clock: Clock | None = None
    hints: bool | None = None


class StartRequest(Form, frozen=True):
    """Fill the open seats with bots, and start."""

    bot: Spec = "medium"


class RematchRequest(Form, frozen=True):
    """Play again with the same players. If it `waits`, whoever asks first may change the seats, and starts the game."""

    cookie: bool = False
    waits: bool = False


class SubscribeRequest(Form, frozen=True):
    """Where a browser wants to be called, as its PushSubscription says: base64url without padding."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(min_length=87, max_length=87, pattern=BASE64URL)]
    auth: Annotated[str, Meta(min_length=22, max_length=22, pattern=BASE64URL)]
    language: Annotated[str, Meta(max_length=16, pattern=LANGUAGE)] = ""


class UnsubscribeRequest(Form, frozen=True):
    """Where a browser does not want to be called any more."""

    endpoint: Endpoint


class ReplayQuery(Form, frozen=True):
    """Which ply of a game, and who looks at it: a seat, or a spectator if none is given."""

    ply: Ply | None = None
    seat: SeatNumber | None = None


class ReviewRequest(Form, frozen=True):
    """How deep a review is wanted."""

    level: ReviewLevel = "quick"


class ReviewQuery(Form, frozen=True):
    """The review of which level; by default of the deepest that has been made."""

    level: ReviewLevel | None = None


class DailyQuery(Form, frozen=True):
    """The day of a puzzle, as `2026-11-18`; by default today at the server."""

    date: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")] | None = None


class Invitation(msgspec.Struct, frozen=True):
    """A link to a seat, to all free seats, or for watching.

    The key comes after the `#`, which browsers do not send to servers.
    """

    link: str
    key: str
    seat: int | None = None


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table: the host's key (None if a cookie has it), the links to its open seats, and the link for watching.

    `shared` is one link for all open seats, if there are any.
    """

    table: TableState
    you: Self
    key: str | None
    invitations: tuple[Invitation, ...]
    watch: Invitation
    shared: Invitation | None = None


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat that was taken, and its key (None if a cookie has it)."""

    table: TableState
    you: Self
    key: str | None


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, who the client is there, and the seats that the table waits for. `invited`: its key is that of a link
    that leads to a seat now.
    """

    table: TableState
    you: Self
    to_move: tuple[int, ...] = ()
    invited: bool = False


class TableList(msgspec.Struct, frozen=True):
    """Public tables, the latest first."""

    tables: tuple[TableState, ...]


class BoardSummary(msgspec.Struct, frozen=True):
    """A board that can be played; `base` is the board whose map it has, another one for a variant."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    base: str


class BoardList(msgspec.Struct, frozen=True):
    """The boards of this server."""

    boards: tuple[BoardSummary, ...]


class BoardAnswer(msgspec.Struct, frozen=True):
    """A board, and the digest that records name."""

    board: BoardJson
    digest: str


class Choices(msgspec.Struct, frozen=True):
    """What can be chosen: bots for seats, quick reactions, the seconds after which players may vote, and colours.

    `own_bots` are those of `bots` that only this server has. `board` and `seats` are what a new table has unless
    somebody says otherwise. `links`: others can come by a link. `files`: a board of one's own can be given as its
    files, and a running game taken elsewhere as its record.
    """

    bots: tuple[str, ...]
    reactions: tuple[str, ...]
    patience: float
    liveries: tuple[Livery, ...] = ()
    board: str = DEFAULT_BOARD
    seats: int = DEFAULT_SEATS
    own_bots: tuple[str, ...] = ()
    links: bool = True
    files: bool = False


class PushKey(msgspec.Struct, frozen=True):
    """The key with which browsers subscribe to calls; None if this server calls nobody."""

    key: str | None


class Subscribed(msgspec.Struct, frozen=True):
    """Whether a browser is called when it is its player's turn."""

    subscribed: bool


class Health(msgspec.Struct, frozen=True):
    """The server works; its version."""

    status: Literal["ok"]
    version: str


class Moment(msgspec.Struct, frozen=True):
    """A game after `ply` of its `plies` moves, as one viewer saw it."""

    ply: int
    plies: int
    view: WireView


class Statistics(msgspec.Struct, frozen=True):
    """A finished game in numbers: what each seat did, its seconds, and the points on the board after each ply."""

    seats: tuple[SeatStatistics, ...]
    seconds: tuple[float, ...]
    scores: tuple[tuple[int, ...], ...]


class ReviewState(msgspec.Struct, frozen=True):
    """How far a review is: `progress` from 0 to 1. `others` are the reviews that share the time with it."""

    level: ReviewLevel
    progress: float
    done: bool
    others: int


class ReviewAnswer(msgspec.Struct, frozen=True):
    """A review, if there is one, and the levels of all that have been made."""

    made: tuple[ReviewLevel, ...]
    review: Review | None


class PuzzleSummary(msgspec.Struct, frozen=True):
    """A puzzle to choose: its board, what it is about, how hard it is from 1 to 5, and how many play."""

    id: str
    board: str
    theme: str
    difficulty: int
    seats: int


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles, by board and from easy to hard."""

    puzzles: tuple[PuzzleSummary, ...]


class PuzzleCandidate(msgspec.Struct, frozen=True):
    """A move that was tried: its chance to win, how far it is behind the best, and the standard error of that."""

    move: str
    value: float
    behind: float
    error: float


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """A puzzle: the view of the seat to move, the moves that solve it, and what all choices are worth, best first.

    `reasons` explain the answer; `solvers` are the levels of bots that find it.
    """

    id: str
    board: str
    theme: str
    difficulty: int
    view: WireView
    answers: tuple[str, ...]
    candidates: tuple[PuzzleCandidate, ...]
    reasons: tuple[Explanation, ...]
    solvers: tuple[str, ...]
