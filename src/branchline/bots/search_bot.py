"""search: deals the unknown out many times, and plays the policy's best moves on in each of those worlds.

Rollouts are cut after some turns and valued by the board's network; where there is none, they go to the end of the
game. It leaves the policy's own move only for one that is surely better on the same worlds (gated search).
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from branchline.board import Board
from branchline.bots.bot import SEED_COUNT, Bot
from branchline.bots.policy_bot import decision_stream, make_policy
from branchline.core.policies.policy import Policy
from branchline.core.rules.knowledge import Knowledge
from branchline.core.search.belief import Belief
from branchline.core.search.candidates import Candidates
from branchline.core.search.duels import Duels
from branchline.core.search.player import round_of
from branchline.core.search.rollout import Rollout
from branchline.core.search.widening import widen
from branchline.core.value.value import Value
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View
from branchline.value import Estimator, find_network

SECONDS = 1.0
CLAIMS, DRAWS, STATIONS = 4, 4, 2  # candidates at most, besides the policy's own move
EXTRAS = 8  # further ones with many rollouts
MIN_WORLDS = 8  # before anything is dropped
MOST_WORLDS = 64  # worlds between two decisions what to drop by time, at most
TO_THE_END = -1
#: How many rounds a rollout takes before it is valued where a decision has at most so many rollouts.
FEW_ROUNDS = ((40, 1), (250, 2))
#: With more of them: so many rounds, and one more for so many cars. Games with more cars are longer.
LEAST_ROUNDS, CARS_PER_ROUND = 2, 7


@dataclass(frozen=True, slots=True)
class Style:
    """What a search thinks with: the policy that plays on, and whether it values positions and builds stations.

    Where it believes, others hold rather the tickets that their networks serve; otherwise any, equally likely. The
    belief wins no more games (docs/bots.md), so it is off by default.
    """

    policy: str = "hybrid"
    valued: bool = True
    believes: bool = False
    stations: int = STATIONS


#: The search of version 1, kept to compare with.
FIRST_STYLE = Style("hybrid-1", valued=False, stations=0)


@dataclass(frozen=True, slots=True)
class Thinker:
    """What one thread needs to think about a board."""

    policy: Policy
    value: Value
    belief: Belief | None
    valued: bool


def make_thinker(board: Board, seats: int, style: Style) -> Thinker:
    """A thinker for a board and a number of seats; without a network it values only the end of a game."""
    policy = make_policy(style.policy, board, seats)
    file = find_network(board, seats) if style.valued else None
    if file is None:
        return Thinker(policy, Value(board_codec(board).tables, {}, None), None, False)
    ready = Estimator(board, file)
    return Thinker(policy, ready.value, ready.belief if style.believes else None, True)


def extras_for(rollouts: int | None = None) -> int:
    """How many further moves a decision compares that has so many rollouts; unless it is said, very many."""
    return 0 if rollouts is not None and rollouts <= FEW_ROUNDS[-1][0] else EXTRAS


def depth_for(board: Board, seats: int, rollouts: int | None = None) -> int:
    """How many turns the rollouts of a decision take that has so many of them; unless it is said, very many.

    The network errs more about a position soon after a move than about one long after it, but far ones scatter more
    widely: so depth pays with many rollouts (docs/bots.md).
    """
    rounds = LEAST_ROUNDS + board.cars // CARS_PER_ROUND
    if rollouts is not None:
        rounds = next((few for most, few in FEW_ROUNDS if rollouts <= most), rounds)
    return rounds * seats


class SearchBot(Bot):
    """Thinks for a time, for a number of rollouts, or of worlds. Without the time, view and seed alone decide.

    The time is that of the clock, or CPU time of one thread: a search by the latter is as strong on a busy machine.
    `played` is the number of worlds of the last decision: what was found by time, that many worlds find again, with
    the same `depth`.
    """

    def __init__(
        self,
        seconds: float | None = None,
        rollouts: int | None = None,
        threads: int | None = None,
        seed: int = 0,
        worlds: int | None = None,
        depth: int | None = None,
        style: Style | None = None,
        extras: int | None = None,
        cpu: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.seconds, self.rollouts, self.worlds = cpu or seconds or SECONDS, rollouts, worlds
        self.clock = time.thread_time if cpu else time.perf_counter
        self.depth, self.style = depth, style or Style()
        self.extras = extras_for(rollouts) if extras is None else extras
        self.played = 0
        self.threads = 1 if cpu else threads or usual_threads()
        self._pool = ThreadPoolExecutor(self.threads, "search")
        self._thinkers: dict[tuple[str, int], list[Thinker]] = {}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        codec = board_codec(view.board)
        thinkers = self._at(view)
        knowledge = view.knowledge()
        found = find_more_candidates(
            view, knowledge, thinkers[0], self.seed, self.style.stations, self.extras
        )
        self.played = 0
        choice = self._search(view, knowledge, thinkers, found) if len(found) > 1 else 0
        return codec.action(found[choice], view.offer)

    def _search(
        self, view: View, knowledge: Knowledge, thinkers: Sequence[Thinker], found: Sequence[int]
    ) -> int:
        """The place of the best of the moves found. Each thread needs its own copy of what the seat knows."""
        known = [knowledge, *(view.knowledge() for _ in thinkers[1:])]
        depth = self.rollout_depth(view.board, len(view.seats)) if thinkers[0].valued else TO_THE_END
        workers = [
            make_rollout(view.board, *each, found, depth) for each in zip(known, thinkers, strict=True)
        ]
        search = Search(workers, search_seed(self.seed, view), self._pool)
        if self.rollouts:
            best = search.by_rollouts(self.rollouts)
        else:
            best = search.by_worlds(self.worlds) if self.worlds else search.by_time(self.seconds, self.clock)
        self.played = search.duels.worlds
        return best

    def rollout_depth(self, board: Board, seats: int) -> int:
        """How many turns the rollouts take."""
        return depth_for(board, seats, self.rollouts) if self.depth is None else self.depth

    def _at(self, view: View) -> list[Thinker]:
        """A thinker for every thread."""
        key = view.board.digest, len(view.seats)
        if key not in self._thinkers:
            self._thinkers[key] = [
                make_thinker(view.board, len(view.seats), self.style) for _ in range(self.threads)
            ]
        return self._thinkers[key]

    def close(self) -> None:
        self._pool.shutdown()


def usual_threads() -> int:
    """How many threads to use: one for each core. A browser has none besides its own."""
    return 1 if sys.platform == "emscripten" else os.cpu_count() or 2


def find_candidates(
    view: View, knowledge: Knowledge, policy: Policy, seed: int, stations: int = STATIONS
) -> list[int]:
    """The moves to compare, the policy's own first."""
    return _candidates(view, knowledge, policy, seed, stations).to_list()


