"""What others do can't be missed: at their nameplates, on the map, in one's tickets, in the chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.running import Server

from .conftest import Visit
from .director import Director
from .others import Others
from .sockets import rewrite
from .tour import a_tunnel, into_tunnel
from .visitor import PHONE

#: Whether a claimed route lies in the part of the map that is seen.
IN_SIGHT = """route => {
  const [train, map] = [document.querySelector(`[data-route="${route}"]`), document.querySelector("[role=application]")]
    .map(one => one.getBoundingClientRect());
  return train.left < map.right && train.right > map.left && train.top < map.bottom && train.bottom > map.top;
}"""
#: Where the map lies in its window.
PLACE = "() => document.querySelector('.map').style.transform"


def bubble(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-bubble="{seat}"]')


def nameplate(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-about="{seat}"]')


def test_what_others_do_is_told_at_their_nameplates_and_what_it_means_for_a_ticket(
    visit: Visit, server: Server
) -> None:
    others = Others(server, "europe", 3)
    others.draw_round(5)
    bruno = others.draw_up_to(1)
    table = others.visited_by(visit(PHONE))
    page, board = table.page, others.board
    expect(table.prompt).to_contain_text("Bruno is playing")
    page.keyboard.press("H")
    page.get_by_text("There are no hints at this table.").wait_for()

    move, ticket, longer = others.cutting(bruno)
    route, ends = board.route(move.split()[1]), board.ticket(ticket)
    bruno.move(move)
    expect(bubble(page, 1)).to_be_visible()
    expect(bubble(page, 1)).to_contain_text(f"{board.city(route.a).name} – {board.city(route.b).name}")
    expect(bubble(page, 1)).to_contain_text(f"+{board.points[route.length]}")
    toast = page.locator(".toast").filter(has_text=f"your way got {longer} longer")
    expect(toast).to_contain_text(f"{board.city(ends.a).name} – {board.city(ends.b).name}")
    expect(table.way.first, "the new way").to_be_attached()
    toast.get_by_role("button", name="Show").tap()
    expect(table.rings).to_have_count(2)

    carla = others.on_turn()
    assert carla.view is not None
    card = next(one for one in carla.view["row"] if one != "wild")
    carla.move(f"draw {card}")
    expect(table.prompt).to_contain_text("Carla is drawing one more card")
    carla.move("draw blind")
    seen = bubble(page, 2).locator("[data-card-seen]")
    expect(seen).to_have_count(2)
    expect(seen.first).to_have_attribute("data-card-seen", card)
    expect(bubble(page, 1), "there is room for one").to_be_hidden()
    nameplate(page, 2).tap()
    about = page.get_by_role("dialog", name="Carla")
    expect(about.get_by_role("img", name=card, exact=True)).to_be_visible()
    expect(about).to_contain_text("15 cards unknown")
    expect(about).to_contain_text("Longest path so far: 0")
    expect(about.locator("[data-summary]")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(about).to_be_hidden()

    carla.send(type="chat", id="words", text="Well, well!")
    chat = page.get_by_role("button", name="Chat")
    expect(chat.locator("[data-unread]")).to_have_attribute("data-unread", "1")
    carla.send(type="react", id="reaction", reaction="wow")
    expect(chat).to_contain_text("2 unread messages")
    page.locator(".toast").get_by_text("Carla: Wow!").wait_for()
    page.locator(".toast").get_by_text("Carla: Well, well!").tap()
    expect(page.locator(".chat li").first).to_be_visible()
    expect(chat.locator("[data-unread]")).to_have_count(0)
    expect(page.locator(".toast.said"), "what is read in the chat is told once more").to_have_count(0)


def test_a_claim_out_of_sight_has_an_arrow_at_the_edge_or_turns_a_map_that_is_left_alone(
    visit: Visit, server: Server
) -> None:
    others = Others(server, "europe", 3)
    others.draw_round(6)
    others.draw_up_to(1)
    visitor = visit()
    page = visitor.page
    page.clock.install()
    table = others.visited_by(visitor)
    frame = table.map.bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + 60, frame["y"] + frame["height"] / 2)
    for _ in range(8):
        page.mouse.wheel(0, -300)
    page.mouse.move(5, 5)
    west = page.evaluate(PLACE)

    route = claim(others, lambda lon: lon > 20)
    arrow = page.locator(f'[data-elsewhere="{route}"]')
    expect(arrow).to_have_attribute("aria-label", f"Show on the map what Bruno did: {ends(others, route)}")
    assert page.evaluate(PLACE) == west
    arrow.click()
    expect(arrow).to_have_count(0)
    assert page.evaluate(IN_SIGHT, route)
    expect(table.payment, "what lies below an arrow is not pressed").to_have_count(0)

    page.mouse.move(5, 5)
    page.clock.fast_forward(10_000)
    east = page.evaluate(PLACE)
    route = claim(others, lambda lon: lon < 5)
    table.route(route).wait_for()
    page.wait_for_function(IN_SIGHT, arg=route)
    expect(page.locator("[data-elsewhere]")).to_have_count(0)
    page.clock.run_for(5_000)
    page.wait_for_function(f"east => ({PLACE})() === east", arg=east)

    nameplate(page, 2).focus()
    page.keyboard.press("Shift+Tab")
    expect(bubble(page, 2)).to_be_hidden()
    page.keyboard.press("Tab")
    expect(bubble(page, 2), "the last move, for whoever comes by keyboard").to_contain_text(
        ends(others, route)
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Carla")).to_contain_text("1 route")


def claim(others: Others, where: Callable[[float], bool]) -> str:
    """Whoever is to move claims a route whose cities lie somewhere; which one."""
    player = others.on_turn()
    for move in player.legal:
        if move.startswith("claim"):
            route = others.board.route(move.split()[1])
            places = [others.board.city(one).lon for one in (route.a, route.b)]
            if not route.tunnel and all(lon is not None and where(lon) for lon in places):
                player.move(move)
                return route.id
    raise AssertionError("no such claim")


def ends(others: Others, route: str) -> str:
    one = others.board.route(route)
    return f"{others.board.city(one.a).name} – {others.board.city(one.b).name}"


#: Whether all of an element lies within its own frame.
WHOLE = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"


def test_bubbles_show_all_that_they_say_and_toasts_stand_below_them(visit: Visit) -> None:
    ana = visit(reduced_motion="no-preference")
    director = Director(ana, pace=0)
    ana.play_bots("europe", 3, tickets=2)
    page = director.page
    director.move(
        1, "claim bucuresti-constantinople with 2 yellow 1 wild", routes={"bucuresti-constantinople": 1}
    )
    director.move(2, "claim marseille-roma with 4 blue", "blue", "red", "red", then=2)
    director.move(2, "withdraw", then=1)
    expect(bubble(page, 1)).to_contain_text("+4")
    expect(bubble(page, 2)).to_contain_text("gave up")
    page.locator(".market [data-card]").first.click(force=True)
    toast = page.locator(".toast").filter(has_text="It is not your turn")
    toast.wait_for()
    for seat in (1, 2):
        assert bubble(page, seat).evaluate(WHOLE), f"a part of the bubble of seat {seat} is cut off"
    bottom = max(bottom_of(bubble(page, seat)) for seat in (1, 2))
    ana.wait_until(lambda: top_of(toast) >= bottom, "a bubble covers a toast")


def test_on_a_phone_that_lies_a_toast_stands_below_the_bubble(visit: Visit) -> None:
    ana = visit({**PHONE, "viewport": {"width": 844, "height": 390}}, reduced_motion="no-preference")
    director = Director(ana, pace=0)
    ana.play_bots("europe", 3, tickets=2)
    page = director.page
    director.move(2, "draw red", then=2)
    expect(bubble(page, 2)).to_be_visible()
    page.locator(".market [data-card]").first.click(force=True)
    toast = page.locator(".toast").filter(has_text="It is not your turn")
    toast.wait_for()
    ana.wait_until(lambda: top_of(toast) >= bottom_of(bubble(page, 2)), "a bubble covers a toast")


#: In how many lines the words of an element stand.
LINES = """one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.bottom))).size;
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1024, 768)])
def test_a_bubble_with_long_names_has_two_lines_at_most_however_narrow_the_nameplates_are(
    visit: Visit, width: int, height: int
) -> None:
    ana = visit(viewport={"width": width, "height": height})
    director = Director(ana, pace=0)
    ana.play_bots("europe", 5, tickets=2)
    tunnel = "angora-constantinople"
    for seat in (1, 4):
        director.move(seat, "draw red", then=seat)
        director.move(seat, "draw red", then=seat)
        expect(bubble(director.page, seat), "small, by the nameplate").to_be_visible()
        director.move(seat, f"claim {tunnel} with 2 blue", "blue", "red", "red", then=seat)
        director.move(seat, "withdraw", then=seat)
        words = bubble(director.page, seat).locator("[data-summary] > span:not(.cards)")
        expect(words).to_have_text("Tried Angora – Constantinople, and gave up")
        expect(words).to_be_visible()
        assert words.evaluate(LINES) <= 2


