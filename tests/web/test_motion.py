"""What happens is shown as things that move, at the viewer's speed, and never in the player's way; and it is heard."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from branchline import load_board

from .conftest import Visit
from .director import Director

ROW = ["red", "blue", "green", "white", "black"]
QUICKLY, ENDLESSLY = 0.15, 60
TUNNEL = "munchen-zurich"


def seated(visit: Visit, pace: float, speed: str = "normal", board: str = "europe") -> Director:
    """Somebody at a table whose turn it is, and the one who tells the page what happens there."""
    ana = visit(reduced_motion="no-preference")
    director = Director(ana, pace=QUICKLY, speed=speed)
    ana.play_bots(board, 3, tickets=2)
    director.move(1, "pass", then=1, row=ROW, hand={"red": 3, "wild": 1})
    director.page.locator('[data-flight="hand-wild"]').wait_for()
    director.seen()
    director.set_pace(pace)
    return director


def told(director: Director, seat: int) -> dict[str, list[str]]:
    """Let a seat do everything that can be done; what moved each time."""
    board = load_board("europe")
    routes: dict[str, int] = {}
    moved: dict[str, list[str]] = {}

    def tell(name: str, move: str, *chance: str, more: list[dict[str, Any]] = [], **changes: Any) -> None:  # noqa: B006
        director.move(seat, move, *chance, more=more, **changes)
        director.page.locator(f'[data-ply="{director.ply}"]').first.wait_for(state="attached")
        moved[name] = director.seen()

    tell("row", "draw blue", "pink" if seat else "yellow", row=["red", "yellow", *ROW[2:]])
    tell("pile", "draw blind", "?" if seat else "orange", row=["red", "yellow", *ROW[2:]])
    director.move(seat, "pass", row=["red", "yellow", "wild", "white", "wild"])
    tell("sweep", "draw red", "wild", *ROW, row=ROW)
    routes["rostov-sochi"] = seat
    tell("claim", "claim rostov-sochi with 2 red", routes=dict(routes), hand={"wild": 1, "red": 1})
    routes["palermo-smyrna"] = seat
    tell("long", "claim palermo-smyrna with 4 red 2 wild", routes=dict(routes))
    tell("station", "station wien with 1 red", stations={"wien": seat})
    assert board.route(TUNNEL).tunnel
    routes[TUNNEL] = seat
    cards = {
        "type": "tunnel",
        "seat": seat,
        "route": TUNNEL,
        "revealed": ["blue", "wild", "white"],
        "extra": 0,
    }
    tell("tunnel", f"claim {TUNNEL} with 2 yellow", more=[cards], routes=dict(routes))
    tell("tickets", "keep a b", tickets_left=20)
    return moved


@pytest.mark.parametrize("seat", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_every_move_is_shown_as_something_that_moves_and_all_ends_where_it_belongs(
    visit: Visit, seat: int
) -> None:
    director = seated(visit, QUICKLY)
    page, moved = director.page, told(director, seat)
    assert moved["row"] == ["flying blue", "flying yellow"], "a card leaves the row, and the next one comes"
    assert moved["pile"] == ["flying blind" if seat else "flying orange"], "others' cards keep their secret"
    swept = Counter(moved["sweep"])
    assert swept == Counter(
        ["flying red", *(f"flying {card}" for card in [*ROW, "yellow", "white", *3 * ["wild"]])]
    )
    assert moved["claim"] == [*2 * ["flying red"], *2 * ["moving car"], *2 * ["rising +2"]]
    assert Counter(moved["long"]) == {"flying red": 4, "flying wild": 2, "moving car": 6, "rising +15": 2}
    assert moved["station"] == ["flying red", "moving house"]
    assert moved["tunnel"][:3] == ["flying blue", "flying wild", "flying white"]
    assert moved["tunnel"][3:] == [*2 * ["flying yellow"], *2 * ["moving car"], *2 * ["rising +2"]]
    assert moved["tickets"] == ([] if seat == 0 else 2 * ["flying ticket"])
    for route in ("rostov-sochi", "palermo-smyrna", TUNNEL):
        expect(page.locator(f'[data-route="{route}"]')).to_be_visible()
    expect(page.locator('[data-station="wien"]')).to_have_count(1)
    shown = page.locator(".market [data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert shown == [*ROW, "blind"]


def test_the_way_of_a_completed_ticket_lights_up(visit: Visit) -> None:
    director = seated(visit, QUICKLY)
    ticket = director.view["tickets"][0]
    mine = {route.id: 0 for route in load_board("europe").routes}
    director.move(0, "pass", routes=mine, tickets=[ticket])
    director.page.get_by_text("Ticket completed").first.wait_for()
    director.wait_for("moving light")
    lights = Counter(director.seen())
    points = next(one.points for one in load_board("europe").tickets if one.id == ticket)
    assert lights["moving light"] >= 2
    assert lights[f"rising +{points}"] == 1


def test_without_motion_nothing_moves_and_everything_is_where_it_belongs(visit: Visit) -> None:
    director = seated(visit, QUICKLY, "off")
    moved = told(director, 2)
    assert set(map(tuple, moved.values())) == {()}
    expect(director.page.locator('[data-route="palermo-smyrna"]')).to_be_visible()
    expect(director.page.locator('[data-station="wien"]')).to_have_count(1)


def three_moves(director: Director) -> None:
    """Three moves of others that take a minute to be shown, and then it is the player's turn."""
    director.move(1, "draw blue", "yellow", then=2, row=["red", "yellow", *ROW[2:]])
    director.move(2, "claim rostov-sochi with 2 red", then=2, routes={"rostov-sochi": 2})
    legal = ["draw blind", *(f"draw {card}" for card in ("red", "yellow", "pink", "white", "black"))]
    row = ["red", "yellow", "pink", "white", "black"]
    director.move(2, "draw green", "pink", then=0, row=row, legal=legal)
    director.wait_for("flying blue")


