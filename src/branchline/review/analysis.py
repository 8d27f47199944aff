"""What is computed for each move: chances before and after it, and its candidates in the same worlds.

Every result follows from the position, the move, the level and the seed of the game alone. So results can be kept, and
do not depend on how many threads work.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from math import sqrt
from queue import SimpleQueue
from typing import NamedTuple, TypeVar, cast

import msgspec

from branchline.board import Board, Route
from branchline.bots.search_bot import usual_threads
from branchline.core.constants import A_CLAIM, NOTHING
from branchline.core.review.outlook import Outlook
from branchline.core.rules.state import State
from branchline.core.search.candidates import Candidates
from branchline.errors import BranchlineError
from branchline.game.codec import board_codec
from branchline.game.position import describe
from branchline.value import Estimator, NetworkFile, find_network

from .levels import Level
from .result import VERSION
from .store import Store
from .walk import Step, Walk

#: Candidates at most besides the policy's own move: claims, draws (or choices of tickets), stations.
CLAIMS, DRAWS, STATIONS = 5, 5, 2
#: A candidate is tried in further worlds unless it is this far behind the best: standard errors, and chance.
BEHIND, CLOSE = 2.0, 0.01

Progress = Callable[[int, int], object]
T = TypeVar("T")


class Tried(msgspec.Struct, frozen=True):
    """A candidate: the action, its mean chance, how much better than the move played it is, and that one's error."""

    action: int
    value: float
    gain: float
    error: float


class Course(msgspec.Struct, frozen=True):
    """The chances around a move with all cards open.

    `near` are those in its position, valued at the same turn as those expected after the move before; `expected` those
    expected after the move, `policy` after the policy's own move, both valued at a later turn. `chance` says what is
    dealt next; if nothing is, the next position is the expected one, and `expected` is left empty.
    """

    near: tuple[float, ...]
    error: tuple[float, ...]
    expected: tuple[float, ...]
    policy: tuple[float, ...]
    chance: int


class Choice(msgspec.Struct, frozen=True):
    """A move as its mover could see it: the chances that it knew, the candidates, and what the move lost.

    `policy` is the move that the policy would have made. `spread` is how far the sensible candidates lie apart beyond
    doubt. `estimate` is the loss before it is cut off at zero. Means are taken of it: noise takes it below as often as
    above.
    """

    known: tuple[float, ...]
    known_error: tuple[float, ...]
    tried: tuple[Tried, ...]
    policy: int
    loss: float
    error: float
    spread: float
    worlds: int
    estimate: float


class Thinker:
    """What one thread needs."""

    def __init__(self, board: Board, file: NetworkFile) -> None:
        self.estimator = Estimator(board, file)
        self.tables = board_codec(board).tables
        self.outlook = Outlook(
            self.estimator.value,
            self.estimator.policy,
            file.open_scale,
            file.known_scale,
            file.known_bend,
            file.known_offset,
        )
        self.candidates = Candidates()
        self.halves = claims_of_halves(board)


def kind_of(route: Route) -> tuple[object, ...]:
    """What a route is: the halves of a double route that agree in this differ in nothing but their numbers."""
    return frozenset((route.a, route.b)), route.length, route.colour, route.tunnel, route.ferry


def claims_of_halves(board: Board) -> dict[int, int]:
    """Every claim of the second half of a double route whose halves are alike, and the same claim of the first."""
    tables = board_codec(board).tables
    places = {route.id: i for i, route in enumerate(board.routes)}
    first = {
        i: places[route.twin]
        for i, route in enumerate(board.routes)
        if route.twin and places[route.twin] < i and kind_of(board.route(route.twin)) == kind_of(route)
    }
    numbers = {tables.action(i): i for i in range(len(tables))}
    found = {}
    for (kind, target, colour, count, wilds), number in numbers.items():
        if kind == A_CLAIM and target in first:
            found[number] = numbers[kind, first[target], colour, count, wilds]
    return found


class Found(NamedTuple):
    """All results of a game: two for each move, the chances before the deal, and those at the end."""

    courses: list[Course]
    choices: list[Choice]
    start: tuple[float, ...]
    end: tuple[float, ...]


