"""How a turn flows: cards that were seen, a route in one click, taking back, and what a move would mean."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from branchline import load_board
from tests.server.running import Server

from .conftest import Visit
from .sockets import Message, intercept, rewrite
from .table_page import TablePage
from .test_friends import at_a_table, on_turn
from .visitor import PHONE, Visitor

NOT_TAKEN = "The next card is new, so it was not taken"


def one_click(visitor: Visitor) -> Visitor:
    """A visitor with the settings of somebody who has just come: payments are asked for only if there is a choice."""
    visitor.context.add_init_script("localStorage.setItem('branchline.settings', '{}')")
    return visitor


def slot(table: TablePage, colours: int = 1) -> str:
    """A face-up card that is no wild; with 2, another one."""
    cards = [card for card in table.situation().cards if card not in ("wild", "blind")]
    return list(dict.fromkeys(cards))[colours - 1]


def middle(page: Page, card: str) -> tuple[float, float]:
    box = page.locator(f'.market [data-card="{card}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_double_click_takes_one_card_and_two_clicks_take_two(visit: Visit) -> None:
    ana = visit()
    connections = intercept(ana.page)
    table, page = ana.play_bots("london", 2, tickets=1), ana.page
    for card in (slot(table), "blind"):
        table.wait_for_turn()
        expect(page.locator(".market [data-fresh]"), "what the bot drew has come").to_have_count(0)
        before = table.hand_size()
        with connections.slow():
            page.mouse.dblclick(*middle(page, card), delay=20)
            page.get_by_text(NOT_TAKEN).first.wait_for()
        table.second_card.wait_for()
        assert table.hand_size() == before + 1, card
        page.mouse.click(*middle(page, slot(table, 2)))  # at once: this card has been there all the time
        page.wait_for_function(
            "n => [...document.querySelectorAll('.hand .count')].reduce("
            "(sum, one) => sum + Number(one.textContent), 0) === n",
            arg=before + 2,
        )


def test_a_double_click_on_the_last_card_of_a_turn_does_not_skip_what_bots_do(visit: Visit) -> None:
    ana = visit(reduced_motion="no-preference")
    ana.context.add_init_script("sessionStorage.removeItem('pace')")
    table, page = ana.play_bots("usa", 3, tickets=2), ana.page
    expect(page.locator(".market [data-fresh], .market [data-unseen], .forward")).to_have_count(0)
    table.take("blind")
    table.second_card.wait_for()
    expect(page.locator(".market [data-fresh], .market [data-unseen], [data-flying]")).to_have_count(0)
    place = middle(page, slot(table, 2))
    page.mouse.click(*place)
    others = page.get_by_role("button", name="Fast forward")
    others.wait_for()
    page.mouse.down(click_count=2)  # the second press of a double click alone
    page.mouse.up(click_count=2)
    page.wait_for_timeout(100)
    expect(others, "what bots do is still being shown").to_be_visible(timeout=1)
    expect(page.get_by_text(NOT_TAKEN)).to_have_count(0)


def test_a_key_that_is_held_and_a_finger_that_taps_twice_take_one_card(visit: Visit) -> None:
    table = visit().play_bots("london", 2, tickets=1)
    before = table.hand_size()
    table.page.locator(f'.market [data-card="{slot(table)}"]').first.focus()
    for _ in range(12):
        table.page.keyboard.down("Enter")
        table.page.wait_for_timeout(50)
    table.page.keyboard.up("Enter")
    table.second_card.wait_for()
    assert table.hand_size() == before + 1

    bruno = visit(PHONE)
    connections = intercept(bruno.page)
    phone = bruno.play_bots("london", 2, tickets=1)
    before = phone.hand_size()
    place = middle(phone.page, slot(phone))
    with connections.slow():
        phone.page.touchscreen.tap(*place)
        phone.page.touchscreen.tap(*place)
        phone.page.get_by_text(NOT_TAKEN).first.wait_for()
    phone.second_card.wait_for()
    assert phone.hand_size() == before + 1


def test_the_second_card_can_be_chosen_before_the_first_has_come(visit: Visit) -> None:
    ana = visit()
    connections = intercept(ana.page)
    table = ana.play_bots("london", 2, tickets=1)
    first, second = slot(table), slot(table, 2)
    before = len(connections.moves())
    connections[-1].hold()
    table.page.mouse.dblclick(*middle(table.page, first))
    table.page.mouse.click(*middle(table.page, second))
    expect(table.page.locator(f'.market .wanted[data-card="{second}"]')).to_have_count(1)
    connections[-1].release()
    ana.wait_until(lambda: len(connections.moves()) >= before + 2, "the second card was not drawn")
    assert [move["move"] for move in connections.moves()[before:]] == [f"draw {first}", f"draw {second}"]


def coloured(table: TablePage, board: str) -> str:
    """A route of one colour that can be claimed, and is no tunnel: there is one sensible payment."""
    plain = {one.id for one in load_board(board).routes if one.colour != "gray" and not one.tunnel}
    for _ in range(40):
        found = [route for route in table.draw_until_claimable() if route in plain]
        if found:
            return found[0]
        ply = table.ply()
        table.draw()
        table.wait_past(ply)
    raise AssertionError("no such route")


def test_a_route_is_claimed_in_one_click_stands_there_at_once_and_is_taken_back(
    visit: Visit, server: Server
) -> None:
    ana, bruno = (one_click(one) for one in at_a_table(visit, server, "Bruno"))
    connections = intercept(ana.page)
    for one in (ana, bruno):
        one.page.reload()
    while on_turn(ana, bruno) is bruno:
        bruno.table.draw()
        bruno.table.second_card.wait_for()
        bruno.table.draw()
        expect(bruno.table.prompt).to_contain_text("Ana")
    route = until_coloured(ana.table, bruno.table)
    ply = ana.table.ply()
    place = ana.table.spot(route)
    for choose in ("Alt", "right"):
        if choose == "Alt":
            ana.page.keyboard.down("Alt")
        ana.page.mouse.click(*place, button="right" if choose == "right" else "left")
        ana.page.keyboard.up("Alt")
        ana.table.payment.wait_for()
        ana.page.keyboard.press("Escape")
        expect(ana.table.payment).to_have_count(0)
    connections[-1].hold()
    ana.page.mouse.dblclick(*ana.table.spot(route))
    expect(ana.page.locator(".map .ghost").first, "the train stands there before the answer").to_be_attached()
    ana.page.locator("[data-undo]").wait_for()
    connections[-1].release()
    ana.table.route(route).wait_for()
    expect(ana.table.payment).to_have_count(0)
    expect(ana.page.locator(".tip"), "words lie on the new train").to_have_count(0)
    bruno.table.route(route).wait_for()
    bruno.table.wait_for_turn()

    ana.page.get_by_role("button", name="Undo").click()
    bruno.page.get_by_text("Ana has taken the move back").wait_for()
    for one in (ana, bruno):
        expect(one.table.route(route)).to_have_count(0)
        assert one.table.ply() == ply
    ana.table.wait_for_turn()
    ana.page.mouse.click(*ana.table.spot(route))
    ana.table.route(route).wait_for()
    ana.page.keyboard.press("u")
    expect(ana.table.route(route)).to_have_count(0)
    ana.table.wait_for_turn()
    ana.page.mouse.click(*ana.table.spot(route))
    bruno.table.wait_for_turn()
    bruno.table.draw()
    expect(ana.page.locator("[data-undo]"), "Bruno has acted").to_have_count(0)
    expect(ana.table.route(route)).not_to_have_count(0)


def until_coloured(mine: TablePage, theirs: TablePage) -> str:
    """Both draw until the first of them can claim a route of one colour."""
    plain = {one.id for one in load_board("london").routes if one.colour != "gray"}
    for _ in range(30):
        found = [route for route in mine.situation().claimable if route in plain]
        if found:
            return found[0]
        for table in (mine, theirs):
            table.wait_for_turn()
            table.draw()
            table.second_card.wait_for()
            table.draw()
            expect(table.prompt).not_to_contain_text("second")
        mine.wait_for_turn()
    raise AssertionError("no such route")


def test_a_held_finger_chooses_the_payment_and_a_tap_pays(visit: Visit) -> None:
    ana = one_click(visit(PHONE))
    table = ana.play_bots("london", 2, tickets=1, claimable=True)
    route = coloured(table, "london")
    zoom = table.page.get_by_role("button", name="Zoom in")
    for _ in range(3):
        zoom.tap()
    x, y = table.spot(route)
    touch = ana.devtools()
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    table.payment.wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(table.payment).to_have_count(1)
    table.page.get_by_role("button", name="Cancel").tap()
    expect(table.payment).to_have_count(0)


def test_a_second_press_does_not_reach_what_lay_below_a_sheet(visit: Visit) -> None:
    bruno = visit(PHONE)
    table = bruno.play_bots("usa", 2, tickets=2, claimable=True)
    table.point_at(table.claimable()[0])
    box = table.pay_button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    bruno.page.touchscreen.tap(x, y)
    bruno.page.touchscreen.tap(x, y)
    expect(table.payment).to_have_count(0)
    assert bruno.page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.hand')", [x, y])
    expect(bruno.page.locator(".hand [aria-pressed=true]")).to_have_count(0)


def test_what_serves_a_ticket_glows_strongly_and_is_told_in_words(visit: Visit) -> None:
    table = visit().play_bots("usa", 2, tickets=3, claimable=True)
    useful = table.page.locator('[data-claimable][data-useful="true"]')
    only = table.page.locator('[data-claimable][data-useful="false"]')
    for _ in range(30):
        if useful.count() and only.count():
            break
        ply = table.ply()
        table.draw()
        table.wait_past(ply)
        table.draw_until_claimable()
    widths = [
        one.evaluate("path => getComputedStyle(path).strokeDasharray") for one in (useful.first, only.first)
    ]
    assert widths[0] == "none" != widths[1], "not by colour alone"
    table.map.focus()
    table.page.keyboard.press("n")
    expect(table.page.locator(".tip")).to_contain_text("★ On the way of")
    route = (table.map.get_attribute("data-at") or "").split(" ")[1]
    assert table.page.locator(f'[data-claimable="{route}"]').get_attribute("data-useful") == "true"


def rewritten(page: Page, **view: object) -> None:
    """Let every view that comes be changed."""

    def change(message: Message) -> None:
        if message.get("view"):
            message["view"].update(view)

    rewrite(page, answer=change)


def test_a_tunnel_tells_its_odds_before_it_is_tried(visit: Visit) -> None:
    ana = visit()
    route = next(one for one in load_board("europe").routes if one.tunnel and one.colour == "gray")
    hand = {"red": route.length, "blue": route.length + 3, "wild": 0}
    ways = [f"claim {route.id} with {route.length} {colour}" for colour in ("red", "blue")]
    counts = {"discards": {}, "pile": 60, "hand": hand, "legal": [*ways, "draw blind"]}
    rewritten(ana.page, **counts)
    table = one_click(ana).play_bots("europe", 2, tickets=2)
    page = table.page
    page.mouse.move(*table.spot(route.id))
    expect(page.locator(".tip")).to_contain_text("Tunnel: 100% that your cards are enough")
    page.mouse.click(*table.spot(route.id))
    first = page.locator(".pay [aria-checked=true]")
    expect(first, "what keeps a reserve comes first").to_have_attribute("data-pay", ways[1])
    odds = page.locator("[data-odds]")
    expect(odds).to_contain_text("100% that your cards are enough")
    page.locator(f'[data-pay="{ways[0]}"]').click()
    expect(odds).not_to_contain_text("100%")
    expect(odds.get_by_role("listitem")).to_have_text([re.compile(r"\d+%") for _ in range(4)])
    expect(odds).to_contain_text("1: too many")


def test_a_station_tells_its_price_and_what_it_completes_and_the_ticket_tells_it_afterwards(
    visit: Visit,
) -> None:
    ana, city = visit(), "smyrna"
    routes = {"athina-smyrna": 0, "angora-smyrna": 1}
    state: Message = {"routes": routes, "tickets": ["athina-angora"], "stations": {}}

    def change(message: Message) -> None:
        if message.get("view"):
            message["view"].update(state)

    rewrite(ana.page, answer=change)
    table = ana.play_bots("europe", 2, tickets=2)
    page = table.page
    page.get_by_role("button", name=re.compile("^Build a station")).click()
    page.get_by_text("A station that is not built brings 4 points at the end.").wait_for()
    ring = page.locator(f'[data-stationable="{city}"]').bounding_box()
    assert ring is not None
    table.point(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    page.get_by_role("heading", name="A station in Smyrna").wait_for()
    expect(table.payment).to_contain_text("A station that is not built brings 4 points at the end.")
    expect(table.payment).to_contain_text(
        "Completes Athína – Angora (5): station in Smyrna, over Adler’s route"
    )
    page.keyboard.press("Escape")
    state["stations"] = {city: 0}
    page.reload()
    table.wait_for_turn()
    table.tickets.first.click()
    page.get_by_text("station in Smyrna, over Adler’s route Angora – Smyrna").wait_for()
