"""Players for tests: one socket each, everything that came over it, and what follows from it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

from websockets.sync.client import ClientConnection, connect

#: Seconds after which something hangs. Nothing is measured by it, however busy the machine is.
TIMEOUT = 300.0
Message = dict[str, Any]


class Player:
    """One connection to one table. `raw` keeps every text that came."""

    def __init__(self, port: int, game: str, key: str | None, seat: int | None = None, **more: Any) -> None:
        self.port, self.game, self.key, self.seat = port, game, key, seat
        self.raw: list[str] = []
        self.notices: list[Message] = []
        self.welcome: Message = {}
        self.table: Message = {}
        self.view: Message | None = None
        self.to_move: list[int] = []
        self.number = 0
        self._open = ExitStack()
        url = f"ws://127.0.0.1:{port}/api/tables/{game}/socket"
        connecting = connect(
            url, compression=None, max_size=None, open_timeout=TIMEOUT, close_timeout=0.2, **more
        )
        self.socket: ClientConnection = self._open.enter_context(connecting)

    def close(self) -> None:
        self._open.close()

    def hello(self, last: int | None = None) -> Message:
        self.send(type="hello", key=self.key, last=last)
        self.welcome = self.receive()
        return self.welcome

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        """The next message, understood."""
        text = self.socket.recv(timeout=TIMEOUT)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = json.loads(text)
        if message["type"] in ("welcome", "update"):
            self.understand(message)
        return message

    def understand(self, message: Message) -> None:
        self.number = message["number"]
        self.table = message["table"] or self.table
        self.view, self.to_move = message["view"], message["to_move"]
        if message["type"] == "welcome":
            self.notices += [notice for missed in message["missed"] for notice in missed["news"]]
        else:
            self.notices += message["news"]

    def wait(self, until: Callable[[Player], bool]) -> None:
        """Read until something holds."""
        while not until(self):
            self.receive()

    def reach(self, number: int) -> None:
        """Read until that number has come."""
        self.wait(lambda player: player.number >= number)

    def hear(self, kind: str) -> Message:
        """Read until there is a notice of a kind; the latest such."""
        self.wait(lambda player: any(notice["type"] == kind for notice in player.notices))
        return next(notice for notice in reversed(self.notices) if notice["type"] == kind)

    def ask(self, **message: Any) -> Message:
        """Send something with an id, and read until it is answered."""
        id_ = message.setdefault("id", str(uuid4()))
        self.send(**message)
        while True:
            answer = self.receive()
            if answer["type"] in ("ack", "advice", "page", "error") and answer.get("id") == id_:
                return answer

    def hear_watchers(self, count: int) -> None:
        """Read until a message says that so many watch."""
        while self.receive() != {"type": "watchers", "count": count}:
            pass

    def move(self, text: str, **more: Any) -> Message:
        return self.ask(type="move", move=text, **more)

    @property
    def legal(self) -> list[str]:
        return list(self.view["legal"]) if self.view else []

    @property
    def over(self) -> bool:
        return self.table.get("stage") == "over"


def keep(players: Sequence[Player]) -> None:
    """All choose their first tickets."""
    for player in players:
        player.wait(lambda one: bool(one.legal))
        assert player.move(player.legal[0])["type"] == "ack"
    settle(players)


def settle(players: Sequence[Player]) -> None:
    """All have heard what the last of them has heard."""
    number = max(player.number for player in players)
    for player in players:
        player.reach(number)


def play_on(players: Sequence[Player], moves: int | None = None, seed: int = 1) -> int:
    """Random moves until the game is over, or so many; how many there were. Bots may sit among the players."""
    chance, made = random.Random(seed), 0
    seated = {player.seat: player for player in players}
    while not players[0].over and made != moves:
        number = players[0].number
        mine = [seat for seat in players[0].to_move if seat in seated]
        if not mine:
            players[0].reach(number + 1)
            continue
        player = seated[mine[0]]
        player.reach(number)
        assert player.move(choose(player.legal, chance))["type"] == "ack"
        made += 1
        settle(players)
    return made


def choose(legal: list[str], chance: random.Random) -> str:
    """A move that gets on: claims before anything else."""
    claims = [move for move in legal if move.startswith(("claim", "pay"))]
    return chance.choice(claims or legal)
