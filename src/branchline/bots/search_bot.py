"""search: deals the unknown out many times, and plays the policy's best moves to the end in each of those worlds.

It leaves the policy's own move only for one that is surely better on the same worlds (gated search).
"""

from __future__ import annotations

import math
import os
import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from branchline.bots.bot import SEED_COUNT, Bot
from branchline.bots.policy_bot import decision_stream, make_policy
from branchline.core.policies.candidates import candidates
from branchline.core.policies.policy import Policy
from branchline.core.policies.rollout import Rollout
from branchline.core.rules.knowledge import Knowledge
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View

SECONDS = 1.0
CLAIMS, DRAWS = 4, 4  # candidates at most, besides the policy's own move
GATE = 1.5  # standard errors by which a move must beat the policy's own
FEW = 10  # worlds after which the gate is twice as wide: one of several moves soon looks good by luck
BEHIND = 1.0  # standard errors behind at which a move is dropped
MIN_WORLDS = 8  # before anything is dropped
ROUND = 16  # worlds in a round by rollouts; what is dropped is decided between rounds
MOST_WORLDS = 64  # worlds between two such decisions by time, at most


class SearchBot(Bot):
    """Thinks for a time, for a number of rollouts, or of worlds. Without the time, view and seed alone decide.

    `played` is the number of worlds of the last decision: what was found by time, that many worlds find again.
    """

    def __init__(
        self,
        seconds: float | None = None,
        rollouts: int | None = None,
        threads: int | None = None,
        seed: int = 0,
        policy: str = "hybrid",
        worlds: int | None = None,
    ) -> None:
        super().__init__(seed)
        self.seconds, self.rollouts, self.worlds, self.policy = seconds or SECONDS, rollouts, worlds, policy
        self.played = 0
        self.threads = threads or os.cpu_count() or 2
        self._pool = ThreadPoolExecutor(self.threads, "search")
        self._policies: dict[tuple[str, int], list[Policy]] = {}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        codec = board_codec(view.board)
        policies = self._at(view)
        policies[0].seed(self.seed, decision_stream(view))
        knowledge = view.knowledge()
        found = candidates(codec.tables, knowledge.state, policies[0], CLAIMS, DRAWS)
        self.played = 0
        choice = self._search(view, knowledge, found) if len(found) > 1 else 0
        return codec.action(found[choice], view.offer)

    def _search(self, view: View, knowledge: Knowledge, found: Sequence[int]) -> int:
        """The place of the best of the moves found. Each thread needs its own copy of what the seat knows."""
        tables, policies = board_codec(view.board).tables, self._at(view)
        known = [knowledge, *(view.knowledge() for _ in policies[1:])]
        workers = [Rollout(tables, *each, found) for each in zip(known, policies, strict=True)]
        search = Search(workers, (self.seed * 1000003 + decision_stream(view)) % SEED_COUNT, self._pool)
        if self.rollouts:
            best = search.by_rollouts(self.rollouts)
        else:
            best = search.by_worlds(self.worlds) if self.worlds else search.by_time(self.seconds)
        self.played = search.worlds
        return best

    def _at(self, view: View) -> list[Policy]:
        """A policy for every thread, with the weights of the board and seats."""
        key = view.board.digest, len(view.seats)
        if key not in self._policies:
            self._policies[key] = [
                make_policy(self.policy, view.board, len(view.seats)) for _ in range(self.threads)
            ]
        return self._policies[key]

    def close(self) -> None:
        self._pool.shutdown()


class Duel:
    """One candidate against the policy's own move: sums of the differences, world by world."""

    def __init__(self) -> None:
        self.n = 0
        self.total = self.squares = 0.0

    def add(self, difference: float) -> None:
        self.n += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.n < 2:
            return math.inf
        return math.sqrt(max(0.0, self.squares / self.n - self.mean**2) / (self.n - 1))

    @property
    def surely_better(self) -> bool:
        """Whether the candidate passes the gate, which is narrower while few worlds have been played."""
        return self.n > 1 and self.mean - GATE * (1 + FEW / self.n) * self.error > 0


