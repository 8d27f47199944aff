"""Hub: the live tables of a server process, whose events are in a database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from branchline import CommittedDealer
from branchline.server import metrics
from branchline.server.errors import RequestError
from branchline.server.outages import DATABASE_ERRORS, Outage, problem_of, said
from branchline.server.settings import Settings
from branchline.server.storage.store import Conflict, Listing, NewGame, Store
from branchline.server.storage.writer import Writer
from branchline.server.table import events
from branchline.server.table.log import Damaged, StoredEvent
from branchline.server.table.table import DealerFor, Table
from branchline.server.wire.messages import TableState
from branchline.server.wire.present import table_state

from .tables import LiveTable, LiveTables

log = logging.getLogger(__name__)
T = TypeVar("T")
#: After these events, which are frequent, the listing waits for the next sweep.
FREQUENT = (events.Moved, events.Kept, events.Undone, events.Said, events.Reacted)
THREADS = 4


class Hub(LiveTables):
    """All tables in the memory of one process."""

    remedy = ". `branchline fsck` finds all damage; other tables go on"

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        dealer_for: DealerFor = CommittedDealer,
    ) -> None:
        super().__init__(settings, now=now, dealer_for=dealer_for)
        self.store, self.shared = store, settings.postgresql
        self.writer = Writer(store, asyncio.get_running_loop())
        self._outage = Outage("reading from the database")
        self._threads = ThreadPoolExecutor(THREADS, "branchline-reader")
        self._unlisted: dict[str, LiveTable] = {}
        self._unreadable: set[str] = set()
        self._listed_again: set[str] = set()
        self._set_aside: set[str] = set()

    async def close(self) -> None:
        """Finish all writes."""
        with suppress(SQLAlchemyError):
            await self.list_all()
        await self.writer.close()
        self._threads.shutdown()

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

    async def _create(self, table: Table, first: StoredEvent) -> bool:
        new = NewGame(table.secret, table.options.public, first, self.listing(table))
        try:
            await self.in_thread(partial(self.store.create, new))
        except IntegrityError:
            return False
        except DATABASE_ERRORS as error:
            self.writer.outage.failed(error)
            raise
        return True

    async def _secret(self, game: str) -> bytes | None:
        return await self.read(partial(self.store.secret, game))

    async def _read(self, game: str, after: int, head: bytes) -> Sequence[StoredEvent]:
        return await self.read(partial(self.store.read, game, after, head))

    def _keep(self, table: Table, head: bytes) -> LiveTable:
        live = super()._keep(table, head)
        metrics.LIVE_TABLES.set(len(self._live))
        return live

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
        self._unlisted.pop(live.table.id, None)
        return await super()._lose(live, damage)

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

    async def _stored(self, live: LiveTable, event: events.Event) -> None:
        """Update the listing: at the next sweep after a move or chat, at once after anything else."""
        if isinstance(event, FREQUENT) and live.table.stage != "over":
            self._unlisted[live.table.id] = live
            return
        self._unlisted.pop(live.table.id, None)
        try:
            await self.writer.write(self.listing(live.table))
        except DATABASE_ERRORS:  # the event is stored; the listing can wait
            self._unlisted[live.table.id] = live

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

    async def public_tables(self, limit: int) -> tuple[TableState, ...]:
        found: list[TableState] = []
        for game, summary in await self.in_thread(partial(self.store.public_tables, limit)):
            try:
                found.append(msgspec.json.decode(summary, type=TableState))
            except (msgspec.MsgspecError, UnicodeError):
                self.list_again(game)
        return tuple(found)

    def listing(self, table: Table) -> Listing:
        """The listing of a table."""
        due = table.due(self.settings.open_for)
        if due is not None:
            due -= table.ahead
        return Listing(table.id, table.stage, due, msgspec.json.encode(table_state(table)).decode())
