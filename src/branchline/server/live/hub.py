"""Hub: the tables in the memory of this process. It stores and applies events, and sends updates to listeners."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from branchline import CommittedDealer
from branchline.server import metrics
from branchline.server.errors import RequestError
from branchline.server.outages import DATABASE_ERRORS, Outage, problem_of, said
from branchline.server.settings import Settings
from branchline.server.storage.log import GAP, Damaged, StoredEvent, apply_entry, chain_start, entry
from branchline.server.storage.store import Conflict, Listing, NewGame, Store
from branchline.server.storage.writer import Writer
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.table import DealerFor, Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import table_state, update

log = logging.getLogger(__name__)
T = TypeVar("T")
TRIES = 8
#: After these events, which are frequent, the listing waits for the next sweep.
FREQUENT = (events.Moved, events.Kept, events.Undone, events.Said, events.Reacted)
THREADS = 4


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


class Hub:
    """All tables in the memory of one process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        dealer_for: DealerFor = CommittedDealer,
    ) -> None:
        self.settings, self.store, self.now, self._dealer_for = settings, store, now, dealer_for
        self.writer = Writer(store, asyncio.get_running_loop())
        self._outage = Outage("reading from the database")
        self._threads = ThreadPoolExecutor(THREADS, "branchline-reader")
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._unlisted: dict[str, LiveTable] = {}
        self._unreadable: set[str] = set()
        self._listed_again: set[str] = set()
        self._set_aside: set[str] = set()
        #: All are called after every event that this process has stored.
        self.after_event: list[Callable[[LiveTable], None]] = []

    async def close(self) -> None:
        """Finish all writes."""
        with suppress(SQLAlchemyError):
            await self.list_all()
        await self.writer.close()
        self._threads.shutdown()

    def time(self, table: Table) -> float:
        """The time at a table: the clock of this process, or ahead of it if the table's log is.

        That is so if the clock was set back before this process started, or if another process's clock is ahead. Times
        in a log never go back, and whoever is to move has all of his time.
        """
        now = self.now()
        table.ahead = max(table.ahead, table.changed - now)
        return now + table.ahead

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run something that blocks in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def read(self, work: Callable[[], T]) -> T:
        """The same for something that reads from the database, whose outages are noted in the log."""
        try:
            found = await self.in_thread(work)
        except DATABASE_ERRORS as error:
            self._outage.failed(error)
            raise
        self._outage.over()
        return found

    async def open(self, game: str, secret: bytes, opened: events.Opened) -> LiveTable:
        """Create a table. If another request has created it meanwhile, that one counts."""
        table = Table(game, secret, self._dealer_for)
        at = self.now()
        apply(table, 1, at, opened)
        first = entry(chain_start(game, secret), game, 1, at, opened)
        new = NewGame(secret, opened.public, first, self.listing(table))
        try:
            await self.in_thread(partial(self.store.create, new))
        except IntegrityError:
            return await self.live(game)
        except DATABASE_ERRORS as error:
            self.writer.outage.failed(error)
            raise
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
            table, head = await self.read(partial(self._rebuild, game))
        except Damaged as damage:
            raise await self._damaged(damage) from None
        return self._live.get(game) or self._keep(table, head)

    def _rebuild(self, game: str) -> tuple[Table, bytes]:
        """A table from its log, and the digest of the last event."""
        secret = self.store.secret(game)
        if secret is None:
            raise RequestError("no_such_table")
        table, head = Table(game, secret, self._dealer_for), b""
        for stored in self.store.read(game, head=chain_start(game, secret)):
            apply_entry(table, stored)
            head = stored.digest
        if not head:
            raise Damaged(game, 1, GAP)
        return table, head

    def _keep(self, table: Table, head: bytes) -> LiveTable:
        live = self._live[table.id] = LiveTable(table, head, used=self.now())
        if len(self._live) > self.settings.limits.live_tables:
            self._drop_idle()
        metrics.LIVE_TABLES.set(len(self._live))
        return live

    async def _damaged(self, damage: Damaged) -> RequestError:
        """Set a table aside whose log can't be used; what its players are told."""
        why = f"entry {damage.number}: {damage.why}. `branchline fsck` finds all damage; other tables go on"
        await self.set_aside(damage.game, why)
        return RequestError("table_damaged", number=damage.number)

    async def set_aside(self, game: str, why: str) -> None:
        """Exclude a table from sweeps, and say so once."""
        if game not in self._set_aside:
            self._set_aside.add(game)
            log.error("table %s is set aside: %s", game, why)
        try:
            await self.in_thread(partial(self.store.set_aside, game))
        except SQLAlchemyError as error:
            log.error("table %s could not be excluded from sweeps: %s", game, said(error))

    async def _lose(self, live: LiveTable, damage: Damaged) -> RequestError:
        """Drop a table from memory whose log can't be used any more, and tell its listeners."""
        live.lost = error = await self._damaged(damage)
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        self._unlisted.pop(live.table.id, None)
        for listener in list(live.listeners):
            listener.lose_table(error)
        live.listeners.clear()
        return error

    def _drop_idle(self) -> None:
        """Drop the least recently used of the tables that are not in use."""
        idle = [live for live in self._live.values() if not in_use(live)]
        idle.sort(key=lambda live: live.used)
        for live in idle[: max(1, len(self._live) // 10)]:
            del self._live[live.table.id]

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
                    await self._list(live, stored.event)
                    return stored.number
                await self._catch_up(live)
        raise RequestError("not_ready")

    async def _store(self, stored: StoredEvent) -> bool:
        """Whether the event was stored; False if another process was first."""
        try:
            await self.writer.write(stored)
        except Conflict:
            metrics.CONFLICTS.inc()
            return False
        except SQLAlchemyError as error:  # perhaps it was stored: the next append will find out
            raise RequestError("not_ready", problem=problem_of(error)) from None
        return True

    async def catch_up(self, live: LiveTable, number: int | None = None) -> None:
        """Read and apply the events of other processes, unless the table already has that number."""
        if number is None or number > live.table.number:
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        if live.lost is not None:
            raise live.lost
        read = partial(self.store.read, live.table.id, live.table.number, live.head)
        try:
            found = await self.read(read)
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

    async def _list(self, live: LiveTable, event: events.Event) -> None:
        """Update the listing: at the next sweep after a move or chat, at once after anything else."""
        if isinstance(event, FREQUENT) and live.table.stage != "over":
            self._unlisted[live.table.id] = live
            return
        self._unlisted.pop(live.table.id, None)
        try:
            await self.writer.write(self.listing(live.table))
        except DATABASE_ERRORS:  # the event is stored; the listing can wait
            self._unlisted[live.table.id] = live

    def watched(self) -> list[LiveTable]:
        """The tables that have listeners here."""
        return [live for live in self._live.values() if live.listeners]

    async def list_all(self) -> None:
        """Update all listings that wait, in one commit."""
        while self._unreadable:
            with suppress(RequestError):  # the table can't be read either, and is set aside
                live = await self.live(self._unreadable.pop())
                self._unlisted[live.table.id] = live
        waiting, self._unlisted = self._unlisted, {}
        try:
            await asyncio.gather(*(self.writer.write(self.listing(live.table)) for live in waiting.values()))
        except DATABASE_ERRORS:
            self._unlisted = waiting | self._unlisted
            raise

    def list_again(self, game: str) -> None:
        """Make a listing anew at the next sweep, because it can't be read."""
        if game not in self._listed_again:
            log.error("the listing of table %s can't be read, and is made anew from its log", game)
            self._listed_again.add(game)
            self._unreadable.add(game)

    def listing(self, table: Table) -> Listing:
        """The listing of a table."""
        due = table.due(self.settings.open_for)
        if due is not None:
            due -= table.ahead
        return Listing(table.id, table.stage, due, msgspec.json.encode(table_state(table)).decode())


def in_use(live: LiveTable) -> bool:
    """Whether a table has listeners, or something is under way there."""
    return bool(live.listeners or live.busy or live.lock.locked())
