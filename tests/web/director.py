"""What a page is told to show, move by move, in the hands of a test."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, WebSocketRoute

from .sockets import SOCKET, Message
from .visitor import Visitor

#: Note everything that comes to move, and whether it does.
WATCH = """
window.moved = [];
const KINDS = ["flying", "moving", "rising"];
new MutationObserver(() => {
  for (const kind of KINDS)
    for (const one of document.querySelectorAll(`[data-${kind}]:not([data-noted])`)) {
      one.setAttribute("data-noted", "");
      window.moved.push(`${kind} ${one.dataset[kind]}${one.getAnimations().length ? "" : " (still)"}`);
    }
}).observe(document, { subtree: true, childList: true });
"""
#: Nothing moves, nothing is hidden, and nothing waits.
AT_REST = """() => !document.querySelector(
    "[data-flying], [data-moving], [data-rising], [data-unseen], .coming, .forward")
  && document.getAnimations().length === 0"""


class Director:
    """Stands between a page and the server, and tells the page of moves that nobody has made."""

    def __init__(
        self, visitor: Visitor, *, pace: float, speed: str = "normal", watching: bool = True
    ) -> None:
        """`watching`: note what moves, which costs the page time."""
        self.visitor, self.page = visitor, visitor.page
        self.sent: list[Message] = []
        self.welcome: Message = {}
        self.number = self.ply = 0
        settings = json.dumps({"undo": 0, "speed": speed, "volume": 0.4})
        self.page.add_init_script(
            f"sessionStorage.setItem('pace', '{pace}'); localStorage.setItem('branchline.settings', '{settings}');"
        )
        self.page.add_init_script(WATCH if watching else "window.moved = []")
        self.page.route_web_socket(SOCKET, self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.route, self.server = route, route.connect_to_server()
        route.on_message(self._from_page)
        self.server.on_message(self._from_server)

    def _from_page(self, text: str | bytes) -> None:
        message: Message = json.loads(text)
        self.sent.append(message)
        if message["type"] not in ("move", "undo"):
            self.server.send(text)

    def _from_server(self, text: str | bytes) -> None:
        message: Message = json.loads(text)
        if message["type"] == "welcome":
            self.welcome, self.number = message, message["number"]
            self.ply = len(message["view"]["log"])
        self.route.send(text)

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.welcome["view"])

    def moves(self) -> list[str]:
        """The moves that the page has sent; none of them is made."""
        return [message["move"] for message in self.sent if message["type"] == "move"]

    def acknowledge(self) -> None:
        """Say that the server has the last move."""
        last = next(message for message in reversed(self.sent) if message["type"] == "move")
        self.route.send(json.dumps({"type": "ack", "id": last["id"]}))

    def move(
        self, seat: int, move: str, *chance: str, more: Iterable[Message] = (), then: int = 1, **changes: Any
    ) -> None:
        """Tell the page of a move: what chance dealt, what else is told, whose turn it is then, and the new view."""
        moved = {"type": "moved", "ply": self.ply, "seat": seat, "move": move, "chance": list(chance)}
        self.ply += 1
        self._tell([moved, *more], then, **changes)

    def undone(self, seat: int, **changes: Any) -> None:
        """Tell the page that a seat has taken its last move back."""
        self.ply -= 1
        self._tell([{"type": "undone", "seat": seat, "ply": self.ply}], seat, **changes)

    def _tell(self, news: list[Message], then: int, **changes: Any) -> None:
        self.number += 1
        self.welcome["view"] |= {"actor": then, "phase": "turn", **changes}
        message = {"type": "update", "number": self.number, "at": self.welcome["now"], "news": news}
        message |= {"to_move": [then], "deadline": None, "table": None, "view": self.view}
        if "undo" in self.welcome:
            message["undo"] = self.welcome["undo"]
        self.route.send(json.dumps(message))

    def set_pace(self, pace: float) -> None:
        """How many times longer than usual everything takes to be shown, from now on."""
        self.page.evaluate("pace => sessionStorage.setItem('pace', pace)", str(pace))

    def seen(self) -> list[str]:
        """What has moved since this was last asked, once everything is at rest."""
        self.page.wait_for_function(AT_REST)
        return self.moved()

    def moved(self) -> list[str]:
        noted: list[str] = self.page.evaluate("window.moved.splice(0)")
        return noted

    def wait_for(self, what: str) -> None:
        """Wait until something moves."""
        self.page.wait_for_function("what => window.moved.includes(what)", arg=what)

    @property
    def in_the_air(self) -> Locator:
        return self.page.locator("[data-flying]")