def test_a_click_while_others_moves_are_shown_acts_at_once_on_the_newest_position(visit: Visit) -> None:
    director = seated(visit, ENDLESSLY)
    page = director.page
    three_moves(director)
    assert director.moved()[-1:] != [], "the first move is being shown"
    expect(page.locator('[data-route="rostov-sochi"]')).to_have_count(0)
    page.locator('[data-flight="row-3"]').click(force=True)
    assert director.moves() == ["draw white"], "what lay there still lies there"
    expect(page.locator('[data-route="rostov-sochi"]')).to_be_visible()
    expect(page.locator('[data-flight="row-2"]')).to_have_attribute("data-card", "pink")
    expect(director.in_the_air).to_have_count(0)


def test_a_click_never_takes_a_card_that_the_player_has_not_seen(visit: Visit) -> None:
    director = seated(visit, ENDLESSLY)
    page = director.page
    three_moves(director)
    place = page.locator('[data-flight="row-2"]')
    expect(place).to_have_attribute("data-card", "green")
    place.click(force=True)
    expect(place, "the newest row is shown").to_have_attribute("data-card", "pink")
    assert director.moves() == [], "but the card that has come is not taken"
    row = ["blue", "yellow", "pink", "white", "black"]
    director.move(0, "draw red", "blue", then=0, row=row, legal=["draw blue"])
    director.wait_for("flying red")
    refilled = page.locator('[data-flight="row-0"]')
    expect(refilled, "it is still on its way").to_have_attribute("data-unseen", "")
    refilled.click(force=True)
    expect(refilled, "now it is seen").not_to_have_attribute("data-unseen", "")
    assert director.moves() == []
    expect(refilled, "for long enough").not_to_have_attribute("data-fresh", "")
    refilled.click()
    assert director.moves() == ["draw blue"]


def test_a_click_counts_while_what_followed_ones_own_move_is_still_shown(visit: Visit) -> None:
    director = seated(visit, ENDLESSLY)
    page, table = director.page, director.visitor.table
    own, next_one = "claim moskva-smolensk with 2 orange", "claim kharkov-rostov with 2 green"
    director.move(1, "pass", then=0, hand={"orange": 2, "green": 2}, legal=[own, next_one])
    page.locator('[data-claimable="moskva-smolensk"]').wait_for(state="attached")
    later = table.spot("kharkov-rostov")
    page.mouse.click(*table.spot("moskva-smolensk"))
    director.visitor.wait_until(lambda: director.moves() == [own], "the claim was not sent")
    director.acknowledge()
    claimed = {"moskva-smolensk": 0}
    director.move(0, own, then=1, routes=claimed, hand={"green": 2}, legal=[])
    director.wait_for("flying orange")
    director.move(
        1, "claim rostov-sochi with 2 red", then=0, routes={**claimed, "rostov-sochi": 1}, legal=[next_one]
    )
    page.get_by_role("button", name="Fast forward").wait_for()
    page.mouse.click(*later)
    director.visitor.wait_until(lambda: director.moves() == [own, next_one], "the click was not heard")


