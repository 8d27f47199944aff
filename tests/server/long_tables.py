"""Tables with logs of any length, written into a database as a server of an older version may have left them."""

from __future__ import annotations

import secrets

from branchline import CommittedDealer, Game, load_board
from branchline.server import keys
from branchline.server.storage.store import Listing, NewGame, Store
from branchline.server.table import events
from branchline.server.table.log import StoredEvent, chain_start, entry

AT = 1_700_000_000.0
BATCH = 1_000


class LongTable:
    """A private table of two players whose log is written event by event. `keys` are those of its seats."""

    def __init__(self, store: Store, board: str = "europe") -> None:
        self.id, self.keys = keys.new_id(), (keys.new_key(), keys.new_key())
        self._store, self._waiting = store, list[StoredEvent]()
        self.number = 1
        seats = tuple(
            events.SeatPlan(name=f"player {n}", holder=keys.digest(key)) for n, key in enumerate(self.keys)
        )
        opened = events.Opened(
            board, load_board(board).digest, seats, keys.digest(self.keys[0]), keys.digest("w"), first=0
        )
        listing = Listing(self.id, "open", None, "{}")
        self._secret = secrets.token_bytes(32)
        stored = entry(chain_start(self.id, self._secret), self.id, 1, AT, opened)
        self._head = stored.digest
        store.create(NewGame(self._secret, False, stored, listing))

    def add(self, *new: events.AnyEvent) -> None:
        """Append events to the log."""
        for event in new:
            self.number += 1
            stored = entry(self._head, self.id, self.number, AT, event)
            self._head = stored.digest
            self._waiting.append(stored)
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        self._store.write(self._waiting)
        self._waiting = []

    def talk(self, count: int, text: str = "hello", seat: int | None = 0) -> None:
        """Lines of chat."""
        for n in range(count):
            self.add(events.Said(f"{text} {n}", seat))

    def play(self, moves: int | None = None) -> None:
        """Deal, choose the first tickets, and play: to the end, or so many moves."""
        game = Game("europe", 2, first=0, dealer=CommittedDealer(self._secret))
        self.add(events.Started())
        while not game.over and (moves is None or game.moves < moves):
            legal = [str(action) for action in game.legal()]
            seat, move = (
                game.actor,
                next((move for move in legal if move.startswith(("claim", "pay"))), legal[0]),
            )
            assert seat is not None
            game.play(move, seat)
            self.add((events.Kept if game.moves <= 2 else events.Moved)(seat, move, f"m{game.moves}"))
