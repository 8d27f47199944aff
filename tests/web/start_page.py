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
        """Choose the board, how many play, and how many of them are friends; all others are bots."""
        self.page.locator(f'[data-board="{board}"]').click()
        if players is not None:
            self.set_seats(players)
        for seat in range(friends or 0):
            self.seat(seat + 1, "friend")
        return self

    @property
    def seats(self) -> Locator:
        return self.page.locator(".seats [data-seat]")

    def set_seats(self, count: int) -> None:
        """Add or remove seats until there are so many."""
        while (now := self.seats.count()) != count:
            if now < count:
                self.page.get_by_role("button", name="Add a seat").click()
            else:
                self.page.get_by_role("button", name=f"Remove seat {now}").click()

    def seat(self, at: int, who: str) -> StartPage:
        """Choose who sits at a seat, counted from 0: `friend`, `open`, `here`, or `bot:LEVEL`."""
        self.page.get_by_role("combobox", name=f"Who sits at seat {at + 1}").select_option(who)
        return self

    def choose_bots(self, level: str) -> StartPage:
        for at in range(self.seats.count()):
            if self.seats.nth(at).get_attribute("data-kind") == "bot":
                self.seat(at, f"bot:{level}")
        return self

    def say_name(self, name: str) -> StartPage:
        self.page.get_by_role("textbox", name="Your name").fill(name)
        return self

    def play(self) -> None:
        self.page.get_by_role("button", name="Play", exact=True).click()

    def invite(self) -> str:
        """Make a table and invite; the link to its free seats."""
        self.page.get_by_role("button", name="Make a table and invite").click()
        return self.page.get_by_label("The link for all free seats").input_value()

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
