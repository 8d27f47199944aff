"""Fan-out between processes: PostgreSQL's LISTEN carries `game number`, and nothing else."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from sqlalchemy.engine import make_url

from branchline.server.storage.store import CHANNEL

from .hub import Hub

log = logging.getLogger(__name__)
PAUSE = 0.5


class Fanout:
    """Listens, and lets the hub catch up. With SQLite there is one process, and nothing to listen to."""

    def __init__(self, hub: Hub, url: str) -> None:
        self.hub = hub
        self._where = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        self._catching: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        """Stay connected; after a gap, look at everything that somebody listens to."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._where, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self.hub.catch_up_all()
                    self.ready.set()
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except (psycopg.Error, OSError) as error:
                log.warning("lost the notices of the database: %s", error)
            self.ready.clear()
            await asyncio.sleep(PAUSE)

    def _hear(self, payload: str) -> None:
        game, _, number = payload.partition(" ")
        work = self.hub.heard(game, int(number))
        if work is not None:
            task = asyncio.ensure_future(work)
            self._catching.add(task)
            task.add_done_callback(self._caught)

    def _caught(self, task: asyncio.Future[None]) -> None:
        self._catching.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("could not catch up: %r", task.exception())
