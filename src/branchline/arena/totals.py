"""Totals: sums over many games, from which all figures of matches and simulations are made.

All sums are whole numbers except CPU time, so that they do not depend on the order in which games are added.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice
from math import sqrt
from typing import Any

import msgspec

from branchline.arena.results import GameResult, SeatResult
from branchline.core.playout import Tally
from branchline.game.view import SCORE_PARTS

#: A victory in units that two to five winners can share, as the core counts it.
SHARE = 60
#: Digests are sums of this many bits.
DIGEST_MASK = 2**48 - 1
#: The fields of a seat's result that are added up.
SUMMED = ("total", *SCORE_PARTS, "tickets_done", "tickets_kept", "turns", "decisions", "forfeits")


class SeatTotals(msgspec.Struct):
    """Sums over the games of one seat, or of one bot wherever it sat.

    `wins` are in units of 1/60 game, which two to five winners can share; `timed` counts the decisions of which the CPU
    time is known; `faulty` the games with forfeits, and `fault` is the first one's.
    """

    games: int = 0
    squares: int = 0
    wins: int = 0
    total: int = 0
    routes: int = 0
    tickets: int = 0
    longest: int = 0
    stations: int = 0
    districts: int = 0
    most_tickets: int = 0
    tickets_done: int = 0
    tickets_kept: int = 0
    turns: int = 0
    decisions: int = 0
    forfeits: int = 0
    cpu: float = 0.0
    timed: int = 0
    faulty: int = 0
    fault: str = ""

    def add_seat(self, seat: SeatResult, share: float) -> None:
        """Add a game in which the seat won this share."""
        self.games += 1
        self.wins += round(SHARE * share)
        self.squares += seat.total * seat.total
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(seat, name))
        if seat.cpu is not None:
            self.cpu += seat.cpu
            self.timed += seat.decisions
        if seat.forfeits:
            self.faulty += 1
            self.fault = self.fault or seat.fault

    def add(self, other: SeatTotals) -> None:
        """Add the sums over other games."""
        for name in ("games", "squares", "wins", *SUMMED, "cpu", "timed", "faulty"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.fault = self.fault or other.fault

    def mean(self, name: str) -> float:
        """A figure per game."""
        return float(getattr(self, name)) / self.games

    @property
    def deviation(self) -> float:
        """The standard deviation of the points of a game."""
        n = self.games
        return sqrt((n * self.squares - self.total * self.total) / (n * (n - 1))) if n > 1 else 0.0

    @property
    def win_share(self) -> float:
        """The share of the victories."""
        return self.wins / (SHARE * self.games)

    @property
    def cpu_ms(self) -> float | None:
        """The CPU time of a decision in milliseconds, None where it was not measured."""
        return 1000 * self.cpu / self.timed if self.timed else None


class GameTotals(msgspec.Struct):
    """Sums over games with the same seats. `digest` stands for every single game, whatever their order."""

    seats: list[SeatTotals]
    games: int = 0
    decisions: int = 0
    turns: int = 0
    stalemates: int = 0
    starter_wins: int = 0
    digest: int = 0

    @classmethod
    def of_results(cls, games: Iterable[GameResult], seats: int) -> GameTotals:
        """The sums over these games."""
        totals = cls([SeatTotals() for _ in range(seats)])
        for game in games:
            totals.games += 1
            totals.stalemates += game.stalemate
            totals.decisions += sum(seat.decisions for seat in game.seats)
            totals.turns += sum(seat.turns for seat in game.seats)
            totals.starter_wins += round(SHARE * game.shares[game.first])
            totals.digest = (totals.digest + game_digest(game)) & DIGEST_MASK
            for sums, seat, share in zip(totals.seats, game.seats, game.shares, strict=True):
                sums.add_seat(seat, share)
        return totals

    @classmethod
    def of_tally(cls, tally: Tally, seats: int) -> GameTotals:
        """The sums that the core has made over random games."""
        sums: dict[str, Any] = tally.to_dict()
        by_seat = zip(sums["points"], sums["squares"], sums["win_shares"], strict=True)
        return cls(
            seats=[
                SeatTotals(games=tally.games, total=total, squares=squares, wins=wins)
                for total, squares, wins in islice(by_seat, seats)
            ],
            games=tally.games,
            decisions=tally.decisions,
            turns=tally.turns,
            stalemates=tally.stalemates,
            starter_wins=tally.starter_shares,
            digest=tally.digest,
        )

    def add(self, other: GameTotals) -> None:
        """Add the sums over other games."""
        for mine, more in zip(self.seats, other.seats, strict=True):
            mine.add(more)
        for name in ("games", "decisions", "turns", "stalemates", "starter_wins"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.digest = (self.digest + other.digest) & DIGEST_MASK


class Faults(msgspec.Struct, frozen=True):
    """What went wrong with a bot: how many decisions it forfeited, in how many games, and the first fault seen."""

    bot: str
    decisions: int
    games: int
    first: str

    def __str__(self) -> str:
        return (
            f"{self.bot} forfeited {self.decisions:,} decisions in {self.games:,} games; "
            f"the first time: {self.first}"
        )


def find_faults(totals: Iterable[tuple[str, SeatTotals]]) -> list[Faults]:
    """The bots whose sums have forfeits."""
    return [Faults(bot, sums.forfeits, sums.faulty, sums.fault) for bot, sums in totals if sums.forfeits]


def game_digest(game: GameResult) -> int:
    """A number that stands for a game: its deal, bots and scores, but not the times."""
    plain = (game.deal, game.first, [(seat.bot, seat.total, seat.decisions) for seat in game.seats])
    return int.from_bytes(blake2b(msgspec.json.encode(plain), digest_size=6).digest())
