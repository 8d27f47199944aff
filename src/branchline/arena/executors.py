"""Executors: where jobs run. In this process, in several of this machine, or on a Ray cluster.

A schedule says which jobs there are and takes their results. Matches and simulations are schedules.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from branchline.arena.jobs import Job
from branchline.errors import BranchlineError, MissingPackages
from branchline.processes import init_worker, kill_worker, signals_held, usable_cores

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event  # a browser's Python has no such module

#: CPU time after which a job inside the core is taken to have no end; it needs a tenth of a second.
NATIVE_JOB_SECONDS = 10.0
#: How often Ray begins a job again whose worker or node has died.
RAY_RETRIES = 5
#: A worker imports the main module of the program that starts it.
NO_WORKER = (
    "no worker process could be started; a script that starts some does so below the line "
    'if __name__ == "__main__":'
)

R = TypeVar("R")
Results = Generator[R, None, None]
#: Told how many games have just come in; True if no more are needed.
Watch = Callable[[int], bool]


class Executor(Protocol):
    """Plays jobs, in any order, and gives each one's result as soon as it is there.

    `cores` is what one job keeps busy: no more jobs run at once than that leaves room for, or bots that think
    against the clock would slow each other down. Closing the generator gives up what has not come back.
    """

    def run(self, jobs: Iterator[Job[R]], cores: int) -> Results[R]: ...


class Inline:
    """One job after the other, in this process. A bot that ends the process ends the run."""

    def run(self, jobs: Iterator[Job[R]], cores: int) -> Results[R]:
        for job in jobs:
            yield job.play()


class Processes:
    """A pool of processes on this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, jobs: Iterator[Job[R]], cores: int) -> Results[R]:
        workers = max(1, self.count // cores)
        while True:
            broken = yield from self._until_broken(jobs, workers)
            if not broken:
                return
            for job in broken:  # one of them ended its process; run alone, the guilty one shows
                if (yield from self._until_broken(iter([job]), 1)):
                    yield from self._outside_the_core(job)

    def _outside_the_core(self, job: Job[R]) -> Results[R]:
        """Play a job that has ended its process, where each decision can be watched."""
        outside = job.outside_core()
        if outside is None or (yield from self._until_broken(iter([outside]), 1)):
            raise BranchlineError(f"a bot ended the process it played in: {job}")

    def _until_broken(self, jobs: Iterator[Job[R]], workers: int) -> Generator[R, None, list[Job[R]]]:
        """Play the jobs. If the pool breaks, return those that were under way."""
        spawn = get_context("spawn")
        started = spawn.Event()
        pool = ProcessPoolExecutor(workers, spawn, _init_worker, (started,))
        running: dict[Future[R], Job[R]] = {}
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
            if not started.is_set():
                raise BranchlineError(NO_WORKER) from None
            return list(running.values())
        finally:
            if running:  # nobody waits for these any more, and one may think for long
                for process in (pool._processes or {}).values():
                    kill_worker(process)
            pool.shutdown(wait=True, cancel_futures=True)


def _init_worker(started: Event) -> None:
    started.set()
    init_worker()


def play_guarded(job: Job[R]) -> R:
    """Play a job in a worker. The worker ends itself if the core does not come back: nothing else can stop it."""
    if not job.in_core or not hasattr(signal, "setitimer"):
        return job.play()
    signal.setitimer(signal.ITIMER_PROF, NATIVE_JOB_SECONDS)
    try:
        return job.play()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class RayExecutor:
    """A Ray cluster: at an address, `auto` for the one this machine belongs to, or a new one on this machine.

    A job depends on its arguments alone, so one that is lost with its node is played again.
    """

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise MissingPackages("--ray needs Ray", "ray") from None
        self._ray: Any = ray
        if not ray.is_initialized():
            try:
                ray.init(address=address or None, log_to_driver=False, logging_level="error")
            except (ConnectionError, RuntimeError) as error:
                raise BranchlineError(f"no Ray cluster answers at {address}: {error}") from None

    def run(self, jobs: Iterator[Job[R]], cores: int) -> Results[R]:
        ray = self._ray
        play = ray.remote(num_cpus=cores, max_retries=RAY_RETRIES)(play_guarded)
        running: dict[Any, Job[R]] = {}
        try:
            while True:
                room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // cores)
                for job in islice(jobs, max(0, room - len(running))):
                    running[play.remote(job)] = job
                if not running:
                    return
                for done in ray.wait(list(running))[0]:
                    job = running.pop(done)
                    try:
                        yield ray.get(done)
                    except ray.exceptions.WorkerCrashedError:
                        outside = job.outside_core()
                        if outside is None:
                            raise BranchlineError(f"a bot ended the process it played in: {job}") from None
                        running[play.remote(outside)] = outside
        finally:
            for task in running:
                ray.cancel(task, force=True)


def local_executor(processes: int | None) -> Executor:
    """Local processes, by default one for each core."""
    return Processes(processes or usable_cores())


class Schedule(Protocol[R]):
    """Jobs to play, by the number of cores that one of them keeps busy."""

    @property
    def cores(self) -> Sequence[int]:
        """The different numbers of cores, smallest first."""
        ...

    def jobs(self, cores: int) -> Iterator[Job[R]]:
        """The jobs that need so many cores."""
        ...

    def add(self, result: R) -> int:
        """Take the result of a job; how many games it was."""
        ...


def play_schedule(schedule: Schedule[R], executor: Executor, watch: Watch = lambda _: False) -> None:
    """Play all jobs, or until `watch` has had enough. An interruption never comes while a result is being added."""
    for cores in schedule.cores:
        with closing(executor.run(schedule.jobs(cores), cores)) as results:
            for result in results:
                with signals_held():
                    games = schedule.add(result)
                if watch(games):
                    return
