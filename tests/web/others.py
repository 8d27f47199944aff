"""Others at a table: a test plays their seats over sockets while a visitor looks at the page."""

from __future__ import annotations

import heapq

from branchline import Board, load_board
from tests.server.players import Player
from tests.server.running import Server

from .table_page import TablePage
from .visitor import Visitor

NAMES = ("Ana", "Bruno", "Carla", "Dora", "Emil")


class Others:
    """A table of which the visitor has the first seat, Ana's. All have kept their first tickets."""

    def __init__(self, server: Server, board: str, seats: int = 2, *, kept: bool = True) -> None:
        self.board: Board = load_board(board)
        form = {"board": board, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)], "first": 0}
        opening = server.post("/api/tables", {**form, "name": NAMES[0]}).json()
        self.id, keys = opening["table"]["id"], [opening["key"]]
        for name, invitation in zip(NAMES[1:], opening["invitations"], strict=False):
            joined = server.post(
                f"/api/tables/{self.id}/join", {"name": name, "invite": invitation["key"]}
            ).json()
            keys.append(joined["key"])
        self.players = [server.player(self.id, key, seat) for seat, key in enumerate(keys)]
        for player in self.players:
            player.hello()
            if kept:
                self.keep(player.seat or 0)

    def keep(self, seat: int) -> None:
        """Keep all tickets that a seat is offered."""
        player = self.players[seat]
        player.wait(lambda one: bool(one.legal))
        player.move(max(player.legal, key=len))

    def on_turn(self) -> Player:
        """Whoever is to move."""
        first = self.players[0]
        first.ask(type="history", before=1)  # its answer comes after all that has happened
        for player in self.players:
            player.reach(first.number)
        return self.players[first.to_move[0]]

    def draw(self, *cards: str) -> Player:
        """Whoever is to move draws two cards, face down unless it is said which."""
        player = self.on_turn()
        for card in (*cards, "blind", "blind")[:2]:
            player.wait(lambda one: bool(one.legal))
            assert player.move(f"draw {card}")["type"] == "ack"
        return player

    def draw_round(self, times: int = 1) -> None:
        """Everybody draws, so many times."""
        for _ in range(times * len(self.players)):
            self.draw()

    def draw_up_to(self, seat: int) -> Player:
        """All draw until a seat is to move."""
        while (player := self.on_turn()).seat != seat:
            self.draw()
        return player

    def visited_by(self, visitor: Visitor) -> TablePage:
        """Let a visitor sit down at the first seat."""
        visitor.hold_key(str(self.players[0].key))
        visitor.goto(f"/tables/{self.id}")
        visitor.page.locator(".game").wait_for()
        return visitor.table

    def cutting(self, player: Player) -> tuple[str, str, int]:
        """A claim of a player that makes the way of one of Ana's tickets longer: move, ticket, by how much."""
        view = self.players[0].view
        assert view is not None
        for move in player.legal:
            if not move.startswith("claim") or self.board.route(route := move.split()[1]).tunnel:
                continue
            for ticket in view["tickets"]:
                before, now = self._way(view, ticket, ""), self._way(view, ticket, route)
                if now > before:
                    return move, ticket, now - before
        raise AssertionError("no claim cuts a way")

    def _way(self, view: dict[str, object], ticket: str, claimed: str) -> int:
        """How many cars the shortest way of a ticket takes, once a route is claimed."""
        ends = next(one for one in self.board.tickets if one.id == ticket)
        taken = view["routes"]
        assert isinstance(taken, dict)
        closed = {claimed, self.board.route(claimed).twin if claimed else ""}
        queue, done = [(0, ends.a)], set[str]()
        while queue:
            length, city = heapq.heappop(queue)
            if city == ends.b:
                return length
            if city in done:
                continue
            done.add(city)
            for route in self.board.routes:
                if city in (route.a, route.b) and route.id not in closed and taken.get(route.id, 0) == 0:
                    cost = 0 if route.id in taken else route.length
                    heapq.heappush(queue, (length + cost, route.b if route.a == city else route.a))
        return 1_000
