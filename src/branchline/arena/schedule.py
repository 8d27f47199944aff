"""Schedules: what is to be played, and who takes the results. Matches and simulations are schedules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Protocol, TypeVar

from branchline.arena.executors import Executor
from branchline.arena.jobs import Job
from branchline.processes import signals_held

R = TypeVar("R")
#: Told how many games have just come in; True if no more are needed.
Watch = Callable[[int], bool]


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
