"""Reviews in a browser: made in a worker of their own, and kept in its storage."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable

import msgspec

from branchline.review.levels import LEVELS
from branchline.server.errors import RequestError
from branchline.server.live.replay import review_version
from branchline.server.table.table import Table
from branchline.server.wire.forms import ReviewLevel, ReviewState

from .storage import Storage
from .thinking import MadeReview, MakeReview, Progress, encode

log = logging.getLogger(__name__)
#: Asks the worker for reviews, which tells how far it is, and waits for its answer.
Work = Callable[[str, Progress], Awaitable[str]]


class LocalReviews:
    """Makes the reviews that are wanted, one after the other."""

    def __init__(self, work: Work, storage: Storage) -> None:
        self._work, self._storage = work, storage
        #: How far each is that is wanted, and the tasks that make them.
        self._progress: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()
        self._turn = asyncio.Lock()

    async def ask(self, table: Table, level: ReviewLevel, address: str) -> ReviewState:
        name = name_of(table, level)
        if name not in self._tasks and await self._storage.get(name) is not None:
            return ReviewState(level, 1.0, True, 0)
        if name in self._failed:
            self._failed.remove(name)
            raise RequestError("review_failed", level=level)
        if name not in self._tasks:
            self._progress[name] = 0.0
            self._tasks[name] = asyncio.create_task(self._make(name, table, level))
        return ReviewState(level, self._progress[name], False, len(self._tasks) - 1)

    async def _make(self, name: str, table: Table, level: str) -> None:
        def note(progress: float) -> None:
            self._progress[name] = max(progress, self._progress[name])

        try:
            async with self._turn:
                record = table.playing.record(table.bots)
                text = await self._work(encode(MakeReview(record, level)), note)
                await self._storage.put(name, msgspec.json.decode(text, type=MadeReview).review)
        except Exception as error:
            log.error("a review could not be made: %r", error)
            self._failed.add(name)
        finally:
            del self._tasks[name], self._progress[name]

    async def made(self, table: Table) -> dict[str, bytes]:
        try:
            names = {level: name_of(table, level) for level in LEVELS}
        except RequestError:
            return {}
        found = {level: await self._storage.get(name) for level, name in names.items()}
        return {level: b64decode(review) for level, review in found.items() if review is not None}


def name_of(table: Table, level: str) -> str:
    """The name under which a review is kept."""
    return f"review {table.id} {level} {review_version(table)}"
