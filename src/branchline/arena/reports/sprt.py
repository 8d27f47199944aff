"""SPRT: play on until it is clear which of two strengths is the true one (Wald 1945).

The unit is a deal, not a game: both games of a deal have the same cards, so they are not independent. A deal's score
is the first bot's mean share of its games: 0, 1/4, 1/2, 3/4 or 1, hence "pentanomial". The test is the generalised
SPRT, as fishtest has it: it compares the most likely distributions of scores that have the means of the two hypotheses.
docs/arena.md has the formula and where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, log

import msgspec
from scipy.optimize import brentq

from branchline.arena.match import Match
from branchline.arena.results import ResultStore

ELO = 400 / log(10)
ERROR = 0.05
#: ± 2.944: the log-likelihood ratio at which the test is decided with 5 % error either way.
BOUND = log((1 - ERROR) / ERROR)
#: Counts of the scores of a deal.
ScoreCounts = Mapping[Fraction, float]
#: The scores that a deal of two games can have.
PAIR_SCORES = tuple(Fraction(n, 4) for n in range(5))
#: How often a score is taken to have been seen that has not been, so that every mean is possible (as in fishtest).
UNSEEN = 1e-3


def expected(elo: float) -> float:
    """The share of the games that a bot wins which is so many (logistic) Elo stronger."""
    return 1 / (1 + exp(-elo / ELO))


def log_likelihood_ratio(counts: ScoreCounts, mean0: float, mean1: float) -> float:
    """How much better a mean score of `mean1` explains the scores of deals than `mean0`.

    Of all distributions with a mean s, the most likely one gives a score a that was seen n times (of N) the chance
    n / N / (1 + θ (a - s)), where θ is such that the chances have the mean s. So the ratio is
    Σ n log((1 + θ0 (a - s0)) / (1 + θ1 (a - s1))).
    """
    theta0, theta1 = _theta(counts, mean0), _theta(counts, mean1)
    return sum(
        n * log((1 + theta0 * (float(a) - mean0)) / (1 + theta1 * (float(a) - mean1)))
        for a, n in counts.items()
    )


def _theta(counts: ScoreCounts, mean: float) -> float:
    """The root of Σ n (a - s) / (1 + θ (a - s)), which falls from +∞ to -∞ between the poles of its outer terms."""
    terms = [(float(a) - mean, n) for a, n in counts.items()]
    low, high = -1 / max(d for d, _ in terms), -1 / min(d for d, _ in terms)
    room = 1e-12 * (high - low)
    found: float = brentq(
        lambda theta: sum(n * d / (1 + theta * d) for d, n in terms), low + room, high - room, xtol=1e-10
    )
    return found


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

    Whole deals are taken in their order, whatever the order in which they come in. So the verdict does not depend on
    how many processes play.
    """

    def __init__(self, match: Match, elo0: float, elo1: float) -> None:
        self.match, self.elo0, self.elo1 = match, elo0, elo1
        self.llr = 0.0
        self.deals = self.games = 0
        self._seen = dict.fromkeys(PAIR_SCORES, 0)

    @property
    def decided(self) -> bool:
        return abs(self.llr) >= BOUND

    @property
    def note(self) -> str:
        """How it stands, in few words."""
        return f"LLR {self.llr:+.2f} of ± {BOUND:.2f}"

    def add(self, shares: tuple[float, ...]) -> None:
        """One deal more, of whose games the first bot won these shares."""
        self.deals += 1
        self.games += len(shares)
        self._seen[Fraction(sum(shares)) / len(shares)] += 1
        counts = {score: count or UNSEEN for score, count in self._seen.items()}
        self.llr = log_likelihood_ratio(counts, expected(self.elo0), expected(self.elo1))

    def update(self, store: ResultStore) -> bool:
        """Take the deals that have come in; True once it is decided."""
        (lineup,) = self.match.lineups
        while self.deals < self.match.deals and not self.decided:
            keys = self.match.keys(lineup, self.deals)
            if any(key not in store.games for key in keys):
                break
            self.add(tuple(store.games[key].shares[key.bots.index(lineup.bots[0])] for key in keys))
        return self.decided

    def verdict(self) -> Verdict:
        """How it stands."""
        decided = ("elo1" if self.llr > 0 else "elo0") if self.decided else ""
        return Verdict(self.elo0, self.elo1, self.llr, BOUND, self.games, decided)
