"""New links to seats during a game, and what was said long ago."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.running import Server

from .axe import faults
from .conftest import FinishedGame, Visit
from .test_friends import at_a_table, on_turn
from .visitor import DESK, PHONE, Visitor


def ask_for_link(host: Visitor, who: str) -> None:
    """The host opens the menu and asks for a new link to somebody's seat."""
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_role("button", name=f"New link for {who}").click()
    expect(host.page.get_by_role("button", name="Make the link")).to_have_count(0)
    host.page.get_by_role("button", name="Ask for it").click()


def test_who_has_lost_the_link_gets_a_new_one_when_the_others_agree(visit: Visit, server: Server) -> None:
    host, bruno, carla = at_a_table(visit, server, "Bruno", "Carla")
    ask_for_link(host, "Bruno")
    host.page.get_by_text("0 of 1 have agreed").wait_for()
    bruno.page.get_by_text("The host asks for a new link to your seat").wait_for()
    assert faults(host.page, "asked") + faults(bruno.page, "question") + faults(carla.page, "others") == []
    question = carla.page.get_by_role("group", name="A question of the host")
    expect(question).to_contain_text("the seat of Bruno")
    question.get_by_role("button", name="Agree").click()
    expect(question).to_have_count(0)
    host.page.get_by_role("button", name="Make the link").click()
    link = host.page.get_by_label("Link to seat 2").input_value()
    carla.page.get_by_text("The host has made a new link").wait_for()
    other = visit()
    other.start.sit_down(link, "Bruno")
    other.table.tickets.first.wait_for()
    bruno.page.get_by_text("This seat is now held by somebody else").wait_for()
    host.page.get_by_text("This link is not valid any more").wait_for()
    carla.page.get_by_text("Bruno has taken the seat by a new link").wait_for()


def test_who_is_here_says_so_and_no_link_is_made(visit: Visit, server: Server) -> None:
    host, bruno = at_a_table(visit, server, "Bruno")
    ask_for_link(host, "Bruno")
    host.page.get_by_text("There is nobody else to ask").wait_for()
    bruno.page.get_by_role("button", name="I am here").click()
    host.page.get_by_text("Bruno is here: no new link is needed").wait_for()
    expect(host.page.get_by_role("button", name="Ask for it")).to_be_visible()
    expect(bruno.page.get_by_role("button", name="I am here")).to_have_count(0)


@pytest.mark.slow
def test_somebody_declines(visit: Visit, server: Server) -> None:
    host, bruno, carla = at_a_table(visit, server, "Bruno", "Carla")
    ask_for_link(host, "Carla")
    bruno.page.get_by_role("button", name="Decline").click()
    host.page.get_by_text("Bruno does not agree to the new link").wait_for()
    expect(host.page.get_by_role("button", name="Make the link")).to_have_count(0)
    host.page.get_by_role("button", name="Done").click()
    on_turn(host, bruno, carla).table.draw()


def test_a_player_goes_on_at_another_device(visit: Visit, server: Server) -> None:
    host, bruno = at_a_table(visit, server, "Bruno")
    bruno.page.get_by_role("button", name="Settings").click()
    expect(bruno.page.get_by_role("button", name="New link for Ana")).to_have_count(0)
    bruno.page.get_by_role("button", name="Play on at another device").click()
    bruno.page.get_by_role("button", name="Make the link").click()
    link = bruno.page.get_by_label("Link to seat 2").input_value()
    phone = visit(PHONE)
    phone.start.sit_down(link, "Bruno")
    phone.page.locator(".game").wait_for()
    bruno.page.get_by_text("This seat is now held by somebody else").wait_for()
    expect(host.page.locator(".players")).to_contain_text("Bruno")


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.slow)])
def test_what_was_said_long_ago_is_shown_on_demand(
    visit: Visit, server: Server, size: dict[str, int]
) -> None:
    game, players = server.play(board="london", seats=2)
    for n in range(340):
        assert players[n % 2].ask(type="chat", text=f"line {n}")["type"] == "ack"
    late = visit(size)
    late.hold_key(str(players[0].key))
    late.goto(f"/tables/{game}")
    late.page.locator(".game").wait_for()
    late.table.keep(1)
    late.table.open_dock("Chat")
    lines = late.page.locator(".chat li").filter(has_text="line ")
    expect(lines.last).to_have_text("player 1 line 339")
    expect(lines.last).to_be_in_viewport()
    button = late.page.get_by_role("button", name="Show earlier messages")
    expect(lines).to_have_count(80)
    while button.count():
        count = lines.count()
        button.click()
        expect(lines).not_to_have_count(count)
        expect(lines.last).not_to_be_in_viewport()
    expect(lines).to_have_count(340)
    expect(lines.first).to_have_text("player 0 line 0")


def test_the_log_of_a_long_game_can_be_read_from_its_beginning(
    visit: Visit, finished_game: FinishedGame
) -> None:
    game, key = finished_game("usa")
    reader = visit()
    reader.hold_key(key)
    reader.goto(f"/tables/{game}")
    reader.table.look_at_board()
    reader.table.open_dock("Log")
    lines = reader.page.locator(".log li span")
    expect(lines).to_have_count(120)
    while (button := reader.page.get_by_role("button", name="Show earlier moves")).count():
        count = lines.count()
        button.click()
        expect(lines).not_to_have_count(count)
    expect(lines.first).to_have_text("The cards are dealt.")
    expect(lines).to_have_count(reader.table.ply())
