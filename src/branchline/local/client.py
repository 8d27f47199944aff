"""A client at a port: the page of this browser, in place of one at a socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from branchline.server.api.client import Client
from branchline.server.api.services import Services
from branchline.server.errors import REFUSED, RequestError
from branchline.server.live.tables import LiveTable
from branchline.server.wire.messages import AnyClientMessage

log = logging.getLogger(__name__)
#: What counts as the address of all that this browser asks.
HERE = "here"
Send = Callable[[str], object]
Close = Callable[[int], object]


class LocalClient(Client):
    """Handles one message after the other, in their order."""

    def __init__(self, services: Services, game: str, key: str | None, send: Send, close: Close) -> None:
        super().__init__(services, HERE)
        self._game, self._key, self._send, self._close = game, key, send, close
        self._live: LiveTable | None = None
        self._ended = False
        self._coming: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader = asyncio.create_task(self._read())

    def receive(self, text: str) -> None:
        """A message from the page."""
        self._coming.put_nowait(text)

    def send(self, message: str) -> None:
        if not self._ended:
            self._send(message)

    def end(self, code: int | None) -> None:
        if not self._ended:
            self.close()
            self._close(code or 1006)

    def close(self) -> None:
        """The page has gone, or is closed. Nothing is left of this connection once its last message is handled.

        To cancel the reader would keep it: a cancelled task has its error, and that the frames in which it was raised.
        """
        self._ended = True
        self._coming.put_nowait(None)
        if self._hinting is not None:
            self._hinting.cancel()
            self._hinting = None

    async def _read(self) -> None:
        while (text := await self._coming.get()) is not None and not self._ended:
            try:
                await self._next(text)
            except Exception:
                log.exception("a message could not be handled")
                self.end(1011)
        if self._live is not None:
            self.leave(self._live)

    async def _next(self, text: str) -> None:
        message: AnyClientMessage | None = None
        try:
            message = self.read(text)
            if self._live is None:
                self._live = await self.greet(self._game, message, self._key)
            else:
                await self.handle(self._live, message)
        except RequestError as error:
            self.report(error, getattr(message, "id", None))
            if self._live is None:
                self.end(REFUSED)
