"""Reviews on the server: made step by step in a process that yields to all others, in a fair order, and kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from typing import NamedTuple

from branchline.review.levels import LEVELS
from branchline.server import metrics
from branchline.server.errors import RequestError
from branchline.server.limits import TokenBuckets
from branchline.server.outages import DATABASE_ERRORS
from branchline.server.storage.reviews import ReviewKey, StoredReviews
from branchline.server.table.table import Table
from branchline.server.wire.forms import ReviewLevel, ReviewState

from .fair_queue import FairQueue, Job
from .hub import Hub
from .replay import review_version
from .review_job import ReviewJob
from .worker import LAST_NICENESS, Worker, WorkerFailed

log = logging.getLogger(__name__)
#: Seconds of work on a review before another one may be next.
STEP = 0.5
#: Seconds between two times that what is known of a review is stored.
SAVE_EVERY = 3.0
#: Seconds for which other processes leave a review to the one that works on it.
LEASE = 15.0
#: The holder of reviews in SQLite: there is only one server, and who is killed need not wait for the own lease.
ONLY = "only"
#: Seconds without work after which it is looked for reviews that another process has left.
LOOK_EVERY = 60.0
#: Seconds after which a step is given up. The process may get no core for long.
STEP_WITHIN = 600.0
#: How often a review is tried whose process dies.
TRIES = 3
#: Seconds for which a review that failed is not tried again.
REST = 300.0
#: The level that is made although nobody waits.
BACKGROUND = "deep"
#: What a level costs of `review_burst`.
COST = {"quick": 1, "standard": 5, "deep": 20}
#: Reviews that the process keeps in memory between their steps.
KEPT = 4


class Step(NamedTuple):
    """What a step of work brought: how far the review is, what is known if that was wanted, and at the end its JSON."""

    progress: float
    saved: bytes | None
    review: bytes | None


_jobs: OrderedDict[ReviewKey, ReviewJob] = OrderedDict()


def review_step(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    """Work on a review for some seconds. Runs in the worker process, which keeps the last ones in memory."""
    job = _jobs.pop(key, None) or ReviewJob(record, key.level, saved)
    if job.step(seconds):
        return Step(1.0, None, job.result().to_json())
    _jobs[key] = job
    if len(_jobs) > KEPT:
        _jobs.popitem(last=False)[1].stop()
    return Step(job.progress, job.save() if save else None, None)


@dataclass(slots=True, eq=False)
class Work:
    """A review under way: what is known of it, and when each address last waited for it."""

    key: ReviewKey
    progress: float
    saved: bytes
    record: str = ""
    waiting: dict[str, float] = field(default_factory=dict)
    stored: float = 0.0
    deaths: int = 0


class Reviews:
    """Makes the reviews that are wanted. Those for whom somebody waits share the time fairly, by address."""

    def __init__(self, hub: Hub, limits: TokenBuckets) -> None:
        self._hub, self._limits, self._settings = hub, limits, hub.settings
        holder = token_hex(8) if hub.settings.postgresql else ONLY
        self._stored = StoredReviews(hub.store.engine, holder, LEASE)
        self._queue = FairQueue(1, 1.0)
        self._works: dict[ReviewKey, Work] = {}
        self._failed: dict[ReviewKey, float] = {}
        self._claiming = asyncio.Lock()
        self._wake = asyncio.Event()
        self._worker = Worker("branchline-reviews", LAST_NICENESS)
        self._thread = ThreadPoolExecutor(1, "branchline-reviews")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go on with what nobody has to wait for, and wait for wishes."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is known is stored, and the next start goes on with it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._worker.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)
        for work in self._works.values():
            with suppress(*DATABASE_ERRORS):
                await self._hub.in_thread(partial(self._put_away, work))

    async def ask(self, table: Table, level: ReviewLevel, address: str) -> ReviewState:
        """Have a review made, unless it is, and say how far it is. Who waits asks again and again."""
        key = key_of(table, level)
        async with self._claiming:
            work = self._works.get(key)
            if work is None:
                made = await self._hub.read(partial(self._stored.made, key.game, key.version))
                if level in made:
                    return ReviewState(level, 1.0, True, 0)
                work = await self._begin(key, address)
        if work is None:
            found = await self._hub.read(partial(self._stored.find, key))
            return ReviewState(level, found.progress if found else 0.0, False, 0)
        work.waiting[address] = time.monotonic()
        self._queue.refile(place_of(key))
        self._wake.set()
        return ReviewState(level, work.progress, False, len(self._works) - 1)

    async def made(self, table: Table) -> dict[str, bytes]:
        """The reviews of a game that are done, the quickest first, as compressed JSON; without a network none."""
        try:
            version = key_of(table, "").version
        except RequestError:
            return {}
        found = await self._hub.read(partial(self._stored.made, table.id, version))
        return {level: found[level] for level in LEVELS if level in found}

    async def _begin(self, key: ReviewKey, address: str) -> Work | None:
        """Begin a review or go on with it, if this address may; None if another process is at it."""
        now = time.monotonic()
        if now - self._failed.get(key, -REST) < REST:
            raise RequestError("review_failed", level=key.level)
        if len(self._works) >= self._settings.limits.reviews:
            raise RequestError("reviews_full")
        self._limits.take(address, COST[key.level])
        return await self._claim(key)

    async def _claim(self, key: ReviewKey) -> Work | None:
        saved = await self._hub.in_thread(partial(self._stored.claim, key, self._hub.now()))
        if saved is None:
            return None
        work = self._works[key] = Work(key, saved.progress, saved.state)
        metrics.REVIEWS.set(len(self._works))
        self._push(work)
        return work

    def _push(self, work: Work) -> None:
        watchers = partial(self._waiting_for, work)
        self._queue.push(Job(place_of(work.key), watchers, "", STEP, work))

    def _waiting_for(self, work: Work) -> frozenset[str]:
        """The addresses that have asked for it lately."""
        since = time.monotonic() - self._settings.review_patience
        return frozenset(address for address, at in work.waiting.items() if at >= since)

    async def _run(self) -> None:
        """Work on whatever is next, for ever."""
        await self._resume()
        while True:
            popped = self._queue.pop()
            if popped is None:
                await self._rest()
                continue
            job, seconds = popped
            begun = time.perf_counter()
            try:
                await self._work_on(job.work, seconds)
            except DATABASE_ERRORS:
                await self._drop(job.work)  # told in the log where it happened; who waits asks again
            finally:
                self._queue.settle(job, seconds, time.perf_counter() - begun)

    async def _rest(self) -> None:
        """Wait for a wish, or for the time of a review that nobody waits for. If there is none, look for some."""
        self._wake.clear()
        pause = self._queue.quiet_after()
        try:
            await asyncio.wait_for(self._wake.wait(), LOOK_EVERY if pause is None else pause)
        except TimeoutError:
            if pause is None:
                await self._resume()

    async def _resume(self) -> None:
        """Go on with the reviews that are made although nobody waits."""
        with suppress(*DATABASE_ERRORS):
            for game in await self._hub.read(partial(self._stored.unfinished, BACKGROUND)):
                with suppress(RequestError):  # the table can't be read, or its board has no network any more
                    live = await self._hub.live(game)
                    async with self._claiming:
                        key = key_of(live.table, BACKGROUND)
                        if key not in self._works:
                            await self._claim(key)

    async def _work_on(self, work: Work, seconds: float) -> None:
        """One step, unless nobody waits any more."""
        if work.key.level != BACKGROUND and not self._waiting_for(work):
            await self._drop(work)
            return
        try:
            if not work.record:
                table = (await self._hub.live(work.key.game)).table
                work.record = await self._hub.in_thread(partial(table.playing.record, table.bots))
            save = time.monotonic() - work.stored >= SAVE_EVERY
            arguments = (STEP_WITHIN, review_step, work.key, work.record, work.saved, seconds, save)
            step: Step = await asyncio.get_running_loop().run_in_executor(
                self._thread, self._worker.call, *arguments
            )
        except (WorkerFailed, RequestError) as error:
            await self._note_failure(work, error)
            return
        await self._keep(work, step)

    async def _keep(self, work: Work, step: Step) -> None:
        """Keep what a step brought."""
        work.progress = step.progress
        if step.review is not None:
            await self._hub.in_thread(partial(self._stored.finish, work.key, step.review))
            metrics.REVIEWS_MADE.labels("done").inc()
            self._forget(work)
            return
        self._push(work)
        if step.saved is not None:
            work.saved, work.stored = step.saved, time.monotonic()
            await self._hub.in_thread(partial(self._save, work))

    def _save(self, work: Work) -> None:
        """Store what is known. If somebody waits for it at another process, that counts as here."""
        now = self._hub.now()
        wanted = self._stored.save(work.key, work.progress, work.saved, now)
        if now - wanted < self._settings.review_patience:
            work.waiting["elsewhere"] = time.monotonic() - (now - wanted)

    async def _note_failure(self, work: Work, error: Exception) -> None:
        """A process that died may do better the next time; a review that raises an error does not."""
        work.deaths += 1
        died = isinstance(error, WorkerFailed) and error.died
        if died and work.deaths < TRIES:
            self._push(work)
            return
        log.error("the review %s of game %s failed: %s", work.key.level, work.key.game, error)
        metrics.REVIEWS_MADE.labels("failed").inc()
        now = time.monotonic()
        self._failed = {key: at for key, at in self._failed.items() if now - at < REST}
        self._failed[work.key] = now
        await self._drop(work)

    async def _drop(self, work: Work) -> None:
        """Stop with a review; what is known stays stored."""
        self._forget(work)
        with suppress(*DATABASE_ERRORS):
            await self._hub.in_thread(partial(self._put_away, work))

    def _put_away(self, work: Work) -> None:
        self._stored.save(work.key, work.progress, work.saved, self._hub.now())
        self._stored.release(work.key)

    def _forget(self, work: Work) -> None:
        self._works.pop(work.key, None)
        metrics.REVIEWS.set(len(self._works))


def key_of(table: Table, level: str) -> ReviewKey:
    """Which review of a game is meant; an error if its board has no network."""
    return ReviewKey(table.id, level, review_version(table))


def place_of(key: ReviewKey) -> str:
    """The name under which a review waits in the queue."""
    return f"{key.game} {key.level}"
