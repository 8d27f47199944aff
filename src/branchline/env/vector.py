"""VectorEnv: many games at once in the core, with arrays that share its memory."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self
from weakref import finalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

from branchline.board import Board, load_board
from branchline.bots.policy_bot import PolicyBot, make_policy
from branchline.bots.registry import make_bot
from branchline.core.env.batch import REWARDS, Arrays, Batch
from branchline.core.env.observation import Layout
from branchline.core.policies.policy import POLICIES, Policy
from branchline.errors import BranchlineError, check_list, short
from branchline.game.actions import ActionSpace, action_space, not_legal
from branchline.game.codec import board_codec
from branchline.game.dealer import SeededDealer
from branchline.game.game import Game
from branchline.game.position import check_seats, describe

#: A game that has not ended after so many moves is truncated. Long games have 500.
LONGEST = 3000
MAX_ENVS = 1 << 16


@dataclass(frozen=True)
class Snapshot:
    """Some games at one moment: `VectorEnv.restore` goes on from there, on the same board with as many seats."""

    board: Board
    seats: int
    games: tuple[Any, ...]


class Worker:
    """A thread that does for one batch what it is told. Queues alone wake it: a pool with its futures takes three times
    as long, which is much beside a step."""

    def __init__(self, batch: Batch) -> None:
        self._tasks: SimpleQueue[Callable[[Batch], Any] | None] = SimpleQueue()
        self._results: SimpleQueue[Any] = SimpleQueue()
        thread = Thread(target=_work, args=(batch, self._tasks, self._results), daemon=True)
        self.begin, self.result = self._tasks.put, self._results.get
        self.end = finalize(self, _end, thread, self._tasks)
        thread.start()


def _work(batch: Batch, tasks: SimpleQueue[Callable[[Batch], Any] | None], results: SimpleQueue[Any]) -> None:
    while (task := tasks.get()) is not None:
        results.put(task(batch))


def _end(thread: Thread, tasks: SimpleQueue[Callable[[Batch], Any] | None]) -> None:
    tasks.put(None)
    thread.join()


class VectorEnv:
    """Many games of one board, a row of each array for each game. A game that ends is followed by a new one at once.

    Without `opponents` every seat is the learner's: `actor` says whose decision each row is. With them, names of bots
    that are policies of the core, the learner is seat 0, and the others have moved when a step is over. The arrays
    share memory with the core: each step writes into the same ones.

    - `observations`: what the actor knows, bytes (`branchline.env.parts` says what is where)
    - `masks`: whether each id of the action space is legal; `legal_ids`, the first `legal_counts` of a row: the same as
      a list
    - `rewards`: for each seat, of the last step; `done`: that step ended a game; `truncated`: it was stopped after
      `longest` moves; `points`: the final scores of the last game that has ended

    The games depend on the seed alone, not on the number of threads.
    """

    def __init__(
        self,
        board: Board | str | Path,
        seats: int = 2,
        envs: int = 256,
        threads: int = 1,
        opponents: Sequence[str] | None = None,
        actions: str = "full",
        reward: str = "win",
        seed: int = 0,
        *,
        longest: int = LONGEST,
    ) -> None:
        self.board = board if isinstance(board, Board) else load_board(board)
        check_seats(self.board, seats)
        _check("envs", envs, 1, MAX_ENVS)
        _check("threads", threads, 1, envs)
        _check("longest", longest, 1, 1 << 30)
        if reward not in REWARDS:
            raise BranchlineError(f"there is no reward {short(reward)!r}; there are {', '.join(REWARDS)}")
        self.seats, self.envs, self.threads, self.reward, self.seed = seats, envs, threads, reward, seed
        self.space: ActionSpace = action_space(self.board, actions)
        tables = board_codec(self.board).tables
        self._arrays = Arrays(envs, seats, Layout(tables, seats), self.space.core)
        bounds = [envs * i // threads for i in range(threads + 1)]
        self._batches = [
            Batch(
                self._arrays, low, high - low, opposing(self.board, seats, opponents), reward, seed, longest
            )
            for low, high in itertools.pairwise(bounds)
        ]
        self._workers = [Worker(batch) for batch in self._batches[1:]]
        self.observations: NDArray[np.uint8] = self._rows(self._arrays.observations, np.uint8)
        self.masks: NDArray[np.bool_] = self._rows(self._arrays.masks, np.bool_)
        self.legal_ids: NDArray[np.int16] = self._rows(self._arrays.legal, np.int16)
        self.legal_counts: NDArray[np.int32] = np.frombuffer(self._arrays.counts, np.int32)
        self.actor: NDArray[np.int32] = np.frombuffer(self._arrays.actors, np.int32)
        self.rewards: NDArray[np.float32] = self._rows(self._arrays.rewards, np.float32)
        self.points: NDArray[np.int32] = self._rows(self._arrays.points, np.int32)
        self.done: NDArray[np.bool_] = np.frombuffer(self._arrays.done, np.bool_)
        self.truncated: NDArray[np.bool_] = np.frombuffer(self._arrays.truncated, np.bool_)
        self._actions: NDArray[np.int32] = np.frombuffer(self._arrays.actions, np.int32)
        self.reset()

    def _rows(self, memory: Any, kind: Any) -> NDArray[Any]:
        return np.frombuffer(memory, kind).reshape(self.envs, -1)

    def reset(self, seed: int | None = None) -> NDArray[np.uint8]:
        """Begin again with the first game of every row, of this seed or another; the observations."""
        self.seed = self.seed if seed is None else seed
        begun = self.seed & (1 << 64) - 1
        self._each(lambda batch: batch.reset(begun))
        return self.observations

    def step(
        self, actions: ArrayLike | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action id in every row, or none given: a random legal one, as `sample` chooses them.

        Gives the arrays `observations`, `rewards` and `done`. An id that is not legal is an `IllegalMove` that names
        the row. That game stays where it is, the others go on.
        """
        if actions is None:
            illegal = max(self._each(_step_at_random))
        else:
            self._actions[:] = actions
            illegal = max(self._each(Batch.step))
        if illegal >= 0:
            error = not_legal(self.space, int(self._actions[illegal]))
            error.add_note(f"in row {illegal}, where seat {self.actor[illegal]} is to move")
            raise error
        return self.observations, self.rewards, self.done

    def sample(self) -> NDArray[np.int32]:
        """A random legal id for every row, for `step`. The array is the one that `step` reads."""
        self._each(Batch.sample)
        return self._actions

    def snapshot(self, rows: Iterable[int] | None = None) -> Snapshot:
        """The games of some rows, or of all, as they are now."""
        chosen = range(self.envs) if rows is None else rows
        return Snapshot(self.board, self.seats, tuple(batch.save(i) for batch, i in map(self._place, chosen)))

    def restore(self, snapshot: Snapshot, rows: Iterable[int] | None = None) -> None:
        """Go on from a snapshot in these rows, or in all. A snapshot of one game fills them all.

        The dice are those of the snapshot: rows that do the same have the same luck. `reseed` gives them other dice.
        """
        if (snapshot.board, snapshot.seats) != (self.board, self.seats):
            raise BranchlineError(
                f"this is a snapshot of {snapshot.board.id} with {snapshot.seats} seats, "
                f"not of {self.board.id} with {self.seats}"
            )
        chosen = list(range(self.envs) if rows is None else rows)
        games = snapshot.games * len(chosen) if len(snapshot.games) == 1 else snapshot.games
        if len(games) != len(chosen):
            raise BranchlineError(f"a snapshot of {len(games)} games does not fit into {len(chosen)} rows")
        for game, row in zip(games, chosen, strict=True):
            batch, i = self._place(row)
            batch.restore(i, game)

    def reseed(self, seed: int, rows: Iterable[int] | None = None) -> None:
        """Give the games of these rows, or of all, new dice: what chance deals from now on follows from this seed."""
        for row in range(self.envs) if rows is None else rows:
            batch, i = self._place(row)
            batch.reseed(i, seed & (1 << 64) - 1, row)

    def game(self, row: int) -> Game:
        """A `Game` in the position of a row, secrets included; its own record begins there."""
        batch, i = self._place(row)
        position = describe(batch.state_of(i), board_codec(self.board))
        return Game.from_position(self.board, position, SeededDealer(self.seed))

    def close(self) -> None:
        """End the threads."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (
            f"<VectorEnv {self.board.id}, {self.seats} seats, {self.envs} games, {self.space.name} actions>"
        )

    def _place(self, row: int) -> tuple[Batch, int]:
        if not 0 <= row < self.envs:
            raise IndexError(f"there is no row {row}: rows are 0 to {self.envs - 1}")
        batch = next(one for one in self._batches if row < one.first + one.count)
        return batch, row - batch.first

    def _each(self, do: Callable[[Batch], Any]) -> list[Any]:
        """Let every batch do something, each in its thread, the first in this one."""
        if not self._workers:
            return [do(batch) for batch in self._batches]
        for worker in self._workers:
            worker.begin(do)
        try:
            first = do(self._batches[0])
        finally:
            others = [worker.result() for worker in self._workers]
        return [first, *others]


def _step_at_random(batch: Batch) -> int:
    return batch.step(True)


def opposing(board: Board, seats: int, opponents: Sequence[str] | None) -> list[Policy]:
    """New policies of the core for all seats but the first; none if the learner plays all seats."""
    if opponents is None:
        return []
    check_list("opponents", opponents)
    if len(opponents) not in (1, seats - 1):
        raise BranchlineError(f"opponents must be a list of one bot for all, or of {seats - 1}")
    found = []
    for spec in opponents:
        bot = make_bot(spec)
        if not isinstance(bot, PolicyBot):
            raise BranchlineError(f"{short(spec)} can't play inside the core; {', '.join(POLICIES)} can")
        found.append(make_policy(bot.policy, board, seats, bot.weights))
    return [found[0].copy() for _ in range(seats - 1)] if len(found) == 1 else found


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BranchlineError(f"{name} is {least} to {most}, not {short(value)}")
