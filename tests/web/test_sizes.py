"""Every size of window: what is asked and said is in sight as a whole, also in the language with the longest words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from .conftest import FinishedGame, Visit
from .sockets import Message, rewrite

SIZES: dict[str, ViewportSize] = {
    name: {"width": int(name.split("x")[0]), "height": int(name.split("x")[1])}
    for name in (
        "1920x1080",
        "1440x900",
        "1366x768",
        "1280x650",
        "1024x768",
        "820x1180",
        "390x844",
        "844x390",
    )
}
#: Those that are no more than a part of them in sight: by their names, or their text.
CUT = """all => all.filter(one => {
  const box = one.getBoundingClientRect();
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return true;
  const at = (x, y) => one.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  return ![[0.5, 0.1], [0.1, 0.5], [0.9, 0.5], [0.5, 0.9]].every(([x, y]) => at(x, y));
}).map(one => one.innerText)"""
#: A nameplate with figures of a long game: which of them lie over each other, or outside.
CROWDED = """all => all.flatMap(plate => {
  const score = plate.querySelector(".score"), counts = [...plate.querySelectorAll(".counts b")];
  score.textContent = "134";
  counts.forEach((one, at) => one.textContent = at < 2 ? "38" : "9");
  const box = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const outer = plate.getBoundingClientRect(), at = box(score);
  const beside = one => one.right <= at.left || one.left >= at.right;
  const apart = one => beside(one) || one.bottom <= at.top + 3 || one.top >= at.bottom - 3;
  return counts.map(box).filter(one => one.width && !(one.right <= outer.right && apart(one)))
    .map(one => Math.round(one.left));
})"""
MAP_WIDTH = "document.querySelector('.map').getBoundingClientRect().width"


def resize(page: Page, size: ViewportSize) -> None:
    """Another window, and the map fitted into it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def cut(things: Locator) -> list[str]:
    found: list[str] = things.evaluate_all(CUT)
    return found


def apart(page: Page, one: str, other: str) -> bool:
    """Whether two things that are shown don't overlap."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    assert a is not None, one
    assert b is not None, other
    across = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return across or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]


def test_all_tickets_to_choose_from_are_in_sight_at_every_size_and_the_map_keeps_its_room(
    visit: Visit,
) -> None:
    ana = visit(locale="es-ES")
    page = ana.play_bots("europe").page
    ana.wait_until(lambda: ana.table.offers.count() == 4, "a long ticket and three others are offered")
    for at in range(4):
        ana.table.offers.nth(at).check()  # the button has more to say then
    for name, size in SIZES.items():
        resize(page, size)
        assert cut(page.locator(".choice label")) == [], name
        assert cut(page.locator(".choice .main")) == [], name
        assert page.locator(".choice ul").evaluate("one => one.scrollHeight <= one.clientHeight"), name
        if name == "1024x768":
            assert page.evaluate(MAP_WIDTH) > 0.8 * size["width"]


def test_in_the_last_round_it_is_said_whose_turn_it_is_and_how_many_are_left(visit: Visit) -> None:
    ana = visit(locale="es-ES")

    def last_round(message: Message) -> None:
        if message.get("view"):
            message["view"]["last_turns"] = 3

    rewrite(ana.page, answer=last_round)
    page = ana.play_bots("london", tickets=1).page
    for name, size in SIZES.items():
        resize(page, size)
        assert cut(page.locator(".says, .prompt, .last")) == [], name
        assert "Tu turno" in page.locator(".prompt").inner_text(), name
        assert "ltima ronda" in page.locator(".last").inner_text(), name
        box, pill = page.locator(".says").bounding_box(), page.locator(".last").bounding_box()
        assert box is not None
        assert pill is not None
        assert box["x"] <= pill["x"], name
        assert pill["x"] + pill["width"] <= box["x"] + box["width"], name
        assert pill["y"] + pill["height"] <= box["y"] + box["height"], name


@pytest.mark.parametrize("seats", [3, 5])
def test_high_figures_have_room_on_every_nameplate(visit: Visit, seats: int) -> None:
    page = visit().play_bots("europe", seats).page
    for name, size in SIZES.items():
        resize(page, size)
        assert page.locator(".players > li").evaluate_all(CROWDED) == [], name


def test_the_longest_names_of_cities_are_read_on_the_stubs_of_tickets(visit: Visit) -> None:
    ana = visit()

    def long_names(message: Message) -> None:
        if message.get("view"):
            message["view"]["tickets"] = ["buckingham_palace-elephant_and_castle"]

    rewrite(ana.page, answer=long_names)
    page = ana.play_bots("london", tickets=1).page
    for name in ("1920x1080", "1440x900", "1024x768", "820x1180", "390x844"):
        resize(page, SIZES[name])
        for end in page.locator(".stub .ends > span").all():
            assert end.evaluate("one => one.scrollWidth <= one.clientWidth"), name


@pytest.mark.parametrize("locale", ["es-ES", pytest.param("en-GB", marks=pytest.mark.slow)])
def test_what_one_can_do_at_the_end_is_one_row_and_covers_no_log(
    visit: Visit, finished_game: FinishedGame, locale: str
) -> None:
    game, key = finished_game("usa")
    ana = visit(locale=locale)
    ana.hold_key(key)
    page = ana.goto(f"/tables/{game}")
    ana.table.headline.wait_for()
    for name, size in SIZES.items():
        resize(page, size)
        tops: list[Any] = page.locator(".next .button:visible").evaluate_all(
            "all => [...new Set(all.map(one => Math.round(one.getBoundingClientRect().top)))]"
        )
        assert len(tops) == 1, name
        first = page.locator(".next .button:visible").first.bounding_box()
        assert first is not None
        assert first["x"] >= 6, name  # as all are centred, the last one keeps its distance, too
    resize(page, SIZES["1920x1080"])
    page.locator(".next .button").nth(2).click()
    page.locator("[data-total]").first.wait_for()
    assert apart(page, ".says", ".log")
    resize(page, SIZES["390x844"])
    assert page.locator(".final .buttons").evaluate("one => one.getBoundingClientRect().height") > 100
    assert page.locator(".final").evaluate("one => one.scrollHeight > one.clientHeight"), (
        "no room for the tickets"
    )


def test_play_is_in_sight_without_scrolling_unless_the_window_is_low(visit: Visit) -> None:
    ana = visit(locale="es-ES")
    page = ana.goto("/")
    page.locator(".seats li").first.wait_for()
    for name, size in SIZES.items():
        resize(page, size)
        assert cut(page.locator(".go")) == [] or size["height"] < 500, name


def test_the_settings_can_be_closed_without_scrolling_and_the_header_keeps_its_height(visit: Visit) -> None:
    ana = visit(locale="es-ES")
    page = ana.play_bots("europe", tickets=2).page
    header = page.locator(".head")
    for name, size in SIZES.items():
        resize(page, size)
        page.locator(".head .round").last.click()
        assert cut(page.locator("dialog[open] .main")) == [], name
        page.keyboard.press("Escape")
    resize(page, SIZES["390x844"])
    height = header.evaluate("one => one.offsetHeight")
    page.locator(".prompt .narrow").evaluate("one => one.textContent = 'Rocket está robando una carta más'")
    assert header.evaluate("one => one.offsetHeight") == height, "players jump when two lines are said"
