"""Cards and tickets: how they look, and what they say of the ways that are missing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from branchline.board import load_board

from .conftest import Visit
from .sockets import Message, rewrite
from .table_page import TablePage

#: The symbols that cards use, and their drawings.
USED = """all => all.map(one => one.getAttribute("href")).map(id => [id, document.querySelector(id).innerHTML])"""
#: One ticket is open, one is completed, one is lost. Their numbers are in this order.
TICKETS = ["edinburgh-paris", "brest-marseille", "rostov-erzurum"]
ROUTES = {
    "dieppe-paris": 0,
    "brest-pamplona": 0,
    "marseille-pamplona": 0,
    "angora-erzurum": 1,
    "erzurum-sevastopol": 1,
    "erzurum-sochi": 1,
}


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_each_colour_has_its_own_car_and_each_ticket_a_map_of_its_way(visit: Visit, board: str) -> None:
    facts = load_board(board)
    table = visit().play_bots(board)
    drawings: list[list[str]] = table.page.locator(".market svg.card use, .hand svg.card use").evaluate_all(
        USED
    )
    kinds = {kind.removeprefix(f"#card-{board}-") for kind, _ in drawings}
    assert {"blind", "ticket"} < kinds <= {*facts.colours, "wild", "blind", "ticket"}
    assert len({drawing for _, drawing in drawings}) == len(kinds), "one drawing for each kind"
    assert table.page.locator("symbol").evaluate_all(
        "all => new Set(all.map(one => one.id)).size === all.length"
    )

    tickets = table.page.locator("li:has([data-offer]) svg.ticket")
    expect(tickets).to_have_count(table.offers.count())
    first = tickets.first
    ends = [
        facts.city(city).name for city in (table.offers.first.get_attribute("data-offer") or "").split("-")
    ]
    expect(first).to_have_attribute("aria-label", re.compile(rf"^{' – '.join(ends)}, \d+ points"))
    expect(first.locator("circle.city")).to_have_count(2)
    expect(first.locator("use"), "the land comes when its drawing is there").to_have_count(1)
    land = first.locator("use").evaluate_all(USED)
    assert "<path" in land[0][1]
    way = (first.locator(".trace").get_attribute("data-way") or "").split()
    assert {facts.city(city).name for route in way for city in route.split("/")[0].split("-")} >= set(ends)
    assert re.search(
        r"shortest way:\s\d+ (trains?|bus(es)?); you have \d+ of \d+ cards",
        table.page.locator("li:has([data-offer])").first.inner_text(),
    )


def test_a_symbol_stands_at_the_upper_left_of_a_card_unless_it_is_not_wanted(visit: Visit) -> None:
    ana = visit()
    table = ana.play_bots("usa", tickets=2)
    symbols = table.page.locator('[data-hand]:not([data-hand="wild"]) svg.card circle')
    card, symbol = (
        table.page.locator("[data-hand] svg.card").first.bounding_box(),
        symbols.first.bounding_box(),
    )
    assert card is not None
    assert symbol is not None
    assert symbol["x"] + symbol["width"] < card["x"] + card["width"] / 2
    assert symbol["y"] + symbol["height"] < card["y"] + card["height"] / 2
    ana.context.add_init_script(
        "localStorage.setItem('branchline.settings', JSON.stringify({undo: 0, symbols: false}))"
    )
    table.page.reload()
    expect(table.page.locator("[data-hand] svg.card").first).to_be_visible()
    expect(symbols).to_have_count(0)


@pytest.fixture
def table(visit: Visit) -> TablePage:
    """A table with known tickets, routes and cards, the tickets opened."""

    def deal(message: Message) -> None:
        if view := message.get("view"):
            view |= {"tickets": TICKETS, "routes": ROUTES, "hand": {"orange": 3, "black": 1}}

    ana = visit()
    rewrite(ana.page, answer=deal)
    there = ana.play_bots("europe", tickets=3)
    if not there.page.locator("[data-all-tickets]").is_visible():
        there.page.locator('[data-drawer="tickets"]').first.click()
    return there


def ticket(table: TablePage, name: str) -> Locator:
    return table.page.locator(f'.tickets [data-ticket="{name}"]')


def test_a_ticket_says_which_cards_are_missing_and_shows_what_became_of_it(table: TablePage) -> None:
    going, done, lost = (ticket(table, name) for name in TICKETS)
    expect(going).to_contain_text("6 trains to go")
    expect(going).to_contain_text("you have 4 of 6 cards")
    missing = going.locator("[data-missing]")
    assert missing.evaluate_all("all => all.map(one => one.title)") == ["1 orange", "1 locomotive"]
    expect(going.locator(".trace")).to_have_attribute(
        "data-way", re.compile("^edinburgh-london/orange dieppe-london/. dieppe-paris$")
    )

    expect(done.locator("svg.ticket")).to_have_attribute("aria-label", re.compile("completed$"))
    expect(done.locator(".trace")).to_have_attribute("data-way", "brest-pamplona marseille-pamplona")
    expect(done.locator(".tick")).to_be_visible()
    expect(lost.locator("svg.ticket")).to_have_attribute(
        "aria-label", re.compile("can't be completed any more$")
    )
    expect(lost.locator(".stamp")).to_have_text("missed")


def test_all_tickets_are_on_the_map_at_once_with_their_ways_or_one_of_them_alone(table: TablePage) -> None:
    page, ways = table.page, table.page.locator("[data-ticket-way]")
    every = page.locator("[data-all-tickets]")
    expect(ways).to_have_count(0)
    page.keyboard.press("t")
    expect(every).to_have_attribute("aria-pressed", "true")
    expect(ways).to_have_count(3)
    for look in ("stroke", "stroke-dasharray"):
        assert len(set(ways.evaluate_all("(all, look) => all.map(one => one.getAttribute(look))", look))) == 3
    marks = page.locator("[data-ticket-city]")
    cities = dict(
        marks.evaluate_all("all => all.map(one => [one.dataset.ticketCity, one.textContent.trim()])")
    )
    signs = zip(TICKETS, ("1", "2✓", "3✕"), strict=True)
    assert cities == {city: sign for name, sign in signs for city in name.split("-")}
    numbers = page.locator(".tickets svg.ticket .mark")
    assert sorted(numbers.all_text_contents()) == ["1", "2", "3"]

    ticket(table, TICKETS[0]).hover()
    expect(ways).to_have_count(0)
    expect(table.rings).to_have_count(2)
    expect(table.way).to_have_count(3)
    every.hover()
    expect(ways).to_have_count(3)
    every.click()
    expect(ways).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("show all your tickets on the map")


def test_at_one_device_each_player_s_tickets_are_there_once_they_are_kept(visit: Visit) -> None:
    ana = visit()
    ana.start.open().choose("london", players=2).seat(1, "here").play()
    page, table = ana.page, ana.table
    for kept in (1, 2):
        page.locator(".curtain button").click()
        table.keep(kept)
        expect(table.tickets).to_have_count(kept)
        page.locator('button[data-drawer="tickets"]').click()
        expect(page.get_by_text("None yet")).to_have_count(0)
        page.keyboard.press("Escape")
        if kept == 1:
            page.get_by_role("button", name="Hide my cards and pass on").click()
