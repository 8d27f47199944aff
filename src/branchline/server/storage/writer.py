"""Writer: one thread that stores all events. What arrives while it commits becomes the next commit."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from branchline.server import metrics
from branchline.server.outages import Outage
from branchline.server.table.log import StoredEvent

from .store import Conflict, Listing, Probe, Store

BATCH = 256


class Job(NamedTuple):
    """Something to write, and the future that waits for it."""

    what: StoredEvent | Listing | Probe
    done: asyncio.Future[None]


class Writer:
    """Group commit: many writes share one commit."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._store, self._loop = store, loop
        self.outage = Outage("writing to the database")
        self._wrote = -inf
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="branchline-writer", daemon=True)
        self._thread.start()

    async def write(self, what: StoredEvent | Listing | Probe) -> None:
        """Return once it is committed; `Conflict` if another process was first."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(Job(what, done))
        await done

    def wrote_within(self, seconds: float) -> bool:
        """Whether something was written so short a time ago, and nothing has failed since."""
        return time.monotonic() - self._wrote <= seconds

    async def close(self) -> None:
        """Write what is left, and stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            jobs, going = self._take()
            if jobs:
                self._commit(jobs)

    def _take(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one; False if the writer is to stop."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH or self._jobs.empty():
                return jobs, True
            job = self._jobs.get()
        return jobs, False

    def _commit(self, jobs: list[Job]) -> None:
        begun = time.perf_counter()
        try:
            self._write([job.what for job in jobs])
        except Exception as error:
            if len(jobs) > 1:  # find the one that failed
                for job in jobs:
                    self._commit([job])
            else:
                self._settle(jobs, error)
            return
        self._wrote = time.monotonic()
        self.outage.over()
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        metrics.COMMIT_SIZE.observe(len(jobs))
        self._settle(jobs, None)

    def _write(self, things: Sequence[StoredEvent | Listing | Probe]) -> None:
        batch = [thing for thing in things if isinstance(thing, StoredEvent)]
        listings = {thing.game: thing for thing in things if isinstance(thing, Listing)}
        if batch or listings:
            self._store.write(batch, list(listings.values()))
        else:
            self._store.probe()

    def _settle(self, jobs: list[Job], error: Exception | None) -> None:
        if error is not None and not isinstance(error, Conflict):
            metrics.STORE_ERRORS.inc()
            self._wrote = -inf
            self.outage.failed(error)
        self._loop.call_soon_threadsafe(settle, jobs, error)


def settle(jobs: list[Job], error: Exception | None) -> None:
    """Give those who wait the result."""
    for job in jobs:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
