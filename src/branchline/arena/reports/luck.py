"""Shares of victories without luck.

Luck has mean zero however the bots play (`core/review/luck.py`). So results without it are unbiased, and vary less.
Luck is measured with some noise, and what it is worth to hybrid is not quite what it is worth to others. So it counts
with a weight, most often below one. Any weight leaves results unbiased that does not depend on the game itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from branchline.arena.reports.intervals import CONFIDENCE, RESAMPLES, Interval, share
from branchline.arena.results import GameResult


class Adjusted(msgspec.Struct, frozen=True):
    """A bot's share of the victories without luck; its luck on average; and how much of the variance is left.

    `weight` is how much of the luck is taken out: as much as makes the rest vary least in the other half of the deals.
    """

    win: Interval
    luck: Interval
    weight: float
    variance: Interval


def adjust(bot: str, deals: Mapping[int, Sequence[GameResult]]) -> Adjusted | None:
    """The share of a bot without luck; None unless luck was measured in all its games."""
    rows = [
        (deal, part, seat.luck)
        for deal, games in sorted(deals.items())
        for game in games
        for part, seat in zip(game.shares, game.seats, strict=True)
        if seat.bot == bot
    ]
    if not rows or any(luck is None for _, _, luck in rows):
        return None
    deal, won, luck = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    odd = np.unique(deal, return_inverse=True)[1] % 2 == 1
    weights = np.where(odd, _weight(won[~odd], luck[~odd]), _weight(won[odd], luck[odd]))
    left = won - weights * luck
    return Adjusted(
        win=_mean(deal, left),
        luck=_mean(deal, luck),
        weight=float(weights.mean()),
        variance=_share_left(deal, won, left),
    )


def _weight(won: np.ndarray, luck: np.ndarray) -> float:
    """How much of the luck to take out, by these games; all of it if they are too few to tell."""
    if len(won) < 20 or not luck.var():
        return 1.0
    return float(np.cov(won, luck)[0, 1] / luck.var(ddof=1))


def _share_left(deal: np.ndarray, won: np.ndarray, left: np.ndarray) -> Interval:
    """How much of the variance of the results is left, with an interval that draws deals; all if they are alike."""
    places = np.unique(deal, return_inverse=True)[1]
    columns = (np.ones_like(won), won, won**2, left, left**2)
    sums = np.array([np.bincount(places, weights=column) for column in columns])
    count = sums.shape[1]
    drawn = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    edges = np.quantile(_ratio_of_variances(drawn @ sums.T), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    (value,) = _ratio_of_variances(sums.sum(axis=1)[None])
    return Interval(float(value), *map(float, edges))


def _ratio_of_variances(sums: np.ndarray) -> np.ndarray:
    """The variance without luck by that with it, from rows of counts, sums and sums of squares of both."""
    count, won, won_squares, left, left_squares = sums.T
    with_luck = won_squares / count - (won / count) ** 2
    without = left_squares / count - (left / count) ** 2
    found: np.ndarray = np.divide(without, with_luck, out=np.ones_like(without), where=with_luck > 1e-12)
    return found


def _mean(deal: np.ndarray, values: np.ndarray) -> Interval:
    """A mean over games, with its interval over the deals."""
    places = np.unique(deal, return_inverse=True)[1]
    return share(np.bincount(places, weights=values).tolist(), np.bincount(places).tolist())