class Search:
    """One decision: the candidates, the first being the policy's own, and what the rollouts said so far."""

    def __init__(self, workers: Sequence[Rollout], seed: int, pool: ThreadPoolExecutor) -> None:
        self.workers, self.seed, self.pool = workers, seed, pool
        self.count = workers[0].count
        self.duels = [Duel() for _ in range(self.count)]
        self.active = list(range(self.count))
        self.worlds = self.rollouts = 0

    def by_rollouts(self, budget: int) -> int:
        """The best candidate after so many rollouts; the same for any number of threads."""
        while len(self.active) > 1 and self.rollouts + len(self.active) <= budget:
            fair = max(1, (budget // 4) // len(self.active))
            self._play(min(ROUND, fair, (budget - self.rollouts) // len(self.active)))
            self._drop()
        return self.best()

    def by_worlds(self, count: int) -> int:
        """The best candidate after so many worlds, or sooner if only one is left: what `by_time` finds in them."""
        while len(self.active) > 1 and self.worlds < count:
            self._play_on(count - self.worlds)
        return self.best()

    def by_time(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> int:
        """The best candidate after so many seconds. Rounds become shorter towards the end, to keep the time.

        What it finds depends on the number of worlds alone, not on how the rounds divided them.
        """
        start = clock()
        worlds, pace = len(self.workers), 0.0
        while len(self.active) > 1:
            before, todo = clock(), self.rollouts
            self._play_on(worlds)
            now, todo = clock(), self.rollouts - todo
            pace = max((now - before) / todo, 0.5 * pace)
            fit = (seconds - (now - start)) / (pace * len(self.active))
            if fit < len(self.workers):
                break
            worlds = max(len(self.workers), min(int(fit / 2), MOST_WORLDS))
        return self.best()

    def best(self) -> int:
        """The candidate with the highest mean of those that pass the gate, or the policy's own (0)."""
        passed = [i for i in self.active[1:] if self.duels[i].surely_better]
        return max(passed, key=lambda i: self.duels[i].mean, default=0)

    def _play_on(self, worlds: int) -> None:
        """Play so many worlds, or fewer: the hopeless are dropped after 8, 16, 32, 64, 128, 192 … worlds."""
        check = MIN_WORLDS
        while check <= self.worlds:
            check += min(check, MOST_WORLDS)
        self._play(min(worlds, check - self.worlds))
        if self.worlds == check:
            self._drop()

    def _play(self, worlds: int) -> None:
        """Play all active candidates in the next worlds, divided among the threads.

        The first part is played in this thread: on a busy machine waking another costs more than many rollouts.
        """
        share = -(-worlds // len(self.workers))
        mask = sum(1 << i for i in self.active)
        parts = []
        for first, worker in zip(range(0, worlds, share), self.workers, strict=False):
            count = min(share, worlds - first)
            out = array("d", bytes(8 * count * self.count))
            parts.append((partial(worker.run, self.seed, self.worlds + first, count, mask, out), out))
        futures = [self.pool.submit(run) for run, _ in parts[1:]]
        parts[0][0]()
        for future in futures:
            future.result()
        for _, out in parts:
            self._add(out)
        self.worlds += worlds
        self.rollouts += worlds * len(self.active)

    def _drop(self) -> None:
        """Drop the hopeless."""
        if self.worlds >= MIN_WORLDS:
            self.active = [i for i in self.active if i == 0 or not self._hopeless(self.duels[i])]

    def _add(self, values: array[float]) -> None:
        for row in range(0, len(values), self.count):
            for i in self.active[1:]:
                self.duels[i].add(values[row + i] - values[row])

    @staticmethod
    def _hopeless(duel: Duel) -> bool:
        return duel.mean + BEHIND * duel.error < 0
