"""A match: which games are to be played, cut into jobs, and played by an executor into a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

from branchline.arena.executors import Executor
from branchline.arena.job import LIMIT, Job
from branchline.arena.lineups import Lineup, seatings
from branchline.arena.players import cores_for, is_native
from branchline.arena.results import DIGEST_LENGTH, GameKey, GameResult, ResultStore
from branchline.board import Board

#: Deals in one job: games in the core are so short that a job must hold many to be worth sending.
NATIVE_DEALS = 20


class Match(NamedTuple):
    """Tables that play the same deals, those of a seed with the indexes 0 … deals - 1.

    Tables that do not play inside the core may have fewer: only the first `slow_deals`.
    """

    board: Board
    lineups: tuple[Lineup, ...]
    deals: int
    seed: int = 0
    limit: float = LIMIT
    slow_deals: int | None = None

    def deals_for(self, lineup: Lineup) -> int:
        """How many deals a lineup plays."""
        if self.slow_deals is None or all(map(is_native, lineup.bots)):
            return self.deals
        return min(self.deals, self.slow_deals)

    def keys(self, lineup: Lineup, deal: int) -> list[GameKey]:
        """The games of one lineup on one deal."""
        digest = self.board.digest[:DIGEST_LENGTH]
        return [GameKey(digest, self.seed, deal, bots) for bots in seatings(lineup, deal)]

    @property
    def games(self) -> int:
        """How many games the whole match has."""
        return sum(self.deals_for(lineup) * len(seatings(lineup, 0)) for lineup in self.lineups)

    def results(self, store: ResultStore, lineup: Lineup) -> list[list[GameResult]]:
        """A lineup's stored results deal by deal; only deals that all seatings have played count."""
        found = []
        for deal in range(self.deals_for(lineup)):
            keys = self.keys(lineup, deal)
            if all(key in store.games for key in keys):
                found.append([store.games[key] for key in keys])
        return found

    def jobs(self, store: ResultStore, cores: int) -> Iterator[Job]:
        """What is still to be played by the lineups that need so many cores, all lineups going ahead evenly."""
        mine = [lineup for lineup in self.lineups if lineup_cores(lineup) == cores]
        for start in range(0, self.deals, NATIVE_DEALS):
            for lineup in mine:
                deals = range(start, min(start + NATIVE_DEALS, self.deals_for(lineup)))
                missing = [
                    [(key.deal, key.bots) for key in self.keys(lineup, deal) if key not in store.games]
                    for deal in deals
                ]
                if all(map(is_native, lineup.bots)):
                    missing = [[game for deal in missing for game in deal]]
                yield from (Job(self.board, self.seed, tuple(g), self.limit) for g in missing if g)


def lineup_cores(lineup: Lineup) -> int:
    """How many cores a game at a lineup keeps busy."""
    return max(map(cores_for, lineup.bots))


def play_match(
    match: Match, store: ResultStore, executor: Executor, watch: Callable[[int], bool] = lambda _: False
) -> None:
    """Play what the store lacks. `watch` is told how many games have come in, and may say that it is enough."""
    for cores in sorted({lineup_cores(lineup) for lineup in match.lineups}):
        with closing(executor.run(match.jobs(store, cores), cores)) as batches:
            for games in batches:
                store.add(games)
                if watch(len(games)):
                    return
