"""The WebSocket: one connection of one viewer to one table."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server import keys, metrics
from branchline.server.errors import Refusal
from branchline.server.limits import Bucket, address_of
from branchline.server.live.hub import Live
from branchline.server.services import Services
from branchline.server.table import commands, events
from branchline.server.wire.messages import (
    Ack,
    Advice,
    AnyClientMessage,
    AnyServerMessage,
    Back,
    Chat,
    Error,
    Hello,
    Hint,
    Move,
    React,
    Vote,
    decode,
    encode,
)
from branchline.server.wire.present import welcome

from .access import role_at
from .cookies import key_of

log = logging.getLogger(__name__)
HELLO_WITHIN = 15.0
STRIKES = 100
#: Codes of closing, from the range that is free for applications.
REFUSED, SEAT_LOST, TOO_MANY_ERRORS = 4403, 4401, 4408


class Repeated(Exception):
    """This message was carried out before, under this number."""


class Connection:
    """A listener at a table: a bounded queue to the client, and what the client asks for."""

    def __init__(self, websocket: WebSocket, services: Services, address: str) -> None:
        limits = services.settings.limits
        self.websocket, self.services, self.address = websocket, services, address
        self.viewer: int | None = None
        self.key: str | None = None
        self.host = False
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queue)
        self._rate = Bucket(limits.message_rate, limits.message_burst)
        self._strikes = 0
        self._ended = asyncio.Event()
        self._close_code = 1000
        self._hinting: asyncio.Task[None] | None = None

    # hearing

    def hear(self, message: str) -> None:
        """Queue a message; a client that reads too slowly is cut off."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            metrics.CUT_OFF.inc()
            self.end(None)

    def tell(self, message: AnyServerMessage) -> None:
        self.hear(encode(message))

    def held_by(self, holder: str) -> bool:
        """If somebody else has this seat now, nothing more is told here."""
        if keys.opens(self.key, holder):
            return True
        self.tell(Error("seat_lost"))
        self.end(SEAT_LOST)
        return False

    def end(self, code: int | None) -> None:
        """Close with a code, or without a word if the client does not read."""
        if not self._ended.is_set():
            self._close_code = code or 0
            self._ended.set()

    # talking

    async def run(self, game: str) -> None:
        """From hello to the end."""
        writer = asyncio.create_task(self._write())
        try:
            live = await self._greet(game)
        except Refusal as refusal:
            self._refuse(refusal, None)
            live = None
            self.end(REFUSED)
        except (WebSocketDisconnect, TimeoutError):
            live = None
            self.end(None)
        reader = asyncio.create_task(self._read(live)) if live else None
        await self._ended.wait()
        if live:
            live.listeners.discard(self)
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

    async def _greet(self, game: str) -> Live:
        """Wait for hello, and answer with the table as it stands."""
        async with asyncio.timeout(HELLO_WITHIN):
            hello = await self._receive()
        if not isinstance(hello, Hello):
            raise Refusal("hello_first")
        live = await self.services.hub.live(game)
        self.key = hello.key or key_of(self.websocket.headers, self.websocket.cookies)
        who = await role_at(self.services, live, self.key)
        if not who.watch:
            raise Refusal("no_such_table" if self.key is None else "wrong_key")
        if hello.last is not None and hello.last > live.table.number:
            await self.services.hub.catch_up(live)
        self.viewer, self.host = who.seat, who.host
        live.listeners.add(self)
        self.tell(welcome(live.table, who.seat, who.host, hello.last))
        return live

    async def _read(self, live: Live) -> None:
        try:
            while True:
                await self._next(live)
        except WebSocketDisconnect:
            self.end(None)
        except Exception:
            log.exception("a message was too much")
            self.end(1011)

    async def _next(self, live: Live) -> None:
        """One message. What is wrong with it is said, and too much of it ends the connection."""
        message: object = None
        try:
            message = await self._receive()
            await self._handle(live, message)
        except Refusal as refusal:
            self._refuse(refusal, getattr(message, "id", None))

    def _refuse(self, refusal: Refusal, id_: str | None) -> None:
        metrics.REFUSED.labels(refusal.code).inc()
        self.tell(Error(refusal.code, id_, refusal.data))
        self._strikes += 1
        if self._strikes > STRIKES:
            self.end(TOO_MANY_ERRORS)

    async def _receive(self) -> AnyClientMessage:
        raw = await self.websocket.receive()
        if raw["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(raw.get("code", 1005))
        self._rate.take("too_fast")
        text = raw.get("text")
        if text is None:
            raise Refusal("not_text")
        if len(text) > self.services.settings.limits.message:
            raise Refusal("too_large", limit=self.services.settings.limits.message)
        try:
            return decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise Refusal("bad_message") from None

    async def _handle(self, live: Live, ask: object) -> None:
        who = commands.Role(self.viewer, self.host, True)
        table, hub = live.table, self.services.hub
        if isinstance(ask, Move):
            await self._move(live, commands.seated(who), ask)
        elif isinstance(ask, Chat):
            self._slow_down(table.id)
            self.tell(
                Ack(ask.id, await hub.append(live, partial(commands.say, table, who, ask.text, ask.name)))
            )
        elif isinstance(ask, React):
            self._slow_down(table.id)
            self.tell(Ack(ask.id, await hub.append(live, partial(commands.react, who, ask.reaction))))
        elif isinstance(ask, Vote):
            patience = self.services.settings.patience
            act = partial(commands.vote, table, who, ask.seat, hub.now(), patience)
            self.tell(Ack(ask.id, await hub.append(live, act)))
        elif isinstance(ask, Back):
            self.tell(Ack(ask.id, await hub.append(live, partial(commands.back, table, who))))
        elif isinstance(ask, Hint):
            self._hint(live, commands.hint(table, who), ask.id)
        else:
            raise Refusal("hello_twice")

    def _slow_down(self, game: str) -> None:
        """Refuse chat that comes too fast from one seat, or from the spectators at one address."""
        self.services.guard.chat.take(f"{self.address} {game} {self.viewer}")

    def _hint(self, live: Live, seat: int, id_: str) -> None:
        """Let a bot think, one hint at a time; meanwhile the client is listened to."""
        if self._hinting is not None and not self._hinting.done():
            raise Refusal("too_fast")
        self.services.guard.hints.take(self.address)
        self._hinting = asyncio.create_task(self._advise(live, seat, id_))

    async def _advise(self, live: Live, seat: int, id_: str) -> None:
        number, keeper = live.table.number, self.services.keeper
        move = await keeper.choose(live, seat, self.services.settings.hint_bot)
        self.tell(Advice(id_, number, move))

    async def _move(self, live: Live, seat: int, ask: Move) -> None:
        """A move; one that was carried out before is only acknowledged again."""
        begun = time.perf_counter()

        def act() -> events.AnyDeed:
            number = live.table.done.get((seat, ask.id))
            if number is not None:
                raise Repeated(number)
            return commands.move(live.table, seat, ask)

        try:
            number = await self.services.hub.append(live, act)
        except Repeated as repeated:
            number = repeated.args[0]
        else:
            metrics.MOVES.inc()
            metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)
        self.tell(Ack(ask.id, number))

    async def _write(self) -> None:
        """Send what is queued, in order, until the end."""
        try:
            while (message := await self._queue.get()) is not None:
                await self.websocket.send_text(message)
            await self.websocket.close(self._close_code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.end(None)


async def play(websocket: WebSocket) -> None:
    """The endpoint. Pages of other sites and too many sockets are turned away before they are accepted."""
    services: Services = websocket.app.state.services
    address = address_of(websocket.client.host if websocket.client else None)
    try:
        services.guard.check_origin(websocket.headers)
        services.guard.enter(address)
    except Refusal as refusal:
        metrics.REFUSED.labels(refusal.code).inc()
        await websocket.close(REFUSED)
        return
    metrics.SOCKETS.inc()
    try:
        await websocket.accept()
        await Connection(websocket, services, address).run(websocket.path_params["id"])
    finally:
        metrics.SOCKETS.dec()
        services.guard.exit(address)
