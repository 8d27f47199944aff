"""What holds in every game, looked for by random play."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import Board, Game, IllegalMove
from tests.reference.compare import normal
from tests.reference.recount import final, recount, winners
from tests.reference.table import WILD, cards_text
from tests.rules.helpers import snapshot
from tests.strategies import games, seeds


def cards_in_sight(game: Game) -> Counter[str]:
    """Every card that some seat or everybody can see; all but the pile."""
    view = game.view(None)
    cards = Counter(card for card in view.row if card) + Counter(view.discards)
    for seat in range(game.seats):
        cards += Counter(game.view(seat).hand)
    if view.tunnel is not None:
        cards += Counter(view.tunnel.laid) + Counter(view.tunnel.revealed)
    return cards


@given(games())
def test_cards_are_conserved(game: Game) -> None:
    hidden = Counter(game.board.card_counts)
    hidden.subtract(cards_in_sight(game))
    assert min(hidden.values()) >= 0
    assert hidden.total() == game.view(None).pile


@given(games())
def test_cars_stations_and_points_are_conserved(game: Game) -> None:
    view, board = game.view(None), game.board
    for number, seat in enumerate(view.seats):
        lengths = [board.route(route).length for route, owner in view.routes.items() if owner == number]
        assert seat.cars + sum(lengths) == board.cars
        assert seat.cars >= 0
        assert seat.score == sum(board.points[length] for length in lengths)
        assert seat.stations + list(view.stations.values()).count(number) == board.stations
        assert seat.cards == sum(game.view(number).hand.values())
        assert seat.tickets == len(game.view(number).tickets)
        assert all(n <= game.view(number).hand.get(card, 0) for card, n in seat.known.items())


@given(games())
def test_tickets_are_nowhere_twice(game: Game) -> None:
    held = [ticket for seat in range(game.seats) for ticket in game.view(seat).tickets]
    offered = [ticket for seat in range(game.seats) for ticket in game.view(seat).offer]
    assert len(held + offered) == len(set(held + offered))
    assert len(held + offered) + game.view(None).tickets_left <= len(game.board.tickets)


@given(games(), seeds)
def test_every_legal_action_applies(game: Game, seed: int) -> None:
    before = snapshot(game)
    legal = game.legal()
    assert bool(legal) != game.over
    assert len({normal(move) for move in legal}) == len(legal)
    for move in Random(seed).sample(legal, min(40, len(legal))):
        assert game.why_not(str(move)) is None
        after = game.copy()
        after.play(move)
        assert after.record() != game.record()
    assert snapshot(game) == before


@given(games(), seeds)
def test_every_other_action_is_refused_with_a_reason_and_changes_nothing(game: Game, seed: int) -> None:
    random = Random(seed)
    legal = {normal(move) for move in game.legal()}
    before = snapshot(game)
    for move in candidates(game.board, random):
        if normal(move) in legal:
            continue
        reason = game.why_not(move)
        assert reason is not None, move
        assert reason.code
        assert reason.text
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert caught.value.reason == reason
    assert snapshot(game) == before


def candidates(board: Board, random: Random) -> list[str]:
    """Well-formed moves of every kind, legal here or not."""
    draws = [f"draw {card}" for card in (*board.colours, WILD, "blind")]
    claims = [
        f"claim {route.id} with {payment(board, random, route.length)}"
        for route in random.choices(board.routes, k=15)
    ]
    stations = [
        f"station {city.id} with {payment(board, random, random.randint(1, 3))}"
        for city in random.choices(board.cities, k=6)
    ]
    pays = [f"pay {payment(board, random, size)}" for size in (1, 2, 3)]
    keeps = [
        f"keep {' '.join(ticket.id for ticket in random.sample(board.tickets, size))}" for size in (1, 2, 3)
    ]
    return [*draws, *claims, *stations, *pays, *keeps, "tickets", "withdraw", "pass"]


def payment(board: Board, random: Random, size: int) -> str:
    wilds = random.randint(0, size)
    return cards_text({random.choice(board.colours): size - wilds, WILD: wilds})


@given(games(), seeds)
def test_texts_mean_the_same_as_actions(game: Game, seed: int) -> None:
    legal = game.legal()
    for move in Random(seed).sample(legal, min(10, len(legal))):
        by_action, by_text = game.copy(), game.copy()
        by_action.play(move)
        by_text.play(str(move))
        assert snapshot(by_action) == snapshot(by_text)


@given(games())
def test_records_replay_to_the_same_game(game: Game) -> None:
    again = Game.replay(game.record(), game.board)
    assert snapshot(again) == snapshot(game)
    assert [str(move) for move in again.legal()] == [str(move) for move in game.legal()]


@given(games(), st.integers(0, 30), seeds)
def test_a_copy_lives_its_own_life(game: Game, length: int, seed: int) -> None:
    before = snapshot(game)
    random, other = Random(seed), game.copy()
    for _ in range(length):
        if not other.over:
            other.play(random.choice(other.legal()))
    assert snapshot(game) == before


@given(games(finished=True))
def test_final_scores_equal_a_recount(game: Game) -> None:
    counts = recount(final(game))
    for score, count in zip(game.scores(), counts, strict=True):
        assert {name: getattr(score, name) for name in count.__dict__} == count.__dict__
    assert list(game.winners()) == winners(counts)
