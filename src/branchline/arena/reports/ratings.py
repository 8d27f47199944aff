"""Ratings in Elo: Bradley–Terry for two seats, Plackett–Luce for more, over all stored games of a board.

With two seats the second is the first. Both are fitted by choix; a shared rank counts half in either order. One drawn
game is added for every two bots that have met, so that a bot which has always won gets a finite rating. Standard
errors take the games of one deal as one unit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    deals: dict[tuple[int, int], list[Ranking]] = defaultdict(list)
    for game in played:
        deals[game.seed, game.deal] += orders(game, index)
    linked = _linked([one for rankings in deals.values() for one in rankings], len(bots), index[anchor.bot])
    place = {i: number for number, i in enumerate(linked)}
    strengths, errors = fit(
        [_renumbered(rankings, place) for rankings in deals.values()], len(place), place[index[anchor.bot]]
    )
    found = []
    for bot in bots:
        at = place.get(index[bot])
        if at is None:
            found.append(Rating(bot, count[bot], None, None))
        else:
            elo = anchor.elo + ELO * float(strengths[at])
            found.append(Rating(bot, count[bot], elo, NORMAL * ELO * float(errors[at])))
    return sorted(found, key=lambda one: (one.elo is None, -(one.elo or 0.0), one.bot))


def _renumbered(rankings: Sequence[Ranking], place: Mapping[int, int]) -> list[Ranking]:
    """The rankings among the bots that have a place, by their places."""
    return [tuple(place[i] for i in ranking) for ranking in rankings if ranking[0] in place]


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


def fit(deals: Sequence[Sequence[Ranking]], count: int, anchor: int) -> tuple[np.ndarray, np.ndarray]:
    """Log strengths relative to the anchor, and their standard errors, from the rankings of each deal.

    Every game stands twice in the rankings. The drawn game that is added for two bots is a deal of its own.
    """
    if count == 1:
        return np.zeros(1), np.zeros(1)
    rankings = {ranking for deal in deals for ranking in deal}
    pairs = {tuple(sorted(pair)) for ranking in rankings for pair in combinations(set(ranking), 2)}
    clusters = [*filter(None, deals), *([(a, b), (b, a)] for a, b in sorted(pairs))]
    data = [ranking for deal in clusters for ranking in deal]
    if all(len(ranking) == 2 for ranking in data):
        wins = np.zeros((count, count))
        for winner, loser in data:
            if winner != loser:
                wins[winner, loser] += 0.5
        strengths = choix.ilsr_pairwise_dense(wins)
    else:
        strengths = choix.ilsr_rankings(count, data)
    return strengths - strengths[anchor], _errors(clusters, strengths, anchor)


def _errors(clusters: Sequence[Sequence[Ranking]], strengths: np.ndarray, anchor: int) -> np.ndarray:
    """Cluster-robust standard errors, the anchor held fixed: H⁻¹ (Σ g gᵀ) H⁻¹ k / (k - 1).

    H is the curvature of the log-likelihood at its peak, g the gradient of each of the k clusters. The games of a deal
    are one cluster, as they have the same cards. (Liang and Zeger 1986.)
    """
    count = len(strengths)
    parts = {one: _gradient(one, np.exp(strengths)) for one in {one for deal in clusters for one in deal}}
    curve, spread = np.zeros((count, count)), np.zeros((count, count))
    for deal in clusters:
        gradient = np.zeros(count)
        for ranking in deal:
            slope, curvature = parts[ranking]
            gradient += slope / 2
            curve += curvature / 2
        spread += np.outer(gradient, gradient)
    free = [i for i in range(count) if i != anchor]
    inverse = np.linalg.inv(curve[np.ix_(free, free)])
    spread = spread[np.ix_(free, free)] * len(clusters) / (len(clusters) - 1)
    errors = np.zeros(count)
    errors[free] = np.sqrt(np.diag(inverse @ spread @ inverse))
    return errors


def _gradient(ranking: Ranking, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gradient and (negative) curvature of a ranking's log-likelihood by the log strengths."""
    count = len(weights)
    slope, curve = np.zeros(count), np.zeros((count, count))
    for start in range(len(ranking) - 1):
        chance = np.zeros(count)
        left = list(ranking[start:])
        np.add.at(chance, left, weights[left] / weights[left].sum())
        slope[ranking[start]] += 1
        slope -= chance
        curve += np.diag(chance) - np.outer(chance, chance)
    return slope, curve
