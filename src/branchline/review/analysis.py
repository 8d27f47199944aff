"""What is computed for each move: chances before and after it, and its candidates in the same worlds.

Every result follows from the position, the move, the level and the seed of the game alone. So results can be kept, and
do not depend on how many threads work.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from math import sqrt
from queue import SimpleQueue
from typing import NamedTuple

import msgspec

from branchline.board import Board
from branchline.core.constants import NOTHING
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


class Tried(msgspec.Struct, frozen=True):
    """A candidate: the action, its mean chance, how much better than the move played it is, and that one's error."""

    action: int
    value: float
    gain: float
    error: float


class MoveResult(msgspec.Struct, frozen=True):
    """What was found about a move.

    `near` are the chances with open cards in its position, valued at the same turn as those expected after the move
    before; `expected` those expected after the move, `policy` after the policy's own move, both valued a turn later.
    `view` is what the move changes against the policy's, as the mover could expect. `chance` is what is dealt next.
    """

    near: tuple[float, ...]
    near_error: tuple[float, ...]
    expected: tuple[float, ...]
    policy: tuple[float, ...]
    view: tuple[float, ...]
    known: tuple[float, ...]
    known_error: tuple[float, ...]
    chance: int
    tried: tuple[Tried, ...]
    loss: float
    error: float
    spread: float
    worlds: int


RESULT = msgspec.json.Decoder(MoveResult)


class Thinker:
    """What one thread needs."""

    def __init__(self, board: Board, file: NetworkFile) -> None:
        self.estimator = Estimator(board, file)
        self.tables = board_codec(board).tables
        self.outlook = Outlook(self.estimator.value, self.estimator.policy, file.open_scale)
        self.candidates = Candidates()


class Found(NamedTuple):
    """All results of a game: for each move, the chances before the deal, and those at the end."""

    moves: list[MoveResult]
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


def analyse(
    game: Walk,
    level: Level,
    progress: Progress | None = None,
    store: Store | None = None,
    threads: int | None = None,
) -> Found:
    """The results of all moves. What is raised by `progress` stops it; what was found by then is in the store."""
    board, seats = game.game.board, game.game.seats
    file = find_file(board, seats)
    base = f"{VERSION}:{network_digest(file)}:{msgspec.json.encode(level).decode()}"
    seed = int.from_bytes(hashlib.sha256(_key("", game.steps[0].state, board).encode()).digest()[:7], "big")
    work = _Work(board, file, level, seed, base, store)
    workers = threads or os.cpu_count() or 2
    idle: SimpleQueue[Thinker] = SimpleQueue()
    for _ in range(workers):
        idle.put(Thinker(board, file))
    total = len(game.steps)
    found: list[MoveResult | None] = [None] * total
    done = 0
    with ThreadPoolExecutor(workers, "review") as pool:
        first = pool.submit(_lend, idle, work.start, game)
        futures: dict[Future[MoveResult], int] = {
            pool.submit(_lend, idle, work.move, game, step): step.ply for step in game.steps
        }
        try:
            pending = set(futures)
            while pending:
                ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in ready:
                    found[futures[future]] = future.result()
                done += len(ready)
                if progress is not None:
                    progress(done, total)
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        start = first.result()
    thinker = idle.get()
    return Found([one for one in found if one is not None], start, work.worth(thinker, game.end))


def _lend(idle: SimpleQueue[Thinker], task: Callable[..., object], *arguments: object) -> object:
    """Run a task with one of the thinkers."""
    thinker = idle.get()
    try:
        return task(thinker, *arguments)
    finally:
        idle.put(thinker)


def _key(base: str, state: State, board: Board, *more: object) -> str:
    """A digest of all that a result depends on."""
    position = msgspec.json.encode(describe(state, board_codec(board)))
    text = ":".join([base, board.digest, *map(str, more)]).encode()
    return hashlib.sha256(text + position).hexdigest()


class _Work:
    """The tasks of one review."""

    def __init__(
        self, board: Board, file: NetworkFile, level: Level, seed: int, base: str, store: Store | None
    ) -> None:
        self.board, self.file, self.level, self.seed = board, file, level, seed
        self.base, self.store = base, store

    def start(self, thinker: Thinker, game: Walk) -> tuple[float, ...]:
        """The chances before the deal; for a game that began in a position, those of the position."""
        seats, level = game.game.seats, self.level
        out = array("d", [0.0] * (3 * seats))
        look = thinker.outlook
        if not game.dealt:
            look.rollouts = level.rollouts
            state = game.steps[0].state
            near = state.turns + level.rounds * seats
            look.follow(state, NOTHING, near, near, self.seed, out)
            return tuple(out[:seats])
        key = hashlib.sha256(f"{self.base}:{self.board.digest}:start:{seats}:{game.game.first}".encode()).hexdigest()
        kept = self.store.get(key) if self.store else None
        if kept is not None:
            return msgspec.json.decode(kept, type=tuple[float, ...])
        look.samples, look.rollouts, look.depth = level.deals, 1, level.rounds * seats
        look.expect_start(seats, game.game.first, 1, out)
        found = tuple(out[:seats])
        if self.store:
            self.store.put(key, msgspec.json.encode(found))
        return found

    def worth(self, thinker: Thinker, end: State) -> tuple[float, ...]:
        """The result of the game."""
        out = array("d", [0.0] * (2 * end.seats))
        thinker.outlook.worth_of(end, self.seed, out)
        return tuple(out[: end.seats])

    def move(self, thinker: Thinker, game: Walk, step: Step) -> MoveResult:
        """What is found about one move, from the store if it is there."""
        span = self.level.rounds * step.state.seats
        if step.ply == 0:
            near = step.state.turns + span
        else:
            near = game.steps[step.ply - 1].state.turns + 1 + span
        key = _key(self.base, step.state, self.board, step.action, near, self.seed)
        kept = self.store.get(key) if self.store else None
        if kept is not None:
            return RESULT.decode(kept)
        found = self._analyse(thinker, step, near, step.state.turns + 1 + span)
        if self.store:
            self.store.put(key, msgspec.json.encode(found))
        return found

    def _analyse(self, thinker: Thinker, step: Step, near: int, far: int) -> MoveResult:
        seats, look, level = step.state.seats, thinker.outlook, self.level
        out = array("d", [0.0] * (3 * seats))
        look.rollouts = level.rollouts
        thinker.estimator.belief.weigh(step.known)
        own = thinker.estimator.policy.choose(thinker.tables, step.state)
        look.follow(step.state, NOTHING, near, far, self.seed, out)
        now, now_error, policy = tuple(out[:seats]), tuple(out[seats : 2 * seats]), tuple(out[2 * seats :])
        expected = policy
        if step.action != own:
            look.follow(step.state, step.action, far, far, self.seed, out)
            expected = tuple(out[:seats])
        chance = look.chance_after(step.state, step.action)
        look.known_to(step.known, level.known, self.seed + step.ply, out)
        known, known_error = tuple(out[:seats]), tuple(out[seats : 2 * seats])
        trial = _Trial(thinker, step, level, self.seed + step.ply)
        trial.run()
        return MoveResult(
            now,
            now_error,
            expected,
            policy,
            trial.view(own),
            known,
            known_error,
            chance,
            trial.tried(),
            *trial.loss(),
            trial.spread(own),
            len(trial.rows),
        )


