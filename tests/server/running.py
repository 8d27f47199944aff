"""A real server in a thread of the test's process, reached over real sockets."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from branchline import CommittedDealer
from branchline.server.app import make_app
from branchline.server.run import protocol_options
from branchline.server.settings import Limits, Settings
from branchline.server.table.table import DealerFor

from .players import TIMEOUT, Player

#: Limits that tests never reach unless they are about them.
WIDE = Limits(
    queue_bytes=1 << 26,
    connections_per_address=2_000,
    connect_rate=100_000,
    connect_burst=100_000,
    socket_rate=100_000,
    socket_burst=100_000,
    pause=0,
    sockets_per_address=500,
    tables_per_address=100_000,
    request_rate=100_000,
    request_burst=100_000,
    message_rate=100_000,
    message_burst=100_000,
    chat_rate=100_000,
    chat_burst=100_000,
    address_chat_rate=100_000,
    address_chat_burst=100_000,
    hint_rate=100_000,
    hint_burst=100_000,
    review_rate=100_000,
    review_burst=100_000,
)


#: Idle connections are given up before the server does so: one that both let go at the same moment fails a request.
KEEP_ALIVE = httpx.Limits(keepalive_expiry=WIDE.idle_seconds / 2)


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that the server does on its own."""
    end = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


class Clock:
    """The server's time, in the hands of a test."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Server:
    """A running server, and shorthand for what tests ask of it."""

    def __init__(self, app: Any, port: int) -> None:
        self.app, self.port = app, port
        self.url = f"http://127.0.0.1:{port}"
        self.players: list[Player] = []
        self.http = httpx.Client(base_url=self.url, timeout=TIMEOUT, limits=KEEP_ALIVE)

    @property
    def services(self) -> Any:
        return self.app.state.services

    def post(self, path: str, body: object = None, key: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.http.post(path, json={} if body is None else body, headers=headers)

    def get(self, path: str, key: str | None = None, **query: object) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.http.get(path, params={k: str(v) for k, v in query.items()}, headers=headers)

    def open(self, board: str = "london", seats: int = 2, bots: int = 0, **more: Any) -> dict[str, Any]:
        """A table with open seats, and bots at its end."""
        wishes = [{"kind": "open"}] * (seats - bots) + [{"kind": "bot", "bot": "random"}] * bots
        response = self.post("/api/tables", {"board": board, "seats": wishes, **more})
        assert response.status_code == 201, response.text
        return dict(response.json())

    def sit(self, opening: dict[str, Any]) -> list[Player]:
        """Somebody at each open seat, connected and welcomed."""
        game = opening["table"]["id"]
        players = []
        for invitation in opening["invitations"]:
            name = f"player {invitation['seat']}"
            response = self.post(f"/api/tables/{game}/join", {"name": name, "invite": invitation["key"]})
            assert response.status_code == 200, response.text
            players.append(self.player(game, response.json()["key"], invitation["seat"]))
        for player in players:
            player.hello()
        return players

    def player(self, game: str, key: str | None, seat: int | None = None, **more: Any) -> Player:
        """A connection, which is closed with the server at the latest."""
        player = Player(self.port, game, key, seat, **more)
        self.players.append(player)
        return player

    def close(self) -> None:
        for player in self.players:
            player.close()
        self.http.close()

    def play(self, **more: Any) -> tuple[str, list[Player]]:
        """A table with everybody at it, the first tickets still to be chosen."""
        opening = self.open(**more)
        players = self.sit(opening)
        for player in players:
            player.wait(lambda p: p.view is not None)
        return opening["table"]["id"], players


@contextmanager
def running(
    data: Path,
    *,
    now: Callable[[], float] | None = None,
    dealer_for: DealerFor = CommittedDealer,
    limits: Limits = WIDE,
    host: str = "127.0.0.1",
    **more: Any,
) -> Iterator[Server]:
    """A server until the end of the block. Its bots are quick, also at tables at which nobody looks."""
    quick = {"bot_pace": 0.0, "undo_grace": 0.0, "sweep": 0.2, "grace": 0.5, "unwatched_share": 1.0}
    settings = Settings(data=str(data), limits=limits, **{**quick, **more})
    app = make_app(settings, **({"now": now} if now else {}), dealer_for=dealer_for)
    config = uvicorn.Config(
        app,
        host=host,
        port=0,
        **protocol_options(settings),
        forwarded_allow_ips="127.0.0.1",
        log_config=None,
        timeout_graceful_shutdown=5,
    )
    started = threading.Event()

    class SignallingServer(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            started.set()

    server = SignallingServer(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(TIMEOUT)
    here = Server(app, server.servers[0].sockets[0].getsockname()[1])
    try:
        yield here
    finally:
        here.close()
        server.should_exit = True
        thread.join(TIMEOUT)
