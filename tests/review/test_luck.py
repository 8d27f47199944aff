"""Luck: mean zero whatever is dealt, the same inside and outside the core, and worth taking out of results."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from statistics import mean, stdev
from typing import Any

import pytest

from branchline import Board, BranchlineError, load_board
from branchline.arena import Match, ResultStore, make_lineups
from branchline.arena.jobs import Dice, GamesJob, deal_game, play_game
from branchline.arena.meter import make_meter
from branchline.arena.native import play_native
from branchline.arena.players import core_player
from branchline.arena.reports.luck import adjust
from branchline.arena.results import GameResult, SeatResult
from branchline.bots import make_bot
from branchline.core.constants import BLIND_CARD, NOTHING, ROW_CARD, TICKET, TUNNEL_CARD
from branchline.core.engine import engine_at
from branchline.core.review.luck import TO_THE_END, LuckMeter
from branchline.core.review.outlook import Outlook
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.core.search.self_play import SelfPlay
from branchline.game.codec import board_codec
from branchline.game.game import Game
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
    meter = LuckMeter(Outlook(ready.value, ready.policy, file.open_scale), 4, 2, 40)
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


#: What chance deals after a move, by the board that it is tried on.
EVENTS = {"blind": ("usa", BLIND_CARD), "row": ("usa", ROW_CARD), "tunnel": ("europe", TUNNEL_CARD)}
EVENTS["tickets"] = ("usa", TICKET)
TRIES = 600


def little_meter(board: Board) -> LuckMeter:
    """What measures luck with next to no effort, in games of two."""
    file = find_network(board, 2)
    assert file is not None
    ready = Estimator(board, file)
    return LuckMeter(Outlook(ready.value, ready.policy, file.open_scale), 1, 1, 1)


def positions(board: Board, meter: LuckMeter, kind: str) -> Iterator[tuple[State, int]]:
    """Positions of a game between levels that misjudge, with moves that leave something to chance.

    Of all moves after which there is such an event the last one is seldom hybrid's; hybrid's own come between them.
    """
    tables = board_codec(board).tables
    game, bots = deal_game(board, 2, 5, 0), [make_bot(one, seed=1) for one in ("novice", "easy")]
    while game.actor is not None:
        view, state = game.view(game.actor), game.state()
        legal = engine_at(tables, state).legal()
        chance = [one for one in legal if meter.outlook.chance_after(state, one) == EVENTS[kind][1]]
        if chance:
            yield state, chance[-1]
            if meter.outlook.choose(state) in chance:
                yield state, meter.outlook.choose(state)
        game.play(bots[game.actor].choose(view, view.legal))


def luck_of_deal(meter: LuckMeter, board: Board, before: State, action: int, seed: int) -> float:
    """The luck of the mover in what is dealt at random after a move."""
    engine, seat = engine_at(board_codec(board).tables, before), before.actor
    meter.begin(2, before.first, 2 * seed)
    meter.note(before, action)
    so_far = meter.luck_of(seat)
    assert engine.play(action)
    engine.deal_random(Rng(2 * seed + 1))
    meter.note(engine.state, meter.outlook.choose(engine.state))
    return meter.luck_of(seat) - so_far


@pytest.mark.parametrize("kind", EVENTS)
def test_every_kind_of_chance_has_luck_of_mean_zero_whoever_moves(kind: str) -> None:
    board = load_board(EVENTS[kind][0])
    meter = little_meter(board)
    chosen = list(positions(board, meter, kind))
    assert any(action != meter.outlook.choose(state) for state, action in chosen)
    found = []
    for seed in range(TRIES):
        state, action = chosen[seed % len(chosen)]
        found.append(luck_of_deal(meter, board, state, action, seed))
    assert abs(mean(found)) < 2.5 * stdev(found) / TRIES**0.5


def test_the_deal_has_luck_of_mean_zero() -> None:
    board = load_board("usa")
    meter, found = little_meter(board), []
    for seed in range(TRIES):
        state = Game(board, 2, seed, first=0).state()
        meter.begin(2, 0, seed)
        meter.note(state, meter.outlook.choose(state))
        found.append(meter.luck_of(0))
    assert abs(mean(found)) < 2.5 * stdev(found) / TRIES**0.5


def whole_meter(board: Board, rollouts: int) -> LuckMeter:
    """What measures luck by rollouts to the end of games of two."""
    file = find_network(board, 2)
    assert file is not None
    ready = Estimator(board, file)
    return LuckMeter(Outlook(ready.value, ready.policy, file.open_scale), TO_THE_END, rollouts, 8)


def test_by_rollouts_to_the_end_all_is_luck_but_the_start_and_other_moves_than_hybrids() -> None:
    """What is left is the chance before the deal, and what each other move was worth above hybrid's own."""
    board = load_board("london")
    meter, left = whole_meter(board, 6), array("d", [0.0] * 6)
    game, bots = deal_game(board, 2, 5, 0), [make_bot(one, seed=1) for one in ("hybrid", "easy")]
    meter.begin(2, game.first, 77)
    meter.outlook.before_deal(2, game.first, TO_THE_END, 8, 78, left)
    expected = left[0]
    while game.actor is not None:
        view, state = game.view(game.actor), game.state()
        action = bots[game.actor].choose(view, view.legal)
        number = board_codec(board).number(action, view.offer)
        assert number is not None
        meter.note(state, number)
        if number != meter.outlook.choose(state):
            for move, sign in ((number, 1), (NOTHING, -1)):
                meter.outlook.follow(state, move, TO_THE_END, TO_THE_END, 6, 77, left)
                expected += sign * left[0]
        game.play(action)
    meter.end(game.state())
    won = 1 / len(game.winners()) if 0 in game.winners() else 0.0
    assert won - meter.luck_of(0) == pytest.approx(expected)


