"""Friends at one table: by link, at one device, away for a while, and those who watch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from branchline import load_board
from tests.server.running import Server

from .conftest import Visit
from .table_page import Played
from .visitor import DESK, PHONE, Visitor

LENGTHS = {route.id: route.length for route in load_board("london").routes}


def at_a_table(visit: Visit, server: Server, *guests: str) -> list[Visitor]:
    """Ana, who has opened the table, and her guests; all have chosen their first tickets."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests)]
    opening = server.post("/api/tables", {"board": "london", "seats": seats, "name": "Ana"}).json()
    table, keys = opening["table"]["id"], [opening["key"]]
    for name, invitation in zip(guests, opening["invitations"], strict=True):
        form = {"name": name, "invite": invitation["key"]}
        keys.append(server.post(f"/api/tables/{table}/join", form).json()["key"])
    visitors = [visit() for _ in keys]
    for one, key in zip(visitors, keys, strict=True):
        one.hold_key(key)
        one.goto(f"/tables/{table}")
        one.table.keep(1)
    return visitors


def two_at_a_table(
    visit: Visit, server: Server, guest_size: dict[str, Any] = DESK
) -> tuple[Visitor, Visitor]:
    """Ana and Bruno at one table, which she has opened; both choose their first tickets."""
    form = {"board": "london", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ana"}
    opening = server.post("/api/tables", form).json()
    table, invite = opening["table"]["id"], opening["invitations"][0]["key"]
    joining = server.post(f"/api/tables/{table}/join", {"name": "Bruno", "invite": invite}).json()
    host, guest = visit(), visit(guest_size)
    for one, key in ((host, opening["key"]), (guest, joining["key"])):
        one.hold_key(key)
        one.goto(f"/tables/{table}")
        one.table.offers.first.wait_for()
    return host, guest


def on_turn(*players: Visitor) -> Visitor:
    """Whoever of them is to move."""
    mine: list[Visitor] = []

    def look() -> bool:
        mine[:] = [one for one in players if one.page.locator(".game.mine").count()]
        return bool(mine)

    players[0].wait_until(look, "nobody is to move")
    return mine[0]


def test_an_invitation_has_a_link_and_a_qr_code_and_its_secret_leaves_the_address_bar(visit: Visit) -> None:
    host, guest = visit(), visit(PHONE)
    link = host.start.invite_for_two()
    assert "#join=" in link
    host.page.get_by_text("QR code", exact=True).click()
    host.page.get_by_role("img", name="QR code of the link").wait_for()
    guest.start.sit_down(link, "Bruno")
    guest.table.offers.first.wait_for()
    assert "join=" not in guest.page.url
    host.table.keep(2)
    expect(host.page.locator(".players")).to_contain_text("Bruno")


def test_what_one_has_chosen_is_not_forgotten_when_another_moves_or_talks(
    visit: Visit, server: Server
) -> None:
    host, guest = two_at_a_table(visit, server, PHONE)
    host.table.offers.first.check()
    guest.table.keep(2)
    guest.table.open_dock("Chat")
    guest.page.get_by_role("button", name="Hello!").tap()
    host.table.open_dock("Chat 1 unread message")
    host.page.locator(".chat li").filter(has_text="Hello!").wait_for()
    expect(host.table.offers.first).to_be_checked()
    host.table.offers.nth(1).check()
    host.page.get_by_role("button", name="Keep 2 tickets").click()
    expect(host.table.offers).to_have_count(0)


def test_friends_talk_in_words_that_are_shown_as_they_were_typed(visit: Visit, server: Server) -> None:
    host, guest = two_at_a_table(visit, server, PHONE)
    for one in (host, guest):
        one.table.keep(2)
    host.table.open_dock("Chat")
    host.page.get_by_role("textbox", name="Say something").fill("<b>Good luck</b>")
    host.page.get_by_role("button", name="Send").click()
    guest.page.get_by_role("button", name="Chat").tap()
    guest.page.locator(".chat li").filter(has_text="<b>Good luck</b>").wait_for()
    guest.page.get_by_role("button", name="Thanks!").tap()
    host.page.locator(".chat li").filter(has_text="Thanks!").wait_for()


def test_two_browsers_play_one_game_by_link_see_the_same_score_and_play_again(
    visit: Visit, server: Server
) -> None:
    host, guest = two_at_a_table(visit, server, PHONE)
    for one in (host, guest):
        one.table.keep(2)
    played = Played()
    while not host.table.final.count():
        for one in (host, guest):
            if one.page.locator(".game.mine").count():
                one.table.play_turn(LENGTHS, played)
    totals = host.table.totals()
    assert len(totals) == 2
    assert guest.table.totals() == totals

    host.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("heading", name="A table for London").wait_for()
    next_steps = guest.page.get_by_role("navigation", name="What next")
    next_steps.get_by_role("button", name="Sit down for the rematch").tap()
    guest.page.get_by_text("Ana starts the game").wait_for()
    host.page.get_by_role("button", name="Add a seat").click()
    host.page.get_by_role("combobox", name="Board").select_option("usa")
    guest.page.get_by_role("heading", name="A table for USA").wait_for()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, guest):
        one.table.offers.first.wait_for()
        expect(one.page.locator(".players > li")).to_have_count(3)
    assert host.table.id == guest.table.id


