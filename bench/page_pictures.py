"""The pictures of the page in the README: a table on a desk, the end of a game, a table on a phone.

    python -m bench.page_pictures docs/img

The player's moves are those of the bot `hybrid`. A table is pictured when there is something to be seen: many trains,
and cards of many colours. The picture of the end is of a game that was won with all tickets completed. Needs what
`make browser` gets, and Pillow.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from bench.page import PATIENCE, chrome
from branchline.server.web.access import COOKIE
from tests.server.players import Player
from tests.server.running import Server, running
from tests.web.visitor import PHONE, Visitor

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SHARP: dict[str, Any] = {**PHONE, "device_scale_factor": 2}
#: Games are played until one of them ends well.
TRIES = 12


def open_table(server: Server, board: str, bots: tuple[str, ...]) -> Player:
    """A table with a player and bots, at which the first tickets are to be chosen."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    opened = server.post("/api/tables", {"board": board, "name": "Ana", "seats": seats}).json()
    player = server.player(opened["table"]["id"], opened["key"], 0)
    player.hello()
    return player


def play(player: Player, enough: Callable[[dict[str, Any]], bool] = lambda view: False) -> bool:
    """Play as the bot that gives hints would, until a turn with a view that is good enough, or to the end; whether."""
    while True:
        player.wait(lambda one: bool(one.legal) or one.over)
        if player.over:
            return False
        if player.view and player.view["phase"] == "turn" and enough(player.view):
            return True
        player.move(player.ask(type="hint")["move"])


def rich(cars: int, colours: int) -> Callable[[dict[str, Any]], bool]:
    """A view with so few cars left, so many colours in the hand, and three in the row."""

    def enough(view: dict[str, Any]) -> bool:
        held = sum(1 for count in view["hand"].values() if count)
        few = bool(view["seats"][0]["cars"] <= cars)
        return few and held >= colours and len(set(view["row"])) >= 3

    return enough


def good_table(server: Server, board: str, bots: tuple[str, ...], cars: int, colours: int) -> Player:
    """A table with a rich view; games are played until one has it."""
    for _ in range(TRIES):
        player = open_table(server, board, bots)
        if play(player, rich(cars, colours)):
            break
    return player


def ended_well(player: Player) -> bool:
    """Whether the player has won, and completed all tickets."""
    over = player.hear("over")
    held = len(over["tickets"][0])
    done = int(over["scores"][0]["tickets_done"])
    return bool(over["winners"] == [0]) and done == held >= 2


def take(browser: Browser, server: Server, player: Player, size: dict[str, Any], file: Path) -> None:
    """A picture of the table as the player sees it."""
    visitor = Visitor(browser, server.url, size, PATIENCE)
    cookie: Any = {"name": COOKIE, "value": player.key, "domain": "127.0.0.1", "path": "/api"}
    visitor.context.add_cookies([cookie])
    page = visitor.goto(f"/tables/{player.game}")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)  # the map fades in
    Image.open(BytesIO(page.screenshot())).save(file, quality=80, method=6)
    visitor.context.close()


def main() -> None:
    folder = Path(sys.argv[1])
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), hint_bot="hybrid") as server,
        chrome() as browser,
    ):
        desk = good_table(server, "europe", ("medium", "hard", "medium"), cars=16, colours=6)
        take(browser, server, desk, DESK, folder / "page-desk.webp")
        phone = good_table(server, "london", ("medium", "medium"), cars=8, colours=4)
        take(browser, server, phone, SHARP, folder / "page-phone.webp")
        for _ in range(TRIES):
            end = open_table(server, "europe", ("easy", "medium"))
            play(end)
            if ended_well(end):
                break
        take(browser, server, end, DESK, folder / "page-end.webp")


if __name__ == "__main__":
    main()