def find_file(board: Board, seats: int) -> NetworkFile:
    """The network of a board; an error without one."""
    file = find_network(board, seats)
    if file is None:
        raise BranchlineError(
            f"there is no network for {board.id} with {seats} seats, and a review needs one; "
            "`branchline train` makes it"
        )
    return file


def network_digest(file: NetworkFile) -> str:
    """A short name of a network: any change to it changes this."""
    return hashlib.sha256(msgspec.json.encode(file)).hexdigest()[:16]


class Analysis:
    """The work on one game. What was found is kept in a store, if there is one."""

    def __init__(self, walk: Walk, store: Store | None = None, threads: int | None = None) -> None:
        self.walk, self.store = walk, store
        self.board, self.seats = walk.game.board, walk.game.seats
        self.file = find_file(self.board, self.seats)
        self.network = network_digest(self.file)
        self.positions = [self._digest(step.state) for step in walk.steps]
        self.seed = int(self.positions[0][:14], 16)
        self.threads = threads or usual_threads()
        self.idle: SimpleQueue[Thinker] = SimpleQueue()
        for _ in range(self.threads):
            self.idle.put(Thinker(self.board, self.file))

    def _digest(self, state: State) -> str:
        return hashlib.sha256(msgspec.json.encode(describe(state, board_codec(self.board)))).hexdigest()

    def run(self, level: Level, progress: Progress | None = None) -> Found:
        """The results of all moves at a level. What is raised by `progress` stops it."""
        tasks: list[Callable[[Thinker], object]] = [partial(self._start, level)]
        tasks += [partial(self._course, level, step) for step in self.walk.steps]
        tasks += [partial(self._choice, level, step) for step in self.walk.steps]
        found = self._run(tasks, progress)
        moves = len(self.walk.steps)
        end = self._result()
        return Found(
            _joined(cast(list[Course], found[1 : 1 + moves]), end),
            cast(list[Choice], found[1 + moves :]),
            cast(tuple[float, ...], found[0]),
            end,
        )

    def choices(self, level: Level, progress: Progress | None = None) -> list[Choice]:
        """The moves alone, as their movers could see them: a small part of the work."""
        tasks = [partial(self._choice, level, step) for step in self.walk.steps]
        return cast(list[Choice], self._run(tasks, progress))

    def _run(self, tasks: Sequence[Callable[[Thinker], object]], progress: Progress | None) -> list[object]:
        if self.threads == 1:
            return self._run_here(tasks, progress)
        found: list[object] = [None] * len(tasks)
        done = 0
        with ThreadPoolExecutor(self.threads, "review") as pool:
            futures = {pool.submit(self._lend, task): i for i, task in enumerate(tasks)}
            try:
                for future in as_completed(futures):
                    found[futures[future]] = future.result()
                    done += 1
                    if progress is not None:
                        progress(done, len(tasks))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return found

    def _run_here(
        self, tasks: Sequence[Callable[[Thinker], object]], progress: Progress | None
    ) -> list[object]:
        """The same in this thread: a browser has no others."""
        found = []
        for done, task in enumerate(tasks, 1):
            found.append(self._lend(task))
            if progress is not None:
                progress(done, len(tasks))
        return found

    def _lend(self, task: Callable[[Thinker], object]) -> object:
        """Run a task with one of the thinkers."""
        thinker = self.idle.get()
        try:
            return task(thinker)
        finally:
            self.idle.put(thinker)

    def _kept(self, key: Sequence[object], kind: type[T], find: Callable[[], T]) -> T:
        """A result from the store, or found now and then kept."""
        if self.store is None:
            return find()
        name = hashlib.sha256(":".join(map(str, (VERSION, self.network, *key))).encode()).hexdigest()
        kept = self.store.get(name)
        if kept is not None:
            return msgspec.json.decode(kept, type=kind)
        found = find()
        self.store.put(name, msgspec.json.encode(found))
        return found

    def _start(self, level: Level, thinker: Thinker) -> tuple[float, ...]:
        """The chances before the deal; for a game that began in a position, those of the position."""
        out = array("d", [0.0] * (3 * self.seats))
        span, first = level.rounds * self.seats, self.walk.game.first

        def deal() -> tuple[float, ...]:
            thinker.outlook.before_deal(self.seats, first, span, level.deals, 1, out)
            return tuple(out[: self.seats])

        if self.walk.dealt:
            key = ("start", self.board.digest, self.seats, first, level.rounds, level.deals)
            return self._kept(key, tuple[float, ...], deal)
        state = self.walk.steps[0].state
        thinker.outlook.follow(state, NOTHING, self._horizon(level, 0), 0, level.rollouts, self.seed, out)
        return tuple(out[: self.seats])

    def _horizon(self, level: Level, ply: int) -> int:
        """The turn at which the position after so many moves is valued: some rounds after the move before."""
        span = level.rounds * self.seats
        return (
            self.walk.steps[ply - 1].state.turns + 1 + span if ply else self.walk.steps[0].state.turns + span
        )

    def _result(self) -> tuple[float, ...]:
        winners = self.walk.game.winners()
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats))

    def _course(self, level: Level, step: Step, thinker: Thinker) -> Course:
        """The chances around a move with all cards open."""
        near, far = self._horizon(level, step.ply), self._horizon(level, step.ply + 1)
        key = ("course", self.positions[step.ply], step.action, near, far, level.rollouts, self.seed)

        def find() -> Course:
            n, look = self.seats, thinker.outlook
            out = array("d", [0.0] * (3 * n))
            look.follow(step.state, NOTHING, near, far, level.rollouts, self.seed, out)
            now, error, policy = tuple(out[:n]), tuple(out[n : 2 * n]), tuple(out[2 * n :])
            expected, chance = policy, look.chance_after(step.state, step.action)
            if step.action != thinker.estimator.policy.choose(thinker.tables, step.state):
                expected = ()
                if chance:
                    look.follow(step.state, step.action, far, far, level.rollouts, self.seed, out)
                    expected = tuple(out[:n])
            return Course(now, error, expected, policy, chance)

        return self._kept(key, Course, find)

    def _choice(self, level: Level, step: Step, thinker: Thinker) -> Choice:
        """A move as its mover could see it."""
        budget = (level.worlds, level.more, level.depth, level.known)
        key = ("choice", self.positions[step.ply], step.action, *budget, self.seed)

        def find() -> Choice:
            n = self.seats
            out = array("d", [0.0] * (2 * n))
            thinker.estimator.belief.weigh(step.known)
            thinker.outlook.known_to(step.known, level.known, self.seed + step.ply, out)
            trial = _Trial(thinker, step, level, self.seed + step.ply)
            trial.run()
            estimate, error = trial.loss()
            return Choice(
                known=tuple(out[:n]),
                known_error=tuple(out[n:]),
                tried=trial.tried(),
                policy=trial.named(0),
                loss=max(0.0, estimate),
                error=error,
                spread=trial.spread(),
                worlds=len(trial.rows),
                estimate=estimate,
            )

        return self._kept(key, Choice, find)


