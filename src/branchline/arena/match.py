"""A match: lineups that play the same deals, cut into jobs, with the results in a store."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from branchline.arena.executors import Executor, Watch, play_schedule
from branchline.arena.jobs import DECISION_SECONDS, GamesJob
from branchline.arena.lineups import Lineup, seatings
from branchline.arena.players import all_in_core, any_slow, cores_for
from branchline.arena.results import DIGEST_LENGTH, GameKey, GameResult, ResultStore
from branchline.board import Board

#: Deals in one job: games in the core are so short that a job must hold many to be worth sending.
NATIVE_DEALS = 20


class Match(NamedTuple):
    """Lineups that play the same deals, those of a seed with the indexes 0 … deals - 1.

    Lineups with a bot that searches or plays outside the core may have fewer: only the first `slow_deals`. With `luck`
    that of each game is measured, and games whose luck is not known are played again. With a folder for `records` each
    game is written there, and games without a record are played again.
    """

    board: Board
    lineups: tuple[Lineup, ...]
    deals: int
    seed: int = 0
    limit: float = DECISION_SECONDS
    slow_deals: int | None = None
    luck: bool = False
    records: Path | None = None

    def deals_for(self, lineup: Lineup) -> int:
        """How many deals a lineup plays."""
        if self.slow_deals is None or not any_slow(lineup.bots):
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

    def holds(self, store: ResultStore, key: GameKey) -> bool:
        """Whether a store has all that is wanted of a game."""
        game = store.games.get(key)
        if game is None or (self.luck and not game.has_luck):
            return False
        return self.records is None or (self.records / record_name(key)).exists()

    def stored(self, store: ResultStore) -> int:
        """How many of its games a store holds."""
        return sum(
            self.holds(store, key)
            for lineup in self.lineups
            for deal in range(self.deals_for(lineup))
            for key in self.keys(lineup, deal)
        )

    def results(self, store: ResultStore, lineup: Lineup) -> list[list[GameResult]]:
        """A lineup's stored results deal by deal. Only deals that all seatings have played count."""
        found = []
        for deal in range(self.deals_for(lineup)):
            keys = self.keys(lineup, deal)
            if all(self.holds(store, key) for key in keys):
                found.append([store.games[key] for key in keys])
        return found

    def jobs(self, store: ResultStore, cores: int) -> Iterator[GamesJob]:
        """What the lineups that need so many cores still have to play. All lineups advance evenly."""
        mine = [lineup for lineup in self.lineups if cores_for(lineup.bots) == cores]
        for start in range(0, self.deals, NATIVE_DEALS):
            for lineup in mine:
                deals = range(start, min(start + NATIVE_DEALS, self.deals_for(lineup)))
                missing = [
                    [(key.deal, key.bots) for key in self.keys(lineup, deal) if not self.holds(store, key)]
                    for deal in deals
                ]
                if all_in_core(lineup.bots, self.luck):
                    missing = [[game for deal in missing for game in deal]]
                yield from (
                    GamesJob(
                        self.board,
                        self.seed,
                        tuple(games),
                        self.limit,
                        luck=self.luck,
                        records=self.records is not None,
                    )
                    for games in missing
                    if games
                )


class MatchSchedule:
    """The games of a match that a store lacks."""

    def __init__(self, match: Match, store: ResultStore) -> None:
        self.match, self.store = match, store
        self.cores = sorted({cores_for(lineup.bots) for lineup in match.lineups})

    def jobs(self, cores: int) -> Iterator[GamesJob]:
        return self.match.jobs(self.store, cores)

    def add(self, result: list[GameResult]) -> int:
        folder = self.match.records
        if folder is not None:
            for game in result:
                (folder / record_name(game.key)).write_text(game.record, encoding="utf-8")
        self.store.add([replace(game, record="") for game in result])
        return len(result)


def record_name(key: GameKey) -> str:
    """The file of a game in a folder of records: board, seed, deal, and digits that stand for who sat where."""
    seating = blake2b(" ".join(key.bots).encode(), digest_size=4).hexdigest()
    return f"{key.digest[:8]}-{key.seed}-{key.deal:06}-{seating}.txt"


def play_match(match: Match, store: ResultStore, executor: Executor, watch: Watch = lambda _: False) -> None:
    """Play what the store lacks. `watch` is told how many games have come in, and may end the match."""
    play_schedule(MatchSchedule(match, store), executor, watch)
