"""Pictures of every screen, to be looked at.

    python -m bench.screens FOLDER --boards usa london --sizes phone --themes dark --languages es

Needs what `make browser` gets. Says which screens are wider than the window.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from bench.page import BOARDS, PATIENCE, chrome, play_out
from tests.server.running import running
from tests.web.axe import AT_REST
from tests.web.sockets import Message, rewrite
from tests.web.tour import Stop, tour
from tests.web.visitor import PHONE, Visitor

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "small": {"viewport": {"width": 1024, "height": 768}},
    "phone": PHONE,
    "lying": {**PHONE, "viewport": {"width": 844, "height": 390}},
    "tablet": {**PHONE, "viewport": {"width": 820, "height": 1180}},
}
NAMES = ("Maximiliana Wolkenstein", "Bartholomew", "Ana", "Przemysław Brzęczyszczykiewicz", "Jean-Christophe")
#: Let the page speak a language, if its settings are at hand; whether it does.
SPEAK = """wanted => {
  const languages = document.querySelector("select:has(option[lang])");
  if (!languages) return document.documentElement.lang === wanted;
  languages.value = wanted;
  languages.dispatchEvent(new Event("change"));
  return true;
}"""


class Studio:
    """Visitors of one size at one board, whose contexts are closed together."""

    def __init__(self, browser: Browser, address: str, size: dict[str, Any]) -> None:
        self.browser, self.address, self.size = browser, address, size
        self.visitors: list[Visitor] = []

    def arrive(self) -> Visitor:
        self.visitors.append(Visitor(self.browser, self.address, self.size, PATIENCE))
        return self.visitors[-1]

    def screens(self, board: str) -> Iterator[Stop]:
        """Every screen: of a game, after it, and of a full table."""
        yield from tour(self.arrive, board)
        yield from afterwards(self.visitors[0], board)
        yield from late(self.arrive(), board)
        for visitor in self.visitors:
            visitor.context.close()


def afterwards(player: Visitor, board: str) -> Iterator[Stop]:
    """The rest of the game of a tour, and what comes after it."""
    page, game = player.page, player.table.id
    play_out(player)
    player.table.headline.wait_for()
    yield page, "story"
    player.table.look_at_board()
    yield page, "final"
    player.goto(f"/games/{game}?ply=60")
    page.locator(".map").wait_for()
    yield page, "replay"
    player.goto(f"/rules/{board}")
    page.locator("article").wait_for()
    yield page, "rules"
    player.goto("/lesson")
    page.locator(f'[data-lesson="{board}"]').click()
    page.locator(".coach").wait_for()
    yield page, "lesson"


def late(player: Visitor, board: str) -> Iterator[Stop]:
    """A full table far into the game: long names, many cards and tickets, much that was done."""
    page = player.page
    rewrite(page, answer=rename)
    player.start.play_bots(board, seats=4 if board == "london" else 5)
    player.table.keep(3)
    wishes = ("draw blind", "draw blind", "tickets", "keep", "draw blind", "claim")
    play_out(player, 24 if board == "london" else 60, wishes)
    player.table.wait_for_turn()
    yield page, "late"
    for name in ("tickets", "log", "chat"):
        tab = page.locator(f'button[data-drawer="{name}"]')
        if tab.is_visible():
            tab.click()
            yield page, f"late-{name}"
            tab.click()


def rename(message: Message) -> None:
    """Let people with names of all lengths sit at the table."""
    for seat, name in zip((message.get("table") or {}).get("seats", []), NAMES, strict=False):
        seat |= {"kind": "player", "name": name}


def take_pictures(page: Page, path: str, languages: list[str], themes: list[str]) -> None:
    """A picture of what a page shows now, in every language and theme."""
    for language in languages:
        if not page.evaluate(SPEAK, language):
            continue
        for theme in themes:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_function("() => [...document.images].every(image => image.complete)")
            page.evaluate(AT_REST)
            page.screenshot(path=f"{path}-{language}-{theme}.png")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                print(f"{path}-{language}-{theme}: {wide} pixels too wide", file=sys.stderr)
    page.evaluate(SPEAK, "en")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--themes", nargs="+", choices=("light", "dark"), default=["light", "dark"])
    parser.add_argument("--languages", nargs="+", choices=("en", "es", "pt-PT", "pt-BR"), default=["en"])
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    shoot = partial(take_pictures, languages=chosen.languages, themes=chosen.themes)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as server, chrome() as browser:
        for board in chosen.boards:
            for size in chosen.sizes:
                for page, screen in Studio(browser, server.url, SIZES[size]).screens(board):
                    shoot(page, str(chosen.folder / f"{board}-{size}-{screen}"))


if __name__ == "__main__":
    main()
