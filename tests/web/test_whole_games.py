"""Whole games through the page, whose final score is the engine's."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline import Game, load_board
from tests.server.running import Server

from .conftest import Visit
from .table_page import TablePage
from .visitor import DESK, PHONE

GAMES = [
    ("london", "desk"),
    pytest.param("usa", "desk", marks=pytest.mark.slow),
    pytest.param("europe", "desk", marks=pytest.mark.slow),
    ("london", "phone"),
    pytest.param("usa", "phone", marks=pytest.mark.slow),
    pytest.param("europe", "phone", marks=pytest.mark.slow),
]
SIZES = {"desk": DESK, "phone": PHONE}
ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
MOST_PRESSES = 60


def lengths(board: str) -> dict[str, int]:
    return {route.id: route.length for route in load_board(board).routes}


@pytest.mark.parametrize(("board", "size"), GAMES)
def test_a_game_against_bots_ends_with_the_engine_s_score(
    visit: Visit, server: Server, board: str, size: str
) -> None:
    ana = visit(SIZES[size])
    ana.start.play_bots(board, seats=2)
    ana.table.keep(2)
    played = ana.table.play_to_end(lengths(board))
    totals = ana.table.totals()
    assert len(played.claims) > 3
    ana.table.look_at_board()
    assert ana.table.totals() == totals
    expect(ana.page.locator(".deal[data-good=true]")).to_be_visible()
    expect(ana.page.get_by_text("noted before anybody had moved")).to_have_count(1)

    game = Game.replay(server.get(f"/api/games/{ana.table.id}/record").text)
    assert game.board.id == board
    assert totals == [score.total for score in game.scores()]


def test_a_whole_game_is_played_without_a_mouse(visit: Visit, server: Server) -> None:
    ana = visit()
    keyboard = Keyboard(ana.table, server.get("/page/boards/london.json").json()["layout"])
    ana.start.open()
    keyboard.tab_to('[data-board="london"]')
    ana.page.keyboard.press("Space")
    keyboard.tab_to(".go")
    ana.page.keyboard.press("Enter")
    ana.table.offers.first.wait_for()

    walked = []
    while ana.table.wait_for_turn():
        now = ana.table.situation()
        if now.offers:
            keyboard.keep_one_ticket()
        elif now.claimable:
            walked.append(keyboard.claim(now.claimable[0]))
        elif now.prompt.startswith("There is nothing"):
            ana.table.type_move("pass")
        else:
            ana.table.type_move("draw blind" if "blind" in now.cards else "tickets")
        ana.table.wait_past(int(now.ply))
    assert len(walked) > 2
    assert any(walked), "no route was reached by arrows alone"
    assert len(ana.table.totals()) == 3


class Keyboard:
    """A player who has no mouse."""

    def __init__(self, table: TablePage, layout: dict[str, Any]) -> None:
        self.table, self.layout = table, layout

    @property
    def page(self) -> Page:
        return self.table.page

    def is_on(self, selector: str) -> bool:
        """Whether the keyboard's focus is on it."""
        return bool(self.page.evaluate("one => document.activeElement.matches(one)", selector))

    def tab_to(self, selector: str) -> None:
        for _ in range(MOST_PRESSES):
            if self.is_on(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def keep_one_ticket(self) -> None:
        self.tab_to("[data-offer]")
        self.page.keyboard.press("Space")
        self.tab_to(".choice .main")
        self.page.keyboard.press("Enter")

    def place(self) -> str:
        """The city or route to which the arrows have led."""
        return self.table.map.get_attribute("data-at") or ""

    def middle(self, place: str) -> tuple[float, float]:
        """Where a city or a route is on the map."""
        kind, name = place.split(" ")
        if kind == "city":
            return self.layout["cities"][name]["x"], self.layout["cities"][name]["y"]
        spaces = self.layout["routes"][name]["spaces"]
        return spaces[len(spaces) // 2][0], spaces[len(spaces) // 2][1]

    def arrow_towards(self, place: str, goal: str) -> str:
        (x, y), (to_x, to_y) = self.middle(place), self.middle(goal)
        return max(ARROWS, key=lambda one: (to_x - x) * ARROWS[one][0] + (to_y - y) * ARROWS[one][1])

    def walk(self, goal: str) -> bool:
        """Walk towards a route by arrow keys; whether it was reached."""
        self.page.keyboard.press("ArrowDown")
        for _ in range(25):
            here = self.place()
            if here == goal:
                return True
            self.page.keyboard.press(self.arrow_towards(here, goal))
            if self.place() == here:
                return False
        return False

    def claim(self, route: str) -> bool:
        """Claim a route; whether the arrows alone led there."""
        self.tab_to(".frame")
        walked = self.walk(f"route {route}")
        for _ in range(MOST_PRESSES):
            if self.place() == f"route {route}":
                break
            self.page.keyboard.press("n")
        self.page.keyboard.press("Enter")
        expect(self.table.pay_button, "the payment gets the keyboard").to_be_focused()
        self.page.keyboard.press("Enter")
        return walked
