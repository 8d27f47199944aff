"""Around a game: the first screen, looking back, and the end."""

from functools import cache

import pytest

from tests.server.players import keep, play_on
from tests.server.running import Server

from .conftest import Drive

BOARDS = ("usa", "europe", "london")


@cache
def finished(server: Server, board: str) -> tuple[str, str]:
    """A game played to its end, and the key of its first seat."""
    game, players = server.play(board=board, seats=2)
    keep(players)
    play_on(players, seed=6)
    return game, str(players[0].key)


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_can_be_looked_back_at_by_its_address(server: Server, drive: Drive, board: str) -> None:
    drive("around", "replay", board, *finished(server, board))


@pytest.mark.parametrize(
    ("board", "special"), [("usa", "longest"), ("europe", "loan"), ("london", "district")], ids=BOARDS
)
def test_the_end_is_counted_on_the_map(server: Server, drive: Drive, board: str, special: str) -> None:
    told = drive("around", "final", board, *finished(server, board))
    assert special in told["kinds"]


def test_tables_and_games_are_found_on_the_first_screen(server: Server, drive: Drive) -> None:
    drive("around", "lists", "london", *finished(server, "london"))


def test_the_rules_are_in_the_page_for_every_board_and_language(drive: Drive) -> None:
    drive("around", "rules")


SPECIAL = {"usa": ["longest"], "europe": ["ferry", "tunnel", "station", "longest"], "london": ["district"]}


@pytest.mark.parametrize("board", BOARDS)
def test_the_lesson_teaches_to_draw_to_claim_and_what_the_board_has(drive: Drive, board: str) -> None:
    told = drive("around", "lesson", board)
    assert told["pages"] == ["claimed", "tickets", "double", *SPECIAL[board]]


def test_the_lesson_can_be_refused_and_stopped(drive: Drive) -> None:
    drive("around", "no_lesson")


@pytest.mark.parametrize("board", ["europe", "london"])
def test_axe_finds_nothing_serious_around_a_game(server: Server, drive: Drive, board: str) -> None:
    drive("around", "axe", board, *finished(server, board))


def test_a_game_that_is_not_there_is_told_in_words(drive: Drive) -> None:
    drive("around", "nowhere")
