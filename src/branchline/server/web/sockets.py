"""Sockets: the WebSocket connection of a viewer to a table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from sys import getsizeof

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server import keys, metrics
from branchline.server.errors import FLOODED, REFUSED, SEAT_LOST, TOO_MANY_ERRORS, RequestError
from branchline.server.limits import MessageBudget, TokenBucket, check_origin
from branchline.server.live.hub import LiveTable
from branchline.server.live.watchers import count_watchers
from branchline.server.outages import database_needed
from branchline.server.services import Services
from branchline.server.table import commands, events
from branchline.server.wire.messages import (
    Ack,
    Advice,
    Answer,
    AnyClientMessage,
    AnyServerMessage,
    Ask,
    Back,
    Chat,
    Error,
    Hello,
    Hint,
    History,
    Kick,
    Move,
    React,
    Undo,
    Vote,
    decode,
    encode,
)
from branchline.server.wire.present import page, welcome

from .access import client_address, key_of, watched_table

log = logging.getLogger(__name__)
HELLO_WITHIN = 15.0
#: Errors after which a connection is closed.
MAX_ERRORS = 100
#: The usual close code of a service that is overloaded or out of order for a while.
TRY_LATER = 1013
#: How often per second, and at once, a client may have sent more although it was beyond its budget.
PUSH_RATE, PUSH_BURST = 0.2, 20


class Flood(Exception):
    """A client goes on sending although nothing is read from it."""


class Repeated(Exception):
    """This message was carried out before; its event has this number."""


class Connection:
    """Handles the messages of a client, and queues messages for it. A listener of the hub."""

    def __init__(self, websocket: WebSocket, services: Services, address: str) -> None:
        limits = services.settings.limits
        self.websocket, self.services, self.address = websocket, services, address
        self.viewer: int | None = None
        self.key: str | None = None
        self.host = False
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queue)
        self._queued = 0
        self._budget = MessageBudget(limits, services.limits.messages, address)
        #: How many messages wait to be received. The server's protocol tells it.
        self._waiting: Callable[[], int] = websocket.scope.get("state", {}).get("waiting", lambda: 0)
        self._pushes = TokenBucket(PUSH_RATE, PUSH_BURST)
        self._errors = 0
        self._ended = asyncio.Event()
        self._close_code = 1000
        self._hinting: asyncio.Task[None] | None = None

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

    def send_message(self, message: AnyServerMessage) -> None:
        self.send(encode(message))

    def keeps_seat(self, holder: str) -> bool:
        """Whether this connection still has its seat. If not, it is closed."""
        if keys.opens(self.key, holder):
            return True
        self.send_message(Error("seat_lost"))
        self.end(SEAT_LOST)
        return False

    def reseat(self, live: LiveTable) -> bool:
        """Welcome the client anew after a change of the seats. Without its seat the connection is closed."""
        who = commands.role(live.table, self.key)
        if self.viewer is not None and who.seat is None:
            self.send_message(Error("seat_lost"))
            self.end(SEAT_LOST)
            return False
        self.viewer = who.seat
        self._welcome(live, live.table.number - 1)
        return True

    def lose_table(self, error: RequestError) -> None:
        """The table can't go on: say so, and close."""
        self._report(error, None)
        self.end(REFUSED)

    def end(self, code: int | None) -> None:
        """Close with a code; without one, drop what is queued."""
        if not self._ended.is_set():
            self._close_code = code or 0
            self._ended.set()

    # from the client

    async def run(self, game: str) -> None:
        """Handle the connection until it ends."""
        writer = asyncio.create_task(self._write())
        try:
            with database_needed():
                live = await self._greet(game)
        except RequestError as error:
            self._report(error, None)
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
            live.listeners.discard(self)
            count_watchers(live)
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
        if not isinstance(hello, Hello):
            raise RequestError("hello_first")
        self.key = hello.key or key_of(self.websocket.headers, self.websocket.cookies)
        live, who = await watched_table(self.services, game, self.key)
        if hello.last is not None and hello.last > live.table.number:
            await self.services.hub.catch_up(live)
        self.viewer, self.host = who.seat, who.host
        live.listeners.add(self)
        self.services.automation.look(live)
        self._welcome(live, hello.last)
        count_watchers(live)
        return live

    def _welcome(self, live: LiveTable, last: int | None) -> None:
        now = self.services.hub.time(live.table)
        self.send_message(welcome(live.table, self.viewer, self.host, last, now, live.told))

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
                await self._handle(live, message)
        except RequestError as error:
            self._report(error, getattr(message, "id", None))

    def _report(self, error: RequestError, id_: str | None) -> None:
        metrics.REFUSED.labels(error.code).inc()
        self.send_message(Error(error.code, id_, error.data))
        self._errors += 1
        if self._errors > MAX_ERRORS:
            self.end(TOO_MANY_ERRORS)

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
        if len(text) > self.services.settings.limits.message:
            raise RequestError("too_large", limit=self.services.settings.limits.message)
        try:
            return decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise RequestError("bad_message") from None

    async def _handle(self, live: LiveTable, message: AnyClientMessage) -> None:
        who = commands.Role(self.viewer, self.host, True)
        table, settings, now = live.table, self.services.settings, self.services.hub.time(live.table)
        match message:
            case Move():
                await self._move(live, commands.seated(who), message)
            case Undo(id_, number):
                await self._undo(live, who, id_, number)
            case Chat(id_, text, name):
                self._limit_chat(table.id)
                await self._append(
                    live, id_, partial(commands.say, table, who, text, name, now, settings.tables)
                )
            case React(id_, reaction):
                self._limit_chat(table.id)
                await self._append(
                    live, id_, partial(commands.react, table, who, reaction, now, settings.tables)
                )
            case Vote(id_, seat):
                await self._append(
                    live, id_, partial(commands.vote, table, who, seat, now, settings.patience)
                )
            case Back(id_):
                await self._append(live, id_, partial(commands.back, table, who, settings.tables))
            case Ask(id_, seat):
                wait = settings.link_wait
                await self._append(
                    live, id_, partial(commands.ask, table, who, seat, now, wait, settings.tables)
                )
            case Answer(id_, seat, agree):
                await self._append(live, id_, partial(commands.answer, table, who, seat, agree))
            case Kick(id_, seat, agree):
                await self._append(
                    live, id_, partial(commands.kick, table, who, seat, agree, settings.tables)
                )
            case History(id_, before):
                self.send_message(page(table, self.viewer, id_, before))
                await asyncio.sleep(0)  # others come between many such questions of one client
            case Hint(id_):
                self._hint(live, commands.hint(table, who), id_)
            case Hello():
                raise RequestError("hello_twice")

    async def _append(self, live: LiveTable, id_: str, command: Callable[[], events.AnyEvent]) -> None:
        """Carry out a command, and acknowledge it."""
        self.send_message(Ack(id_, await self.services.hub.append(live, command)))

    def _limit_chat(self, game: str) -> None:
        """Limit chat of a seat, or of the spectators at one address, and of the whole address."""
        self.services.limits.chat.take(f"{self.address} {game} {self.viewer}")
        self.services.limits.address_chat.take(self.address)

    def _hint(self, live: LiveTable, seat: int, id_: str) -> None:
        """Ask a bot for a hint, one at a time. Other messages are handled meanwhile."""
        if self._hinting is not None and not self._hinting.done():
            raise RequestError("too_fast")
        self.services.limits.hints.take(self.address)
        self._hinting = asyncio.create_task(self._advise(live, seat, id_))

    async def _advise(self, live: LiveTable, seat: int, id_: str) -> None:
        number, automation = live.table.number, self.services.automation
        try:
            decision = await automation.advise(live, seat, self.address)
        except RequestError as error:
            self._report(error, id_)
        else:
            self.send_message(Advice(id_, number, decision.move, decision.others))

    async def _move(self, live: LiveTable, seat: int, message: Move) -> None:
        """A move. If it was carried out before, it is only acknowledged again."""
        begun = time.perf_counter()
        wanted = wanted_move(message)
        command = partial(commands.move, live.table, seat, wanted, message.id)
        if await self._append_once(live, seat, message.id, command):
            metrics.MOVES.inc()
            metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)

    async def _undo(self, live: LiveTable, who: commands.Role, id_: str, number: int) -> None:
        """Take a move back. If that was done before, it is only acknowledged again."""

        def command() -> events.AnyEvent:
            now, limits = self.services.hub.time(live.table), self.services.settings.tables
            return commands.undo(live.table, who, number, id_, now, limits)

        await self._append_once(live, commands.seated(who), id_, command)

    async def _append_once(
        self, live: LiveTable, seat: int, id_: str, command: Callable[[], events.AnyEvent]
    ) -> bool:
        """Carry out a command unless its id was carried out before, and acknowledge it; whether it was new."""

        def once() -> events.AnyEvent:
            number = live.table.done.get((seat, id_))
            if number is not None:
                raise Repeated(number)
            return command()

        try:
            number, new = await self.services.hub.append(live, once), True
        except Repeated as repeated:
            number, new = repeated.args[0], False
        self.send_message(Ack(id_, number))
        return new

    async def _write(self) -> None:
        """Send the queued messages until the connection ends."""
        try:
            while (message := await self._queue.get()) is not None:
                await self.websocket.send_text(message)
                self._queued -= getsizeof(message)
            await self.websocket.close(self._close_code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.end(None)


def wanted_move(message: Move) -> str | commands.Choice | None:
    """The move of a message: a text, or a choice among legal moves; None if it has neither."""
    if message.move is not None:
        return message.move
    if message.index is None or message.number is None:
        return None
    return commands.Choice(message.index, message.number)


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
