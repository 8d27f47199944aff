"""Two implementations of the rules against each other, at every step and for every viewer."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from branchline import Board, Game, ScriptedDealer
from tests.strategies import boards, scarce_positions, seeds, styles

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
    assert moves(game.legal()) == moves(table.legal())
    for viewer in (None, *range(table.seats)):
        assert seen(game.view(viewer)) == expected(table, viewer)


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


@given(board=boards, seats=st.integers(2, 5), seed=seeds, style=styles, shy=st.booleans())
def test_whole_games_agree(board: Board, seats: int, seed: int, style: str, shy: bool) -> None:
    seats = min(seats, board.max_seats)
    first = seed % seats
    script = play_alone(board, seats, seed, style, shy, first)
    dealer = ScriptedDealer(script.outcomes)
    game = Game(board, seats=seats, first=first, dealer=dealer)
    follow(game, Table(board, seats, Follower(script.outcomes), first).deal(), script.moves)
    assert dealer.dealt == len(script.outcomes)


@given(place=scarce_positions(), seed=seeds, style=styles, shy=st.booleans())
def test_games_with_few_cards_agree(place: tuple[Board, Position], seed: int, style: str, shy: bool) -> None:
    board, position = place
    random = Random(seed)
    chance = Recorder(random)
    played = play_out(Table.at(board, chance, position), random, style, shy)
    dealer = ScriptedDealer(chance.outcomes)
    game = Game.setup(board, dealer=dealer, **position)
    follow(game, Table.at(board, Follower(chance.outcomes), position), played)
    assert dealer.dealt == len(chance.outcomes)
