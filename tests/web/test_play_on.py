"""From a replay to a new game in one of its positions: the dialog, whole games, and friends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from branchline import Game
from tests.server.running import Server

from .axe import faults
from .conftest import FinishedGame, Visit
from .test_whole_games import lengths
from .visitor import DESK, PHONE, Visitor

PLY = 24


def ask(visitor: Visitor, game: str, ply: int = PLY, seat: int | None = None) -> Locator:
    """Look at a position, and ask for a game from it; the dialog."""
    visitor.goto(f"/games/{game}?ply={ply}" + ("" if seat is None else f"&seat={seat}"))
    visitor.page.locator(f'.now[data-ply="{ply}"]').wait_for()
    visitor.click(visitor.page.get_by_role("button", name="Play on from here"))
    dialog = visitor.page.get_by_role("dialog", name="Play on from here")
    dialog.locator("[data-seat]").first.wait_for()
    return dialog


@pytest.mark.parametrize(
    ("board", "size", "anew"),
    [pytest.param("london", DESK, False, marks=pytest.mark.slow), ("london", PHONE, True)],
)
def test_a_position_is_played_on_to_the_end(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str, size: dict[str, object], anew: bool
) -> None:
    game, _ = finished_game(board)
    before = Game.replay(server.get(f"/api/games/{game}/record").text, ply=PLY)
    ana = visit(size)
    dialog = ask(ana, game, seat=1)
    expect(dialog.get_by_role("combobox", name="You play as")).to_have_value("1")
    assert faults(ana.page, "play on", "dialog[open]") == []
    dialog.get_by_role("textbox", name="Your name").fill("Ana")
    dialog.get_by_role("combobox", name="Who sits at seat 1").select_option("bot:novice")
    dialog.get_by_role("radio", name=re.compile("Dealt anew" if anew else "As they were")).check()
    ana.click(dialog.get_by_role("button", name="Play", exact=True))

    ana.page.wait_for_url("**/tables/*")
    ana.table.wait_for_turn()
    hand = sum(before.view(1).hand.values())
    if before.actor == 1:
        assert ana.table.hand_size() == hand
    played = ana.table.play_to_end(lengths(board))
    assert played.turns
    assert ana.page.locator("[data-bubble]:popover-open").count() == 0, "nothing lies over the story"
    totals = ana.table.totals()
    ana.table.look_at_board()
    record = server.get(f"/api/games/{ana.table.id}/record").text
    again = Game.replay(record)
    assert again.origin is not None
    assert (again.origin.game, again.origin.ply) == (game, PLY)
    assert again.origin.anew == (1 if anew else None)
    assert totals == [score.total for score in again.scores()]
    expect(ana.page.locator(".deal[data-good=true]")).to_be_visible()

    ana.goto(f"/games/{ana.table.id}")
    ana.page.locator(f'.now[data-ply="{again.moves}"]').wait_for()
    expect(ana.page.get_by_role("button", name="Play on from here")).to_be_disabled()
    told = ana.page.locator(".panel .origin").first
    expect(told).to_contain_text(f"after its move {PLY}")
    expect(told.get_by_text("dealt anew")).to_have_count(int(anew))
    ana.click(told.get_by_role("link", name="Show that position"))
    ana.page.wait_for_url(f"**/games/{game}?ply={PLY}")


def test_a_table_says_where_its_game_began(visit: Visit, finished_game: FinishedGame) -> None:
    game, _ = finished_game("europe")
    ana = visit()
    dialog = ask(ana, game, ply=40)
    dialog.get_by_role("button", name="Play", exact=True).click()
    ana.page.locator(".toast").filter(has_text="after its move 40. The log has a link to it.").wait_for()
    ana.table.open_dock("Log")
    line = ana.page.locator(".log li").first
    expect(line).to_contain_text("This game began in a position of another game, after its move 40.")
    expect(line.get_by_role("link")).to_have_attribute("href", f"/games/{game}?ply=40")
    line.get_by_role("link").click()
    ana.page.wait_for_url(f"**/games/{game}?ply=40")


def test_friends_come_to_a_position_by_link(
    visit: Visit, server: Server, finished_game: FinishedGame
) -> None:
    game, _ = finished_game("europe")
    ana, ben = visit(), visit(PHONE)
    dialog = ask(ana, game, ply=40, seat=0)
    dialog.get_by_role("textbox", name="Your name").fill("Ana")
    dialog.get_by_role("combobox", name="Who sits at seat 2").select_option("friend")
    dialog.get_by_role("button", name="Make a table and invite").click()
    ana.page.get_by_role("heading", name=re.compile("Europe")).wait_for()
    expect(ana.page.locator(".origin")).to_contain_text("after its move 40")
    expect(ana.page.get_by_role("combobox", name="Board")).to_be_disabled()
    expect(ana.page.get_by_role("button", name="+ Add a seat")).to_have_count(0)
    link = ana.page.locator("input[readonly]").first.input_value()
    ben.page.goto(link)
    expect(ben.page.locator(".origin")).to_contain_text("after its move 40")
    ben.start.sit_down(link, "Ben")
    for one in (ana, ben):
        one.page.locator(".game").wait_for()
    view = server.get(f"/api/games/{game}/view", ply=40).json()["view"]
    for route in view["routes"]:
        expect(ben.table.route(route)).to_have_count(1)


def test_the_keyboard_is_enough(visit: Visit, finished_game: FinishedGame) -> None:
    game, _ = finished_game("london")
    page = visit().goto(f"/games/{game}?ply={PLY}")
    page.locator(f'.now[data-ply="{PLY}"]').wait_for()
    button = page.get_by_role("button", name="Play on from here")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-seat]").first.wait_for()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize(
    ("language", "title", "begun"),
    [
        ("es", "Seguir desde aquí", "Esta partida empezó en una posición de otra partida"),
        ("pt", "Continuar daqui", "Este jogo começou numa posição de outro jogo"),
    ],
)
def test_it_is_said_in_every_language(
    visit: Visit, finished_game: FinishedGame, language: str, title: str, begun: str
) -> None:
    game, _ = finished_game("london")
    ana = visit(DESK, locale={"es": "es-ES", "pt": "pt-PT"}[language])
    ana.goto(f"/games/{game}?ply={PLY}")
    ana.page.get_by_role("button", name=title).click()
    dialog = ana.page.get_by_role("dialog", name=title)
    dialog.locator("[data-seat]").first.wait_for()
    dialog.locator(".main").click()
    expect(ana.page.locator(".log li").first).to_contain_text(begun)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_record_is_played_on_from_any_of_its_moves(
    visit: Visit, server: Server, finished_game: FinishedGame, tmp_path: Path, size: dict[str, object]
) -> None:
    game, _ = finished_game("london")
    record = server.get(f"/api/games/{game}/record").text
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    before = Game.replay(record, ply=PLY)
    ana = visit(size)
    ana.goto("/").get_by_label("Have the record of a game?").set_input_files(file)
    dialog = ana.page.get_by_role("dialog", name="Play on from here")
    moves = dialog.get_by_role("slider", name=re.compile("After move"))
    moves.fill(str(PLY))
    expect(dialog.get_by_text(f"After move {PLY} of {Game.replay(record).moves}")).to_be_visible()
    expect(dialog.get_by_role("status")).to_contain_text("Seat ")
    assert faults(ana.page, "play on", "dialog[open]") == []
    dialog.get_by_role("combobox", name="You play as").select_option(str(before.actor))
    dialog.get_by_role("radio", name=re.compile("As they were")).check()
    ana.click(dialog.get_by_role("button", name="Play", exact=True))
    ana.page.wait_for_url("**/tables/*")
    ana.table.wait_for_turn()
    assert before.actor is not None
    assert ana.table.hand_size() == sum(before.view(before.actor).hand.values())


def test_what_is_no_record_is_refused(visit: Visit, tmp_path: Path) -> None:
    for name, text in (
        ("letter.txt", "Dear Ana"),
        ("mars.txt", "branchline record 1 #1\nboard mars 2 #3\nseats 2 #4\nmoves #5\n0 pass\nend 1 over\n"),
    ):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        ana = visit()
        ana.tolerate("404")
        page = ana.goto("/")
        page.get_by_label("Have the record of a game?").set_input_files(file)
        page.get_by_text("This is not a record of a game that this server knows.").wait_for()
