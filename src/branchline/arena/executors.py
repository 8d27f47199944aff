"""Where jobs run: in this process, in several of this machine, or (see `on_ray`) on a cluster."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Protocol

from branchline.arena.job import Job
from branchline.arena.play import in_core, play_job
from branchline.arena.results import GameResult
from branchline.errors import BranchlineError
from branchline.processes import init_worker, kill_worker, signals_held, usable_cores

#: CPU time after which a job inside the core is taken to have no end; it needs a tenth of a second.
NATIVE_JOB_SECONDS = 10.0
#: A worker imports the main module of the program that starts it.
NO_WORKER = (
    "no worker process could be started; a script that starts some does so below the line "
    'if __name__ == "__main__":'
)

Batches = Generator[list[GameResult], None, None]


class Executor(Protocol):
    """Plays jobs, in any order, and gives each one's results as soon as they are there.

    `cores` is what one job keeps busy: no more jobs run at once than that leaves room for, or bots that think
    against the clock would starve each other. Closing the generator gives up what has not come back.
    """

    def run(self, jobs: Iterator[Job], cores: int) -> Batches: ...


class Inline:
    """One job after the other, in this process, where nothing can be done about a bot that ends it."""

    def run(self, jobs: Iterator[Job], cores: int) -> Batches:
        for job in jobs:
            yield play_job(job)


class Processes:
    """A pool of processes on this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, jobs: Iterator[Job], cores: int) -> Batches:
        workers = max(1, self.count // cores)
        while True:
            broken = yield from self._until_broken(jobs, workers)
            if not broken:
                return
            for job in broken:  # one of them ended its process: alone, it can be told
                if (yield from self._until_broken(iter([job]), 1)):
                    yield from self._outside_the_core(job)

    def _outside_the_core(self, job: Job) -> Batches:
        """Play a job that has ended its process, where each decision can be watched."""
        if (yield from self._until_broken(iter([job._replace(native=False)]), 1)):
            raise BranchlineError(f"a bot ended the process it played in: {job}")

    def _until_broken(
        self, jobs: Iterator[Job], workers: int
    ) -> Generator[list[GameResult], None, list[Job]]:
        """Play the jobs; those that were under way if the pool breaks."""
        spawn = get_context("spawn")
        begun = spawn.Event()
        pool = ProcessPoolExecutor(workers, spawn, _init_worker, (begun,))
        running: dict[Future[list[GameResult]], Job] = {}
        try:
            while True:
                for job in islice(jobs, 2 * workers - len(running)):
                    try:
                        with signals_held():  # this may start a worker
                            running[pool.submit(play_guarded, job)] = job
                    except BrokenProcessPool:
                        running[Future()] = job  # is under way like the others
                        raise
                if not running:
                    return []
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield future.result()
                    del running[future]
        except BrokenProcessPool:
            if not begun.is_set():
                raise BranchlineError(NO_WORKER) from None
            return list(running.values())
        finally:
            if running:  # nobody waits for these any more, and one may think for long
                for process in (pool._processes or {}).values():
                    kill_worker(process)
            pool.shutdown(wait=True, cancel_futures=True)


def _init_worker(begun: Event) -> None:
    begun.set()
    init_worker()


def play_guarded(job: Job) -> list[GameResult]:
    """Play a job in a worker, which ends itself if the core does not come back: a game there can't be interrupted."""
    if not in_core(job) or not hasattr(signal, "setitimer"):
        return play_job(job)
    signal.setitimer(signal.ITIMER_PROF, NATIVE_JOB_SECONDS)
    try:
        return play_job(job)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def local_executor(processes: int | None) -> Executor:
    """Local processes, by default one for each core."""
    return Processes(processes or usable_cores())
