"""A simulation: many games of the same bots in the same seats, each on a deal of its own, summed up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from branchline.arena.executors import Executor, Inline, Processes, Watch, play_schedule
from branchline.arena.jobs import DECISION_SECONDS, GamesJob, pickled_board, unpickle_job
from branchline.arena.players import all_native, cores_for
from branchline.arena.totals import GameTotals, SeatTotals
from branchline.board import Board
from branchline.core.playout import Playout, Tally
from branchline.errors import BranchlineError, check_list
from branchline.game.codec import board_codec
from branchline.game.position import check_seats

RANDOM = "random"
#: Random games in one job: 40 ms, so that sending them costs little; a second or two with an uncompiled core.
PORTION = 1000
#: Games of other bots in one job, inside the core and outside of it.
NATIVE_GAMES, SLOW_GAMES = 20, 1
MAX_GAMES, MAX_SEED, MAX_PROCESSES = 10**12, 2**64 - 1, 1024
NORMAL = 1.96  # standard errors of a 95 % interval


class SeatSummary(msgspec.Struct, frozen=True):
    """One seat over all games: points, and its share of the victories (a shared one counts in parts).

    `win_error` is half the 95 % interval of the share, 1.96 √(p (1 - p) / n): every game has a deal of its own.
    """

    bot: str
    mean: float
    deviation: float
    win_share: float
    win_error: float
    forfeits: int


class Summary(msgspec.Struct, frozen=True):
    """What came out of many games. It depends on board, bots, seed and number of games alone.

    `digest` stands for every single game, so that two runs can be compared at a glance.
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

    def _repr_html_(self) -> str:
        """The summary, in a notebook."""
        from branchline.arena.reports.display import summary_html

        return summary_html(self)


class Portion(NamedTuple):
    """The sums over the games from an index on."""

    first: int
    totals: GameTotals


class RandomJob(NamedTuple):
    """Random games, which the core plays and sums up without leaving it."""

    board: Board
    seats: int
    seed: int
    first: int
    games: int
    in_core: bool = True

    def play(self) -> Portion:
        tally = Tally()
        Playout().run(board_codec(self.board).tables, self.seats, self.seed, self.first, self.games, tally)
        return Portion(self.first, GameTotals.of_tally(tally, self.seats))

    def outside_core(self) -> None:
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_job, (type(self), pickled_board(self.board), *self[1:])


class SummedJob(NamedTuple):
    """Games of any bots, summed up where they are played."""

    games: GamesJob

    @property
    def in_core(self) -> bool:
        return self.games.in_core

    def play(self) -> Portion:
        results = self.games.play()
        return Portion(results[0].deal, GameTotals.of_results(results, len(results[0].seats)))

    def outside_core(self) -> SummedJob | None:
        outside = self.games.outside_core()
        return None if outside is None else SummedJob(outside)

    def __str__(self) -> str:
        return str(self.games)


class Simulation:
    """A schedule of games of one board, seed and bots: game number i is the same in every process and run.

    Fewer bots than seats take turns. `totals` are those of the first games, without gaps: results that come early wait.
    """

    def __init__(
        self, board: Board, seats: int, games: int, seed: int = 0, bots: Sequence[str] = (RANDOM,)
    ) -> None:
        check_seats(board, seats)
        _check("games", games, 1, MAX_GAMES)
        _check("seed", seed, 0, MAX_SEED)
        check_list("bots", bots)
        if not 1 <= len(bots) <= seats:
            raise BranchlineError(f"{seats} seats take 1 to {seats} bots, not {len(bots)}")
        self.board, self.seats, self.games, self.seed = board, seats, games, seed
        self.bots = tuple(bots[seat % len(bots)] for seat in range(seats))
        self.totals = GameTotals([SeatTotals() for _ in range(seats)])
        self.cores = (cores_for(self.bots),)
        self._early: dict[int, GameTotals] = {}

    @property
    def portion(self) -> int:
        """How many games a job has."""
        if set(self.bots) == {RANDOM}:
            return PORTION
        return NATIVE_GAMES if all_native(self.bots) else SLOW_GAMES

    def jobs(self, cores: int) -> Iterator[RandomJob | SummedJob]:
        for first in range(0, self.games, self.portion):
            count = min(self.portion, self.games - first)
            if self.portion == PORTION:
                yield RandomJob(self.board, self.seats, self.seed, first, count)
            else:
                games = tuple((deal, self.bots) for deal in range(first, first + count))
                yield SummedJob(GamesJob(self.board, self.seed, games, DECISION_SECONDS))

    def add(self, result: Portion) -> int:
        before = self.totals.games
        self._early[result.first] = result.totals
        while self.totals.games in self._early:
            self.totals.add(self._early.pop(self.totals.games))
        return self.totals.games - before

    def run(self, executor: Executor | None = None, watch: Watch = lambda _: False) -> Summary:
        """Play all games, or until `watch` has had enough."""
        play_schedule(self, executor or Inline(), watch)
        return self.summary()

    def executor(self, processes: int) -> Executor:
        """The executor for so many processes. What the core alone plays needs no second one."""
        _check("processes", processes, 1, MAX_PROCESSES)
        count = min(processes, -(-self.games // self.portion))
        return Inline() if count == 1 and all_native(self.bots) else Processes(count)

    def summary(self) -> Summary:
        """The games played so far."""
        sums, games = self.totals, self.totals.games
        if not games:
            raise BranchlineError("interrupted before a game was over")
        stalemates = sums.stalemates / games
        return Summary(
            board=self.board.id,
            seats=self.seats,
            seed=self.seed,
            games=games,
            decisions_per_game=sums.decisions / games,
            turns_per_game=sums.turns / games,
            by_seat=tuple(map(_seat, self.bots, sums.seats)),
            first_player_win_share=sums.starter_wins / sum(seat.wins for seat in sums.seats),
            ends={"last_turns": 1 - stalemates, "stalemate": stalemates},
            digest=f"{sums.digest:012x}",
        )


def _seat(bot: str, sums: SeatTotals) -> SeatSummary:
    share = sums.win_share
    return SeatSummary(
        bot=bot,
        mean=sums.mean("total"),
        deviation=sums.deviation,
        win_share=share,
        win_error=NORMAL * sqrt(share * (1 - share) / sums.games),
        forfeits=sums.forfeits,
    )


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BranchlineError(f"{name} must be {least} to {most}, not {value}")
