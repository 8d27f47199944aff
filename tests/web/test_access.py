"""Every screen is fit for those who do not see it well, or not at all."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .axe import faults
from .conftest import FinishedGame, Visit
from .tour import tour
from .visitor import DESK, PHONE, Visitor

TOURS = [  # one of them in `make test`, the others in `make slow`
    pytest.param(DESK, "light", "europe", marks=pytest.mark.slow),
    (DESK, "dark", "london"),
    pytest.param(PHONE, "light", "usa", marks=pytest.mark.slow),
    pytest.param(PHONE, "dark", "europe", marks=pytest.mark.slow),
]
NAMES = ["desk-light-europe", "desk-dark-london", "phone-light-usa", "phone-dark-europe"]
#: All words of the region that announces the moves.
ANNOUNCED = "document.querySelector('[role=log]').innerText"


@pytest.mark.parametrize(("size", "theme", "board"), TOURS, ids=NAMES)
def test_axe_finds_nothing_serious(visit: Visit, size: dict[str, Any], theme: str, board: str) -> None:
    def arrive() -> Visitor:
        visitor = visit(size, color_scheme=theme)
        visitor.tolerate("ERR_INTERNET_DISCONNECTED")
        return visitor

    found: list[str] = []
    for page, screen in tour(arrive, board, reader=True):
        found += faults(page, screen)
    assert found == []


@pytest.mark.parametrize(
    ("board", "size", "theme"),
    [
        pytest.param("europe", DESK, "dark", id="europe", marks=pytest.mark.slow),
        pytest.param("london", PHONE, "light", id="london"),
    ],
)
def test_axe_finds_nothing_serious_around_a_game(
    visit: Visit, finished_game: FinishedGame, board: str, size: dict[str, Any], theme: str
) -> None:
    game, key = finished_game(board)
    ana = visit(size, color_scheme=theme)
    ana.hold_key(key)
    page = ana.goto(f"/tables/{game}")
    ana.table.headline.wait_for()
    found = faults(page, "story")
    ana.click(page.get_by_role("button", name="Share"))
    page.locator("[data-picture]").wait_for()
    found += faults(page, "share")
    page.keyboard.press("Escape")
    ana.table.look_at_board()
    for summary in page.locator(".final summary").all():
        ana.click(summary)
    page.locator("[data-statistics]").wait_for()
    found += faults(page, "final")
    ana.goto("/")
    page.get_by_role("region", name="Games that are over").wait_for()
    found += faults(page, "start with lists")
    ana.goto(f"/games/{game}?seat=0")
    page.get_by_text("What was checked").click()
    page.get_by_role("button", name="Share a link to this move").click()
    found += faults(page, "replay")
    ana.goto(f"/rules/{board}")
    page.locator("article").wait_for()
    found += faults(page, "rules")
    ana.goto("/lesson")
    page.locator("[data-lesson]").first.wait_for()
    found += faults(page, "lesson")
    ana.click(page.locator(f'[data-lesson="{board}"]'))
    page.locator(".coach").wait_for()
    found += faults(page, "lesson in a game")
    assert found == []


def with_screen_reader(visit: Visit) -> Visitor:
    """Somebody with the mode for screen readers, in their turn."""
    ana = visit()
    ana.start.open()
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_role("checkbox", name=re.compile("^Screen-reader mode")).check()
    ana.page.get_by_role("button", name="Done").click()
    ana.play_bots("london", 2, tickets=1)
    return ana


def test_every_move_is_announced_once_in_words(visit: Visit) -> None:
    ana = with_screen_reader(visit)
    devtools = ana.devtools()

    def announced() -> list[str]:
        """The words of the live region, from the accessibility tree."""
        nodes = devtools.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        log = next(node for node in nodes if value(node, "role") == "log" and value(node, "name") == "News")
        live = [one["value"]["value"] for one in log["properties"] if one["name"] == "live"]
        assert live == ["polite"]
        return words(log, by_id)

    ana.page.wait_for_function(f"() => {ANNOUNCED}.includes('Face up:')")
    begin = announced()
    assert any(line.startswith("Face up:") for line in begin)
    ply = ana.table.ply()
    for _ in range(2):
        ana.table.draw()
        ana.table.second_card.wait_for()
        ana.table.draw()
        expect(ana.table.prompt).to_contain_text("Your turn")
    moves = ana.table.ply() - ply
    heard = announced()[len(begin) :]
    lines = ana.page.locator(".log li span").all_text_contents()[-moves:]
    assert [line for line in heard if line in lines] == lines, heard


def value(node: dict[str, Any], name: str) -> str:
    return str(node.get(name, {}).get("value", ""))


def words(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> list[str]:
    """All texts below a node of the accessibility tree."""
    if value(node, "role") == "StaticText":
        return [value(node, "name")]
    return [word for child in node.get("childIds", []) for word in words(by_id[child], by_id)]


def test_the_position_can_be_read_and_played_from(visit: Visit) -> None:
    ana = with_screen_reader(visit)
    route = ana.table.draw_until_claimable()[0]
    ana.table.open_dock("In words")
    position = ana.page.get_by_role("region", name="The position in words")
    snapshot = position.aria_snapshot()
    for part in (
        "Your hand",
        "Your tickets",
        "to go. Missing:",
        "Routes that you can claim",
        "Face up:",
        "Players",
    ):
        assert part in snapshot
    hand = ana.page.locator("[data-hand]").count()
    assert hand > 0
    assert len(position.locator("p").first.inner_text().split(",")) == hand
    position.locator(f'[data-claim="{route}"]').focus()
    ana.page.keyboard.press("Enter")
    expect(ana.table.pay_button).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_function(f"() => {ANNOUNCED}.includes('You claim')")