def _joined(courses: list[Course], end: tuple[float, ...]) -> list[Course]:
    """The courses of a game, with what was left to be read off the position after the move."""
    after = [*(course.near for course in courses[1:]), end]
    return [
        course if course.expected else msgspec.structs.replace(course, expected=near)
        for course, near in zip(courses, after, strict=True)
    ]


class _Trial:
    """The candidates of one decision in the same worlds, the policy's own move first.

    A row has the mover's chance for each candidate that was tried in a world. Halves of a double route that are alike
    are one candidate while both are free.
    """

    def __init__(self, thinker: Thinker, step: Step, level: Level, seed: int) -> None:
        self.thinker, self.step, self.level, self.seed = thinker, step, level, seed
        thinker.candidates.find(thinker.tables, step.state, thinker.estimator.policy, CLAIMS, DRAWS, STATIONS)
        self.actions = list(dict.fromkeys(map(self._half, thinker.candidates.to_list())))
        self.sensible = len(self.actions)
        played = self._half(step.action)
        if played not in self.actions:
            self.actions.append(played)
        self.played = self.actions.index(played)
        self.rows: list[dict[int, float]] = []

    def _half(self, action: int) -> int:
        """The same claim of the first half of a double route, if that is free too."""
        other = self.thinker.halves.get(action, action)
        route, state = self.thinker.tables.action(other)[1], self.step.state
        return other if other == action or state.is_open(state.actor, route) else action

    def named(self, i: int) -> int:
        """A candidate as it was played, if it was."""
        return self.step.action if i == self.played else self.actions[i]

    def run(self) -> None:
        """Try all, then the best and the move played in further worlds."""
        if len(self.actions) == 1:
            self._try([0], 1)
            return
        everyone = list(range(len(self.actions)))
        self._try(everyone, self.level.worlds)
        if self.level.more:
            best = max(everyone, key=self.mean)
            close = [i for i in everyone if i in (best, self.played) or self._is_close(i, best)]
            self._try(close, self.level.more)

    def _try(self, chosen: list[int], worlds: int) -> None:
        out = array("d", [0.0] * (worlds * len(chosen)))
        state = self.step.state
        stop = self.level.depth if state.starting else state.turns + 1 + self.level.depth
        actions = [self.actions[i] for i in chosen]
        self.thinker.outlook.compare(self.step.known, actions, len(self.rows), worlds, stop, self.seed, out)
        for world in range(worlds):
            at = world * len(chosen)
            self.rows.append(dict(zip(chosen, out[at : at + len(chosen)], strict=True)))

    def mean(self, i: int) -> float:
        """The mean chance of a candidate."""
        mine = [row[i] for row in self.rows if i in row]
        return sum(mine) / len(mine)

    def difference(
        self, i: int, j: int, rows: Sequence[dict[int, float]] | None = None
    ) -> tuple[float, float]:
        """How much better one candidate is than another in the worlds in which both were tried, and its error."""
        both = [row[i] - row[j] for row in (self.rows if rows is None else rows) if i in row and j in row]
        mean = sum(both) / len(both)
        if len(both) < 2:
            return mean, 0.0
        spread = sum((one - mean) ** 2 for one in both) / (len(both) - 1)
        return mean, sqrt(spread / len(both))

    def _is_close(self, i: int, best: int) -> bool:
        behind, error = self.difference(best, i)
        return behind < BEHIND * error + CLOSE

    def loss(self) -> tuple[float, float]:
        """What the move played loses against the best, and its standard error.

        The best of one half of the worlds is judged in the other half: otherwise the best of many noisy values would
        always look better than it is. So what is found may be below zero.
        """
        everyone = [i for i in range(len(self.actions)) if all(i in row for row in self.rows)]
        halves = self.rows[::2], self.rows[1::2]
        if len(everyone) < 2 or not halves[1]:
            return 0.0, 0.0
        total = 0.0
        for mine, other in (halves, halves[::-1]):
            best = self._best(everyone, mine)
            total += self.difference(best, self.played, other)[0] / 2
        return total, self.difference(self._best(everyone, self.rows), self.played)[1]

    def _best(self, chosen: list[int], rows: Sequence[dict[int, float]]) -> int:
        """The best candidate in some worlds; of equal ones the move played."""
        return max(chosen, key=lambda i: (self.difference(i, self.played, rows)[0], i == self.played))

    def spread(self) -> float:
        """How far the best sensible candidate is above the worst, less two standard errors; forced moves have none."""
        sensible = range(self.sensible)
        best, worst = max(sensible, key=self.mean), min(sensible, key=self.mean)
        apart, error = self.difference(best, worst)
        return max(0.0, apart - 2 * error)

    def tried(self) -> tuple[Tried, ...]:
        """The candidates, best first; of equal ones the move played."""
        found = [
            Tried(self.named(i), self.mean(i), *self.difference(i, self.played))
            for i in range(len(self.actions))
        ]
        return tuple(sorted(found, key=lambda one: (-one.gain, one.action != self.step.action)))
