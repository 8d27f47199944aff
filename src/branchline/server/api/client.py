"""Client: a viewer of a table, whatever carries the messages. It handles what comes, and sends what is new."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

import msgspec

from branchline.server import keys
from branchline.server.errors import REFUSED, SEAT_LOST, TOO_MANY_ERRORS, RequestError
from branchline.server.live.tables import LiveTable
from branchline.server.live.watchers import count_watchers
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

from .access import watched_table
from .services import Services

#: Errors after which a connection is closed.
MAX_ERRORS = 100


class Repeated(Exception):
    """This message was carried out before; its event has this number."""


class Client(ABC):
    """Handles the messages of a client. A listener of the live tables."""

    def __init__(self, services: Services, address: str) -> None:
        self.services, self.address = services, address
        self.viewer: int | None = None
        self.key: str | None = None
        self.host = False
        self._errors = 0
        self._hinting: asyncio.Task[None] | None = None

    # to the client

    @abstractmethod
    def send(self, message: str) -> None:
        """Send a message, or queue it; never waits."""

    @abstractmethod
    def end(self, code: int | None) -> None:
        """Close the connection with a code; without one, drop what is queued."""

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
        self.report(error, None)
        self.end(REFUSED)

    # from the client

    async def greet(self, game: str, hello: AnyClientMessage, key: str | None) -> LiveTable:
        """Answer the first message with the state of the table. `key` counts if the message has none."""
        if not isinstance(hello, Hello):
            raise RequestError("hello_first")
        self.key = hello.key or key
        live, who = await watched_table(self.services, game, self.key)
        if hello.last is not None and hello.last > live.table.number:
            await self.services.hub.catch_up(live)
        self.viewer, self.host = who.seat, who.host
        live.listeners.add(self)
        self.services.automation.look(live)
        self._welcome(live, hello.last)
        count_watchers(live)
        return live

    def leave(self, live: LiveTable) -> None:
        """Listen to a table no more."""
        live.listeners.discard(self)
        count_watchers(live)

    def _welcome(self, live: LiveTable, last: int | None) -> None:
        now = self.services.hub.time(live.table)
        self.send_message(welcome(live.table, self.viewer, self.host, last, now, live.told))

    def report(self, error: RequestError, id_: str | None) -> None:
        self.send_message(Error(error.code, id_, error.data))
        self._errors += 1
        if self._errors > MAX_ERRORS:
            self.end(TOO_MANY_ERRORS)

    def read(self, text: str) -> AnyClientMessage:
        """A message, decoded."""
        if len(text) > self.services.settings.limits.message:
            raise RequestError("too_large", limit=self.services.settings.limits.message)
        try:
            return decode(text)
        except msgspec.ValidationError as error:
            raise RequestError.of_validation(error, "bad_message") from None
        except (msgspec.DecodeError, RecursionError):
            raise RequestError("bad_message") from None

    async def handle(self, live: LiveTable, message: AnyClientMessage) -> None:
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
            self.report(error, id_)
        else:
            self.send_message(Advice(id_, number, decision.move, decision.others))

    async def _move(self, live: LiveTable, seat: int, message: Move) -> None:
        """A move. If it was carried out before, it is only acknowledged again."""
        wanted = wanted_move(message)
        command = partial(commands.move, live.table, seat, wanted, message.id)
        await self._append_once(live, seat, message.id, command)

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


def wanted_move(message: Move) -> str | commands.Choice | None:
    """The move of a message: a text, or a choice among legal moves; None if it has neither."""
    if message.move is not None:
        return message.move
    if message.index is None or message.number is None:
        return None
    return commands.Choice(message.index, message.number)
