"""Somebody who visits the page, with a browser context of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Locator, Page

from tests.server.players import Player

from .start_page import StartPage
from .table_page import TablePage

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: Everything at once, and every payment is asked for. A test that is about one of these sets it back.
QUICK = """
sessionStorage.setItem("pace", "0");
if (!localStorage.getItem("branchline.settings")) localStorage.setItem("branchline.settings", '{"ask":true}');
"""


class Visitor:
    """A browser context with one page, and all errors that the page logged."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any], patience: int) -> None:
        self.address, self.patience = address, patience
        self.touch = bool(options.get("has_touch"))
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        self.context = browser.new_context(**{**usual, **options})
        self.context.set_default_timeout(patience)
        self.context.add_init_script(QUICK)
        self._complaints: list[str] = []
        self._tolerated: list[str] = []
        self.page = self.new_tab()
        self.start = StartPage(self)
        self.table = TablePage(self)

    def new_tab(self) -> Page:
        """One more page of this visitor, whose errors count as well."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complaints.append(message.text)

    @property
    def complaints(self) -> list[str]:
        """The errors that a page logged, without those that the test expects."""
        return [one for one in self._complaints if not any(re.search(p, one) for p in self._tolerated)]

    def tolerate(self, pattern: str) -> None:
        """Expect errors that match a pattern: the browser logs every failed request."""
        self._tolerated.append(pattern)

    def keep_screenshot(self, path: Path) -> None:
        """Keep what the page shows, for somebody who looks into a failure."""
        if not self.page.is_closed():
            self.page.screenshot(path=path)
            print(f"{self.page.url} looked so: {path}")

    def goto(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait for something that no locator can wait for; meanwhile the page lives on."""
        end = time.monotonic() + self.patience / 1000
        while not holds():
            assert time.monotonic() < end, what
            self.page.wait_for_timeout(10)

    def click(self, target: Locator) -> None:
        """Click or tap, as the device has it."""
        if self.touch:
            target.tap()
        else:
            target.click()

    def devtools(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)

    def hold_key(self, key: str) -> None:
        """Hold the seats of a key, as if they had been taken in this browser."""
        self.context.add_cookies([{"name": "branchline", "value": key, "url": f"{self.address}/api"}])

    def play_bots(
        self, board: str, seats: int = 3, *, tickets: int = 0, claimable: bool = False
    ) -> TablePage:
        """Sit down against bots, without the first screen.

        With `tickets`, so many were kept and it is the visitor's turn; with `claimable`, cards were drawn until a
        route can be claimed.
        """
        bots = [{"kind": "bot", "bot": "novice"}] * (seats - 1)
        form = {"board": board, "seats": [{"kind": "me"}, *bots], "name": "Traveller", "hints": True}
        answer = self.context.request.post(f"{self.address}/api/tables", data=form)
        assert answer.status == 201, answer.text()
        opening = answer.json()
        table, key = opening["table"]["id"], opening["key"]
        if tickets:
            play_ahead(self._seat(table, key), tickets, claimable)
        self.hold_key(key)
        self.goto(f"/tables/{table}")
        if tickets:
            self.table.wait_for_turn()
        else:
            self.table.offers.first.wait_for()
        return self.table

    def _seat(self, table: str, key: str) -> Player:
        return Player(int(self.address.rpartition(":")[2]), table, key)


def play_ahead(player: Player, tickets: int, claimable: bool) -> None:
    """Play a seat without a page: keep so many tickets, then draw until it can claim, if that is wanted."""
    player.hello()
    player.wait(lambda one: bool(one.legal))
    player.move(next(move for move in player.legal if len(move.split()) == tickets + 1))
    while True:
        player.wait(lambda one: bool(one.legal))
        assert player.view is not None
        on_turn = player.view["phase"] == "turn"
        if on_turn and (not claimable or any(move.startswith("claim") for move in player.legal)):
            break
        player.move("draw blind")
    player.close()
