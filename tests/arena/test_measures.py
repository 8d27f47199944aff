"""Intervals, ratings and the SPRT, held against values that are known."""

from __future__ import annotations

from itertools import combinations
from math import comb, exp

import numpy as np
import pytest

from branchline import BranchlineError
from branchline.arena import Lineup, Match, ResultStore
from branchline.arena.intervals import share
from branchline.arena.ratings import ELO, Anchor, fit, rate
from branchline.arena.sprt import BOUND, Sprt, expected

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


def test_a_bot_that_always_won_still_has_an_interval() -> None:
    found = share([2.0] * 50, [2] * 50)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.025 ** (1 / 50), abs=1e-6)  # Clopper and Pearson
    assert share([], []).half == 0.5


def test_two_bots_have_the_difference_that_their_score_says() -> None:
    games = [result({"a": 1, "b": 2}, deal) for deal in range(750)]
    games += [result({"b": 1, "a": 2}, deal) for deal in range(250)]
    a, b = rate(games, Anchor("b", 1500))
    assert (a.bot, b.bot, b.elo, b.error) == ("a", "b", 1500, 0)
    assert a.elo == pytest.approx(1500 + ELO * np.log(750.5 / 250.5))
    assert a.error == pytest.approx(1.96 * ELO / np.sqrt(1001 * 0.75 * 0.25), rel=0.01)


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
    tail = fit([(0, 1, 1)] * 3000 + [(1, 0, 1)] * 1500 + [(1, 1, 0)] * 500, 2, 1)[0]
    assert exp(tail[0]) == pytest.approx(3, rel=0.02)
    assert rate(games, Anchor("b"))[0].bot == "a"


def test_who_has_not_met_the_anchor_is_not_rated() -> None:
    games = [result({"a": 1, "b": 2}), result({"c": 1, "d": 2})]
    found = {one.bot: one.elo for one in rate(games, Anchor("b"))}
    assert found["c"] is found["d"] is None
    assert found["b"] == 0
    with pytest.raises(BranchlineError, match="anchor x has no games"):
        rate(games, Anchor("x"))


def coins(chance: float, seed: int, elo0: float, elo1: float) -> Sprt:
    match = Match(LONDON, (Lineup(("a", "b")),), 10**9)
    test = Sprt(match, elo0, elo1)
    random = np.random.default_rng(seed)
    while not test.decided:
        test.add(float(random.random() < chance))
    return test


def test_the_bounds_of_the_sprt() -> None:
    assert pytest.approx(2.944, abs=0.001) == BOUND
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)


@pytest.mark.parametrize(("true", "right"), [(0.0, "elo0"), (50.0, "elo1")])
def test_the_sprt_errs_as_seldom_as_it_says_and_takes_about_260_games(true: float, right: str) -> None:
    found = [coins(expected(true), seed, 0, 50) for seed in range(400)]
    wrong = sum(one.verdict().decided != right for one in found)
    allowed = sum(comb(400, n) * 0.05**n * 0.95 ** (400 - n) for n in range(wrong, 401))
    assert allowed > 0.01, wrong
    assert 200 < np.mean([one.games for one in found]) < 330


def test_the_sprt_takes_deals_in_their_order() -> None:
    match = Match(LONDON, (Lineup(("a", "b")),), 100)
    test, store = Sprt(match, 0, 400), ResultStore()
    games = [[result({"a": 1, "b": 2}, deal), result({"b": 2, "a": 1}, deal)] for deal in range(4)]
    store.add(games[1])
    assert not test.update(store)
    assert test.games == 0
    store.add(games[0][:1])
    assert not test.update(store)
    store.add(games[0][1:])
    assert not test.update(store)
    assert (test.games, test.verdict().decided) == (4, "")
    store.add(games[2] + games[3])
    assert test.update(store)
    assert test.verdict().decided == "elo1"
    assert test.games == 6  # the deal after the verdict does not count
