"""A tour through the screens of a game, with a stop at each, for whoever looks at the page: axe-core or a camera."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page

from branchline import load_board

from .sockets import Message, rewrite
from .visitor import Visitor

Stop = tuple[Page, str]
#: The route of a tunnel is not covered by the sheet that asks for its cards; a low window has no room for both.
ROUTE_IS_SEEN = """() => {
  const [route, sheet] = [".map .ghost", ".sheet"].map(one => document.querySelector(one).getBoundingClientRect());
  const apart = route.bottom <= sheet.top || route.left >= sheet.right || route.right <= sheet.left;
  return innerHeight < 500 || apart;
}"""


def tour(arrive: Callable[[], Visitor], board: str, *, reader: bool = False) -> Iterator[Stop]:
    """Every screen of a board up to the first claim, with its name; with `reader`, in the mode for screen readers."""
    player = arrive()
    page = player.page
    player.start.open().choose(board)
    yield page, "start"
    page.get_by_role("button", name="Settings").click()
    if reader:
        page.get_by_role("checkbox", name=re.compile("^Screen-reader mode")).check()
    yield page, "settings"
    page.keyboard.press("Escape")
    yield from friends(arrive, board)

    tunnel: dict[str, Any] = {}
    undo: dict[str, Any] = {}

    def change(message: Message) -> None:
        into_tunnel(message, tunnel)
        if message["type"] == "update":
            message.update(undo)

    rewrite(page, answer=change)
    player.start.play_bots(board, seats=3)
    yield page, "tickets"
    player.table.keep(2)
    player.table.wait_for_turn()
    yield page, "play"
    yield from sheets(player, reader)
    yield from claim(player, undo)
    if board == "europe":
        tunnel.update(a_tunnel())
        page.reload()
        page.locator(".tunnel").wait_for()
        page.wait_for_function(ROUTE_IS_SEEN)
        yield page, "tunnel"
        tunnel.clear()
        page.reload()
        player.table.wait_for_turn()
    player.context.set_offline(True)
    player.table.lost.wait_for()
    yield page, "lost"
    player.context.set_offline(False)
    player.table.lost.wait_for(state="detached")


def friends(arrive: Callable[[], Visitor], board: str) -> Iterator[Stop]:
    """A table for friends, on which one waits; the page that joins it; and one device for two, with its curtain."""
    host, guest = arrive(), arrive()
    link = host.start.open().choose(board, players=2, friends=1).invite()
    yield host.page, "waiting"
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").wait_for()
    yield guest.page, "join"
    guest.page.close()
    host.start.open().choose(board, players=2).seat(1, "here")
    yield host.page, "friends"
    host.start.play()
    host.page.locator(".curtain button").wait_for()
    yield host.page, "curtain"
    host.page.close()


def sheets(player: Visitor, reader: bool) -> Iterator[Stop]:
    """What can be opened in one's turn."""
    page = player.page
    if reader:
        player.table.open_dock("In words")
        yield page, "position"
        page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator("[data-hint]").wait_for()
    yield page, "hint"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    yield page, "keys"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Type a move, or find a route").click()
    page.get_by_role("option").first.wait_for()
    yield page, "find"
    page.keyboard.press("Escape")


def claim(player: Visitor, undo: dict[str, Any]) -> Iterator[Stop]:
    """A route is claimed by somebody who has been away, and could be taken back as long as bots are not that quick."""
    page = player.page
    route = player.table.draw_until_claimable()[0]
    come_back(page)
    page.get_by_role("status", name="Since you last looked").wait_for()
    yield page, "since"
    page.keyboard.press("Escape")
    player.table.point_at(route)
    yield page, "payment"
    undo["undo"] = 1
    player.click(player.table.pay_button)
    page.locator("[data-undo]").wait_for()
    yield page, "undo"
    undo["undo"] = None


def come_back(page: Page) -> None:
    """Come back as somebody who has not seen a move yet."""
    table = page.url
    page.goto(urljoin(table, "/"))  # who leaves a table has seen it: it is noted once more
    page.evaluate("""() => {
      const read = JSON.parse(localStorage.getItem("branchline.read"));
      localStorage.setItem("branchline.read", JSON.stringify(read.map(([table]) => [table, 0])));
    }""")
    page.goto(table)


def a_tunnel() -> dict[str, Any]:
    """A tunnel of the Europe board, as a view tells it that waits for the extra cards."""
    route = next(one for one in load_board("europe").routes if one.tunnel and one.colour == "gray")
    laid = {"blue": route.length}
    return {"route": route.id, "laid": laid, "revealed": ["blue", "red", "wild"], "extra": 2}


def into_tunnel(message: Message, tunnel: dict[str, Any]) -> None:
    """Make a welcome one into the middle of a tunnel, if there is one."""
    if not tunnel or message["type"] != "welcome":
        return
    seat = message["you"]["seat"]
    legal = ["pay 2 blue", "pay 1 blue 1 wild", "withdraw"]
    message["view"] |= {
        "actor": seat,
        "phase": "tunnel",
        "tunnel": dict(tunnel),
        "legal": legal,
        "hand": {"blue": 2, "wild": 1},
    }
    message["to_move"] = [seat]
