"""Writer: one thread through which every move goes into the log. What has come in while it wrote is its next commit."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from branchline.server import metrics

from .store import Conflict, Entry, Listing, Store

BATCH = 256


class Job(NamedTuple):
    """Something to be written, and whom to tell."""

    what: Entry | Listing
    done: asyncio.Future[None]


class Writer:
    """Group commit: latency of one commit, throughput of many."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._store, self._loop = store, loop
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="branchline-writer", daemon=True)
        self._thread.start()

    async def write(self, what: Entry | Listing) -> None:
        """Returns once it is committed; `Conflict` if another process was first."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(Job(what, done))
        await done

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
        """All that waits, at least one; False if the end has been asked for."""
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
            if len(jobs) > 1:  # find out whose it was
                for job in jobs:
                    self._commit([job])
            else:
                self._tell(jobs, error)
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        metrics.COMMIT_SIZE.observe(len(jobs))
        self._tell(jobs, None)

    def _write(self, things: Sequence[Entry | Listing]) -> None:
        entries = [thing for thing in things if isinstance(thing, Entry)]
        listings = {thing.game: thing for thing in things if isinstance(thing, Listing)}
        self._store.write(entries, list(listings.values()))

    def _tell(self, jobs: list[Job], error: Exception | None) -> None:
        if error is not None and not isinstance(error, Conflict):
            metrics.STORE_ERRORS.inc()
        self._loop.call_soon_threadsafe(settle, jobs, error)


def settle(jobs: list[Job], error: Exception | None) -> None:
    """Tell those who wait."""
    for job in jobs:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
