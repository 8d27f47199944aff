"""Live tables: tables in the memory of a process. Events are stored and applied, and updates sent to listeners.

Where the events are stored is left to subclasses: the server has a database (`hub.py`), a browser its own storage.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Protocol, TypeVar

from branchline import CommittedDealer
from branchline.server.errors import RequestError
from branchline.server.settings import Settings
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.log import GAP, Damaged, StoredEvent, apply_entry, chain_start, entry
from branchline.server.table.table import DealerFor, Table
from branchline.server.wire.messages import TableState, encode
from branchline.server.wire.present import update

log = logging.getLogger(__name__)
T = TypeVar("T")
TRIES = 8


class Listener(Protocol):
    """Gets the updates of a table."""

    viewer: int | None
    address: str

    def send(self, message: str) -> None:
        """Queue a message; never waits."""

    def keeps_seat(self, holder: str) -> bool:
        """The seat now belongs to the key with this digest. Whether that is the listener's key."""

    def reseat(self, live: LiveTable) -> bool:
        """The host has changed the seats. Whether the listener still has one, or only watched."""

    def lose_table(self, error: RequestError) -> None:
        """The table can't go on in this process."""


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table in memory, and its listeners. Only the holder of the lock may change it.

    `head` is the digest of its last event. Once `lost` is set nothing happens here any more.
    `opener` is the address of whoever opened it, which is not stored. `told` is how many watchers everybody was told
    of last, and `telling` the timer of the next such message.
    """

    table: Table
    head: bytes
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    used: float = 0.0
    busy: int = 0
    lost: RequestError | None = None
    opener: str = ""
    told: int = 0
    telling: asyncio.TimerHandle | None = None


class LiveTables(ABC):
    """All tables in the memory of one process, or of one worker of a browser."""

    #: What to do about a damaged table, for the log.
    remedy: ClassVar[str] = ""
    #: Whether other processes may change the same tables.
    shared = False
    #: Whether a running game may be carried away as its record, which tells all its cards.
    portable = False

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], float] = time.time,
        dealer_for: DealerFor = CommittedDealer,
    ) -> None:
        self.settings, self.now, self._dealer_for = settings, now, dealer_for
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        #: All are called after every event that this process has stored.
        self.after_event: list[Callable[[LiveTable], None]] = []

    # what a storage does

    @abstractmethod
    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run something that takes a while, where it holds up nobody, if there is such a place."""

    @abstractmethod
    async def _create(self, table: Table, first: StoredEvent) -> bool:
        """Store a new table with its first event; False if there is one with this id."""

    @abstractmethod
    async def _secret(self, game: str) -> bytes | None:
        """The secret of a table's deal; None if there is no such table."""

    @abstractmethod
    async def _read(self, game: str, after: int, head: bytes) -> Sequence[StoredEvent]:
        """The events of a table after a number and its digest; `Damaged` if its log is."""

    @abstractmethod
    async def _store(self, stored: StoredEvent) -> bool:
        """Whether the event was stored; False if another process was first."""

    @abstractmethod
    async def _stored(self, live: LiveTable, event: events.Event) -> None:
        """An event has been stored and applied."""

    async def set_aside(self, game: str, why: str) -> None:
        """A table can't go on, because its log can't be used."""
        log.error("table %s is set aside: %s", game, why)

    async def public_tables(self, limit: int) -> tuple[TableState, ...]:
        """Public tables that are open or in play, the latest first."""
        return ()

    # tables

    def time(self, table: Table) -> float:
        """The time at a table: the clock of this process, or ahead of it if the table's log is.

        That is so if the clock was set back before this process started, or if another process's clock is ahead. Times
        in a log never go back, and whoever is to move has all of his time.
        """
        now = self.now()
        table.ahead = max(table.ahead, table.changed - now)
        return now + table.ahead

    async def open(self, game: str, secret: bytes, opened: events.Opened) -> LiveTable:
        """Create a table. If another request has created it meanwhile, that one counts."""
        table = Table(game, secret, self._dealer_for)
        at = self.now()
        apply(table, 1, at, opened)
        first = entry(chain_start(game, secret), game, 1, at, opened)
        if not await self._create(table, first):
            return await self.live(game)
        live = self._live.get(game) or self._keep(table, first.digest)
        self._tell(live)
        return live

    async def live(self, game: str) -> LiveTable:
        """A table by its id, from memory or from the log."""
        live = self._live.get(game)
        if live is not None:
            live.used = self.now()
            return live
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.ensure_future(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> LiveTable:
        try:
            secret = await self._secret(game)
            if secret is None:
                raise RequestError("no_such_table")
            found = await self._read(game, 0, chain_start(game, secret))
            table = await self.in_thread(partial(rebuild, Table(game, secret, self._dealer_for), found))
        except Damaged as damage:
            raise await self._damaged(damage) from None
        return self._live.get(game) or self._keep(table, found[-1].digest)

    def _keep(self, table: Table, head: bytes) -> LiveTable:
        live = self._live[table.id] = LiveTable(table, head, used=self.now())
        if len(self._live) > self.settings.limits.live_tables:
            self._drop_idle()
        return live

    def _drop_idle(self) -> None:
        """Drop the least recently used of the tables that are not in use."""
        idle = [live for live in self._live.values() if not in_use(live)]
        idle.sort(key=lambda live: live.used)
        for live in idle[: max(1, len(self._live) // 10)]:
            del self._live[live.table.id]

    async def _damaged(self, damage: Damaged) -> RequestError:
        """Set a table aside whose log can't be used; what its players are told."""
        await self.set_aside(damage.game, f"entry {damage.number}: {damage.why}{self.remedy}")
        return RequestError("table_damaged", number=damage.number)

    async def _lose(self, live: LiveTable, damage: Damaged) -> RequestError:
        """Drop a table from memory whose log can't be used any more, and tell its listeners."""
        live.lost = error = await self._damaged(damage)
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        for listener in list(live.listeners):
            listener.lose_table(error)
        live.listeners.clear()
        return error

    async def append(self, live: LiveTable, command: Callable[[], events.AnyEvent]) -> int:
        """Store and apply the event of a command; its number, once it is committed.

        If another process was first, the command runs again on the newer table. An append that has begun is
        finished even if the client disconnects.
        """
        number = await asyncio.shield(asyncio.ensure_future(self._append(live, command)))
        self._tell(live)
        return number

    def _tell(self, live: LiveTable) -> None:
        for listen in self.after_event:
            listen(live)

    async def _append(self, live: LiveTable, command: Callable[[], events.AnyEvent]) -> int:
        async with live.lock:
            for _ in range(TRIES):
                if live.lost is not None:
                    raise live.lost
                table = live.table
                stored = entry(live.head, table.id, table.number + 1, self.time(table), command())
                if await self._store(stored):
                    await self._apply_all(live, [stored])
                    await self._stored(live, stored.event)
                    return stored.number
                await self._catch_up(live)
        raise RequestError("not_ready")

    async def catch_up(self, live: LiveTable, number: int | None = None) -> None:
        """Read and apply the events of other processes, unless the table already has that number."""
        if number is None or number > live.table.number:
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        if live.lost is not None:
            raise live.lost
        try:
            found = await self._read(live.table.id, live.table.number, live.head)
        except Damaged as damage:
            raise await self._lose(live, damage) from None
        await self._apply_all(live, found)

    async def _apply_all(self, live: LiveTable, found: Sequence[StoredEvent]) -> None:
        """Apply stored events. If that fails the table in memory is of no use, and nor is its log."""
        try:
            for stored in found:
                self._apply(live, stored)
        except Damaged as damage:
            raise await self._lose(live, damage) from None

    async def catch_up_all(self) -> None:
        """The same for every table in use. The others are dropped, and read again when they are needed."""
        for live in list(self._live.values()):
            if in_use(live):
                with suppress(RequestError):  # this table is lost, and its listeners know; the others are not
                    await self.catch_up(live)
            else:
                self._live.pop(live.table.id, None)

    def catch_up_to(self, game: str, number: int) -> Awaitable[None] | None:
        """What to do when another process has stored an event; None if this process need not read it."""
        live = self._live.get(game)
        return self.catch_up(live, number) if live is not None and number > live.table.number else None

    def _apply(self, live: LiveTable, stored: StoredEvent) -> None:
        """Apply a stored event and send it to all listeners. Each viewer's message is made only once."""
        table = live.table
        apply_entry(table, stored)
        live.head = stored.digest
        if isinstance(stored.event, events.Joined | events.Left | events.Removed):
            self._change_holder(live, stored.event)
        elif isinstance(stored.event, events.Arranged):
            self._reseat(live)
            return
        messages: dict[int | None, str | None] = {}
        for listener in list(live.listeners):
            viewer = listener.viewer
            if viewer not in messages:
                shown = update(table, viewer)
                messages[viewer] = encode(shown) if shown.notices else None
            message = messages[viewer]
            if message is not None:
                listener.send(message)

    def _reseat(self, live: LiveTable) -> None:
        """Seats have other numbers now: everybody is welcomed anew, and who has no seat any more has to go."""
        for listener in list(live.listeners):
            if not listener.reseat(live):
                live.listeners.discard(listener)

    def _change_holder(self, live: LiveTable, event: events.Joined | events.Left | events.Removed) -> None:
        """Remove the listeners who have lost the seat."""
        holder = event.holder if isinstance(event, events.Joined) else ""
        for listener in list(live.listeners):
            if listener.viewer == event.seat and not listener.keeps_seat(holder):
                live.listeners.discard(listener)

    def watched(self) -> list[LiveTable]:
        """The tables that have listeners here."""
        return [live for live in self._live.values() if live.listeners]


def rebuild(table: Table, found: Sequence[StoredEvent]) -> Table:
    """A table from all entries of its log."""
    for stored in found:
        apply_entry(table, stored)
    if not found:
        raise Damaged(table.id, 1, GAP)
    return table


def in_use(live: LiveTable) -> bool:
    """Whether a table has listeners, or something is under way there."""
    return bool(live.listeners or live.busy or live.lock.locked())
