"""The live tables of a browser: their events are kept in its storage, and other tabs are told of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from branchline.server.live.tables import LiveTable, LiveTables
from branchline.server.settings import Settings
from branchline.server.table import events
from branchline.server.table.log import Row, StoredEvent, follow
from branchline.server.table.table import Table

from .storage import Storage

T = TypeVar("T")
#: Tells the other tabs of a table that has a new event.
Tell = Callable[[str, int], object]


class LocalTables(LiveTables):
    """All tables in the memory of a worker. Other tabs may have the same ones in theirs."""

    shared = True
    #: Whoever plays here plays at this device: a running game may be carried away as its record.
    portable = True

    def __init__(self, settings: Settings, storage: Storage, tell: Tell) -> None:
        super().__init__(settings)
        self.storage, self._tell_others = storage, tell

    async def in_thread(self, work: Callable[[], T]) -> T:
        return work()

    async def _create(self, table: Table, first: StoredEvent) -> bool:
        return await self.storage.create(table.id, table.secret.hex(), write_entry(first))

    async def _secret(self, game: str) -> bytes | None:
        found = await self.storage.secret(game)
        return None if found is None else bytes.fromhex(found)

    async def _read(self, game: str, after: int, head: bytes) -> Sequence[StoredEvent]:
        text = await self.storage.entries(game, after)
        return list(follow(game, map(read_entry, text.splitlines()), after, head))

    async def _store(self, stored: StoredEvent) -> bool:
        return await self.storage.append(stored.game, stored.number, write_entry(stored))

    async def _stored(self, live: LiveTable, event: events.Event) -> None:
        self._tell_others(live.table.id, live.table.number)


def write_entry(stored: StoredEvent) -> str:
    """An entry of a log as one line."""
    return json.dumps([stored.number, stored.at, events.write(stored.event), stored.digest.hex()])


def read_entry(line: str) -> Row:
    number, at, payload, digest = json.loads(line)
    return Row(number, at, payload, bytes.fromhex(digest))
