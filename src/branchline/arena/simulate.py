"""`branchline simulate`: many games of random play, on all cores, and what came out of them."""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from multiprocessing.pool import AsyncResult, Pool

import msgspec

from branchline.board import Board
from branchline.core.playout import Playout, Tally
from branchline.core.rules.tables import Tables
from branchline.errors import BranchlineError
from branchline.game.codec import board_codec
from branchline.game.game import check_seats
from branchline.processes import init_worker, signals_held

#: Games in one portion: few enough that a bar moves and Ctrl-C is heard, even with an uncompiled core.
PORTION = 200
MOST_GAMES, MOST_SEED, MOST_PROCESSES = 10**12, 2**64 - 1, 1024
Progress = Callable[[int], None]


class SeatSummary(msgspec.Struct, frozen=True):
    """One seat over all games: points, and its share of the victories (a shared one counts in parts)."""

    mean: float
    deviation: float
    win_share: float


class Summary(msgspec.Struct, frozen=True):
    """What came out of many games. It depends on board, seats, seed and number of games alone.

    `digest` sums up every single game, so that two runs can be compared at a glance.
    """

    board: str
    seats: int
    seed: int
    games: int
    decisions_per_game: float
    turns_per_game: float
    by_seat: tuple[SeatSummary, ...]
    first_player_win_share: float
    ends: dict[str, float]
    digest: str


class Simulation:
    """Random games of one board, seats and seed: game number i is the same in every process and in every run."""

    def __init__(self, board: Board, seats: int, games: int, seed: int = 0, processes: int = 1) -> None:
        check_seats(board, seats, None)
        _check("games", games, 1, MOST_GAMES)
        _check("seed", seed, 0, MOST_SEED)
        _check("processes", processes, 1, MOST_PROCESSES)
        self.board, self.seats, self.games, self.seed = board, seats, games, seed
        self.processes = min(processes, -(-games // PORTION))
        self.stopped = False
        self._sums: Counter[str] = Counter()

    def stop(self) -> None:
        """Begin no further portion: `run` ends soon, with the games played until then."""
        self.stopped = True

    def run(self, progress: Progress = lambda _: None) -> Summary:
        """Play all games."""
        for sums in self._play_here() if self.processes == 1 else self._play_in_processes():
            self._sums.update(sums)
            progress(self._sums["games"])
        if not self._sums["games"]:
            raise BranchlineError("interrupted before a game was over")
        return self.summary()

    def _portions(self) -> Iterator[tuple[int, int]]:
        """First index and number of games of each portion."""
        for first in range(0, self.games, PORTION):
            if self.stopped:
                return
            yield first, min(PORTION, self.games - first)

    def _play_here(self) -> Iterator[Counter[str]]:
        tables = board_codec(self.board).tables
        for first, count in self._portions():
            yield play_portion(tables, self.seats, self.seed, first, count)

    def _play_in_processes(self) -> Iterator[Counter[str]]:
        """Portions begin in order and are all waited for, so that an early end leaves the first games, without gaps."""
        with _workers(self.processes, (self.board, self.seats, self.seed)) as pool:
            waiting: deque[AsyncResult[Counter[str]]] = deque()
            for portion in self._portions():
                waiting.append(pool.apply_async(_work, portion))
                if len(waiting) > 2 * self.processes:
                    yield waiting.popleft().get()
            for result in waiting:
                yield result.get()

    def summary(self) -> Summary:
        """The games played so far."""
        sums, games = self._sums, self._sums["games"]
        stalemates = sums["stalemates"] / games
        return Summary(
            board=self.board.id,
            seats=self.seats,
            seed=self.seed,
            games=games,
            decisions_per_game=sums["decisions"] / games,
            turns_per_game=sums["turns"] / games,
            by_seat=tuple(self._seat(seat) for seat in range(self.seats)),
            first_player_win_share=sums["starter_shares"] / self._all_shares(),
            ends={"last_turns": 1 - stalemates, "stalemate": stalemates},
            digest=f"{sums['digest'] & 0xFFFFFFFFFFFF:012x}",
        )

    def _seat(self, seat: int) -> SeatSummary:
        games, points = self._sums["games"], self._sums[f"points {seat}"]
        spread = games * self._sums[f"squares {seat}"] - points * points
        return SeatSummary(
            mean=points / games,
            deviation=sqrt(spread / (games * (games - 1))) if games > 1 else 0.0,
            win_share=self._sums[f"win_shares {seat}"] / self._all_shares(),
        )

    def _all_shares(self) -> int:
        return sum(self._sums[f"win_shares {seat}"] for seat in range(self.seats))


def play_portion(tables: Tables, seats: int, seed: int, first: int, count: int) -> Counter[str]:
    """The sums over some games; those of all portions add up."""
    tally = Tally()
    Playout().run(tables, seats, seed, first, count, tally)
    sums: Counter[str] = Counter()
    for name, value in tally.to_dict().items():
        if isinstance(value, list):
            sums.update({f"{name} {seat}": one for seat, one in enumerate(value)})
        else:
            sums[name] = value
    return sums


_job: tuple[Tables, int, int]


def _start_worker(board: Board, seats: int, seed: int) -> None:
    global _job  # set once per worker process: the tables are made there, not sent with each portion
    init_worker()
    _job = board_codec(board).tables, seats, seed


def _work(first: int, count: int) -> Counter[str]:
    return play_portion(*_job, first, count)


@contextmanager
def _workers(processes: int, job: tuple[Board, int, int]) -> Iterator[Pool]:
    """Processes that never hear Ctrl-C: it is for the parent, which tells them when to end."""
    with signals_held():
        pool = multiprocessing.get_context("spawn").Pool(processes, _start_worker, job)
    try:
        yield pool
        pool.close()
    finally:
        pool.terminate()
        pool.join()


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BranchlineError(f"{name} must be {least} to {most}, not {value}")
