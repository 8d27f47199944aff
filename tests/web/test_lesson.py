"""The lesson, as a newcomer finds it and goes through it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Visit
from .visitor import DESK, PHONE, Visitor

SPECIAL = {"usa": ["longest"], "europe": ["ferry", "tunnel", "station", "longest"], "london": ["district"]}
#: Pages of the lesson that are about nothing on the map.
WITHOUT_PLACE = ("claimed", "longest")
MOST_MOVES = 60


@pytest.mark.parametrize("board", SPECIAL)
def test_the_lesson_teaches_to_draw_to_claim_and_what_the_board_has(visit: Visit, board: str) -> None:
    ana = visit(PHONE if board == "london" else DESK)
    ana.goto("/")
    ana.click(ana.page.get_by_role("link", name="Start the lesson"))
    ana.click(ana.page.locator(f'[data-lesson="{board}"]'))
    ana.table.offers.first.wait_for()
    coach = ana.page.locator(".coach")
    expect(coach, "it begins with the tickets").to_have_attribute("data-topic", "keep")
    ana.table.keep(3)
    assert {"draw", "second", "claim"} <= topics_until_claimed(ana, coach)

    pages = []
    while (topic := coach.get_attribute("data-topic")) != "done":
        shown = ana.page.locator(".rings circle, .way path")
        if topic not in WITHOUT_PLACE:
            expect(shown.first, f"the map shows nothing for {topic}").to_be_attached()
        pages.append(topic)
        ana.click(coach.get_by_role("button", name="Next"))
        expect(coach).not_to_have_attribute("data-topic", topic or "")
    assert pages == ["claimed", "tickets", "double", *SPECIAL[board]]
    ana.click(coach.get_by_role("button", name="Play on"))
    expect(coach).to_have_count(0)
    ana.start.open()
    expect(ana.page.get_by_role("link", name="Start the lesson"), "it is not offered again").to_have_count(0)


def topics_until_claimed(ana: Visitor, coach: Locator) -> set[str]:
    """Do what the lesson says until a route is claimed; all that it spoke of."""
    topics: set[str] = set()
    for _ in range(MOST_MOVES):
        ana.page.locator('.game.mine, .coach[data-topic="claimed"]').first.wait_for()
        topic = coach.get_attribute("data-topic") or ""
        topics.add(topic)
        if topic == "claimed":
            return topics
        if topic == "wait":
            continue
        ply = ana.table.ply()
        if topic == "tunnel_now":
            ana.click(ana.page.locator(".tunnel .main").first)
        elif topic == "claim":
            ana.table.claim(ana.table.claimable()[0])
        else:
            ana.table.draw()
        ana.table.wait_past(ply)
    raise AssertionError(f"no route was claimed; the lesson spoke of {topics}")


def test_a_lesson_that_was_refused_is_not_offered_again(visit: Visit) -> None:
    page = visit().goto("/")
    page.get_by_role("button", name="No, thanks").click()
    page.reload()
    page.locator("[data-board]").first.wait_for()
    expect(page.get_by_role("link", name="Start the lesson")).to_have_count(0)


def test_a_lesson_can_be_stopped_and_the_game_goes_on(visit: Visit) -> None:
    ana = visit()
    ana.goto("/").get_by_role("link", name="Lesson", exact=True).click()
    ana.page.locator('[data-lesson="usa"]').click()
    ana.page.get_by_role("button", name="Stop the lesson").click()
    ana.table.keep(2)
    ana.table.wait_for_turn()
    expect(ana.page.locator(".coach")).to_have_count(0)