def test_the_dice_of_a_bot_are_luck_too() -> None:
    """The move is held against the mean of what the same dice might have made of the position."""
    board = load_board("usa")
    meter, found = whole_meter(board, 6), array("d", [0.0] * 6)
    state = next(state for state, _ in positions(board, meter, "blind"))
    one, two, *_ = engine_at(board_codec(board).tables, state).legal()
    values = []
    for move in (one, two):
        meter.outlook.follow(state, move, TO_THE_END, TO_THE_END, 6, 3, found)
        values.append(found[0])
    meter.begin(2, state.first, 3)
    meter.note_dice(state, one, [two, one])
    assert meter.luck_of(0) == pytest.approx((values[0] - values[1]) / 3)
    meter.begin(2, state.first, 3)
    meter.note_dice(state, one, [one, one])
    meter.note_dice(state, one, [])
    assert meter.luck_of(0) == 0


def test_the_dice_of_a_search_have_luck_of_mean_zero() -> None:
    board = load_board("london")
    meter, found, moves = whole_meter(board, 1), [], set()
    game, player = deal_game(board, 2, 5, 0), make_bot("hybrid")
    while game.moves < 24 and game.actor is not None:
        view, state = game.view(game.actor), game.state()
        for seed in range(12):
            with (
                make_bot("search:rollouts=20", seed=seed) as bot,
                Dice(bot.spec, seed, 0, game.actor) as dice,
            ):
                number = board_codec(board).number(bot.choose(view, view.legal), view.offer)
                assert number is not None
                others = dice.throw(view)
            meter.begin(2, state.first, 1000 * game.moves + seed)
            meter.note_dice(state, number, others)
            moves.add((game.moves, number))
            found.append(meter.luck_of(0))
        game.play(player.choose(view, view.legal))
    assert len(moves) > game.moves  # they do not always choose the same
    assert abs(mean(found)) < 2.5 * stdev(found) / len(found) ** 0.5


def test_luck_of_bots_with_dice_is_measured_where_they_can_be_thrown_again() -> None:
    board = load_board("london")
    games = ((0, ("search:rollouts=10", "hybrid")),)
    assert GamesJob(board, 1, games).in_core
    job = GamesJob(board, 1, games, luck=True)
    assert not job.in_core
    assert GamesJob(board, 1, ((0, ("rush", "hybrid")),), luck=True).in_core
    match = Match(board, tuple(make_lineups(games[0][1], seats=2)), deals=3, luck=True)
    with ResultStore() as store:
        assert len(list(match.jobs(store, 1))) == 3  # each deal by itself: little is lost when it is stopped
    (game,) = job.play()
    assert game.has_luck
    assert sum(seat.luck or 0.0 for seat in game.seats) == pytest.approx(0, abs=1e-9)


def test_the_same_game_has_the_same_luck_inside_the_core_and_outside() -> None:
    board, bots = load_board("london"), ("hard", "rush")
    (native,) = play_native(board, 9, ((0, bots),), luck=True)
    through_views = play_game(board, 9, 0, bots, limit=60, luck=True)
    assert native.has_luck
    assert [seat.luck for seat in native.seats] == [seat.luck for seat in through_views.seats]


def test_between_policies_next_to_all_of_the_variance_is_luck() -> None:
    board, bots = load_board("london"), ("medium", "hard")
    games = [(deal, lineup) for deal in range(12) for lineup in (bots, bots[::-1])]
    deals: dict[int, list[GameResult]] = {}
    for (deal, _), result in zip(games, play_native(board, 77, tuple(games), luck=True), strict=True):
        deals.setdefault(deal, []).append(result)
    found = adjust("hard", deals)
    assert found is not None
    assert found.variance.value < 0.1
    assert found.variance.low < found.variance.value < found.variance.high
    assert found.win.low > 0.5


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
    assert found.variance.value < 0.01
    assert found.variance.high < 0.05


def test_luck_must_be_known_of_all_games() -> None:
    assert adjust("one", {0: [result(0, 1, 0.1)], 1: [result(1, 0, None)]}) is None
