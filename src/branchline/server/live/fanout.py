"""Fan-out between processes: PostgreSQL's LISTEN and NOTIFY carry the id and number of each new event."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from sqlalchemy.engine import make_url

from branchline.server.outages import DATABASE_ERRORS, Outage
from branchline.server.storage.connect import CONNECTING
from branchline.server.storage.store import CHANNEL

from .hub import Hub

log = logging.getLogger(__name__)
PAUSE = 0.5


class Fanout:
    """Listens, and lets the hub read new events. With SQLite there is one process and no fan-out."""

    def __init__(self, hub: Hub, url: str) -> None:
        self.hub = hub
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        self._outage = Outage("listening for events of other processes")
        self._tasks: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        """Stay connected. After a gap, read the new events of all tables in use."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._address, autocommit=True, **CONNECTING
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self.hub.catch_up_all()
                    self.ready.set()
                    self._outage.over()
                    async for notification in connection.notifies():
                        self._catch_up(notification.payload)
            except (psycopg.Error, OSError, *DATABASE_ERRORS) as error:
                self._outage.failed(error)
            self.ready.clear()
            await asyncio.sleep(PAUSE)

    def _catch_up(self, payload: str) -> None:
        game, _, number = payload.partition(" ")
        if not number.isdecimal():  # somebody else's notification
            return
        work = self.hub.catch_up_to(game, int(number))
        if work is not None:
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DATABASE_ERRORS):
            self._outage.failed(error)
        elif error is not None:
            log.error("could not read new events: %r", error)
