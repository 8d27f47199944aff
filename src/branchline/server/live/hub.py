"""Hub: the live tables of this process. Appends go through here, and whoever listens hears what came of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from branchline import CommittedDealer
from branchline.server import metrics
from branchline.server.errors import Refusal
from branchline.server.settings import Settings
from branchline.server.storage.store import Conflict, Entry, Listing, NewGame, Store
from branchline.server.storage.writer import Writer
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.table import DealerFor, Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import table_state, update

log = logging.getLogger(__name__)
T = TypeVar("T")
TRIES = 8
#: Deeds that come too often to list their table anew after each.
OFTEN = (events.Moved, events.Kept, events.Said, events.Reacted)
THREADS = 4


class Listener(Protocol):
    """Somebody who hears what happens at a table."""

    viewer: int | None

    def hear(self, message: str) -> None:
        """Take a message; never waits."""

    def held_by(self, holder: str) -> bool:
        """The viewer's seat is now held by this key's digest; False if that is not the listener's own."""


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory, and who listens. Whoever changes it holds its lock."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    used: float = 0.0
    busy: int = 0


class Hub:
    """All live tables of one process."""

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
        self._threads = ThreadPoolExecutor(THREADS, "branchline-reader")
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._unlisted: dict[str, Live] = {}
        #: Called after every deed that this process has stored.
        self.after: Callable[[Live], None] = lambda live: None

    async def close(self) -> None:
        """Finish what is being written."""
        with suppress(SQLAlchemyError):
            await self.list_all()
        await self.writer.close()
        self._threads.shutdown()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Something that blocks, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def open(self, game: str, secret: bytes, opened: events.Opened) -> Live:
        """Make a table."""
        table = Table(game, secret, self._dealer_for)
        at = self.now()
        apply(table, 1, at, opened)
        new = NewGame(secret, opened.public, Entry(game, 1, at, opened), self.listing(table))
        await self.in_thread(partial(self.store.create, new))
        live = self._keep(table)
        self.after(live)
        return live

    async def live(self, game: str) -> Live:
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

    async def _load(self, game: str) -> Live:
        table = await self.in_thread(partial(self._rebuild, game))
        return self._live.get(game) or self._keep(table)

    def _rebuild(self, game: str) -> Table:
        secret = self.store.secret(game)
        if secret is None:
            raise Refusal("no_such_table")
        table = Table(game, secret, self._dealer_for)
        for entry in self.store.read(game):
            apply(table, entry.number, entry.at, entry.deed)
        return table

    def _keep(self, table: Table) -> Live:
        live = self._live[table.id] = Live(table, used=self.now())
        if len(self._live) > self.settings.limits.live_tables:
            self._forget()
        metrics.LIVE_TABLES.set(len(self._live))
        return live

    def _forget(self) -> None:
        """Let go of the tables that were used longest ago and that nobody listens to."""
        idle = [live for live in self._live.values() if not in_use(live)]
        idle.sort(key=lambda live: live.used)
        for live in idle[: max(1, len(self._live) // 10)]:
            del self._live[live.table.id]

    async def append(self, live: Live, act: Callable[[], events.AnyDeed]) -> int:
        """Store the deed that `act` gives, and let it happen. Its number once it is committed; or a refusal.

        If another process was first, the table catches up and `act` is asked again. What has been begun is
        finished even if the one who asked goes away.
        """
        number = await asyncio.shield(asyncio.ensure_future(self._append(live, act)))
        self.after(live)
        return number

    async def _append(self, live: Live, act: Callable[[], events.AnyDeed]) -> int:
        async with live.lock:
            for _ in range(TRIES):
                entry = Entry(live.table.id, live.table.number + 1, self.now(), act())
                if await self._won(entry):
                    self._happen(live, entry)
                    await self._list(live, entry.deed)
                    return entry.number
                await self._catch_up(live)
        raise Refusal("not_ready")

    async def _won(self, entry: Entry) -> bool:
        try:
            await self.writer.write(entry)
        except Conflict:
            metrics.CONFLICTS.inc()
            return False
        except SQLAlchemyError as error:  # whether it was stored will show when the next one is
            log.error("could not write to the log: %s", error)
            raise Refusal("not_ready") from None
        return True

    async def catch_up(self, live: Live, number: int | None = None) -> None:
        """Read what other processes have added, unless that number is known already."""
        if number is None or number > live.table.number:
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        for entry in await self.in_thread(partial(self.store.read, live.table.id, live.table.number)):
            self._happen(live, entry)

    async def catch_up_all(self) -> None:
        """The same for every table that is in use; the others are read anew when they are needed."""
        for live in list(self._live.values()):
            if in_use(live):
                await self.catch_up(live)
            else:
                self._live.pop(live.table.id, None)

    def heard(self, game: str, number: int) -> Awaitable[None] | None:
        """Another process says that a table has come to a number."""
        live = self._live.get(game)
        return self.catch_up(live, number) if live is not None and number > live.table.number else None

    def _happen(self, live: Live, entry: Entry) -> None:
        """Let a stored deed happen, and tell all who listen; viewers who see the same get the same text."""
        table = live.table
        apply(table, entry.number, entry.at, entry.deed)
        if isinstance(entry.deed, events.Joined | events.Left):
            self._change_holder(live, entry.deed)
        messages: dict[int | None, str | None] = {}
        for listener in list(live.listeners):
            viewer = listener.viewer
            if viewer not in messages:
                told = update(table, viewer)
                messages[viewer] = encode(told) if told.news else None
            message = messages[viewer]
            if message is not None:
                listener.hear(message)

    def _change_holder(self, live: Live, deed: events.Joined | events.Left) -> None:
        holder = deed.holder if isinstance(deed, events.Joined) else ""
        for listener in list(live.listeners):
            if listener.viewer == deed.seat and not listener.held_by(holder):
                live.listeners.discard(listener)

    async def _list(self, live: Live, deed: events.Deed) -> None:
        """Bring the listing up to date: at once if the table changed, with the next sweep if it was only a move."""
        if isinstance(deed, OFTEN) and live.table.stage != "over":
            self._unlisted[live.table.id] = live
            return
        self._unlisted.pop(live.table.id, None)
        await self.writer.write(self.listing(live.table))

    async def list_all(self) -> None:
        """Bring all listings up to date, in one commit."""
        tables = [live.table for live in self._unlisted.values()]
        self._unlisted.clear()
        await asyncio.gather(*(self.writer.write(self.listing(table)) for table in tables))

    def listing(self, table: Table) -> Listing:
        """A table as lists and sweeps see it."""
        due = table.due(self.settings.open_for)
        return Listing(table.id, table.stage, due, msgspec.json.encode(table_state(table)).decode())


def in_use(live: Live) -> bool:
    """Whether somebody listens, moves or thinks at a table."""
    return bool(live.listeners or live.busy or live.lock.locked())
