"""A study: many games of a pool of bots on one board, and what they say about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from branchline.arena.executors import Executor, Inline, Processes, Watch, play_schedule
from branchline.arena.players import all_native, any_slow, cores_for, player
from branchline.board import DEFAULT_SEATS, Board, load_board
from branchline.errors import BranchlineError
from branchline.game.position import check_seats

from .figures import Study
from .findings import find
from .jobs import Portion, StudyJob
from .report import make_study
from .seating import check_pool
from .sums import Sums

#: Games in one job: of bots in the core, of those that search there, and of all others.
NATIVE_GAMES, SEARCH_GAMES, OTHER_GAMES = 200, 1, 1
MAX_GAMES = 10**9


class StudySchedule:
    """The games of a study. `sums` are those of the first games, without gaps: portions that come early wait.

    Game number i is the same in every process and run: its deal is that of the seed and i, and so is its seating.
    """

    def __init__(
        self,
        board: Board,
        bots: Sequence[str],
        seats: int,
        games: int,
        seed: int = 0,
        changes: Sequence[str] = (),
    ) -> None:
        check_seats(board, seats)
        check_pool(bots)
        for bot in bots:
            player(bot)
        if not 1 <= games <= MAX_GAMES:
            raise BranchlineError(f"games must be 1 to {MAX_GAMES:,}, not {games:,}")
        if not 0 <= seed < 2**64:
            raise BranchlineError(f"the seed must be from 0 to 2^64 - 1, not {seed}")
        self.board, self.bots, self.seats, self.games = board, tuple(bots), seats, games
        self.seed, self.changes = seed, tuple(changes)
        self.cores = (cores_for(self.bots),)
        self.sums = Sums()
        self._early: dict[int, Portion] = {}

    @property
    def portion(self) -> int:
        """How many games a job has."""
        if not all_native(self.bots):
            return OTHER_GAMES
        return SEARCH_GAMES if any_slow(self.bots) else NATIVE_GAMES

    def jobs(self, cores: int) -> Iterator[StudyJob]:
        for first in range(0, self.games, self.portion):
            count = min(self.portion, self.games - first)
            yield StudyJob(self.board, self.bots, self.seats, self.seed, first, count)

    def add(self, result: Portion) -> int:
        before = self.sums.games
        self._early[result.first] = result
        while self.sums.games in self._early:
            self.sums.add(self._early.pop(self.sums.games).sums)
        return self.sums.games - before

    def executor(self, processes: int) -> Executor:
        """The executor for so many processes. What the core alone plays needs no second one."""
        count = min(processes, -(-self.games // self.portion))
        return Inline() if count == 1 and all_native(self.bots) else Processes(count)

    def study(self) -> Study:
        """What the games played so far say."""
        if not self.sums.games:
            raise BranchlineError("interrupted before a game was over")
        found = make_study(self.board, self.bots, self.seats, self.seed, self.changes, self.sums)
        return replace(found, findings=tuple(find(found)))


def study_board(
    board: Board | str | Path,
    bots: Sequence[str] = ("hybrid",),
    seats: int = DEFAULT_SEATS,
    games: int = 10_000,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    changes: Sequence[str] = (),
    watch: Watch = lambda _: False,
) -> Study:
    """Play many games of bots on a board, and say what came out. Without an executor this process plays them."""
    found = board if isinstance(board, Board) else load_board(board)
    schedule = StudySchedule(found, bots, seats, games, seed, changes)
    play_schedule(schedule, executor or Inline(), watch)
    return replace(schedule.study(), source="" if isinstance(board, Board) else own_file(str(board)))


def own_file(board: str) -> str:
    """The file that a board's name is, if it is no name of one of ours."""
    return board if board.endswith(".toml") else ""
