"""What stands on the map: trains, closed doubles, the last moves; and the map by night."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from branchline import load_board
from branchline.drawing.night import NIGHT
from branchline.drawing.palette import COLOURS, LIVERIES

from .conftest import Visit
from .sockets import Message, rewrite
from .table_page import TablePage

ROUTES = {"budapest-wien/red": 1, "palermo-smyrna": 2, "rostov-sochi": 2}
CLOSED = ["budapest-wien/white"]
MOVES = [
    (2, "claim rostov-sochi with 2 red"),
    (1, "claim budapest-wien/red with 1 red"),
    (2, "claim palermo-smyrna with 4 red 2 wild"),
    (0, "draw blind"),
]


def far_into_the_game(message: Message) -> None:
    """Let trains stand on the board that the page is shown."""
    view = message.get("view")
    if not view:
        return
    view |= {"routes": ROUTES, "closed": CLOSED, "stations": {"wien": 1}}
    if message["type"] == "welcome":
        view["log"] += [{"seat": seat, "move": move, "chance": []} for seat, move in MOVES]


@pytest.fixture
def table(visit: Visit) -> TablePage:
    ana = visit()
    rewrite(ana.page, answer=far_into_the_game)
    return ana.play_bots("europe", 3, tickets=2)


def test_trains_stand_where_the_print_was_and_a_closed_double_is_hatched(table: TablePage) -> None:
    board, page = load_board("europe"), table.page
    for route, seat in ROUTES.items():
        train = table.route(route)
        expect(train.locator(f'use[href="#europe-roof-{seat}"]')).to_have_count(board.route(route).length - 1)
        expect(train.locator(f'use[href="#europe-cab-{seat}"]')).to_have_count(1)
        expect(page.locator(f'[data-print="{route}"]')).to_have_count(0)
    expect(page.locator("[data-print]")).to_have_count(len(board.routes) - len(ROUTES) - len(CLOSED))
    expect(page.locator("[data-closed]")).to_have_count(len(CLOSED))
    expect(page.locator(f'[data-closed="{CLOSED[0]}"] use[href="#europe-closed"]')).to_have_count(1)


def test_the_last_move_of_each_player_is_marked_and_the_newest_has_steam(table: TablePage) -> None:
    marks = table.page.locator("[data-latest]")
    said = marks.evaluate_all("all => all.map(one => [one.dataset.latest, Number(one.dataset.seat)])")
    assert said == [["budapest-wien/red", 1], ["palermo-smyrna", 2]], "who drew cards has no mark"
    lights = table.page.locator(".latest path:not([data-latest])")
    assert lights.evaluate_all("all => all.map(one => one.getAttribute('stroke'))") == [
        LIVERIES[1].light,
        LIVERIES[2].light,
    ]
    steam = table.page.locator("[data-steam]")
    expect(steam).to_have_count(1)
    expect(steam).to_have_attribute("data-steam", "palermo-smyrna")


def test_what_can_be_claimed_is_lit_from_below_the_print_and_nothing_moves(visit: Visit) -> None:
    page = visit().play_bots("usa", 2, tickets=3, claimable=True).page
    order = page.locator(".map > *").evaluate_all(
        """layers => ["img", "[data-claimable]", "[data-print]", ".shadows", "[data-city]"].map(
          what => layers.findIndex(one => one.matches(what) || one.querySelector(what)))"""
    )
    assert order == sorted(set(order))
    page.wait_for_function("() => document.getAnimations().length === 0")


def test_the_dark_theme_has_a_map_by_night(visit: Visit) -> None:
    ana = visit(color_scheme="dark")
    page = ana.play_bots("usa", 2).page
    ground = page.locator(".map img")
    expect(ground).to_have_attribute("src", "/page/boards/usa/night.svg")
    page.wait_for_function("() => document.querySelector('.map img').naturalWidth > 0")
    floor = page.locator("#usa-plain-red rect").nth(1)
    expect(floor).to_have_attribute("fill", COLOURS["red"].night.floor)
    expect(page.locator(".labels")).to_have_attribute("fill", NIGHT["#2a1f14"])
    page.emulate_media(color_scheme="light")
    expect(ground).to_have_attribute("src", "/page/boards/usa/day.svg")
    expect(floor).to_have_attribute("fill", COLOURS["red"].day.floor)
