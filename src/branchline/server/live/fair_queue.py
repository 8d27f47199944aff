"""Fair queue: whose bot thinks next. Fair by address, then by table, so that nobody waits because others want much."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

#: Seconds in which all bots that an address waits for should have moved: under load they get less time.
AIM = 2.0
#: The least time that a search gets.
LEAST = 0.05
#: Seconds of thinking for tables that nobody watches that may be saved up.
SAVED = 2.0
#: Tables that nobody watches in the queue, and those of them that one address has opened. More of them rest until there
#: is room, or until somebody looks.
QUIET_TABLES, QUIET_PER_ADDRESS = 100, 20
#: Addresses whose use is remembered, before those are forgotten whose use does not count any more.
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


class Turns:
    """Whose turn it is among those who wait: start-time fair queueing.

    Everybody has a time of his own, which goes on by what he uses. Next is whoever is least far. Who comes back after a
    pause begins where the others are: he has no credit for the pause, and no debt for what he used when nobody waited.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._ends: dict[str, float] = {}

    def start(self, who: str) -> float:
        """How far somebody is."""
        return max(self._now, self._ends.get(who, 0.0))

    def begin(self, who: str) -> None:
        """It is the turn of whoever is least far."""
        self._now = self.start(who)
        if len(self._ends) > REMEMBERED:
            self._ends = {other: end for other, end in self._ends.items() if end > self._now}

    def use(self, who: str, seconds: float) -> None:
        """Somebody uses so many seconds, or gives them back."""
        self._ends[who] = self.start(who) + seconds


@dataclass(slots=True)
class WaitingTable:
    """The jobs of a table, the groups in which it waits, and the seconds of its next move if somebody watches it."""

    jobs: deque[Job] = field(default_factory=deque)
    groups: tuple[Group, ...] = ()
    wanted: float = 0.0


class FairQueue:
    """Jobs that wait. Addresses share the time of the workers alike, and the tables of an address take turns.

    A table that several addresses watch is served when any of them is next, and they share what it uses. Tables that
    nobody watches are served if no other waits, and not for more than `share` of the workers' time.
    """

    def __init__(self, workers: int, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers, self._rate, self._clock = workers, share * workers, clock
        self._tables: dict[str, WaitingTable] = {}
        self._groups: dict[Group, dict[str, None]] = {}
        self._turns = {True: Turns(), False: Turns()}
        self._payers: dict[Job, tuple[Group, ...]] = {}
        self._saved, self._then = SAVED if share else 0.0, clock()
        self._count = self._quiet = 0
        self._wanted = 0.0

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
        """Look again who watches a table. If that has not changed, it keeps its place."""
        waiting = self._tables.get(table)
        if waiting is not None:
            groups = groups_of(waiting.jobs[0]) if waiting.jobs else ()
            self._file(table, waiting, groups, groups != waiting.groups)

    def _file(self, table: str, waiting: WaitingTable, groups: tuple[Group, ...], behind: bool) -> None:
        """Let a table wait in these groups; `behind` their other tables, or where it is."""
        for group in waiting.groups if behind else ():
            self._quiet -= not group.watched
            del self._groups[group][table]
            if not self._groups[group]:
                del self._groups[group]
        for group in groups if behind else ():
            self._quiet += not group.watched
            self._groups.setdefault(group, {})[table] = None
        waiting.groups = groups
        self._wanted -= waiting.wanted
        waiting.wanted = waiting.jobs[0].cost if waiting.groups and waiting.groups[0].watched else 0.0
        self._wanted += waiting.wanted
        if not waiting.jobs:
            del self._tables[table]

    def pop(self) -> tuple[Job, float] | None:
        """The next job, and the seconds that it may think. None if there is none, or if it is not its time yet."""
        while (group := self._next_group()) is not None:
            table = next(iter(self._groups[group]))
            waiting = self._tables[table]
            if waiting.groups != groups_of(waiting.jobs[0]):  # somebody has gone
                self.refile(table)
                continue
            seconds = self._seconds(group, waiting.jobs[0])
            job = waiting.jobs.popleft()
            self._count -= 1
            self._payers[job] = waiting.groups
            self._turns[group.watched].begin(group.address)
            self._charge(job, seconds)
            self._file(table, waiting, waiting.groups if waiting.jobs else (), True)
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
        turns = self._turns[bool(watched)]
        return min(watched or self._groups, key=lambda group: turns.start(group.address), default=None)

    def _seconds(self, group: Group, job: Job) -> float:
        """The time for a job: less if its address waits for many tables, or for many other addresses."""
        if not group.watched:
            return job.cost
        own = sum(self._tables[table].wanted for table in self._groups[group])
        others = sum(other.watched for other in self._groups) - len(self._tables[job.table].groups)
        until_all_moved = (own + min(self._wanted - own, others * own)) / self._workers
        part = AIM / until_all_moved
        return job.cost if part >= 1 else min(job.cost, max(LEAST, part * job.cost))

    def _charge(self, job: Job, seconds: float) -> None:
        payers = self._payers[job]
        for group in payers:
            self._turns[group.watched].use(group.address, seconds / len(payers))
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
