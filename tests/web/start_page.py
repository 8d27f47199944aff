"""The first screen: choose a board and company, and make a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page

if TYPE_CHECKING:
    from .visitor import Visitor


class StartPage:
    """The form for a new game."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    @property
    def page(self) -> Page:
        return self.visitor.page

    def open(self) -> StartPage:
        self.visitor.goto("/")
        self.boards.first.wait_for()
        return self

    @property
    def boards(self) -> Locator:
        return self.page.locator("[data-board]")

    def choose(self, board: str, *, players: int | None = None, friends: int | None = None) -> StartPage:
        """Choose the board, how many play, and how many of them are friends."""
        self.page.locator(f'[data-board="{board}"]').click()
        if players is not None:
            self.page.get_by_role("combobox", name="Players").select_option(str(players))
        if friends is not None:
            self.page.get_by_role("combobox", name="of them friends").select_option(str(friends))
        return self

    def choose_bots(self, level: str) -> StartPage:
        self.page.get_by_role("combobox", name="Bots").select_option(level)
        return self

    def say_name(self, name: str) -> StartPage:
        self.page.get_by_role("textbox", name="Your name").fill(name)
        return self

    def on_this_device(self) -> StartPage:
        self.page.get_by_role("checkbox", name=re.compile("^All on this device")).check()
        return self

    def play(self) -> None:
        self.page.get_by_role("button", name="Play", exact=True).click()

    def invite(self) -> str:
        """Make a table and invite; the link to its second seat."""
        self.page.get_by_role("button", name="Make a table and invite").click()
        return self.page.get_by_label("Link to seat 2").input_value()

    def play_bots(self, board: str, seats: int | None = None) -> None:
        """Start a game against bots: the board, the bots, and Play; wait for the first tickets."""
        self.open().choose(board, players=seats).choose_bots("novice").play()
        self.page.wait_for_url(re.compile(r"/tables/[0-9a-f]+$"))
        self.visitor.table.offers.first.wait_for()

    def invite_for_two(self, board: str = "london", name: str = "Ana") -> str:
        """A table for the visitor and one friend; the link for the friend."""
        return self.open().choose(board, players=2, friends=1).say_name(name).invite()

    def sit_down(self, link: str, name: str) -> None:
        """Follow the link to a seat, and take it."""
        self.page.goto(link)
        self.page.get_by_role("textbox", name="Your name").fill(name)
        self.visitor.click(self.page.get_by_role("button", name="Sit down"))
