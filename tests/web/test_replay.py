"""Looking back at a game that is over, by nothing but its address."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.running import Server

from .conftest import FinishedGame, Visit
from .visitor import PHONE

BOARDS = ("usa", "europe", "london")
POSITION = """() => ({
  routes: [...document.querySelectorAll("[data-route]")].map(one => one.dataset.route).sort(),
  stations: [...document.querySelectorAll("[data-station]")].map(one => one.dataset.station).sort(),
  lines: Number(document.querySelector(".log").dataset.ply),
})"""


class Replay:
    """The page of a game that is looked back at, compared with what the server says."""

    def __init__(self, page: Page, server: Server, game: str) -> None:
        self.page, self.server, self.game = page, server, game
        self.plies = int(self.moment(0)["plies"])

    def moment(self, ply: int) -> dict[str, Any]:
        """The game after a ply, from the server."""
        answer: dict[str, Any] = self.server.get(f"/api/games/{self.game}/view", ply=ply).json()
        return answer

    def lines(self, ply: int) -> list[int]:
        """The plies that have a line in the log after a ply: a tunnel that was given up is told where it was tried."""
        log = self.moment(ply)["view"]["log"]
        return [at for at, entry in enumerate(log) if entry["move"] != "withdraw"]

    def shows(self, ply: int) -> None:
        """Map, log and address are those of a ply."""
        wait_for_ply(self.page, ply)
        view = self.moment(ply)["view"]
        assert self.page.evaluate(POSITION) == {
            "routes": sorted(view["routes"]),
            "stations": sorted(view["stations"]),
            "lines": ply + 1,
        }
        assert query(self.page.url)["ply"] == [str(ply)]


def wait_for_ply(page: Page, ply: int) -> None:
    page.locator(f'.now[data-ply="{ply}"]').wait_for()


def query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_can_be_walked_through_by_keys_slider_and_log(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str
) -> None:
    game, _ = finished_game(board)
    page = visit().goto(f"/games/{game}?ply=40")
    replay = Replay(page, server, game)
    replay.shows(40)
    for key, ply in (("ArrowRight", 41), ("ArrowLeft", 40), ("Home", 0), ("End", replay.plies)):
        page.keyboard.press(key)
        replay.shows(ply)
    page.get_by_role("slider", name="Move").fill("17")
    replay.shows(17)
    page.keyboard.press("ArrowRight")
    replay.shows(18)
    line = 9
    ply = replay.lines(18)[line]
    page.locator(".log button").nth(line).click()
    replay.shows(ply)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("ply => Number(document.querySelector('.now').dataset.ply) > ply", arg=ply)
    page.get_by_role("button", name="Pause").click()


@pytest.mark.parametrize("board", BOARDS)
def test_a_move_is_shared_by_a_link_that_says_through_whose_eyes(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str
) -> None:
    game, _ = finished_game(board)
    guest, friend = visit(permissions=["clipboard-read", "clipboard-write"]), visit(PHONE)
    page = guest.goto(f"/games/{game}?ply=40")
    wait_for_ply(page, 40)
    expect(guest.table.tickets, "the public sees no tickets").to_have_count(0)
    page.get_by_role("combobox", name="Through whose eyes").select_option("1")
    guest.table.tickets.first.wait_for()
    page.get_by_role("button", name="Share a link to this move").click()
    link = page.get_by_label("Link to this move").input_value()
    assert query(link)["seat"] == ["1"]
    guest.wait_until(
        lambda: page.evaluate("navigator.clipboard.readText()") == link, "the link was not copied"
    )

    friend.page.goto(link)
    friend.table.tickets.first.wait_for()
    friend.page.keyboard.press("End")
    wait_for_ply(friend.page, Replay(page, server, game).plies)
    assert friend.page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_deal_is_checked_and_the_record_downloaded(
    visit: Visit, finished_game: FinishedGame, board: str
) -> None:
    game, _ = finished_game(board)
    guest = visit()
    page = guest.goto(f"/games/{game}")
    wait_for_end(page)
    page.locator("[data-total]").first.wait_for()
    expect(page.locator('.deal[data-good="true"]')).to_be_visible()
    page.get_by_text("What was checked").click()
    expect(page.get_by_text("was not there when the game began")).to_be_visible()
    expect(page.get_by_text("branchline verify")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert game in download.value.suggested_filename


@pytest.mark.parametrize("board", BOARDS)
def test_a_deal_that_is_not_as_promised_is_told(
    visit: Visit, finished_game: FinishedGame, board: str
) -> None:
    game, _ = finished_game(board)
    friend = visit(PHONE)

    def break_promise(route: Route) -> None:
        answer = route.fetch().json()
        answer["table"]["commitment"] = "0" * 64
        route.fulfill(json=answer)

    friend.page.route(f"**/api/tables/{game}", break_promise)
    wait_for_end(friend.goto(f"/games/{game}"))
    friend.page.locator('.deal[data-good="false"]').wait_for()


def wait_for_end(page: Page) -> None:
    """Go to the end of the game."""
    page.locator(".now").wait_for()
    page.keyboard.press("End")
