"""Intervals, ratings and the SPRT, held against values that are known."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, exp

import numpy as np
import pytest
from scipy import optimize

from branchline import BranchlineError
from branchline.arena import GameResult, Lineup, Match, ResultStore
from branchline.arena.reports.intervals import share
from branchline.arena.reports.ratings import ELO, Anchor, fit, rate
from branchline.arena.reports.sprt import BOUND, PAIR_SCORES, Sprt, expected, log_likelihood_ratio

from .fakes import LONDON, result


def test_the_interval_of_independent_deals_is_the_binomial_one() -> None:
    random = np.random.default_rng(1)
    wins = (random.random(2401) < 0.5).astype(float)
    found = share(list(wins), [1] * len(wins))
    assert found.value == pytest.approx(wins.mean())
    assert found.half == pytest.approx(0.02, abs=0.001)  # 2,401 games give ± 2 %
    assert found.low < found.value < found.high


def test_games_on_one_deal_are_drawn_together() -> None:
    random = np.random.default_rng(2)
    alike = [4.0 * (random.random() < 0.5) for _ in range(400)]  # four seatings that always end alike
    clustered = share(alike, [4] * 400)
    assert clustered.half == pytest.approx(1.96 * 0.5 / 20, rel=0.1)
    balanced = share([2.0] * 399 + [1.0], [4] * 400)  # each deal divided evenly: nothing is uncertain
    assert balanced.half < 0.002


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(200):
        found = share(list(random.binomial(2, 0.65, 150).astype(float)), [2] * 150)
        hits += found.low <= 0.65 <= found.high
    assert 180 <= hits <= 199


@pytest.mark.parametrize("together", [0.0, 0.5, 1.0], ids=["independent", "correlated", "alike"])
def test_the_interval_covers_the_truth_when_the_games_of_a_deal_hang_together(together: float) -> None:
    """Four games on each deal, of which a share is decided by the deal; taken one by one they would cover 67 %."""
    random = np.random.default_rng(6)
    hits = alone = 0
    for _ in range(200):
        common, own = random.random(150) < 0.65, random.random((150, 4)) < 0.65
        wins = np.where(random.random((150, 1)) < together, common[:, None], own).sum(axis=1)
        found = share(list(wins.astype(float)), [4] * 150)
        hits += found.low <= 0.65 <= found.high
        mean = wins.mean() / 4
        alone += abs(mean - 0.65) <= 1.96 * np.sqrt(mean * (1 - mean) / 600)
    assert 180 <= hits <= 199
    if together:
        assert alone < hits


def test_a_bot_that_always_won_still_has_an_interval() -> None:
    found = share([2.0] * 50, [2] * 50)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.025 ** (1 / 50), abs=1e-6)  # Clopper and Pearson
    assert share([], []).half == 0.5


def test_two_bots_have_the_difference_that_their_score_says() -> None:
    games = [result({"a": 1, "b": 2}, deal) for deal in range(750)]
    games += [result({"b": 1, "a": 2}, deal) for deal in range(750, 1000)]
    a, b = rate(games, Anchor("b", 1500))
    assert (a.bot, b.bot, b.elo, b.error) == ("a", "b", 1500, 0)
    assert a.elo == pytest.approx(1500 + ELO * np.log(750.5 / 250.5))
    assert a.error == pytest.approx(1.96 * ELO / np.sqrt(1001 * 0.75 * 0.25), rel=0.01)


def pair(one: bool, other: bool, deal: int) -> list[GameResult]:
    """Both games of a deal, of which the bot a wins these."""
    return [
        result({"a": 1 if one else 2, "b": 2 if one else 1}, deal),
        result({"b": 2 if other else 1, "a": 1 if other else 2}, deal),
    ]


def test_the_error_of_a_rating_takes_the_games_of_a_deal_together() -> None:
    """600 of 1,000 games won. All deals won or lost whole is as sure as 500 games; nearly all split is far surer."""
    swept = [game for deal in range(500) for game in pair(deal < 300, deal < 300, deal)]
    split = [game for deal in range(500) for game in pair(True, deal < 100, deal)]
    mixed = [game for deal in range(500) for game in pair(deal % 5 < 3, deal // 5 % 5 < 3, deal)]
    alone = 1.96 * ELO / np.sqrt(1000 * 0.6 * 0.4)
    for games, times in (
        (swept, np.sqrt(2)),
        (mixed, 1.0),
        (split, np.sqrt(0.16 / (2 * 0.24))),
    ):
        a, _ = rate(games, Anchor("b"))
        assert a.elo == pytest.approx(ELO * np.log(0.6 / 0.4), abs=1)
        assert a.error == pytest.approx(times * alone, rel=0.02)


def test_the_interval_of_a_rating_covers_the_truth_when_the_games_of_a_deal_hang_together() -> None:
    random, hits = np.random.default_rng(7), 0
    for _ in range(100):
        wins = random.random((150, 3)) < expected(100)
        same = random.random(150) < 0.6
        games = [
            game
            for deal in range(150)
            for game in pair(wins[deal, 0], wins[deal, 0 if same[deal] else 1], deal)
        ]
        a = next(one for one in rate(games, Anchor("b")) if one.bot == "a")
        assert a.elo is not None
        assert a.error is not None
        hits += abs(a.elo - 100) <= a.error
    assert 88 <= hits <= 100


def test_a_shared_victory_counts_half() -> None:
    a, b = rate([result({"a": 1, "b": 1}, deal) for deal in range(10)], Anchor("a"))
    assert a.elo == pytest.approx(0, abs=1e-6)
    assert b.elo == pytest.approx(0, abs=1e-6)


TRUE = {"a": 0.0, "b": 120.0, "c": 300.0, "d": 350.0}


def test_bradley_terry_recovers_strengths() -> None:
    random = np.random.default_rng(4)
    games = []
    for x, y in combinations(TRUE, 2):
        for deal in range(2000):
            wins = random.random() < expected(TRUE[x] - TRUE[y])
            games.append(result({x: 1 if wins else 2, y: 2 if wins else 1}, deal))
    for one in rate(games, Anchor("a")):
        assert one.elo == pytest.approx(TRUE[one.bot], abs=1.6 * (one.error or 1e-9))
        assert one.games == 6000


def test_plackett_luce_recovers_strengths() -> None:
    random = np.random.default_rng(5)
    games = []
    for deal in range(3000):
        noisy = {bot: elo / ELO + random.gumbel() for bot, elo in TRUE.items()}
        order = sorted(noisy, key=lambda bot: -noisy[bot])
        games.append(result({bot: order.index(bot) + 1 for bot in TRUE}, deal))
    found = rate(games, Anchor("a"))
    assert [one.bot for one in found] == ["d", "c", "b", "a"]
    for one in found:
        assert one.elo == pytest.approx(TRUE[one.bot], abs=1.6 * (one.error or 1e-9))


def test_one_against_copies_is_rated_by_its_share() -> None:
    """Three in five against two copies: a strength of 3 to 1 each."""
    games = [result({"a": 1, "b#1": 2, "b#2": 2}, deal) for deal in range(3000)]
    games += [result({"a": 2, "b#1": 1, "b#2": 2}, deal) for deal in range(3000, 5000)]
    tail = fit([[(0, 1, 1)]] * 3000 + [[(1, 0, 1)]] * 1500 + [[(1, 1, 0)]] * 500, 2, 1)[0]
    assert exp(tail[0]) == pytest.approx(3, rel=0.02)
    assert rate(games, Anchor("b"))[0].bot == "a"


def test_who_has_not_met_the_anchor_is_not_rated() -> None:
    games = [result({"a": 1, "b": 2}), result({"c": 1, "d": 2})]
    found = {one.bot: one.elo for one in rate(games, Anchor("b"))}
    assert found["c"] is found["d"] is None
    assert found["b"] == 0
    with pytest.raises(BranchlineError, match="anchor x has no games"):
        rate(games, Anchor("x"))


#: The chance of each pair of outcomes of a deal for the first bot: how its two games can hang together.
Deal = dict[tuple[float, float], float]


def independent(chance: float) -> Deal:
    """Two games that know nothing of each other."""
    return {
        (1.0, 1.0): chance * chance,
        (1.0, 0.0): chance * (1 - chance),
        (0.0, 1.0): (1 - chance) * chance,
        (0.0, 0.0): (1 - chance) ** 2,
    }


def alike(chance: float) -> Deal:
    """The deal decides: who wins one game wins the other too, as when cards favour a style."""
    return {(1.0, 1.0): chance, (0.0, 0.0): 1 - chance}


def opposite(chance: float) -> Deal:
    """The seat decides in most deals: each bot wins one of the games."""
    split = 0.8
    return {(1.0, 0.0): split, (1.0, 1.0): chance - split / 2, (0.0, 0.0): 1 - chance - split / 2}


def decide(deal: Deal, seed: int, elo0: float, elo1: float) -> Sprt:
    """Play deals until the test is decided."""
    test = Sprt(Match(LONDON, (Lineup(("a", "b")),), 10**9), elo0, elo1)
    outcomes, chances = list(deal), list(deal.values())
    random = np.random.default_rng(seed)
    while not test.decided:
        for place in random.choice(len(outcomes), 20, p=chances):
            if not test.decided:
                test.add(outcomes[place])
    return test


def test_the_bounds_of_the_sprt() -> None:
    assert pytest.approx(2.944, abs=0.001) == BOUND
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)


@pytest.mark.parametrize(("true", "right"), [(0.0, "elo0"), (70.0, "elo1")])
@pytest.mark.parametrize(("kind", "games"), [(independent, 135), (alike, 270), (opposite, 54)])
def test_the_sprt_errs_as_seldom_as_it_says_however_the_games_of_a_deal_hang_together(
    kind: Callable[[float], Deal], games: int, true: float, right: str
) -> None:
    """Deals that always end alike take twice the games of coins; deals that are split tell more in fewer games."""
    runs = 100
    found = [decide(kind(expected(true)), seed, 0, 70) for seed in range(runs)]
    wrong = sum(one.verdict().decided != right for one in found)
    allowed = sum(comb(runs, n) * 0.05**n * 0.95 ** (runs - n) for n in range(wrong, runs + 1))
    assert allowed > 0.01, wrong
    assert 0.7 * games < np.mean([one.games for one in found]) < 1.5 * games


def test_the_ratio_of_deals_that_are_won_or_lost_is_that_of_coins() -> None:
    """With two scores the mean says all, so the most likely distribution is known: a coin."""
    s0, s1 = expected(0), expected(20)
    found = log_likelihood_ratio({Fraction(0): 40, Fraction(1): 60}, s0, s1)
    assert found == pytest.approx(60 * np.log(s1 / s0) + 40 * np.log((1 - s1) / (1 - s0)))


def test_the_ratio_of_five_scores_is_that_of_the_best_distributions() -> None:
    """Found independently, by maximising the likelihood under the two conditions."""
    scores, counts = np.arange(5) / 4, np.array([31, 102, 250, 130, 37])

    def best(mean: float) -> float:
        conditions = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ scores - mean},
        ]
        found = optimize.minimize(
            lambda p: -(counts @ np.log(p)) / counts.sum(),
            np.full(5, 0.2),
            bounds=[(1e-6, 1)] * 5,
            constraints=conditions,
            tol=1e-12,
        )
        assert found.success
        return float(-found.fun * counts.sum())

    seen = dict(zip(PAIR_SCORES, map(float, counts), strict=True))
    for elo0, elo1 in ((0, 10), (-5, 20), (0, 100)):
        s0, s1 = expected(elo0), expected(elo1)
        assert log_likelihood_ratio(seen, s0, s1) == pytest.approx(best(s1) - best(s0), abs=1e-3)


def test_the_ratio_is_near_the_normal_one_for_close_hypotheses() -> None:
    """N (s1 - s0) (2 m - s0 - s1) / (2 v): m and v are mean and variance of the scores of deals."""
    counts = dict(zip(PAIR_SCORES, (310.0, 1020.0, 2500.0, 1080.0, 340.0), strict=True))
    scores, times = np.arange(5) / 4, np.array(list(counts.values()))
    mean = times @ scores / times.sum()
    variance = times @ (scores - mean) ** 2 / times.sum()
    s0, s1 = expected(0), expected(5)
    normal = times.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(normal, rel=0.02)


def test_pairs_say_what_single_games_cannot() -> None:
    """60 % of the games are won; whether that is decisive depends on how deals are split."""
    s0, s1 = expected(0), expected(50)
    as_coins = 180 * np.log(s1 / s0) + 120 * np.log((1 - s1) / (1 - s0))
    split = log_likelihood_ratio({Fraction(1, 2): 120, Fraction(1): 30, Fraction(0): 1e-3}, s0, s1)
    swept = log_likelihood_ratio({Fraction(0): 60, Fraction(1): 90}, s0, s1)
    assert swept == pytest.approx(as_coins / 2)
    assert swept < BOUND < as_coins < split


def test_the_sprt_takes_deals_in_their_order() -> None:
    match = Match(LONDON, (Lineup(("a", "b")),), 100)
    test, store = Sprt(match, 0, 400), ResultStore()
    games = [[result({"a": 1, "b": 2}, deal), result({"b": 2, "a": 1}, deal)] for deal in range(6)]
    store.add(games[1])
    assert not test.update(store)
    assert test.games == 0
    store.add(games[0][:1])
    assert not test.update(store)
    store.add(games[0][1:])
    assert not test.update(store)
    assert (test.games, test.verdict().decided) == (4, "")
    for more in games[2:]:
        store.add(more)
    assert test.update(store)
    assert test.verdict().decided == "elo1"
    assert test.games == 10  # five sweeps of log(20/11) each; the deal after the verdict does not count
