"""Whole games on variants: by the reference, in worlds of what a seat knows, and by bots."""

from random import Random

import pytest

from branchline import Board, Game, load_board
from branchline.arena.native import self_play
from branchline.board import variant_names
from branchline.core.playout import Playout, Tally
from branchline.game.codec import board_codec
from tests.reference.test_agreement import whole_game_agrees

from .test_determinise import agrees

VARIANTS = [load_board(name) for name in variant_names()]
each = pytest.mark.parametrize("board", VARIANTS, ids=lambda board: board.id)


@each
def test_random_games_on_a_variant_agree_with_the_reference(board: Board) -> None:
    whole_game_agrees(board.id, 3, 11, "even", False)


@each
def test_worlds_agree_with_what_a_seat_knows_on_a_variant(board: Board) -> None:
    game, random = Game(board, seats=3, seed=5), Random(5)
    for step in range(60):
        if step < 4 or step % 11 == 0:
            agrees(game, step)
        game.play(random.choice(game.legal()))


@each
def test_thousands_of_random_games_and_games_of_bots_come_to_their_end(board: Board) -> None:
    tally = Tally()
    Playout().run(board_codec(board).tables, board.max_seats, 3, 0, 1000, tally)
    assert tally.games == 1000
    bots = self_play(board, ("hybrid", "planner", "value", "rush", "hybrid-1"))
    for deal in range(20):
        bots.play(1, deal)
        totals = [bots.result(seat)["total"] for seat in range(5)]
        assert max(totals) > 40
        assert sum(bots.result(seat)["forfeits"] for seat in range(5)) == 0
