"""Whole games through the page, whose final score is the engine's."""

import pytest

from branchline import Game

from .conftest import Drive

GAMES = [("london", "desk"), ("usa", "desk"), ("europe", "desk"), ("london", "phone")]


@pytest.mark.parametrize(("board", "size"), GAMES, ids=[f"{board}-{size}" for board, size in GAMES])
def test_a_game_against_bots_ends_with_the_engine_s_score(drive: Drive, board: str, size: str) -> None:
    told = drive("whole_game", board, size)
    game = Game.replay(told["record"])
    assert game.board.id == board
    assert told["totals"] == [score.total for score in game.scores()]


def test_a_whole_game_is_played_without_a_mouse(drive: Drive) -> None:
    assert drive("keyboard_game")["walked"] > 0
