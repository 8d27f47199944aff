"""Sockets: the WebSocket connection of a viewer to a table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from sys import getsizeof

from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server import metrics
from branchline.server.api.client import Client
from branchline.server.errors import FLOODED, REFUSED, RequestError
from branchline.server.limits import MessageBudget, TokenBucket, check_origin
from branchline.server.live.tables import LiveTable
from branchline.server.outages import database_needed
from branchline.server.services import Services
from branchline.server.wire.messages import AnyClientMessage, Error, Move

from .access import client_address, key_of

log = logging.getLogger(__name__)
HELLO_WITHIN = 15.0
#: The usual close code of a service that is overloaded or out of order for a while.
TRY_LATER = 1013
#: How often per second, and at once, a client may have sent more although it was beyond its budget.
PUSH_RATE, PUSH_BURST = 0.2, 20


class Flood(Exception):
    """A client goes on sending although nothing is read from it."""


class Connection(Client):
    """A client at a socket: what goes to it is queued, and what it sends keeps to a budget."""

    services: Services

    def __init__(self, websocket: WebSocket, services: Services, address: str) -> None:
        super().__init__(services, address)
        limits = services.settings.limits
        self.websocket = websocket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queue)
        self._queued = 0
        self._budget = MessageBudget(limits, services.limits.messages, address)
        #: How many messages wait to be received. The server's protocol tells it.
        self._waiting: Callable[[], int] = websocket.scope.get("state", {}).get("waiting", lambda: 0)
        self._pushes = TokenBucket(PUSH_RATE, PUSH_BURST)
        self._ended = asyncio.Event()
        self._close_code = 1000

    # to the client

    def send(self, message: str) -> None:
        """Queue a message. A client that reads too slowly is disconnected."""
        if self._ended.is_set():
            return
        if self._queue.full() or self._queued > self.services.settings.limits.queue_bytes:
            metrics.CUT_OFF.inc()
            self.end(None)
        else:
            self._queue.put_nowait(message)
            self._queued += getsizeof(message)

    def end(self, code: int | None) -> None:
        """Close with a code; without one, drop what is queued."""
        if not self._ended.is_set():
            self._close_code = code or 0
            self._ended.set()

    # from the client

    # from the client

    async def run(self, game: str) -> None:
        """Handle the connection until it ends."""
        writer = asyncio.create_task(self._write())
        try:
            with database_needed():
                live = await self._greet(game)
        except RequestError as error:
            self.report(error, None)
            live = None
            self.end(TRY_LATER if error.code == "not_ready" else REFUSED)
        except Flood:
            live = None
            self._end_flood()
        except (WebSocketDisconnect, TimeoutError):
            live = None
            self.end(None)
        reader = asyncio.create_task(self._read(live)) if live else None
        await self._ended.wait()
        if live:
            self.leave(live)
        await self._finish(reader, writer)

    async def _finish(self, reader: asyncio.Task[None] | None, writer: asyncio.Task[None]) -> None:
        for task in (reader, self._hinting):
            if task:
                task.cancel()
        if self._close_code and not self._queue.full():
            self._queue.put_nowait(None)
            await asyncio.wait([writer], timeout=5.0)
        writer.cancel()
        tasks = (reader, writer, self._hinting)
        await asyncio.gather(*(task for task in tasks if task), return_exceptions=True)

    async def _greet(self, game: str) -> LiveTable:
        """Wait for hello, and answer with the state of the table."""
        async with asyncio.timeout(HELLO_WITHIN):
            hello = await self._receive()
        return await self.greet(game, hello, key_of(self.websocket.headers, self.websocket.cookies))

    async def _read(self, live: LiveTable) -> None:
        try:
            while True:
                await self._next(live)
        except WebSocketDisconnect:
            self.end(None)
        except Flood:
            self._end_flood()
        except Exception:
            log.exception("a message could not be handled")
            self.end(1011)

    async def _next(self, live: LiveTable) -> None:
        """Handle one message. Errors are reported; too many of them close the connection."""
        message: AnyClientMessage | None = None
        try:
            message = await self._receive()
            with database_needed():
                await self.handle(live, message)
        except RequestError as error:
            self.report(error, getattr(message, "id", None))

    def report(self, error: RequestError, id_: str | None) -> None:
        metrics.REFUSED.labels(error.code).inc()
        super().report(error, id_)

    def _end_flood(self) -> None:
        """Close the connection, and let its address wait before it may connect again."""
        metrics.REFUSED.labels("too_fast").inc()
        after = self.services.limits.pauses.begin(self.address)
        self.send_message(Error("too_fast", None, {"after": round(after, 2)}))
        self.end(FLOODED)

    async def _keep_to_budget(self) -> None:
        """Wait until a message may be handled. Nothing is read from the client meanwhile, so that it has to wait too.

        A client that waits for its answers is only slowed down. One that does not is closed in the end.
        """
        while wait := self._budget.wait():
            await asyncio.sleep(wait)
            if self._waiting() and self._pushes.wait():
                raise Flood

    async def _receive(self) -> AnyClientMessage:
        raw = await self.websocket.receive()
        if raw["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(raw.get("code", 1005))
        await self._keep_to_budget()
        text = raw.get("text")
        if text is None:
            raise RequestError("not_text")
        return self.read(text)

    async def _move(self, live: LiveTable, seat: int, message: Move) -> None:
        begun, number = time.perf_counter(), live.table.number
        await super()._move(live, seat, message)
        if live.table.number > number:
            metrics.MOVES.inc()
            metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)

    async def _write(self) -> None:
        """Send the queued messages until the connection ends."""
        try:
            while (message := await self._queue.get()) is not None:
                await self.websocket.send_text(message)
                self._queued -= getsizeof(message)
            await self.websocket.close(self._close_code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.end(None)


async def table_socket(websocket: WebSocket) -> None:
    """The endpoint. Pages of other sites and too many sockets are refused before the connection is accepted."""
    services: Services = websocket.app.state.services
    address = client_address(websocket.scope)
    try:
        check_origin(websocket.headers, websocket.url.scheme, services.settings.origins)
        services.limits.add_socket(address)
    except RequestError as error:
        metrics.REFUSED.labels(error.code).inc()
        await websocket.close(REFUSED)
        return
    metrics.SOCKETS.inc()
    try:
        await websocket.accept()
        await Connection(websocket, services, address).run(websocket.path_params["id"])
    finally:
        metrics.SOCKETS.dec()
        services.limits.remove_socket(address)
