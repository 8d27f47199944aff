"""Ratings in Elo: Bradley–Terry for two seats, Plackett–Luce for more, over all stored games of a board.

With two seats the second is the first. Both are fitted by choix; a shared rank counts half in either order. One drawn
game is added for every two bots that have met, so that a bot which has always won gets a finite rating.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import log

import choix
import msgspec
import numpy as np
from scipy.sparse.csgraph import connected_components

from branchline.arena.results import GameResult
from branchline.errors import BranchlineError

ELO = 400 / log(10)
NORMAL = 1.96

Ranking = tuple[int, ...]


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating and half the width of its 95 % interval; None if no chain of games links it with the anchor."""

    bot: str
    games: int
    elo: float | None
    error: float | None


class Anchor(msgspec.Struct, frozen=True):
    """The bot whose rating is fixed, and where."""

    bot: str
    elo: float = 0.0


def rate(games: Iterable[GameResult], anchor: Anchor) -> list[Rating]:
    """Ratings of all bots in these games, best first. The games should be of one board and number of seats."""
    played = sorted(games, key=lambda game: game.key)
    bots = sorted({bot for game in played for bot in game.bots})
    if anchor.bot not in bots:
        raise BranchlineError(f"the anchor {anchor.bot} has no games here; there are {', '.join(bots)}")
    count = Counter(bot for game in played for bot in set(game.bots))
    index = {bot: i for i, bot in enumerate(bots)}
    rankings = [ranking for game in played for ranking in orders(game, index)]
    linked = _linked(rankings, len(bots), index[anchor.bot])
    kept = {i: place for place, i in enumerate(linked)}
    rankings = [tuple(kept[i] for i in ranking) for ranking in rankings if ranking[0] in kept]
    strengths, errors = fit(rankings, len(kept), kept[index[anchor.bot]])
    found = []
    for bot in bots:
        place = kept.get(index[bot])
        if place is None:
            found.append(Rating(bot, count[bot], None, None))
        else:
            elo = anchor.elo + ELO * float(strengths[place])
            found.append(Rating(bot, count[bot], elo, NORMAL * ELO * float(errors[place])))
    return sorted(found, key=lambda one: (one.elo is None, -(one.elo or 0.0), one.bot))


def orders(game: GameResult, index: dict[str, int]) -> tuple[Ranking, Ranking]:
    """A game twice as an order of arrival: seats that share a rank in one order, then in the other."""
    places = range(len(game.seats))
    forward = sorted(places, key=lambda seat: (game.seats[seat].rank, seat))
    backward = sorted(places, key=lambda seat: (game.seats[seat].rank, -seat))
    first, second = (tuple(index[game.seats[seat].bot] for seat in order) for order in (forward, backward))
    return first, second


def _linked(rankings: Sequence[Ranking], count: int, anchor: int) -> list[int]:
    """The bots that a chain of games links with the anchor."""
    met = np.zeros((count, count))
    for ranking in set(rankings):
        met[ranking[0], list(ranking)] = 1
    label = connected_components(met, directed=False)[1]
    return [i for i in range(count) if label[i] == label[anchor]]


def fit(rankings: Sequence[Ranking], count: int, anchor: int) -> tuple[np.ndarray, np.ndarray]:
    """Log strengths relative to the anchor, and their standard errors; every game stands twice in the rankings."""
    if count == 1:
        return np.zeros(1), np.zeros(1)
    pairs = {tuple(sorted(pair)) for ranking in set(rankings) for pair in combinations(set(ranking), 2)}
    drawn = [order for a, b in sorted(pairs) for order in ((a, b), (b, a))]
    data = [*rankings, *drawn]
    if all(len(ranking) == 2 for ranking in data):
        wins = np.zeros((count, count))
        for winner, loser in data:
            if winner != loser:
                wins[winner, loser] += 0.5
        strengths = choix.ilsr_pairwise_dense(wins)
    else:
        strengths = choix.ilsr_rankings(count, data)
    return strengths - strengths[anchor], _errors(data, strengths, anchor)


def _errors(data: Sequence[Ranking], strengths: np.ndarray, anchor: int) -> np.ndarray:
    """Standard errors from the curvature of the likelihood at its peak, the anchor held fixed."""
    count = len(strengths)
    weights = np.exp(strengths)
    curve = np.zeros((count, count))
    for ranking, times in Counter(data).items():
        for start in range(len(ranking) - 1):
            chance = np.zeros(count)
            left = list(ranking[start:])
            np.add.at(chance, left, weights[left] / weights[left].sum())
            curve += times / 2 * (np.diag(chance) - np.outer(chance, chance))
    free = [i for i in range(count) if i != anchor]
    errors = np.zeros(count)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(curve[np.ix_(free, free)])))
    return errors
