"""Bot pool: bots think in processes of their own, in a fair order, so that nobody waits long for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from branchline import View
from branchline.processes import usable_cores
from branchline.server import metrics
from branchline.server.errors import RequestError

from .fair_queue import FairQueue, Job
from .thinking import (
    QUICK_SECONDS,
    Decision,
    Question,
    choose_and_compare,
    choose_move,
    clock_seconds,
    quick_decision,
)
from .worker import Worker, WorkerFailed

log = logging.getLogger(__name__)


class BotPool:
    """Hands jobs to its workers, no more than they work on. All others wait in the fair queue."""

    def __init__(self, workers: int, patience: float, share: float) -> None:
        self._patience = patience
        self._idle = [Worker() for _ in range(workers)]
        self._all = tuple(self._idle)
        self._cores = max(1, usable_cores() // workers)
        self._threads = ThreadPoolExecutor(workers + 1, "branchline-bots")
        self._queue = FairQueue(workers, share)
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False

    def crowded(self, opener: str) -> bool:
        """Whether there is no room for another table that nobody watches and that this address has opened."""
        return self._queue.crowded(opener)

    def look(self, table: str) -> None:
        """Somebody came to watch a table: its bots may be next."""
        self._queue.refile(table)
        self._serve()

    async def choose(self, question: Question) -> Decision:
        """A bot's move. If the bot fails, thinks too long, or keeps people waiting too long, that of the quick bot."""
        begun = time.perf_counter()
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        cost = clock_seconds(question.spec) or QUICK_SECONDS
        job = Job(question.table, question.watchers, question.opener, cost, (question, answer))
        self._queue.push(job)
        metrics.BOT_QUEUE.set(len(self._queue))
        self._serve()
        try:
            while not answer.done():
                watched = question.watchers()
                await asyncio.wait([answer], timeout=self._patience)
                if not answer.done() and not job.begun and watched and question.watchers():
                    log.warning("bot %s waited longer than %s seconds", question.spec, self._patience)
                    return await self._quick(*question.position())
            return answer.result()
        finally:
            answer.cancel()
            self._queue.discard(job)
            metrics.BOT_SECONDS.observe(time.perf_counter() - begun)

    def _serve(self) -> None:
        """Give each idle worker the next job. If it is not yet time for one, come back then."""
        if self._closed:
            return
        while self._idle and (popped := self._queue.pop()) is not None:
            job, seconds = popped
            job.begun = True
            task = asyncio.create_task(self._work(self._idle.pop(), job, seconds))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        metrics.BOT_QUEUE.set(len(self._queue))
        wait = self._queue.quiet_after() if self._idle else None
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if wait is None else asyncio.get_running_loop().call_later(wait, self._serve)

    async def _work(self, worker: Worker, job: Job, seconds: float) -> None:
        """Let a worker do a job, and serve the next."""
        begun = time.perf_counter()
        question, answer = job.work
        try:
            decision = await self._think(worker, question, seconds)
            if not answer.done():
                answer.set_result(decision)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error)
            elif not isinstance(error, RequestError):
                log.exception("a bot failed whose move nobody needs any more")
        finally:
            self._queue.settle(job, seconds, time.perf_counter() - begun)
            self._idle.append(worker)
            self._serve()

    async def _think(self, worker: Worker, question: Question, seconds: float) -> Decision:
        seed, view = question.position()
        full = clock_seconds(question.spec)
        spec = question.spec if full is None else f"search:time={seconds:.3f},threads={self._cores}"
        loop = asyncio.get_running_loop()
        # A bot that hangs is found out before those behind it have lost their patience.
        within = min(self._patience, self._patience / 3 + 3 * seconds)
        function: Callable[..., Decision] = choose_and_compare if question.others else choose_move
        arguments = (within, function, spec, seed, view.to_json())
        try:
            decision: Decision = await loop.run_in_executor(self._threads, worker.call, *arguments)
        except WorkerFailed as error:
            log.error("bot %s failed: %s", question.spec, error)
            return await self._quick(seed, view)
        if decision.move not in map(str, view.legal):
            log.error("bot %s chose the illegal move %r", question.spec, decision.move)
            return await self._quick(seed, view)
        if decision.problem:
            log.error("bot %s failed, and another moved for it: %s", question.spec, decision.problem)
        if full is not None and seconds < full:
            metrics.BOT_HASTE.labels("less").inc()
            return decision._replace(haste="less")
        return decision

    async def _quick(self, seed: int, view: View) -> Decision:
        metrics.BOT_HASTE.labels("quick").inc()
        return await asyncio.get_running_loop().run_in_executor(self._threads, quick_decision, seed, view)

    async def close(self) -> None:
        """Stop the processes."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
