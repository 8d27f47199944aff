"""Two implementations of the rules against each other, at every step and for every viewer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline import Board, Game, ScriptedDealer
from tests.odd_boards import odd_board
from tests.strategies import BOARDS, board, scarce_positions, seeds, styles

from .compare import expected, moves, seen
from .recount import final, recount, winners
from .scripts import Recorder, play_alone, play_out
from .table import Position, Table


class Follower:
    """The same outcomes once more, in order."""

    def __init__(self, outcomes: list[str]) -> None:
        self.outcomes = iter(outcomes)

    def __call__(self, weights: object) -> str:
        return next(self.outcomes)


def agree(game: Game, table: Table) -> None:
    legal = moves(table.legal())
    assert moves(game.legal()) == legal
    for viewer in (None, *range(table.seats)):
        view = game.view(viewer)
        assert seen(view) == expected(table, viewer)
        assert moves(view.legal) == (legal if viewer is not None and viewer == table.actor else [])


def follow(game: Game, table: Table, played: list[str]) -> None:
    """Play the moves on both and compare after each; at the end, the scores."""
    agree(game, table)
    for move in played:
        game.play(move)
        table.play(move)
        agree(game, table)
    assert game.over
    counts = recount(final(game))
    for score, count in zip(game.scores(), counts, strict=True):
        assert {name: getattr(score, name) for name in count.__dict__} == count.__dict__
    assert list(game.winners()) == winners(counts)


def whole_game_agrees(name: str, seats: int, seed: int, style: str, shy: bool) -> None:
    facts = board(name)
    seats = min(seats, facts.max_seats)
    first = seed % seats
    script = play_alone(facts, seats, seed, style, shy, first)
    dealer = ScriptedDealer(script.outcomes)
    game = Game(facts, seats=seats, first=first, dealer=dealer)
    follow(game, Table(facts, seats, Follower(script.outcomes), first).deal(), script.moves)
    assert dealer.dealt == len(script.outcomes)


def odd_game_agrees(made: int, seed: int, style: str, shy: bool, folder: Path) -> None:
    facts = odd_board(made, folder)
    seats = facts.min_seats + seed % (facts.max_seats - facts.min_seats + 1)
    script = play_alone(facts, seats, seed, style, shy, 0)
    game = Game(facts, seats=seats, first=0, dealer=ScriptedDealer(script.outcomes))
    follow(game, Table(facts, seats, Follower(script.outcomes), 0).deal(), script.moves)
    assert Game.replay(game.record(), facts).record() == game.record()


#: A game takes half a second, most of it in the reference. Every run plays some, `make slow` plays many.
EXAMPLES = settings().max_examples


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=max(1, EXAMPLES // 10))
@given(seats=st.integers(2, 5), seed=seeds, style=styles, shy=st.booleans())
def test_whole_games_agree(name: str, seats: int, seed: int, style: str, shy: bool) -> None:
    whole_game_agrees(name, seats, seed, style, shy)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=EXAMPLES // 4)
@given(seats=st.integers(2, 5), seed=seeds, style=styles, shy=st.booleans())
def test_many_whole_games_agree(name: str, seats: int, seed: int, style: str, shy: bool) -> None:
    whole_game_agrees(name, seats, seed, style, shy)


@settings(max_examples=EXAMPLES // 2)
@given(made=seeds, seed=seeds, style=styles, shy=st.booleans())
def test_games_on_odd_boards_agree(
    made: int, seed: int, style: str, shy: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    odd_game_agrees(made, seed, style, shy, tmp_path_factory.getbasetemp())


@pytest.mark.slow
@settings(max_examples=2 * EXAMPLES)
@given(made=seeds, seed=seeds, style=styles, shy=st.booleans())
def test_many_games_on_odd_boards_agree(
    made: int, seed: int, style: str, shy: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    odd_game_agrees(made, seed, style, shy, tmp_path_factory.getbasetemp())


@given(place=scarce_positions(), seed=seeds, style=styles, shy=st.booleans())
def test_games_with_few_cards_agree(place: tuple[Board, Position], seed: int, style: str, shy: bool) -> None:
    facts, position = place
    random = Random(seed)
    chance = Recorder(random)
    played = play_out(Table.at(facts, chance, position), random, style, shy)
    dealer = ScriptedDealer(chance.outcomes)
    game = Game.setup(facts, dealer=dealer, **position)
    follow(game, Table.at(facts, Follower(chance.outcomes), position), played)
    assert dealer.dealt == len(chance.outcomes)
