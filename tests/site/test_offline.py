"""Whole games without a server and without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from branchline import Game, load_board
from tests.web.visitor import DESK, PHONE, Visitor

from .conftest import KEPT, Arrive
from .web_space import WebSpace

WHOLE = [("london", DESK), ("europe", DESK), ("usa", PHONE)]


def record_of(visitor: Visitor) -> Game:
    """The game of the record that the page offers."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download the record").click()
    return Game.replay(download.value.path().read_text(encoding="utf-8"))


def check_score(visitor: Visitor, board: str) -> list[int]:
    """The final score, which is the engine's of the record."""
    totals = visitor.table.totals()
    visitor.table.look_at_board()
    expect(visitor.page.locator(".deal[data-good=true]")).to_be_visible()
    game = record_of(visitor)
    assert game.board.id == board
    assert totals == [score.total for score in game.scores()]
    return totals


def open_offline(visitor: Visitor, space: WebSpace, board: str) -> None:
    """Visit once, then play without any network."""
    visitor.start.open()
    visitor.page.wait_for_function(KEPT)
    space.stop()
    visitor.start.play_bots(board, seats=2)
    visitor.table.keep(2)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "size"), WHOLE)
def test_after_one_visit_whole_games_need_no_network(
    arrive: Arrive, space: WebSpace, board: str, size: dict[str, object]
) -> None:
    ana = arrive(size)
    open_offline(ana, space, board)
    ana.table.play_to_end({route.id: route.length for route in load_board(board).routes})
    check_score(ana, board)


def test_a_game_without_a_network_is_there_after_a_reload_and_ends_with_the_engine_s_score(
    arrive: Arrive, space: WebSpace
) -> None:
    ana = arrive()
    open_offline(ana, space, "london")
    ana.table.wait_for_turn()
    ana.table.draw()
    before = ana.table.ply()
    ana.page.reload()
    ana.table.wait_for_turn()
    assert ana.table.ply() >= before
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.get_by_role("dialog", name="Give the game up?").get_by_role("button", name="Resign").click()
    ana.table.final.wait_for()
    totals = check_score(ana, "london")
    # what was played, as the first screen, the replay and the statistics know it
    ana.goto("/")
    ana.page.get_by_role("link", name="London").first.click()
    ana.table.look_at_board()
    assert ana.table.totals() == totals