def top_of(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"]


def bottom_of(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_first_tickets_are_shown_while_others_still_choose_theirs(visit: Visit, server: Server) -> None:
    others = Others(server, "usa", 3, kept=False)
    table = others.visited_by(visit())
    expect(table.prompt).to_contain_text("keep at least 2")
    table.keep(2)
    for _ in range(2):
        expect(table.tickets).to_have_count(2)
        expect(table.prompt).to_contain_text("Bruno, Carla are still choosing tickets")
        table.page.keyboard.press("H")
        table.page.get_by_text("There are no hints at this table.").wait_for()
        table.page.reload()
        table.page.locator(".game").wait_for()
    others.keep(1)
    expect(table.prompt).to_contain_text("Carla is still choosing tickets")


def test_the_header_says_what_to_do_and_a_tunnel_speaks_to_the_player(visit: Visit) -> None:
    visitor = visit()
    table, page, tunnel = visitor.table, visitor.page, dict[str, Any]()
    rewrite(page, answer=lambda message: into_tunnel(message, tunnel))
    visitor.play_bots("europe", 2, tickets=3, claimable=True)
    expect(table.prompt).to_contain_text("Your turn: draw two cards")
    table.point_at(table.claimable()[0])
    expect(table.prompt).to_contain_text("Choose the cards for ")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Build a station").click()
    expect(table.prompt).to_contain_text("Choose a city for your station")
    page.keyboard.press("Escape")
    visitor.tolerate("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    table.lost.wait_for()
    page.keyboard.press("h")
    page.get_by_text("No hint as long as the server can't be reached.").wait_for()
    visitor.context.set_offline(False)
    table.lost.wait_for(state="detached")

    tunnel.update(a_tunnel())
    page.reload()
    expect(page.locator("#tunnel-title")).to_contain_text("You try the tunnel")
    expect(table.prompt).to_contain_text("The tunnel: pay 2 more cards, or withdraw")
