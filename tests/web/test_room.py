"""Room: the map is the page, and what lies on its edges covers nothing that matters."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from branchline import load_board
from tests.server.players import keep, play_on
from tests.server.running import Server

from .conftest import Visit
from .others import Others
from .sockets import Message, rewrite
from .table_page import TablePage
from .tour import come_back
from .visitor import PHONE

WIDE_DESK, DESK, SMALL_DESK = (
    {"viewport": {"width": width, "height": height}}
    for width, height in ((1920, 1080), (1440, 900), (1024, 768))
)
LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
TABLET = {**PHONE, "viewport": {"width": 820, "height": 1180}}
SEATS = {"usa": 5, "europe": 5, "london": 4}
#: The share of the window in which the map is seen, and nothing on it.
SHARE = """step => {
  const map = document.querySelector(".map").getBoundingClientRect();
  let [seen, all] = [0, 0];
  for (let x = step / 2; x < innerWidth; x += step)
    for (let y = step / 2; y < innerHeight; y += step) {
      all += 1;
      const inside = x > map.left && x < map.right && y > map.top && y < map.bottom;
      if (inside && document.elementFromPoint(x, y)?.matches(".surface")) seen += 1;
    }
  return seen / all;
}"""
#: Which of some points of the map are covered, or lie outside the window.
COVERED = """points => {
  const map = document.querySelector(".map");
  const { left, top } = map.getBoundingClientRect();
  const scale = new DOMMatrix(getComputedStyle(map).transform).a;
  const seen = ([x, y]) => document.elementFromPoint(left + x * scale, top + y * scale)?.matches(".surface");
  return Object.keys(points).filter(name => !points[name].every(seen));
}"""
#: Where a point of the map is in the window.
IN_WINDOW = """([x, y]) => {
  const map = document.querySelector(".map");
  const { left, top } = map.getBoundingClientRect();
  const scale = new DOMMatrix(getComputedStyle(map).transform).a;
  return [left + x * scale, top + y * scale];
}"""
#: Buttons and fields that are too small for a finger, or that lie outside the window.
TOO_SMALL = """() => [...document.querySelectorAll(".game :is(button, input, select, a)")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.ariaLabel || one.textContent.trim() || one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44 || box.left < 0 || box.right > innerWidth)
  .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""


@pytest.fixture
def layouts(server: Server) -> dict[str, Any]:
    """Where the cities and spaces of each board are."""
    return {board: server.get(f"/page/boards/{board}.json").json()["layout"] for board in SEATS}


def cities(layout: dict[str, Any]) -> dict[str, list[list[float]]]:
    """The edges of every city."""
    reach = layout["sizes"]["city"] - 1
    return {
        name: [[city["x"] + dx, city["y"] + dy] for dx in (-reach, reach) for dy in (-reach, reach)]
        for name, city in layout["cities"].items()
    }


def covered(page: Page, points: dict[str, list[list[float]]]) -> list[str]:
    names: list[str] = page.evaluate(COVERED, points)
    return names


def place(page: Page) -> str:
    """Where the map is, and how large."""
    return str(page.locator(".map").evaluate("map => map.style.transform"))


@pytest.mark.parametrize(
    "board", ["london", *(pytest.param(board, marks=pytest.mark.slow) for board in ("usa", "europe"))]
)
def test_at_a_desk_the_map_has_most_of_the_screen_and_no_city_is_covered(
    visit: Visit, layouts: dict[str, Any], board: str
) -> None:
    ana = visit(DESK)
    page = ana.play_bots(board, SEATS[board]).page
    assert covered(page, cities(layouts[board])) == [], "while the first tickets are chosen"
    ana.table.keep(3)
    ana.table.wait_for_turn()
    assert covered(page, cities(layouts[board])) == []
    assert page.evaluate(SHARE, 6) >= 0.65


