"""Where a browser keeps its tables: event by event, and some values by their names. Everything is text."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

log = logging.getLogger(__name__)


class Storage(Protocol):
    """What keeps tables: the browser's database behind a port, or only the memory. Each call is one transaction."""

    async def create(self, game: str, secret: str, first: str) -> bool:
        """Keep a new table with its first entry; False if there is one with this id."""

    async def append(self, game: str, number: int, entry: str) -> bool:
        """Keep the next entry of a table; False if there is one with this number."""

    async def secret(self, game: str) -> str | None:
        """The secret of a table's deal; None if there is no such table."""

    async def entries(self, game: str, after: int) -> str:
        """The entries of a table after a number, each on a line."""

    async def get(self, name: str) -> str | None:
        """A value by its name."""

    async def put(self, name: str, value: str) -> None:
        """Keep a value under a name."""


class SpareStorage:
    """Keeps in memory what the browser's storage has no room for, so that games go on; `full` is told once.

    From then on everything new stays in memory: the storage has the first part of each table, without gaps.
    """

    def __init__(self, storage: Storage, full: Callable[[], object]) -> None:
        self._storage, self._tell_full, self._full = storage, full, False
        self._secrets: dict[str, str] = {}
        self._entries: dict[str, dict[int, str]] = {}
        self._values: dict[str, str] = {}

    async def create(self, game: str, secret: str, first: str) -> bool:
        stored = await self._written(lambda: self._storage.create(game, secret, first))
        if stored is not None:
            return stored
        if await self.secret(game) is not None:
            return False
        self._secrets[game], self._entries[game] = secret, {1: first}
        return True

    async def append(self, game: str, number: int, entry: str) -> bool:
        stored = await self._written(lambda: self._storage.append(game, number, entry))
        if stored is not None:
            return stored
        spare = self._entries.setdefault(game, {})
        return spare.setdefault(number, entry) is entry

    async def secret(self, game: str) -> str | None:
        return self._secrets.get(game) or await self._storage.secret(game)

    async def entries(self, game: str, after: int) -> str:
        spare = self._entries.get(game, {})
        stored = "" if game in self._secrets else await self._storage.entries(game, after)
        return "\n".join(
            [*stored.splitlines(), *(spare[number] for number in sorted(spare) if number > after)]
        )

    async def get(self, name: str) -> str | None:
        return self._values.get(name) or await self._storage.get(name)

    async def put(self, name: str, value: str) -> None:
        if await self._written(lambda: self._storage.put(name, value), done=True) is None:
            self._values[name] = value

    async def _written(self, write: Callable[[], Awaitable[bool | None]], done: bool = False) -> bool | None:
        """What the storage says to a write, or `done` if it says nothing; None if it has no room."""
        if self._full:
            return None
        try:
            return await write() or done
        except Exception:  # the browser's own errors: a full disk, an exceeded quota
            log.exception("the browser has no room")
            self._full = True
            self._tell_full()
            return None


class MemoryStorage:
    """Keeps everything as long as the worker lives: for a browser that refuses to keep anything."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}
        self._entries: dict[str, list[str]] = {}
        self._values: dict[str, str] = {}

    async def create(self, game: str, secret: str, first: str) -> bool:
        if game in self._secrets:
            return False
        self._secrets[game], self._entries[game] = secret, [first]
        return True

    async def append(self, game: str, number: int, entry: str) -> bool:
        if number != len(self._entries[game]) + 1:
            return False
        self._entries[game].append(entry)
        return True

    async def secret(self, game: str) -> str | None:
        return self._secrets.get(game)

    async def entries(self, game: str, after: int) -> str:
        return "\n".join(self._entries[game][after:])

    async def get(self, name: str) -> str | None:
        return self._values.get(name)

    async def put(self, name: str, value: str) -> None:
        self._values[name] = value