def find_more_candidates(
    view: View, knowledge: Knowledge, thinker: Thinker, seed: int, stations: int, extras: int
) -> list[int]:
    """The same, and so many further moves at most that the network likes; none if there is nothing to compare."""
    candidates = _candidates(view, knowledge, thinker.policy, seed, stations)
    if extras and thinker.valued and candidates.count > 1:
        rollout = make_rollout(view.board, knowledge, thinker, [], 0)
        tables = board_codec(view.board).tables
        widen(tables, knowledge.state, candidates, rollout, search_seed(seed, view), extras)
    return candidates.to_list()


def _candidates(view: View, knowledge: Knowledge, policy: Policy, seed: int, stations: int) -> Candidates:
    policy.seed(seed, decision_stream(view))
    candidates = Candidates()
    candidates.find(board_codec(view.board).tables, knowledge.state, policy, CLAIMS, DRAWS, stations)
    return candidates


def search_seed(seed: int, view: View) -> int:
    """The seed of the worlds of a decision."""
    return (seed * 1000003 + decision_stream(view)) % SEED_COUNT


def make_rollout(
    board: Board, knowledge: Knowledge, thinker: Thinker, found: Sequence[int], depth: int
) -> Rollout:
    """A rollout of some moves from what a seat knows, in worlds that are dealt by what it may believe."""
    if thinker.belief:
        thinker.belief.weigh(knowledge)
    return Rollout(board_codec(board).tables, knowledge, thinker.policy, found, thinker.value, depth)


class Search:
    """One decision: the candidates, the first being the policy's own, and what the rollouts said so far."""

    def __init__(
        self, workers: Sequence[Rollout], seed: int, pool: ThreadPoolExecutor, duels: Duels | None = None
    ) -> None:
        self.workers, self.seed, self.pool = workers, seed, pool
        self.duels = duels or Duels()
        self.duels.begin(workers[0].count)
        self.rollouts = 0

    def by_rollouts(self, budget: int) -> int:
        """The best candidate after so many rollouts; the same for any number of threads."""
        while self.duels.live > 1 and self.rollouts + self.duels.live <= budget:
            self._play(round_of(budget, self.rollouts, self.duels.live))
            self.duels.drop()
        return self.duels.best()

    def by_worlds(self, count: int) -> int:
        """The best candidate after so many worlds, or sooner if only one is left: what `by_time` finds in them."""
        while self.duels.live > 1 and self.duels.worlds < count:
            self._play_on(count - self.duels.worlds)
        return self.duels.best()

    def by_time(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> int:
        """The best candidate after so many seconds. Rounds become shorter towards the end, to keep the time.

        What it finds depends on the number of worlds alone, not on how the rounds divided them.
        """
        start = clock()
        worlds, pace = len(self.workers), 0.0
        while self.duels.live > 1:
            before, todo = clock(), self.rollouts
            self._play_on(worlds)
            now, todo = clock(), self.rollouts - todo
            pace = max((now - before) / todo, 0.5 * pace)
            fit = (seconds - (now - start)) / (pace * self.duels.live)
            if fit < len(self.workers):
                break
            worlds = max(len(self.workers), min(int(fit / 2), MOST_WORLDS))
        return self.duels.best()

    def _play_on(self, worlds: int) -> None:
        """Play so many worlds, or fewer: the hopeless are dropped after 8, 16, 32, 64, 128, 192 … worlds."""
        check = MIN_WORLDS
        while check <= self.duels.worlds:
            check += min(check, MOST_WORLDS)
        self._play(min(worlds, check - self.duels.worlds))
        if self.duels.worlds == check:
            self.duels.drop()

    def _play(self, worlds: int) -> None:
        """Play all active candidates in the next worlds, divided among the threads.

        The first part is played in this thread: on a busy machine waking another costs more than many rollouts.
        """
        share = -(-worlds // len(self.workers))
        count, active, played = self.duels.count, self.duels.active, self.duels.worlds
        parts = []
        for first, worker in zip(range(0, worlds, share), self.workers, strict=False):
            rows = min(share, worlds - first)
            out = array("d", bytes(8 * rows * count))
            parts.append((partial(worker.run, self.seed, played + first, rows, active, out), out))
        futures = [self.pool.submit(run) for run, _ in parts[1:]]
        parts[0][0]()
        for future in futures:
            future.result()
        for _, out in parts:
            self.duels.add(out, 0, len(out) // count)
        self.rollouts += worlds * self.duels.live
