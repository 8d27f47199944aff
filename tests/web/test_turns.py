"""What a player does in a turn: tickets, cards, routes, stations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.running import Server

from .conftest import Visit
from .sockets import Message, rewrite
from .table_page import TablePage


def test_an_offered_ticket_shows_its_cities_and_the_shortest_way(visit: Visit) -> None:
    table = visit().play_bots("europe")
    table.offers.first.hover()
    expect(table.rings).to_have_count(2)
    expect(table.way.first).to_be_attached()
    table.page.mouse.move(5, 5)
    expect(table.rings).to_have_count(0)
    table.offers.nth(1).focus()
    expect(table.rings).to_have_count(2)


def test_no_fewer_tickets_than_the_minimum_can_be_kept(visit: Visit) -> None:
    table = visit().play_bots("europe")
    expect(table.keep_button).to_be_disabled()
    table.offers.first.check()
    expect(table.keep_button).to_contain_text("Choose 1 more")
    table.offers.nth(1).check()
    table.keep_button.click()
    expect(table.tickets).to_have_count(2)


def test_two_cards_are_drawn_one_after_the_other(visit: Visit) -> None:
    table = visit().play_bots("usa", 2, tickets=3)
    before = table.hand_size()
    table.pile.click()
    table.second_card.wait_for()
    assert table.hand_size() == before + 1
    expect(table.page.locator("[data-claimable]")).to_have_count(0)
    table.take("blind")
    expect(table.prompt).not_to_contain_text("One more card")


def test_a_route_is_paid_for_after_its_cars_and_its_points_were_seen(visit: Visit) -> None:
    table = visit().play_bots("usa", 2, tickets=3, claimable=True)
    route = table.claimable()[0]
    spot, tip = table.spot(route), table.page.locator(".tip")
    table.page.mouse.move(*spot)
    expect(tip).to_contain_text("point")
    table.page.mouse.click(*spot)
    expect(table.pay_button).to_be_visible()
    expect(table.page.locator(".ghost use").first).to_be_attached()
    table.page.keyboard.press("Escape")
    expect(table.payment).to_have_count(0)
    table.claim(route)
    table.route(route).wait_for()
    table.page.mouse.move(5, 5)
    table.page.mouse.move(*spot)
    expect(tip).to_contain_text("yours")


def test_cards_in_the_hand_can_be_picked(visit: Visit) -> None:
    cards = visit().play_bots("usa", 2, tickets=3).page.locator("[data-hand]").first
    cards.click()
    expect(cards).to_have_attribute("aria-pressed", "true")
    cards.click()
    expect(cards).to_have_attribute("aria-pressed", "false")


def test_a_route_is_claimed_by_cards_that_are_dragged_onto_it(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=2, claimable=True)
    route, colour = route_and_colour(table)
    spot, mouse = table.spot(route), table.page.mouse
    stack = table.page.locator(f'[data-hand="{colour}"]').bounding_box()
    assert stack is not None
    mouse.move(stack["x"] + 20, stack["y"] + 20)
    mouse.down()
    mouse.move(stack["x"] + 20, stack["y"] - 40, steps=4)
    mouse.move(*spot, steps=6)
    mouse.up()
    pays_with(table, colour)
    table.route(route).wait_for()


def test_a_route_is_claimed_by_picking_the_cards_first(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=2, claimable=True)
    route, colour = route_and_colour(table)
    table.page.locator(f'[data-hand="{colour}"]').click()
    table.page.locator(f'[data-claimable="{route}"]').wait_for(state="attached")
    table.point(*table.spot(route))
    pays_with(table, colour)
    table.route(route).wait_for()


def test_a_route_is_claimed_by_typing_the_move(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=2, claimable=True)
    route = table.claimable()[0]
    move = table.point_at(route)
    table.page.keyboard.press("Escape")
    table.type_move(move)
    table.route(route).wait_for()


def test_a_turn_is_made_without_a_pointer(visit: Visit) -> None:
    table = visit().play_bots("london", 2)
    press = table.page.keyboard.press
    table.offers.first.focus()
    press("Space")
    table.keep_button.focus()
    press("Enter")
    table.wait_for_turn()
    now = table.situation()
    press("/")
    table.page.keyboard.type("draw bl")
    press("Tab")
    expect(table.page.get_by_role("combobox", name="Move or route")).to_have_value("draw blind")
    table.page.get_by_role("option", selected=True).wait_for()
    press("Enter")
    table.wait_past(int(now.ply))
    route = table.draw_until_claimable()[0]
    press("/")
    table.page.keyboard.type(f"claim {route}")
    table.page.get_by_role("option", selected=True).wait_for()
    press("Enter")
    expect(table.pay_button).to_be_focused()
    press("Enter")
    table.route(route).wait_for()


def route_and_colour(table: TablePage) -> tuple[str, str]:
    """A route that can be claimed, and a colour that pays for it."""
    route = table.claimable()[0]
    colour = table.point_at(route).split(" ")[4]
    table.page.keyboard.press("Escape")
    expect(table.payment).to_have_count(0)
    return route, colour


def pays_with(table: TablePage, colour: str) -> None:
    """The payment begins with the colour; pay."""
    table.page.locator(f'.pay [aria-checked=true][data-pay*="{colour}"]').wait_for()
    table.pay_button.click()


def test_a_station_says_what_it_costs_and_bears_its_owner_s_mark(visit: Visit, server: Server) -> None:
    table = visit().play_bots("europe", 2, tickets=2)
    page = table.page
    page.get_by_role("button", name="Build a station: costs 1 card, 3 left").click()
    page.get_by_text("Choose the city for your station. It costs 1 card.").wait_for()
    expect(page.locator("[data-stationable]")).to_have_count(47)
    expect(page.locator("[data-claimable]")).to_have_count(0)
    sheet = page.locator(".sheet").bounding_box()
    assert sheet is not None
    lowest = page.locator("[data-stationable]").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
    )
    assert lowest <= sheet["y"], "a city that can be chosen is covered"
    page.keyboard.press("n")
    page.keyboard.press("n")
    city = (table.map.get_attribute("data-at") or "").split(" ")[1]
    ring = page.locator(f'[data-stationable="{city}"]').bounding_box()
    assert ring is not None
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)
    table.point(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    page.get_by_role("heading", name=re.compile("^A station in")).wait_for()
    expect(table.payment).to_contain_text("costs 1 card")
    expect(page.locator(".built .ghost")).to_have_count(1)
    table.pay_button.click()
    built = page.locator(f'[data-station="{city}"]')
    built.wait_for(state="attached")
    drawn = built.evaluate("use => document.querySelector(use.getAttribute('href')).innerHTML")
    livery = server.get("/page/boards/europe.json").json()["liveries"][0]
    assert livery["paint"] in drawn
    assert livery["mark"] in drawn
    table.wait_for_turn()
    page.get_by_role("button", name="Build a station: costs 2 cards, 2 left").wait_for()


def test_shortcuts_of_one_key_can_be_switched_off(visit: Visit) -> None:
    page = visit().play_bots("london", 2).page
    keys = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    keys.wait_for()
    page.keyboard.press("Escape")
    for wanted in (False, True):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("checkbox", name="Single-key shortcuts").set_checked(wanted)
        page.get_by_role("button", name="Done").click()
        page.keyboard.press("?")
        expect(keys).to_have_count(int(wanted))


def test_a_hint_for_the_first_tickets_is_shown_and_played(visit: Visit) -> None:
    table = visit().play_bots("london", 2)
    table.page.get_by_role("button", name="Hint").click()
    table.page.locator("[data-hint]").filter(has_text="A bot would play: Keep ").wait_for()
    expect(table.rings.first).to_be_attached()
    table.page.keyboard.press("Enter")
    table.tickets.first.wait_for()


def test_a_hint_is_played_by_one_more_press_and_dismissed_by_escape(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=2)
    hint, press = table.page.locator("[data-hint]"), table.page.keyboard.press
    press("h")
    hint.wait_for()
    ply = table.ply()
    press("Escape")
    expect(hint).to_have_count(0)
    assert table.ply() == ply
    seen: set[str] = set()
    for _ in range(40):
        table.wait_for_turn()
        ply = table.ply()
        press("h")
        hint.wait_for()
        kind, what = (hint.get_attribute("data-hint") or "").split(" ")[:2]
        if kind == "claim":
            expect(table.way).to_have_count(1)
        if kind == "draw":
            expect(table.page.locator(".slot.advised")).to_have_count(1)
        press("h")
        expect(hint).to_have_count(0)
        table.wait_past(ply)
        if kind == "claim":
            table.route(what).wait_for()
        seen.add(kind)
        if {"draw", "claim"} <= seen:
            return
    pytest.fail(f"only these hints came: {seen}")


def test_what_others_did_meanwhile_is_told_until_it_is_dismissed(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=1)
    page = table.page
    told = page.get_by_role("status", name="Since you last looked")
    expect(told).to_have_count(0)
    look_away(table, True)
    claimed = page.locator("[data-route]")
    before = claimed.count()
    for _ in range(20):
        draw_two(table)
        if claimed.count() > before:
            break
    look_away(table, False)
    expect(told).to_contain_text("Adler claims")
    expect(table.way.first).to_be_attached()
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
    expect(table.way).to_have_count(0)

    page.reload()
    table.wait_for_turn()
    expect(told, "what was seen is not told after loading").to_have_count(0)
    look_away(table, True)
    draw_two(table)
    page.reload()
    told.wait_for()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def look_away(table: TablePage, away: bool) -> None:
    """Look at another tab, or at this one again."""
    table.page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def draw_two(table: TablePage) -> None:
    """A turn in which two cards are drawn, and the turns of the others after it."""
    table.draw()
    table.second_card.wait_for()
    table.draw()
    expect(table.prompt).not_to_contain_text("One more card")
    table.wait_for_turn()


def test_face_up_a_wild_is_no_second_card_and_three_of_them_are_swept_away(visit: Visit) -> None:
    ana = visit(reduced_motion="no-preference")
    page = ana.page
    page.add_init_script("sessionStorage.setItem('pace', '1')")
    one_wild = ["wild", "red", "blue", "green", "pink"]
    rows = {"second_card": one_wild, "turn": ["wild", "red", "wild", "blue", "wild"]}

    def deal(message: Message) -> None:
        view = message.get("view")
        if view is None or view["actor"] != 0:
            return
        view["row"] = rows.get(view["phase"], view["row"])
        for notice in message.get("news", []):
            if notice["type"] == "moved" and notice["seat"] == 0 and view["phase"] == "second_card":
                notice["chance"] += one_wild

    rewrite(page, answer=deal)
    table = ana.play_bots("london", 2, tickets=1)
    wild = page.locator('.market [data-card="wild"]')
    table.pile.click()
    page.get_by_text("Three bus cards: all five cards are replaced").wait_for()
    expect(wild).to_have_count(3)
    expect(page.get_by_text("all five cards are replaced")).to_have_count(0)
    table.second_card.wait_for()
    expect(wild).to_have_attribute("aria-disabled", "true")
    expect(wild, "it has been shown for long enough").not_to_have_attribute("data-fresh", "")
    expect(wild, "and has arrived").not_to_have_attribute("data-unseen", "")
    wild.click(force=True)
    page.get_by_text("Face up, a bus card can't be taken as the second card.").wait_for()


def test_a_ticket_says_what_is_missing_and_is_celebrated_when_it_is_completed(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=2)
    page = table.page
    expect(table.tickets.first).to_have_accessible_name(re.compile(r"\d+ bus(es)? to go"))
    page.evaluate(WATCH_FOR_TOASTS)
    done = page.locator('[data-ticket][data-state="done"]')
    for _ in range(80):
        assert table.wait_for_turn(), "the game is over before a ticket was completed"
        ply = table.ply()
        page.keyboard.press("h")
        page.locator("[data-hint]").wait_for()
        page.keyboard.press("h")
        table.wait_past(ply)
        if done.count():
            break
    expect(done.first).to_have_accessible_name(re.compile("completed"))
    page.wait_for_function("() => window.toasts.some(text => text.includes('Ticket completed'))")


#: Keep the words of every ticket that is celebrated: they are shown for a few seconds only.
WATCH_FOR_TOASTS = """() => {
  window.toasts = [];
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(".toast.ticket_done")) window.toasts.push(toast.innerText);
  }).observe(document.body, { subtree: true, childList: true });
}"""
