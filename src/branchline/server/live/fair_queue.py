"""Fair queue: whose bot thinks next. Fair by address, then by table, so that nobody waits because others want much."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

#: Seconds after which half of what an address or a table has used is forgotten.
HALF_LIFE = 60.0
#: Seconds in which all bots that an address waits for should have moved: under load they get less time.
AIM = 2.0
#: The least time that a search gets.
LEAST = 0.05
#: Seconds of thinking for tables that nobody watches that may be saved up.
SAVED = 2.0
#: Tables that nobody watches in the queue, and those of them that one address has opened. More of them rest until there
#: is room, or until somebody looks.
QUIET_TABLES, QUIET_PER_ADDRESS = 100, 20
#: Addresses and tables whose use is remembered.
REMEMBERED = 10_000


@dataclass(slots=True, eq=False)
class Job:
    """A decision to make. `watchers` are the addresses of those who wait for it now; `cost` is its usual seconds.

    `work` is for the owner of the queue.
    """

    table: str
    watchers: Callable[[], frozenset[str]]
    opener: str
    cost: float
    work: Any = None
    begun: bool = False


class Group(NamedTuple):
    """Tables that are served in turn: those that an address watches, or that it opened and nobody watches."""

    watched: bool
    address: str


class Usage:
    """The seconds that addresses or tables have used lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, key: str) -> float:
        used, then = self._used.get(key, (0.0, 0.0))
        return used * 0.5 ** ((self._clock() - then) / HALF_LIFE) if used else 0.0

    def add(self, key: str, seconds: float) -> None:
        self._used[key] = max(0.0, self.of(key) + seconds), self._clock()
        if len(self._used) > REMEMBERED:
            for least in sorted(self._used, key=self.of)[: REMEMBERED // 2]:
                del self._used[least]


@dataclass(slots=True)
class WaitingTable:
    """The jobs of a table, and the groups in which it waits."""

    jobs: deque[Job] = field(default_factory=deque)
    groups: tuple[Group, ...] = ()


class FairQueue:
    """Jobs that wait. Next is the address that has used least of late, there the table that has used least.

    A table that several addresses watch is served when any of them is next, and they share what it uses. Tables that
    nobody watches are served if no other waits, and not for more than `share` of the workers' time.
    """

    def __init__(self, workers: int, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers, self._rate, self._clock = workers, share * workers, clock
        self._tables: dict[str, WaitingTable] = {}
        self._groups: dict[Group, dict[str, None]] = {}
        self._by_address, self._by_table = Usage(clock), Usage(clock)
        self._payers: dict[Job, tuple[Group, ...]] = {}
        self._saved, self._then = SAVED if share else 0.0, clock()
        self._count = self._quiet = 0

    def __len__(self) -> int:
        return self._count

    def crowded(self, opener: str) -> bool:
        """Whether there is no room for another table that nobody watches and that this address has opened."""
        opened = len(self._groups.get(Group(False, opener), ()))
        return self._quiet >= QUIET_TABLES or opened >= QUIET_PER_ADDRESS

    def push(self, job: Job) -> None:
        """Let a job wait for its turn."""
        self._count += 1
        self._tables.setdefault(job.table, WaitingTable()).jobs.append(job)
        self.refile(job.table)

    def discard(self, job: Job) -> None:
        """Forget a job, if it waits."""
        waiting = self._tables.get(job.table)
        if waiting is not None and job in waiting.jobs:
            waiting.jobs.remove(job)
            self._count -= 1
            self.refile(job.table)

    def refile(self, table: str) -> None:
        """Look again who watches a table."""
        waiting = self._tables.get(table)
        if waiting is None:
            return
        for group in waiting.groups:
            self._quiet -= not group.watched
            del self._groups[group][table]
            if not self._groups[group]:
                del self._groups[group]
        waiting.groups = groups_of(waiting.jobs[0]) if waiting.jobs else ()
        for group in waiting.groups:
            self._quiet += not group.watched
            self._groups.setdefault(group, {})[table] = None
        if not waiting.jobs:
            del self._tables[table]

    def pop(self) -> tuple[Job, float] | None:
        """The next job, and the seconds that it may think. None if there is none, or if it is not its time yet."""
        while (group := self._next_group()) is not None:
            table = min(self._groups[group], key=self._by_table.of)
            waiting = self._tables[table]
            if waiting.groups != groups_of(waiting.jobs[0]):  # somebody has gone
                self.refile(table)
                continue
            seconds = self._seconds(group, waiting.jobs[0])
            job = waiting.jobs.popleft()
            self._count -= 1
            self._payers[job] = waiting.groups
            self._charge(job, seconds)
            self.refile(table)
            return job, seconds
        return None

    def settle(self, job: Job, expected: float, taken: float) -> None:
        """A job is done: what it took counts, instead of what was expected."""
        self._charge(job, taken - expected)
        del self._payers[job]

    def quiet_after(self) -> float | None:
        """Seconds until a table that nobody watches may be served; None if none waits, or never."""
        if not self._quiet or not self._rate:
            return None
        return max(0.0, -self._savings() / self._rate) + 0.001

    def _next_group(self) -> Group | None:
        watched = [group for group in self._groups if group.watched]
        if not watched and self._savings() <= 0:
            return None
        return min(
            watched or self._groups, key=lambda group: self._by_address.of(group.address), default=None
        )

    def _seconds(self, group: Group, job: Job) -> float:
        """The time for a job: less if its address waits for many tables, or many addresses wait."""
        if not group.watched:
            return job.cost
        wanted = sum(max(one.cost for one in self._tables[table].jobs) for table in self._groups[group])
        addresses = sum(other.watched for other in self._groups)
        part = AIM * self._workers / (addresses * wanted)
        return job.cost if part >= 1 else min(job.cost, max(LEAST, part * job.cost))

    def _charge(self, job: Job, seconds: float) -> None:
        payers = self._payers[job]
        for group in payers:
            self._by_address.add(group.address, seconds / len(payers))
        self._by_table.add(job.table, seconds)
        if not payers[0].watched:
            self._saved = self._savings() - seconds

    def _savings(self) -> float:
        """Seconds that tables that nobody watches may use now; below 0 if they have used more."""
        now = self._clock()
        self._saved = min(SAVED, self._saved + (now - self._then) * self._rate)
        self._then = now
        return self._saved


def groups_of(job: Job) -> tuple[Group, ...]:
    """Where a job belongs now."""
    watchers = sorted(job.watchers())
    return tuple(Group(True, address) for address in watchers) or (Group(False, job.opener),)