class _Trial:
    """The candidates of one decision in the same worlds, the policy's own move first.

    A row has for each candidate the mover's chance, and the chances of all seats with open cards. Candidates that were
    not tried in all worlds have no values in the later rows.
    """

    def __init__(self, thinker: Thinker, step: Step, level: Level, seed: int) -> None:
        self.thinker, self.step, self.level, self.seed = thinker, step, level, seed
        self.seats = step.state.seats
        thinker.candidates.find(
            thinker.tables, step.state, thinker.estimator.policy, CLAIMS, DRAWS, STATIONS
        )
        self.actions = list(dict.fromkeys(thinker.candidates.to_list()))
        self.sensible = len(self.actions)
        if step.action not in self.actions:
            self.actions.append(step.action)
        self.played = self.actions.index(step.action)
        self.rows: list[dict[int, Sequence[float]]] = []

    def run(self) -> None:
        """Try all, then the best and the move played in further worlds."""
        if len(self.actions) == 1:
            self._try([0], 1)
            return
        everyone = list(range(len(self.actions)))
        self._try(everyone, self.level.worlds)
        if self.level.more:
            best = max(everyone, key=self.mean)
            close = [i for i in everyone if i in (best, self.played, 0) or self._is_close(i, best)]
            self._try(close, self.level.more)

    def _try(self, chosen: list[int], worlds: int) -> None:
        wide = 1 + self.seats
        out = array("d", [0.0] * (worlds * len(chosen) * wide))
        state = self.step.state
        stop = self.level.depth if state.starting else state.turns + 1 + self.level.depth
        actions = [self.actions[i] for i in chosen]
        self.thinker.outlook.compare(self.step.known, actions, len(self.rows), worlds, stop, self.seed, out)
        for world in range(worlds):
            at = world * len(chosen) * wide
            self.rows.append({i: out[at + j * wide : at + (j + 1) * wide] for j, i in enumerate(chosen)})

    def mean(self, i: int) -> float:
        """The mean chance of a candidate."""
        mine = [row[i][0] for row in self.rows if i in row]
        return sum(mine) / len(mine)

    def difference(self, i: int, j: int, rows: Sequence[dict[int, Sequence[float]]] | None = None) -> tuple[float, float]:
        """How much better one candidate is than another in the worlds in which both were tried, and its error."""
        both = [row[i][0] - row[j][0] for row in (self.rows if rows is None else rows) if i in row and j in row]
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
        always look better than it is.
        """
        everyone = [i for i in range(len(self.actions)) if all(i in row for row in self.rows)]
        halves = self.rows[::2], self.rows[1::2]
        if len(everyone) < 2 or not halves[1]:
            return 0.0, 0.0
        total = 0.0
        for mine, other in (halves, halves[::-1]):
            best = max(everyone, key=lambda i: self.difference(i, self.played, mine)[0])
            total += self.difference(best, self.played, other)[0] / 2
        best = max(everyone, key=lambda i: self.difference(i, self.played)[0])
        return max(0.0, total), self.difference(best, self.played)[1]

    def spread(self, own: int) -> float:
        """How far the best sensible candidate is above the worst, less two standard errors; forced moves have none."""
        sensible = range(self.sensible)
        best, worst = max(sensible, key=self.mean), min(sensible, key=self.mean)
        apart, error = self.difference(best, worst)
        return max(0.0, apart - 2 * error)

    def view(self, own: int) -> tuple[float, ...]:
        """What the move played changes for each seat against the policy's own, as the mover could expect."""
        if own not in self.actions or self.actions.index(own) == self.played:
            return (0.0,) * self.seats
        other = self.actions.index(own)
        both = [row for row in self.rows if other in row and self.played in row]
        return tuple(
            sum(row[self.played][1 + seat] - row[other][1 + seat] for row in both) / len(both)
            for seat in range(self.seats)
        )

    def tried(self) -> tuple[Tried, ...]:
        """The candidates, best first; of equal ones the move played."""
        found = [
            Tried(action, self.mean(i), *self.difference(i, self.played)) for i, action in enumerate(self.actions)
        ]
        return tuple(sorted(found, key=lambda one: (-one.gain, one.action != self.step.action)))
