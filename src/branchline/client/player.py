"""A bot at a seat of a server: it plays over the table's socket, and comes back after a broken connection."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import ClientConnection, connect

from branchline.board import Board
from branchline.bots import Bot
from branchline.errors import BranchlineError
from branchline.game.view import View

from .seat import Seat, sentence

#: Closing codes after which nothing is tried again: refused, and the seat is somebody else's.
REFUSED, SEAT_LOST = 4403, 4401
#: The first and the longest pause before a server is tried again, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
#: Refusals of a move that mean nothing but that something else has happened meanwhile.
HARMLESS = ("stale", "not_your_turn", "already_chosen")
Message = dict[str, Any]


class Ended(NamedTuple):
    """How a game ended: for each seat its name, points and rank; nothing if the table was closed."""

    seat: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


class NewWelcome(Exception):
    """The log has to be fetched anew: only a welcome has all of it."""


class RemotePlayer:
    """Plays one game to its end. `patience` is for how many seconds a server may be away at a time."""

    def __init__(
        self, seat: Seat, bot: Bot, board: Board, say: Callable[[str], None] = print, patience: float = 300.0
    ) -> None:
        self.seat, self.bot, self.board, self.say, self.patience = seat, bot, board, say, patience
        self._number = 0
        self._table: Message = {}
        self._view: Message | None = None
        self._log: list[Message] = []
        self._to_move: list[int] = []
        self._me: int | None = seat.number
        self._pending = self._refused = ""
        self._decided: tuple[int, list[str], int] | None = None
        self._away_since: float | None = None
        self._pause = FIRST_PAUSE

    def run(self) -> Ended:
        """Play to the end. What can't be mended is a `BranchlineError` that says what to do."""
        while True:
            try:
                with connect(
                    self.seat.link.socket, compression=None, max_size=None, close_timeout=1
                ) as socket:
                    return self._play(socket)
            except NewWelcome:
                continue
            except ConnectionClosed as closed:
                self._heed(closed.rcvd.code if closed.rcvd else None)
            except (OSError, TimeoutError, InvalidHandshake, InvalidMessage):
                pass
            self._wait()

    def _heed(self, code: int | None) -> None:
        """Give up if the server has closed the connection for good."""
        if code == SEAT_LOST:
            raise BranchlineError(
                "the seat is somebody else's now: its link was used elsewhere, or the host took it"
            )
        if code == REFUSED:
            raise BranchlineError(sentence(self._refused))

    def _wait(self) -> None:
        """Wait a while before the next try, each time a little longer, but not for ever."""
        now = time.monotonic()
        if self._away_since is None:
            self._away_since = now
            self.say(f"the server at {self.seat.link.server} is away; trying again")
        if now - self._away_since > self.patience:
            raise BranchlineError(
                f"no server has answered at {self.seat.link.server} for {self.patience:g} seconds"
            )
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _play(self, socket: ClientConnection) -> Ended:
        self._pending = self._refused = ""
        self._send(socket, type="hello", key=self.seat.key)
        while True:
            self._understand(msgspec.json.decode(socket.recv(), type=Message))
            if self._table.get("stage") == "over" and self._view is not None:
                return self._ended(self._view)
            if self._table.get("stage") == "closed":
                raise BranchlineError("the table was closed before the game was over")
            if not self._pending:
                self._act(socket)

    def _send(self, socket: ClientConnection, **message: Any) -> None:
        socket.send(msgspec.json.encode(message).decode())

    def _understand(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("ack", "error") and message.get("id") == self._pending:
            self._pending = ""
        if kind == "error":
            self._refused = message["code"]
            if message.get("id") and self._refused not in (*HARMLESS, "away", "not_away"):
                raise BranchlineError(sentence(self._refused))
        elif kind == "welcome":
            self._welcome(message)
        elif kind == "update":
            self._update(message)

    def _welcome(self, message: Message) -> None:
        if self._away_since is not None:
            self.say("back at the table")
        self._away_since, self._pause = None, FIRST_PAUSE
        self._me = message["you"]["seat"]
        if self._me is None:
            raise BranchlineError(sentence("wrong_key"))
        self._log = message["view"]["log"] if message["view"] else []
        self._note(message)

    def _update(self, message: Message) -> None:
        for notice in message["news"]:
            if notice["type"] == "moved":
                if notice["ply"] > len(self._log):
                    raise NewWelcome
                entry = {name: notice[name] for name in ("seat", "move", "chance")}
                self._log = [*self._log[: notice["ply"]], entry]
            elif notice["type"] == "undone" and notice["ply"] is not None:
                self._log = self._log[: notice["ply"]]
            elif notice["type"] == "started":
                self.say("the game begins")
                raise NewWelcome
        self._note(message)

    def _note(self, message: Message) -> None:
        self._number, self._view, self._to_move = message["number"], message["view"], message["to_move"]
        self._table = message["table"] or self._table

    def _act(self, socket: ClientConnection) -> None:
        """Move if it is our turn; take the seat back if a bot of the server plays for it."""
        if self._view is None or self._me is None:
            return
        self._pending = secrets.token_hex(8)
        if self._table["seats"][self._me]["away"]:
            self._send(socket, type="back", id=self._pending)
        elif self._me in self._to_move and self._view["legal"]:
            place = self._choose(self._view)
            self._send(socket, type="move", id=self._pending, index=place, number=self._number)
        else:
            self._pending = ""

    def _choose(self, plain: Message) -> int:
        """The place of the bot's move among the legal ones; it does not think twice about one position."""
        if self._decided is not None and self._decided[:2] == (len(self._log), plain["legal"]):
            return self._decided[2]
        plain = {**plain, "log": self._log}
        if plain["starting"]:
            plain["seats"] = in_turn(plain["seats"], plain["seat"])
        view = View.from_json(msgspec.json.encode(plain), self.board)
        failed = self.bot.forfeits
        action = self.bot.choose(view, view.legal)
        if self.bot.forfeits > failed:
            self.say(f"the bot failed, and greedy moves for it: {self.bot.problems[-1]}")
        self.say(f"{len(self._log):>4} {action}")
        place = view.legal.index(action)
        self._decided = len(self._log), plain["legal"], place
        return place

    def _ended(self, view: Message) -> Ended:
        assert self._me is not None
        names = tuple(
            seat["name"] or seat["bot"] or f"seat {n}" for n, seat in enumerate(self._table["seats"])
        )
        scores = view["scores"] or ()
        points, ranks = (tuple(score[part] for score in scores) for part in ("total", "rank"))
        return Ended(self._me, names, points, ranks)


def in_turn(seats: list[Message], me: int) -> list[Message]:
    """The seats as the engine has them when this one chooses its first tickets: those before it have kept all.

    At a table all choose at once (S5), and nobody knows what the others keep.
    """
    return [
        {**seat, "offered": 0, "tickets": seat["offered"], "kept": seat["offered"]} if number < me else seat
        for number, seat in enumerate(seats)
    ]
