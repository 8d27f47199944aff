"""SPRT: play on until it is clear which of two strengths is the true one (Wald 1945)."""

from __future__ import annotations

from math import exp, log

import msgspec

from branchline.arena.match import Match
from branchline.arena.results import ResultStore

ELO = 400 / log(10)
ERROR = 0.05
#: ± 2.944: the log-likelihood ratio at which the test is decided with 5 % error either way.
BOUND = log((1 - ERROR) / ERROR)


def expected(elo: float) -> float:
    """The share of the games that a bot wins which is so many Elo stronger."""
    return 1 / (1 + exp(-elo / ELO))


class Verdict(msgspec.Struct, frozen=True):
    """How the test stands: `decided` is `elo0`, `elo1`, or empty while it is open."""

    elo0: float
    elo1: float
    llr: float
    bound: float
    games: int
    decided: str


class Sprt:
    """Whether the first bot of a two-seat match is elo0 or elo1 stronger than the second.

    Whole deals are taken in their order, whatever the order in which they come in, so that the verdict does not depend
    on how many processes play. Each game counts as a coin of its own, a shared victory as half of each side.
    """

    def __init__(self, match: Match, elo0: float, elo1: float) -> None:
        self.match, self.elo0, self.elo1 = match, elo0, elo1
        self.llr = 0.0
        self.deal = self.games = 0
        self._win = log(expected(elo1) / expected(elo0))
        self._loss = log((1 - expected(elo1)) / (1 - expected(elo0)))

    @property
    def decided(self) -> bool:
        return abs(self.llr) >= BOUND

    def add(self, share: float) -> None:
        """One game more, of which the first bot won this share."""
        self.games += 1
        self.llr += share * self._win + (1 - share) * self._loss

    def update(self, store: ResultStore) -> bool:
        """Take the deals that have come in; True once it is decided."""
        (lineup,) = self.match.lineups
        while self.deal < self.match.deals and not self.decided:
            keys = self.match.keys(lineup, self.deal)
            if any(key not in store.games for key in keys):
                break
            for key in keys:
                self.add(store.games[key].shares[key.bots.index(lineup.bots[0])])
            self.deal += 1
        return self.decided

    def verdict(self) -> Verdict:
        """How it stands."""
        decided = ("elo1" if self.llr > 0 else "elo0") if self.decided else ""
        return Verdict(self.elo0, self.elo1, self.llr, BOUND, self.games, decided)
