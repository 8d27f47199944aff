"""Where the games of an export come from: bots that play them, results of an arena, or records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from branchline.arena.players import all_native, any_slow, player
from branchline.arena.results import GameResult
from branchline.errors import BranchlineError
from branchline.study.seating import arrangements, check_pool

from .jobs import Wanted

#: Games in one pair of files: of bots in the core, and of those that search or play outside of it.
NATIVE_GAMES, OTHER_GAMES = 1000, 20
MAX_GAMES = 2**32


class Source(NamedTuple):
    """Where games come from, in words; how many there are, and which."""

    text: str
    bots: tuple[str, ...]
    seed: int | None
    total: int
    stored: tuple[GameResult | Path, ...] = ()

    def games(self, first: int, count: int, seats: int) -> tuple[Wanted | GameResult | Path, ...]:
        """So many games from a number on."""
        if self.stored:
            return self.stored[first : first + count]
        orders = arrangements(self.bots, seats)
        return tuple(Wanted(i, orders[i % len(orders)]) for i in range(first, first + count))

    @property
    def portion(self) -> int:
        """How many games a pair of files has."""
        quick = all_native(self.bots) and not any_slow(self.bots)
        return NATIVE_GAMES if quick else OTHER_GAMES


def from_bots(bots: Sequence[str], games: int, seed: int = 0) -> Source:
    """Games that bots play, game i on deal i of the seed; fewer bots than seats take several seats."""
    check_pool(bots)
    for bot in bots:
        player(bot)
    if not 1 <= games <= MAX_GAMES:
        raise BranchlineError(f"games must be 1 to {MAX_GAMES:,}, not {games:,}")
    if not 0 <= seed < 2**64:
        raise BranchlineError(f"the seed must be from 0 to 2^64 - 1, not {seed}")
    return Source("games of bots", tuple(bots), seed, games)


def from_results(results: Sequence[GameResult], name: str) -> Source:
    """Games of an arena, played again."""
    bots = tuple(sorted({bot for result in results for bot in result.bots}))
    return Source(f"results of an arena, {name}", bots, None, len(results), tuple(results))


def from_records(paths: Sequence[Path], name: str) -> Source:
    """Games of records, in the order of the files."""
    return Source(f"records, {name}", (), None, len(paths), tuple(paths))
