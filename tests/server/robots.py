"""Robots: players that go on through anything. Each keeps what it was promised, to be compared with the log."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

TIMEOUT = 60.0


class Robot:
    """One seat. If its server dies it goes to the next, and repeats what was not acknowledged."""

    def __init__(self, ports: Sequence[int], game: str, key: str, seat: int) -> None:
        self.ports, self.game, self.key, self.seat = list(ports), game, key, seat
        self.chance = random.Random(f"{game} {seat}")
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.notices: dict[int, list[Any]] = {}
        self.legal: list[str] = []
        self.last = 0
        self.over = False
        self.reconnects = -1
        self.refused: list[str] = []

    async def play(self, stop: asyncio.Event) -> None:
        """Until the game is over or it is told to stop."""
        while not (self.over or stop.is_set()):
            port = self.ports[0]
            try:
                url = f"ws://127.0.0.1:{port}/api/tables/{self.game}/socket"
                async with connect(url, compression=None, max_size=None, close_timeout=1) as socket:
                    self.reconnects += 1
                    await self.converse(socket, stop)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                self.ports.append(self.ports.pop(0))
                await asyncio.sleep(0.02)

    async def converse(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        await socket.send(json.dumps({"type": "hello", "key": self.key, "last": self.last}))
        while not (self.over or stop.is_set()):
            async with asyncio.timeout(TIMEOUT):
                message = json.loads(await socket.recv())
            await self.hear(message, socket)

    async def hear(self, message: dict[str, Any], socket: ClientConnection) -> None:
        kind = message["type"]
        if kind == "ack":
            assert self.pending is not None
            self.acknowledged[message["id"]] = (message["number"], self.pending["move"])
            self.pending = None
        elif kind == "error":
            self.refused.append(message["code"])
            self.pending = None
        else:
            for update in message["missed"] if kind == "welcome" else [message]:
                self.notices[update["number"]] = update["news"]
            self.last = message["number"]
            self.over = bool(message["view"]) and message["view"]["phase"] == "over"
            if kind == "welcome" and self.pending is not None:
                await socket.send(json.dumps(self.pending))
            self.legal = message["view"]["legal"] if message["view"] else []
        await self.move(socket)

    async def move(self, socket: ClientConnection) -> None:
        if self.legal and self.pending is None:
            claims = [text for text in self.legal if text.startswith(("claim", "pay"))]
            text = self.chance.choice(claims or self.legal)
            self.pending = {"type": "move", "id": str(uuid4()), "move": text}
            await socket.send(json.dumps(self.pending))


def seat_robots(url: str, ports: Sequence[Sequence[int]], opening: dict[str, Any]) -> list[Robot]:
    """A robot for each open seat, each with the ports that it tries in turn."""
    game = opening["table"]["id"]
    robots = []
    for invitation, mine in zip(opening["invitations"], ports, strict=True):
        body = {"name": f"robot {invitation['seat']}", "invite": invitation["key"]}
        response = httpx.post(f"{url}/api/tables/{game}/join", json=body, timeout=TIMEOUT)
        assert response.status_code == 200, response.text
        robots.append(Robot(mine, game, response.json()["key"], invitation["seat"]))
    return robots
