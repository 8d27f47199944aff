"""Confidence intervals of mean shares, by a bootstrap that draws deals."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from scipy import stats

CONFIDENCE = 0.95
RESAMPLES = 2000


class Interval(msgspec.Struct, frozen=True):
    """A value and its interval at 95 %."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def share(sums: Sequence[float], counts: Sequence[int], seed: int = 0) -> Interval:
    """A mean share between 0 and 1: the sum over each deal, and over how many games it goes.

    Deals are drawn, not games, because the games of one deal are not independent. If all deals have the same mean, the
    interval is the exact one for so many equal deals (Clopper and Pearson).
    """
    total, games = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    if not len(games):
        return Interval(0.0, 0.0, 1.0)
    value = float(total.sum() / games.sum())
    means = total / games
    if np.ptp(means) == 0:
        return _exact(value, len(means))
    found = stats.bootstrap(
        (total, games),
        _ratio,
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=RESAMPLES,
        batch=max(1, 4_000_000 // len(means)),
        confidence_level=CONFIDENCE,
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(value, float(found.low), float(found.high))


def _ratio(total: np.ndarray, games: np.ndarray, axis: int = -1) -> np.ndarray:
    return total.sum(axis=axis) / games.sum(axis=axis)  # type: ignore[no-any-return]


def _exact(value: float, deals: int) -> Interval:
    found = stats.binomtest(round(value * deals), deals).proportion_ci(CONFIDENCE, "exact")
    return Interval(value, min(value, float(found.low)), max(value, float(found.high)))
