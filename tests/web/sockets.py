"""The connection between a page and the server, in the hands of a test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Message = dict[str, Any]
#: Every table has its socket there.
SOCKET = re.compile("socket$")


class Connection:
    """One connection: what the page sent over it, and, while it is held back, what the server answered."""

    def __init__(self, page: WebSocketRoute) -> None:
        self.page, self.server = page, page.connect_to_server()
        self.sent: list[Message] = []
        self.held: list[str | bytes] | None = None
        page.on_message(self._from_page)
        self.server.on_message(self._from_server)

    def _from_page(self, text: str | bytes) -> None:
        self.sent.append(json.loads(text))
        self.server.send(text)

    def _from_server(self, text: str | bytes) -> None:
        if self.held is None:
            self.page.send(text)
        else:
            self.held.append(text)

    def hold(self) -> None:
        """Hold the server's answers back."""
        self.held = []

    def release(self) -> None:
        """Let through what was held back."""
        texts, self.held = self.held or [], None
        for text in texts:
            self.page.send(text)

    def drop(self, code: int) -> None:
        """Lose the connection on both sides."""
        self.server.close(code=code)
        self.page.close(code=code)


class Connections(list[Connection]):
    """All connections that a page has made, the latest last."""

    def moves(self) -> list[Message]:
        """The moves that the page has sent."""
        return [message for one in self for message in one.sent if message["type"] == "move"]

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Hold the server's answers back for a while, so that hasty presses come before them on any machine."""
        self[-1].hold()
        yield
        self[-1].release()


def intercept(page: Page) -> Connections:
    """Stand between a page and the server, from now on."""
    connections = Connections()
    page.route_web_socket(SOCKET, lambda route: connections.append(Connection(route)))
    return connections


def rewrite(
    page: Page,
    *,
    answer: Callable[[Message], None] = lambda message: None,
    sent: Callable[[Message], None] = lambda message: None,
) -> None:
    """Change messages on their way: `answer` those of the server, `sent` those of the page."""

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(changed(text, answer)))
        route.on_message(lambda text: server.send(changed(text, sent)))

    page.route_web_socket(SOCKET, connect)


def changed(text: str | bytes, change: Callable[[Message], None]) -> str:
    message: Message = json.loads(text)
    change(message)
    return json.dumps(message)