@pytest.mark.parametrize("size", [WIDE_DESK, SMALL_DESK, TABLET, PHONE, LYING], ids=str)
def test_at_every_size_all_of_the_map_is_seen_at_the_start(
    visit: Visit, layouts: dict[str, Any], size: dict[str, Any]
) -> None:
    ana = visit(size)
    for board, seats in SEATS.items():
        page = ana.play_bots(board, seats, tickets=2).page
        assert covered(page, cities(layouts[board])) == [], board


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["upright", "lying"])
def test_a_finger_hits_every_button(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(size).play_bots("europe", 5, tickets=3).page
    assert page.evaluate(TOO_SMALL) == []


def test_on_a_phone_a_hand_of_all_colours_can_be_read(visit: Visit) -> None:
    ana = visit(PHONE)

    def full(message: Message) -> None:
        if message.get("view"):
            message["view"]["hand"] = {**dict.fromkeys(load_board("europe").colours, 4), "wild": 4}

    rewrite(ana.page, answer=full)
    stacks = ana.play_bots("europe", tickets=2).page.locator(".hand .stack")
    expect(stacks).to_have_count(9)
    boxes = stacks.evaluate_all(
        "all => all.map(one => [one.offsetWidth, one.getBoundingClientRect().x]).sort((a, b) => a[1] - b[1])"
    )
    assert min(width for width, _ in boxes) >= 60, "cards are too small"
    assert min(right - left for (_, left), (_, right) in pairwise(boxes)) >= 34, "a finger misses them"


def test_on_a_phone_a_tap_comes_nearer_until_names_can_be_read(visit: Visit) -> None:
    bruno = visit(PHONE)
    table = bruno.play_bots("europe", tickets=2, claimable=True)
    page, route = table.page, table.claimable()[0]
    table.point(*table.spot(route))
    letters = "() => document.querySelector('.map text').getBoundingClientRect().height"
    bruno.wait_until(lambda: page.evaluate(letters) > 11, "a tap does not come nearer")
    expect(table.payment).to_have_count(0)
    table.point(*table.spot(route))
    table.payment.wait_for()


def test_what_a_tap_brings_nearer_does_not_come_to_lie_under_a_toast(
    visit: Visit, server: Server, layouts: dict[str, Any]
) -> None:
    ana, others = visit(PHONE), Others(server, "usa")
    page = others.visited_by(ana).page
    before = place(page)
    others.players[1].ask(type="chat", text="The weather is fine in the north. " * 4)
    page.locator(".toast.said").wait_for()
    city = layouts["usa"]["cities"]["winnipeg"]  # in the middle of the upper edge, where toasts are
    ana.table.point(*page.evaluate(IN_WINDOW, [city["x"], city["y"]]))
    ana.wait_until(lambda: place(page) != before, "a tap does not come nearer")
    assert covered(page, {"winnipeg": [[city["x"], city["y"]]]}) == []


def test_a_payment_stands_beside_its_route_and_the_map_stays(visit: Visit, layouts: dict[str, Any]) -> None:
    table = visit(DESK).play_bots("usa", 2, tickets=3, claimable=True)
    page, before = table.page, place(table.page)
    sheet = page.locator(".sheet")
    for route in table.claimable():
        spaces = [[x, y] for x, y, *_ in layouts["usa"]["routes"][route]["spaces"]]
        page.mouse.click(*table.spot(route))
        sheet.wait_for()
        assert covered(page, {route: spaces}) == [], "a payment covers its route"
        assert place(page) == before, f"the map moved for {route}"
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_the_words_about_a_route_do_not_hide_it(visit: Visit, layouts: dict[str, Any]) -> None:
    table = visit(DESK).play_bots("europe", 2, tickets=2)
    page, tip = table.page, table.page.locator(".tip")
    for route in ("athina-brindisi", "palermo-roma", "danzig-riga", "brest-pamplona"):
        spaces = layouts["europe"]["routes"][route]["spaces"]
        points = [page.evaluate(IN_WINDOW, [x, y]) for x, y, *_ in spaces]
        page.mouse.move(*points[len(points) // 2])
        expect(tip).to_be_visible()
        box = tip.bounding_box()
        assert box is not None
        hidden = [
            point
            for point in points
            if box["x"] < point[0] < box["x"] + box["width"]
            and box["y"] < point[1] < box["y"] + box["height"]
        ]
        assert hidden == [], route


@pytest.mark.parametrize(("size", "seen", "rest"), [(DESK, 4, "+1"), (SMALL_DESK, 3, "+2")])
def test_at_a_desk_no_ticket_is_left_out_without_a_word(
    visit: Visit, size: dict[str, Any], seen: int, rest: str
) -> None:
    ana = visit(size)
    tickets = [ticket.id for ticket in load_board("usa").tickets[:5]]

    def many(message: Message) -> None:
        if message.get("view"):
            message["view"]["tickets"] = tickets

    rewrite(ana.page, answer=many)
    page = ana.play_bots("usa", tickets=2).page
    expect(page.locator(".stub:visible")).to_have_count(seen)
    expect(page.locator(".stubs .rest")).to_have_text(rest)


def test_nothing_scrolls_the_screen_when_the_keyboard_reaches_its_edge(visit: Visit) -> None:
    ana = visit(viewport={"width": 1440, "height": 900})
    ana.play_bots("europe", tickets=2)
    where = ana.page.locator(".players").bounding_box()
    ana.page.locator("[data-hand]").first.focus()
    ana.page.evaluate("document.activeElement.scrollIntoView()")
    assert ana.page.locator(".players").bounding_box() == where


@pytest.mark.parametrize("where", ["map", "bar"])
def test_any_press_takes_away_what_happened_since_one_looked(visit: Visit, where: str) -> None:
    ana = visit()
    table = ana.play_bots("europe", tickets=2, claimable=True)
    come_back(ana.page)
    since = ana.page.get_by_role("status", name="Since you last looked")
    since.wait_for()
    box = since.bounding_box()
    assert box is not None
    x, y = (box["x"] + 8, box["y"] + 8) if where == "bar" else (300, 600)
    ana.page.mouse.click(x, y)
    expect(since).to_have_count(0)
    expect(table.payment, "a press on it is not one on a route").to_have_count(0)


def test_docks_open_and_close_and_the_map_stays(visit: Visit) -> None:
    table = visit(DESK).play_bots("europe", tickets=2)
    page, before = table.page, place(table.page)
    for name, part in (("Log", "section.log"), ("Tickets", "section.tickets")):
        button = page.locator(".tabs").get_by_role("button", name=re.compile(f"^{name}"))
        button.click()
        expect(button).to_have_attribute("aria-expanded", "true")
        expect(page.locator(part)).to_be_visible()
        assert place(page) == before
        button.click()
        expect(page.locator(part)).not_to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "pt-PT", "pt-BR"])
def test_what_is_to_be_done_is_never_cut_off(visit: Visit, locale: str) -> None:
    ana = visit(DESK, locale=locale)
    prompt = ana.play_bots("europe", 2, tickets=3).prompt
    for width, height in ((1440, 900), (1024, 768), (1920, 1080)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert prompt.evaluate("text => text.scrollHeight <= text.clientHeight"), width


def test_where_there_is_room_the_log_is_open(visit: Visit) -> None:
    page = visit(WIDE_DESK).play_bots("europe", tickets=2).page
    expect(page.locator(".log")).to_be_visible()
    expect(page.locator(".tabs").get_by_role("button", name="Log")).not_to_be_visible()


def test_a_ticket_rises_when_it_is_pointed_at_and_is_shown_on_the_map(visit: Visit) -> None:
    table = visit(DESK).play_bots("europe", tickets=2)
    stub = table.tickets.first
    stub.hover()
    expect(stub.locator(".raised")).to_be_visible()
    expect(table.rings).to_have_count(2)
    stub.click()
    expect(table.page.locator(".drawer.open .tickets")).to_be_visible()


@pytest.mark.parametrize("width", [1440, pytest.param(1024, marks=pytest.mark.slow)])
def test_looking_back_the_totals_are_not_cut_off(visit: Visit, server: Server, width: int) -> None:
    game, players = server.play(board="europe", seats=5)
    keep(players)
    play_on(players, seed=3)
    ana = visit({"viewport": {"width": width, "height": 900 if width > 1024 else 768}})
    page = ana.goto(f"/games/{game}")
    page.locator("[data-total]").first.wait_for()
    table = page.get_by_role("region", name="Result")
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    log, panel = page.locator(".logbox").bounding_box(), page.locator(".right").bounding_box()
    assert log is not None
    assert panel is not None
    assert panel["y"] + panel["height"] <= log["y"]
    for name in ("Zoom in", "Zoom out", "Whole map"):
        page.get_by_role("button", name=name).click(trial=True)
    page.set_viewport_size(TABLET["viewport"])
    ana.wait_until(lambda: map_width(page) > 0.9 * TABLET["viewport"]["width"], "the map is small")
    top = page.locator(".boardbox").bounding_box()
    ground = page.locator(".map").bounding_box()
    assert top is not None
    assert ground is not None
    assert ground["y"] >= top["y"], "the upper edge of the map is cut off"


def map_width(page: Page) -> float:
    box = page.locator(".map").bounding_box()
    return box["width"] if box else 0


def test_by_night_boards_are_seen_by_night_and_never_the_ground_of_the_day(visit: Visit) -> None:
    ana = visit(DESK, color_scheme="dark")
    ana.start.open()
    pictures = ana.page.locator(".tile img")
    expect(pictures.first).to_have_attribute("src", re.compile("/picture/night.svg$"))
    table: TablePage = ana.play_bots("usa", 2, tickets=3)
    held: list[Route] = []
    ana.page.route("**/day.svg", lambda route: held.append(route))
    ana.page.emulate_media(color_scheme="light")
    expect(ana.page.locator(".map img")).to_have_attribute("src", re.compile("/day.svg$"))
    assert ana.page.locator(".map img").evaluate("image => image.naturalWidth") == 0, "an old ground is shown"
    ana.wait_until(lambda: bool(held), "the ground of the day is not asked for")
    held[0].continue_()
    ana.wait_until(
        lambda: bool(table.page.locator(".map img").evaluate("image => image.naturalWidth")),
        "no ground comes",
    )
