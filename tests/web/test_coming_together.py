"""From the first screen to the game: seats, one link for all, colours, watchers, hints; and how one goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.players import keep, play_on
from tests.server.running import Server

from .axe import faults
from .conftest import Visit
from .test_friends import at_a_table, on_turn
from .visitor import DESK, PHONE

#: A share sheet that takes everything.
SHARE = "navigator.share = async data => { window.shared = data; };"


#: What the clock of a nameplate lies over, of all that can be read there.
UNDER_CLOCK = """() => {
  const box = one => one.getBoundingClientRect();
  const clock = document.querySelector(".players .clock"), at = box(clock);
  const read = clock.closest("li").querySelectorAll(".score, .name, .counts b");
  const hit = one => one.left < at.right && one.right > at.left && one.top < at.bottom && one.bottom > at.top;
  return [...read].filter(one => hit(box(one))).map(one => one.className || one.textContent)
    .concat(at.right > box(clock.closest("li")).right ? ["beside the nameplate"] : []);
}"""


def test_friends_meet_by_one_link_that_says_who_invites_to_what(visit: Visit) -> None:
    ana, ben, cleo, dan = visit(), visit(PHONE), visit(), visit(PHONE)
    start = ana.start.open().choose("london", players=4).seat(1, "friend").seat(2, "friend")
    start.seat(3, "bot:expert").say_name("Ana")
    bot = start.seats.nth(3).locator("strong").inner_text()
    ana.page.locator(".seats").get_by_role("radio", name="yellow").click()
    ana.page.get_by_role("combobox", name="Time for a move").select_option("5 minutes")
    assert faults(ana.page, "seats") == []
    link = start.invite()

    ben.page.goto(link)
    ben.page.get_by_role("heading", name="Ana invites you to London").wait_for()
    seats = ben.page.locator("[data-seat]")
    expect(seats).to_have_text([re.compile("Ana"), "free", "free", re.compile(f"{bot}.*Bot: Expert")])
    ben.page.get_by_text("2 seats are free · 5 minutes for a move").wait_for()
    expect(ben.page.get_by_role("radio", name="yellow, taken by Ana")).to_be_disabled()
    assert faults(ben.page, "invitation") == []
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.page.get_by_role("radio", name="black").tap()
    ben.page.get_by_role("button", name="Sit down").tap()
    ben.page.get_by_role("radio", name="green").tap()
    expect(ben.page.get_by_role("radio", name="green")).to_be_checked()
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("Ben")
    assert faults(ben.page, "waiting") + faults(ana.page, "host") == []

    cleo.start.sit_down(link, "Cleo")
    for one in (ana, ben, cleo):
        one.table.offers.first.wait_for()
        one.page.locator(".players .clock").first.wait_for()
        assert one.page.evaluate(UNDER_CLOCK) == []
    dan.page.goto(link)
    dan.page.get_by_text("All seats are taken").wait_for()
    expect(ana.page.get_by_label("1 watches")).to_have_count(0)
    dan.page.get_by_role("button", name="Watch").tap()
    expect(dan.table.prompt).to_contain_text("You are watching")
    for one in (ana, ben):
        one.page.get_by_label("1 watches").wait_for()
    dan.page.close()
    expect(ana.page.get_by_label("1 watches")).to_have_count(0)
    for one in (ana, ben):
        liveries = one.page.locator(".players > li > .badge")
        looks = liveries.evaluate_all("all => all.map(one => one.dataset.livery)")
        assert looks == ["yellow", "green", "red", "blue"], "those that were chosen, and what was left"


def test_the_host_changes_the_table_and_shares_it_by_the_sheet_of_the_phone(visit: Visit) -> None:
    ana, ben = visit(PHONE), visit()
    ana.context.add_init_script(SHARE)
    ana.start.open().choose("europe", players=3).seat(1, "friend").say_name("Ana")
    link = ana.start.invite()
    ana.page.get_by_role("button", name="Share").tap()
    shared = ana.page.evaluate("window.shared")
    assert (shared["url"], shared["text"]) == (link, "Ana invites you to a game: Europe")
    ana.page.get_by_role("button", name="Add a seat").tap()
    expect(ana.page.locator("[data-seat]")).to_have_count(4)
    ben.start.sit_down(link, "Ben")
    for one in (ana, ben):
        one.table.offers.first.wait_for()
    expect(ben.page.locator(".players > li")).to_have_count(4)


def test_who_resigns_is_asked_first_and_a_bot_plays_on(visit: Visit, server: Server) -> None:
    ana, ben = at_a_table(visit, server, "Ben")
    ana.page.get_by_role("button", name="Settings").click()
    expect(ana.page.get_by_role("button", name="Remove Ben"), "never one of two").to_have_count(0)
    ana.page.get_by_role("button", name="Resign").click()
    dialog = ana.page.get_by_role("dialog", name="Give the game up?")
    assert faults(ana.page, "resign", "dialog[open]") == []
    dialog.get_by_role("button", name="Play on").click()
    expect(ben.page.get_by_text("Ana has resigned")).to_have_count(0)
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    ben.page.get_by_text("Ana has resigned").wait_for()
    expect(ben.page.locator(".players")).to_contain_text("resigned")
    ana.page.get_by_text("You have resigned").wait_for()
    expect(ana.page.locator(".toast"), "it is told once").to_have_count(0)
    on_turn(ben).table.draw()


def test_the_others_remove_a_player_by_their_votes(visit: Visit, server: Server) -> None:
    ana, ben, rude = at_a_table(visit, server, "Ben", "Rude")
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_role("button", name="Remove Rude by vote").click()
    ana.page.get_by_role("button", name="Vote for it").click()
    for one in (ben, rude):
        one.page.get_by_text("Ana: remove Rude from the game? 1 of 2 votes").wait_for()
    expect(rude.page.get_by_role("button", name="Remove", exact=True)).to_have_count(0)
    assert faults(ben.page, "vote", ".bar") == []
    ben.page.get_by_role("button", name="Remove", exact=True).click()
    rude.page.get_by_text("The others have removed you by vote. A bot plays on in your place.").wait_for()
    ana.page.get_by_text("Rude was removed").wait_for()
    expect(ana.page.locator(".players")).to_contain_text("removed")


def test_a_rematch_waits_until_its_host_has_changed_the_seats(visit: Visit, server: Server) -> None:
    game, players = server.play(board="london", seats=2)
    keep(players)
    play_on(players, seed=6)
    host, guest = visit(), visit(PHONE)
    for one, player in ((host, players[0]), (guest, players[1])):
        one.hold_key(str(player.key))
        one.goto(f"/tables/{game}")
        one.table.final.wait_for()
    host.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_text("A rematch: change what you like").wait_for()
    guest.page.get_by_role("button", name="Sit down for the rematch").last.tap()
    guest.page.get_by_text("player 0 starts the game").wait_for()
    host.page.get_by_role("button", name="Add a seat").click()
    host.page.get_by_role("combobox", name="Board").select_option("usa")
    guest.page.get_by_role("heading", name="A table for USA").wait_for()
    expect(guest.page.locator("[data-seat]")).to_have_count(3)
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, guest):
        one.table.offers.first.wait_for()
        expect(one.page.locator(".players > li")).to_have_count(3)
    assert host.table.id == guest.table.id


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.slow)])
def test_a_hint_says_why_and_what_else_would_be_good(visit: Visit, size: dict[str, object]) -> None:
    ana = visit(size)
    ana.play_bots("london", tickets=2, claimable=True)
    ana.page.get_by_role("button", name="Hint").click()
    hint = ana.page.locator("[data-hint]")
    others = hint.locator("[data-alternative]")
    expect(others).to_have_count(2)
    moves = [others.nth(at).get_attribute("data-alternative") for at in range(2)]
    assert len({hint.get_attribute("data-hint"), *moves}) == 3
    assert faults(ana.page, "hint", ".bar") == []
    ply = ana.table.ply()
    ana.click(others.nth(1))
    hint.get_by_text("Also good").wait_for()
    ana.click(hint.get_by_role("button", name="Play it"))
    ana.table.wait_past(ply)


def test_a_hint_takes_the_place_of_a_payment_that_was_asked_for(visit: Visit) -> None:
    ana = visit()
    table = ana.play_bots("london", 2, tickets=1, claimable=True)
    table.point_at(table.claimable()[0])
    ana.page.keyboard.press("h")
    ana.page.locator("[data-hint]").wait_for()
    expect(table.payment).to_have_count(0)
