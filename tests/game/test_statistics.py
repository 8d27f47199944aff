"""Statistics of a finished game: small games counted by hand, and what must add up in any game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from branchline import BranchlineError, Game, ScriptedDealer, load_board
from branchline.game.statistics import SeatStatistics, Totals, game_statistics, sum_up
from tests import strategies
from tests.rules.helpers import EUROPE, USA, play, script


def test_a_small_game_counted_by_hand() -> None:
    game = script(
        USA,
        "wild red green denver-pittsburgh dallas-new_york portland-nashville blue wild",
        hands=[{"white": 2, "wild": 1}, {"black": 1}],
        row=["red", "blue", "wild", "green", "black"],
        tickets=[["los_angeles-chicago"], ["denver-el_paso"]],
        routes={0: [], 1: []},
        cars=[5, 45],
        actor=0,
    )
    play(
        game,
        "draw red",  # a wild takes its place
        "draw blind",  # red
        "draw wild",  # green takes its place: the only card of the turn
        "claim los_angeles-phoenix with 2 white 1 wild",  # two cars left: the last turns begin
        "tickets",
        "keep denver-pittsburgh portland-nashville",
        "draw blind",  # blue
        "draw blind",  # wild
    )
    assert game.over
    first, second = game_statistics(game)
    assert first == SeatStatistics(
        turns=3,
        tickets_drawn=0,
        tickets_kept=1,
        tickets_done=0,
        tickets_failed=1,
        points_lost=16,
        cards_blind=3,
        cards_face_up=1,
        wilds_taken=0,
        wilds_blind=1,
        routes={3: 1},
        stations_built=0,
        tunnels_withdrawn=0,
        longest_path=3,
        cars_left=2,
        score=4 - 16 + 10,
        rank=1,
    )
    assert (second.turns, second.tickets_drawn, second.tickets_kept, second.tickets_failed) == (2, 3, 3, 3)
    assert (second.cards_blind, second.cards_face_up, second.wilds_taken, second.wilds_blind) == (0, 1, 1, 0)
    assert (second.points_lost, second.score, second.routes) == (4 + 11 + 17, -32, {})


def test_a_tunnel_that_was_given_up_costs_a_turn_and_is_counted() -> None:
    game = script(
        EUROPE,
        "yellow red red blue blue",
        hands=[{"yellow": 3}, {}],
        row=["green", "blue", "white", "black", "orange"],
        stations={0: ["wien"]},
        last_turns=2,
    )
    play(game, "claim munchen-zurich with 2 yellow", "withdraw", "draw blind", "draw blind")
    mine, other = game_statistics(game)
    assert (mine.tunnels_withdrawn, mine.turns, mine.stations_built, mine.routes) == (1, 1, 1, {})
    assert (other.turns, other.cards_blind) == (1, 2)


def test_a_game_that_is_not_over_has_no_statistics_yet() -> None:
    with pytest.raises(BranchlineError, match="not over"):
        game_statistics(Game("usa", seed=1))


@given(strategies.games(finished=True))
def test_everything_adds_up_in_any_game(game: Game) -> None:
    board, end = game.board, game.position()
    found = game_statistics(game)
    assert game_statistics(Game.replay(game.record(), board)) == found
    assert sum(one.turns for one in found) == end.turns
    entries = game.view(None).log
    for seat, (one, score) in enumerate(zip(found, game.scores(), strict=True)):
        moves = [entry.move.split() for entry in entries if entry.seat == seat]
        paid = sum(cards_paid(move) for move in moves)
        refunded = sum(cards_paid(claim) for claim, after in pairwise(moves) if after == ["withdraw"])
        drawn = one.cards_blind + one.cards_face_up
        assert board.hand + drawn == paid - refunded + sum(end.hands[seat].values())
        assert one.cars_left == board.cars - sum(length * n for length, n in one.routes.items())
        assert score.routes == sum(board.points[length] * n for length, n in one.routes.items())
        assert one.tickets_kept == sum(len(move) - 1 for move in moves if move[0] == "keep")
        assert one.tickets_kept == one.tickets_done + one.tickets_failed <= one.tickets_drawn
        worth = sum(board.ticket(ticket).points for ticket in end.tickets[seat])
        assert score.tickets == worth - 2 * one.points_lost
        assert one.wilds_taken <= one.cards_face_up
        assert one.wilds_blind <= one.cards_blind
    returned = len(end.pool) + len(end.returned)
    if board.refused == "under":
        longs_out = sum(ticket.long for ticket in board.tickets) - board.deal_long * game.seats
        assert len(board.tickets) == longs_out + returned + sum(one.tickets_kept for one in found)


@given(strategies.games(finished=True))
def test_offers_are_counted_as_the_seats_saw_them(game: Game) -> None:
    twin = Game.replay(game.record(), game.board)
    offered: Counter[int] = Counter()
    first = game.board.deal_long + game.board.deal_regular
    replay = Game(game.board, game.seats, first=game.first, dealer=_dealt_again(game))
    for entry in twin.log[1:]:
        if replay.phase == "keep" and replay.actor is not None:
            offered[replay.actor] += len(replay.view(replay.actor).offer)
        replay.play(entry.move)
    assert [one.tickets_drawn for one in game_statistics(game)] == [offered[s] for s in range(game.seats)]
    assert min(offered.values()) >= first


def _dealt_again(game: Game) -> ScriptedDealer:
    return ScriptedDealer([name for entry in game.log for name in entry.chance])


def cards_paid(move: list[str]) -> int:
    return sum(int(word) for word in move if word.isdigit())


def test_sums_over_games() -> None:
    board = load_board("london")
    seen = []
    for seed in range(3):
        game = Game(board, seats=2, seed=seed)
        while game.actor is not None:
            game.play(game.legal()[-1])
        seen.append(game_statistics(game)[0])
    totals = sum_up(seen)
    assert totals.games == 3
    assert totals.wins == sum(one.rank == 1 for one in seen)
    assert totals.sums["turns"] == sum(one.turns for one in seen)
    assert totals.mean("score") == pytest.approx(sum(one.score for one in seen) / 3)
    assert sum(totals.routes.values()) == sum(sum(one.routes.values()) for one in seen)
    assert sum_up([]) == Totals()
    assert Totals().mean("turns") == 0.0
