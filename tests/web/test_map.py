"""The map under mouse, keys and fingers, and what a phone shows of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .table_page import TablePage
from .visitor import PHONE

UPRIGHT, LYING, TABLET = (390, 844), (844, 390), (820, 1180)


def scale(page: Page) -> float:
    return float(page.locator(".map").evaluate("map => new DOMMatrix(getComputedStyle(map).transform).a"))


def shift(page: Page) -> float:
    return float(page.locator(".map").evaluate("map => new DOMMatrix(getComputedStyle(map).transform).e"))


def is_whole(page: Page, whole: float) -> bool:
    return abs(scale(page) - whole) < 0.001


def test_the_wheel_zooms_dragging_pans_and_a_button_shows_the_whole_map(visit: Visit) -> None:
    ana = visit()
    page = ana.play_bots("europe").page
    whole = scale(page)
    page.mouse.move(600, 300)
    page.mouse.wheel(0, -400)
    ana.wait_until(lambda: scale(page) > whole, "the wheel does not zoom")
    before = shift(page)
    page.mouse.down()
    page.mouse.move(500, 300, steps=5)
    page.mouse.up()
    ana.wait_until(lambda: shift(page) < before, "dragging does not pan")
    page.get_by_role("button", name="Whole map").click()
    ana.wait_until(lambda: is_whole(page, whole), "the whole map does not come back")


def test_keys_zoom_and_pan_the_map(visit: Visit) -> None:
    ana = visit()
    page = ana.play_bots("europe").page
    whole = scale(page)
    ana.table.map.focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    ana.wait_until(lambda: scale(page) > 1.5 * whole, "the key + does not zoom")
    before = shift(page)
    page.keyboard.press("Shift+ArrowRight")
    ana.wait_until(lambda: shift(page) < before, "shift and an arrow do not pan")
    page.keyboard.press("-")
    ana.wait_until(lambda: scale(page) < 1.5 * whole, "the key - does not zoom")
    page.keyboard.press("0")
    ana.wait_until(lambda: is_whole(page, whole), "the key 0 does not show the whole map")


def test_two_fingers_zoom_the_map(visit: Visit) -> None:
    bruno = visit(PHONE)
    page = bruno.play_bots("london").page
    whole, devtools = scale(page), bruno.devtools()

    def touch(kind: str, *places: int) -> None:
        points = [{"x": x, "y": 250, "id": number} for number, x in enumerate(places)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 160, 230)
    for apart in range(0, 61, 20):
        touch("touchMove", 160 - apart, 230 + apart)
    touch("touchEnd")
    bruno.wait_until(lambda: scale(page) > 1.5 * whole, "two fingers do not zoom")


def test_the_map_is_one_tab_stop_and_arrows_lead_from_city_to_route(visit: Visit) -> None:
    table = visit().play_bots("usa", 2, tickets=3, claimable=True)
    page, press = table.page, table.page.keyboard.press
    frame = page.get_by_role("application", name="Map of USA")
    stops = page.locator(".frame, .frame *").evaluate_all(
        "all => all.filter(one => one.tabIndex >= 0).length"
    )
    assert stops == 1
    frame.focus()
    press("ArrowRight")
    expect(frame).to_have_attribute("data-at", re.compile(r"\w"))
    first = frame.get_attribute("data-at") or ""
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"):
        press(key)
    expect(frame).not_to_have_attribute("data-at", first)
    press("n")
    expect(frame).to_have_attribute("data-at", re.compile("^route "))
    expect(frame.locator("[aria-live]")).to_contain_text("point")
    press("Enter")
    table.payment.wait_for()
    press("Escape")
    expect(table.payment).to_have_count(0)
    expect(frame, "the keyboard stays on the map").to_be_focused()
    press("Escape")
    expect(frame).not_to_have_attribute("data-at", re.compile(".*"))


def test_a_question_mark_shows_the_keys(visit: Visit) -> None:
    page = visit().play_bots("usa", 2).page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    keys.get_by_text("to the next city or route in that direction").wait_for()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_nothing_lies_outside_a_screen_upright_or_not(visit: Visit) -> None:
    table = visit(PHONE).play_bots("europe", tickets=2)
    page = table.page
    for width, height in (UPRIGHT, LYING, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            """([width, height]) => innerWidth === width
              && document.documentElement.scrollWidth <= width && document.documentElement.scrollHeight <= height""",
            arg=[width, height],
        )
        for name in ("^Draw a card face down", "^Draw tickets"):
            box = page.get_by_role("button", name=re.compile(name)).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
    expect(table.tickets.first, "a tablet shows the tickets").to_be_visible()


def test_on_a_phone_that_lies_the_tickets_open_and_close_beside_the_map(visit: Visit) -> None:
    table = visit(PHONE).play_bots("europe", tickets=2)
    table.page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    tab = table.page.get_by_role("button", name=re.compile("^Tickets"))
    tab.tap()
    expect(table.tickets.first).to_be_visible()
    tab.tap()
    expect(table.tickets.first).to_be_hidden()


def test_on_a_phone_a_tapped_offer_is_seen_on_the_map(visit: Visit) -> None:
    table = visit(PHONE).play_bots("europe")
    for offer in table.offers.all():
        offer.tap()
        in_sight(table, ".choice")
        offer.tap()


def test_on_a_phone_a_tapped_ticket_is_seen_on_the_map_as_long_as_the_tickets_are_open(visit: Visit) -> None:
    table = visit(PHONE).play_bots("europe", tickets=2)
    tab = table.page.get_by_role("button", name=re.compile("^Tickets"))
    tab.tap()
    for ticket in table.tickets.all():
        ticket.tap()
        in_sight(table, ".drawer.open")
    tab.tap()
    expect(table.page.locator(".drawer.open")).to_have_count(0)
    expect(table.rings).to_have_count(0)
    expect(table.tickets).to_have_count(2)
    table.page.get_by_role("button", name="Zoom in").tap()
    expect(table.tickets.first).to_be_hidden()


def in_sight(table: TablePage, cover: str) -> None:
    """A ticket is pointed at on the map, and nothing covers its two cities."""
    table.way.first.wait_for(state="attached")
    table.page.wait_for_function(
        """over => {
          const map = document.querySelector(".boardbox").getBoundingClientRect();
          const bottom = Math.min(map.bottom, document.querySelector(over).getBoundingClientRect().top);
          const rings = [...document.querySelectorAll(".rings circle")].map(one => one.getBoundingClientRect());
          const out = one => one.left < map.left || one.right > map.right || one.top < map.top || one.bottom > bottom;
          return rings.length === 2 && !rings.some(out);
        }""",
        arg=cover,
    )


@pytest.mark.parametrize("locale", ["es-ES", "pt-PT"])
def test_in_other_languages_nothing_is_wider_than_a_phone(visit: Visit, locale: str) -> None:
    ana = visit(PHONE, locale=locale)
    page = ana.page

    def fits() -> None:
        for width, height in (LYING, UPRIGHT):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                "width => innerWidth === width && document.documentElement.scrollWidth <= width", arg=width
            )

    ana.start.open().choose("europe")
    fits()
    page.locator("button.go").click()
    ana.table.offers.first.wait_for()
    fits()
    for box in ana.table.offers.all():
        box.check()
    page.locator(".choice .main").click()
    ana.table.wait_for_turn()
    fits()
    players = page.locator("ul.players")
    assert players.evaluate("list => list.scrollWidth <= list.clientWidth"), (
        "the players do not fit side by side"
    )
