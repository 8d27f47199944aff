"""What a browser gives to its tables: a page that speaks to them, and a worker that thinks at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from branchline.local.client import LocalClient
from branchline.local.server import LocalServer
from branchline.local.storage import MemoryStorage, Storage
from branchline.local.thinking import answer

#: Seconds after which a test gives up.
PATIENCE = 60.0


class Page:
    """A page at a table: what it was sent, and the latest position."""

    def __init__(self, browser: Browser, game: str, key: str | None = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self._news = asyncio.Event()
        self._client: LocalClient = browser.server.connect(game, self._hear, self._end)
        self._sent = 0
        self.say("hello", key=key)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.messages.append(message)
        self.view = message.get("view") or self.view
        self.table = message.get("table") or self.table
        self._news.set()

    def _end(self, code: int) -> None:
        self.closed = code
        self._news.set()

    def say(self, kind: str, **rest: Any) -> str:
        """Send a message; its id."""
        self._sent += 1
        id_ = f"{id(self):x}-{self._sent}"
        named = {} if kind == "hello" else {"id": id_}
        self._client.receive(json.dumps({"type": kind, **named, **rest}))
        return id_

    async def until(self, found: Callable[[], Any]) -> Any:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not (result := found()):
                self._news.clear()
                await self._news.wait()
        return result

    async def answer(self, id_: str) -> dict[str, Any]:
        """The answer to a message."""
        found = await self.until(lambda: [one for one in self.messages if one.get("id") == id_])
        return dict(found[0])

    async def my_turn(self) -> bool:
        """Wait for the own turn; False if the game is over."""
        await self.until(lambda: self.view and (self.view["legal"] or self.view["phase"] == "over"))
        return bool(self.view["phase"] != "over")

    async def shown(self) -> None:
        """Wait for a position."""
        await self.until(lambda: self.view)

    async def play(self, move: str) -> dict[str, Any]:
        legal, self.view["legal"] = self.view["legal"], []
        answer = await self.answer(self.say("move", move=move))
        if answer["type"] == "error":
            self.view["legal"] = legal
        return answer

    def close(self) -> None:
        """Go away, and let go of the connection (web/src/local/tables.ts)."""
        self._client.close()
        del self._client


class Browser:
    """A tab. What is stored is shared by all tabs of the same storage."""

    def __init__(self, storage: Storage | None = None, others: list[Browser] | None = None) -> None:
        self.storage = storage or MemoryStorage()
        self.others = [] if others is None else others
        self.asked: list[dict[str, Any]] = []
        self._telling: list[asyncio.Future[None]] = []
        self.told_full = 0
        self.server = LocalServer(self.storage, self._think, self._work, self._tell, self._full)

    async def _think(self, text: str) -> str:
        self.asked.append(json.loads(text))
        if self.asked[-1]["type"] == "board":
            return ""  # this process knows it already
        return answer(text, lambda progress: None)

    async def _work(self, text: str, progress: Callable[[float], object]) -> str:
        return answer(text, progress)

    def _full(self) -> None:
        self.told_full += 1

    def _tell(self, game: str, number: int) -> None:
        for other in self.others:
            if other is not self:
                self._telling.append(asyncio.ensure_future(other.server.heard(game, number)))

    async def ask(
        self, method: str, path: str, body: object = None, key: str | None = None
    ) -> tuple[int, Any]:
        """A request: its status, and its answer."""
        text = None if body is None else json.dumps(body)
        found = json.loads(await self.server.request(method, path, text, key, key is None))
        try:
            return found["status"], json.loads(found["text"])
        except json.JSONDecodeError:
            return found["status"], found["text"]

    async def open(self, board: str, *bots: str, **rest: object) -> str:
        """A table against bots; its id."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        body = {"board": board, "seats": seats, "name": "Ann", "cookie": True, **rest}
        status, opened = await self.ask("POST", "/api/tables", body)
        assert status == 201, opened
        return str(opened["table"]["id"])
