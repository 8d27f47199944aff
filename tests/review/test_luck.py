"""Luck: mean zero whatever is dealt, the same inside and outside the core, and worth taking out of results."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

import pytest

from branchline import Board, BranchlineError, load_board
from branchline.arena.jobs import play_game
from branchline.arena.luck import adjust
from branchline.arena.meter import make_meter
from branchline.arena.native import play_native
from branchline.arena.players import core_player
from branchline.arena.results import GameResult, SeatResult
from branchline.core.review.luck import LuckMeter
from branchline.core.review.outlook import Outlook
from branchline.core.search.self_play import SelfPlay
from branchline.game.codec import board_codec
from branchline.value import Estimator, find_network

NUMBERS = (
    *("total", "routes", "tickets", "longest", "stations", "districts"),
    *("tickets_done", "tickets_kept", "turns", "decisions"),
)


def lucks(board: Board, bots: tuple[str, ...], games: int) -> list[float]:
    """The luck of the first seat in some games, measured with little effort."""
    file = find_network(board, len(bots))
    assert file is not None
    ready = Estimator(board, file)
    meter = LuckMeter(Outlook(ready.value, ready.policy, file.open_scale), 4, 2, 500)
    play = SelfPlay(
        board_codec(board).tables, [core_player(bot, board, len(bots)) for bot in bots], meter=meter
    )
    found = []
    for index in range(games):
        play.play(3, index)
        found.append(meter.luck_of(0))
        assert sum(meter.luck_of(seat) for seat in range(len(bots))) == pytest.approx(0, abs=1e-9)
    return found


@pytest.mark.parametrize("bots", [pytest.param(("hard", "hard"), marks=pytest.mark.slow), ("novice", "hard")])
def test_luck_has_mean_zero_even_between_unequal_bots(bots: tuple[str, ...]) -> None:
    found = lucks(load_board("london"), bots, 300)
    assert abs(mean(found)) < 2.5 * stdev(found) / len(found) ** 0.5


def test_the_same_game_has_the_same_luck_inside_the_core_and_outside() -> None:
    board, bots = load_board("london"), ("hard", "rush")
    (native,) = play_native(board, 9, ((0, bots),), luck=True)
    through_views = play_game(board, 9, 0, bots, limit=60, luck=True)
    assert native.has_luck
    assert [seat.luck for seat in native.seats] == [seat.luck for seat in through_views.seats]


def test_luck_is_not_measured_unless_asked_for() -> None:
    (game,) = play_native(load_board("london"), 9, ((0, ("rush", "greedy")),))
    assert not game.has_luck


def test_a_board_without_a_network_has_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    make_meter.cache_clear()
    monkeypatch.setattr("branchline.arena.meter.find_network", lambda board, seats: None)
    with pytest.raises(BranchlineError, match="`branchline train` makes it"):
        make_meter(load_board("london"), ("rush", "rush"))


def result(deal: int, first: float, luck: float | None) -> GameResult:
    """A game of two bots with a given winner and luck."""

    def seat(bot: str, rank: int, luck: float | None) -> SeatResult:
        figures: dict[str, Any] = dict.fromkeys(NUMBERS, 0)
        return SeatResult(**figures | {"bot": bot, "rank": rank, "luck": luck})

    other = None if luck is None else -luck
    seats = (seat("one", 1 if first else 2, luck), seat("two", 2 if first else 1, other))
    return GameResult(board="usa", digest="", seed=0, deal=deal, first=0, native=True, seats=seats)


def test_results_without_luck_vary_less_and_mean_the_same() -> None:
    """Whoever wins was lucky: without luck all games are alike."""
    deals = {deal: [result(deal, deal % 3 < 2, 0.3 if deal % 3 < 2 else -0.6)] for deal in range(90)}
    found = adjust("one", deals)
    assert found is not None
    assert found.win.value == pytest.approx(2 / 3, abs=1e-6)
    assert found.luck.value == pytest.approx(0, abs=1e-9)
    assert found.variance < 0.01


def test_luck_must_be_known_of_all_games() -> None:
    assert adjust("one", {0: [result(0, 1, 0.1)], 1: [result(1, 0, None)]}) is None