def test_what_is_taken_back_is_shown_no_longer(visit: Visit) -> None:
    director = seated(visit, ENDLESSLY)
    page, ticket = director.page, director.view["tickets"][0]
    director.welcome["undo"] = 1
    mine = {route.id: 0 for route in load_board("europe").routes}
    director.move(0, "claim rostov-sochi with 2 red", routes=mine, tickets=[ticket])
    director.wait_for("flying red")
    page.get_by_text("Ticket completed").first.wait_for()
    page.keyboard.press("u")
    expect(director.in_the_air, "a flight takes much longer").to_have_count(0, timeout=5_000)
    assert "undo" in [message["type"] for message in director.sent]
    director.welcome["undo"] = None
    director.undone(0, routes={})
    page.get_by_role("button", name="Taken back").wait_for()
    expect(page.get_by_text("Ticket completed")).to_have_count(0)
    expect(page.locator('[data-route="rostov-sochi"]')).to_have_count(0)


@pytest.mark.parametrize("by", ["button", "key"])
def test_fast_forward_shows_the_newest_position_at_once(visit: Visit, by: str) -> None:
    director = seated(visit, ENDLESSLY)
    page = director.page
    three_moves(director)
    button = page.get_by_role("button", name="Fast forward")
    if by == "button":
        button.click()
    else:
        page.keyboard.press("f")
    page.locator('[data-route="rostov-sochi"]').wait_for()
    expect(page.locator('[data-flight="row-2"]')).to_have_attribute("data-card", "pink")
    expect(button).to_have_count(0)
    assert director.seen()[1:] == [], "the rest was not shown"


#: Sounds go into a buffer that can be measured. A test's own questions count as gestures in Chromium: only presses may.
LISTEN = """
const gesture = { hasBeenActive: false };
Object.defineProperty(navigator, "userActivation", { get: () => gesture });
addEventListener("pointerdown", () => (gesture.hasBeenActive = true), true);
window.contexts = [];
window.started = 0;
window.AudioContext = function () {
  const context = new OfflineAudioContext(1, 30 * 44100, 44100);
  let time = 0;
  Object.defineProperty(context, "currentTime", { get: () => (time += 0.6) });
  context.resume = async () => {};
  window.contexts.push(context);
  return context;
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { window.started += 1; return start.apply(this, when); };
"""
PEAK = """async () => {
  const buffer = await window.contexts[0].startRendering();
  return buffer.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
}"""


def test_things_are_heard_after_the_first_gesture_as_loudly_as_the_player_likes(visit: Visit) -> None:
    ana = visit(reduced_motion="no-preference")
    ana.page.add_init_script(LISTEN)
    director = Director(ana, pace=QUICKLY)
    ana.play_bots("europe", 3, tickets=2)
    page = director.page

    def heard() -> int:
        count: int = page.evaluate("[window.started, window.started = 0][0]")
        return count

    director.move(1, "draw blind", "?")
    director.wait_for("flying blind")
    director.seen()
    assert page.evaluate("window.contexts.length") == 0, "it sounds before anybody did anything"
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("slider", name="Volume").fill("1")
    page.get_by_role("button", name="Done").click()
    heard()
    director.move(1, "claim palermo-smyrna with 4 red 2 wild", routes={"palermo-smyrna": 1})
    director.wait_for("rising +15")
    director.seen()
    # every card is air and a snap, every car one tick, and the whistle of a long train two breaths
    assert heard() == 6 * 2 + 6 + 2
    peak = page.evaluate(PEAK)
    assert 0.1 < peak < 0.95, "the loudest sound at the highest volume"
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Sound").uncheck()
    page.get_by_role("button", name="Done").click()
    heard()
    director.move(1, "draw blind", "?")
    director.wait_for("flying blind")
    director.seen()
    assert heard() == 0