class Hotseat:
    """One device for two people, with a curtain in between."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.table, self.page = visitor, visitor.table, visitor.page
        self.devtools = visitor.devtools()
        self.lift = self.page.locator(".curtain button")
        self.pass_on = self.page.get_by_role("button", name="Hide my cards and pass on")

    def behind_the_curtain(self) -> str:
        """Nothing of the game is seen or heard; who is asked to sit down."""
        self.lift.wait_for()
        expect(self.page.locator(".game, .hand, [data-ticket], [data-offer]")).to_have_count(0)
        nodes = self.devtools.send("Accessibility.getFullAXTree")["nodes"]
        words = [node.get("name", {}).get("value") or "" for node in nodes if not node["ignored"]]
        assert not re.search("Your hand|Your tickets|Map of|Keep", "\n".join(words))
        return self.page.get_by_role("heading").inner_text().split(",")[0]

    def is_down(self) -> bool:
        return self.lift.count() > 0


@pytest.mark.slow
def test_two_people_at_one_device_play_a_game_with_a_curtain_in_between(visit: Visit) -> None:
    ana = visit()
    start = ana.start.open().choose("london", players=3).choose_bots("novice").seat(1, "here")
    start.say_name("Ana")
    ana.page.get_by_role("textbox", name="Name of player 2").fill("Bruno")
    start.play()
    device, table, page = Hotseat(ana), ana.table, ana.page
    for name, tickets in (("Ana", 1), ("Bruno", 2)):
        assert device.behind_the_curtain() == name
        device.lift.click()
        table.offers.first.wait_for()
        expect(page.locator(".players .you")).to_contain_text(name)
        table.keep(tickets)
        if name == "Ana":
            device.pass_on.click()

    page.reload()
    device.behind_the_curtain()
    seated = play_with_curtain(device)
    assert seated.count("Ana") > 3
    assert seated.count("Bruno") > 3
    assert len(table.totals()) == 3

    page.get_by_role("button", name="Rematch").click()
    page.get_by_role("button", name="Start the game").click()
    device.behind_the_curtain()
    device.lift.click()
    table.offers.first.wait_for()


def play_with_curtain(device: Hotseat) -> list[str]:
    """Play to the end; who sat down, one after the other."""
    seated: list[str] = []
    table, page = device.table, device.page
    while True:
        page.locator(".curtain, .game.mine, .final").or_(device.pass_on).first.wait_for()
        if table.final.count():
            return seated
        if device.is_down():
            seated.append(device.behind_the_curtain())
            device.lift.click()
            page.locator(".game").wait_for()
            if len(seated) <= 2:
                expect(table.tickets).to_have_count(1 if seated[-1] == "Ana" else 2)
        elif device.pass_on.count():
            expect(page.locator(".game.mine"), "only one is to move").to_have_count(0)
            device.pass_on.click()
        elif page.locator(".game.mine").count():
            table.play_turn(LENGTHS, Played())


def test_who_keeps_the_table_waiting_can_be_voted_away_and_comes_back(visit: Visit, server: Server) -> None:
    host, guest = two_at_a_table(visit, server)
    for one in (host, guest):
        one.table.keep(1)
    slow = on_turn(host, guest)
    waiting = guest if slow is host else host
    expect(slow.page.get_by_role("button", name="Hint"), "there are no hints among people").to_have_count(0)
    waiting.page.get_by_role("button", name="Let a bot play on").click()
    away = slow.page.get_by_role("alert").filter(has_text="A bot is playing for you")
    away.wait_for()
    slow.page.get_by_role("button", name="Play for myself again").click()
    expect(away).to_have_count(0)


def test_who_watches_by_a_link_sees_the_game_go_on_and_no_hand_and_can_t_move(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(), visit(PHONE)
    link = host.start.invite_for_two()
    host.page.get_by_text("A link for those who only watch").click()
    watch = host.page.get_by_label("A link for those who only watch").input_value()
    guest.start.sit_down(link, "Bruno")
    for one in (host, guest):
        one.table.keep(2)
    watcher.page.goto(watch)
    watcher.page.locator(".game").wait_for()
    assert "watch=" not in watcher.page.url
    watcher.page.reload()
    expect(watcher.table.prompt).to_contain_text("You are watching")
    expect(watcher.page.locator("[data-hand], [data-offer], [data-ticket]")).to_have_count(0)
    ply = watcher.table.ply()
    on_turn(host, guest).table.draw()
    watcher.table.wait_past(ply)
    watcher.table.pile.click(force=True)
    watcher.page.get_by_text("You are only watching").first.wait_for()
