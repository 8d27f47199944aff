"""Bots for the tables of a browser: they think in a worker of their own, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from branchline.server.live.thinking import Decision, Question, clock_seconds, quick_decision

from .thinking import Choose, Chosen, encode

log = logging.getLogger(__name__)
#: Asks the thinking worker, and waits for its answer.
Think = Callable[[str], Awaitable[str]]


class LocalThinkers:
    """Asks the thinking worker. If that fails, or does not answer, the quick bot moves here."""

    def __init__(self, think: Think, patience: float) -> None:
        self._think, self._patience = think, patience
        self._turn = asyncio.Lock()

    async def choose(self, question: Question) -> Decision:
        async with self._turn:
            seed, view = question.position()
            full = clock_seconds(question.spec)
            spec = question.spec if full is None else f"search:time={full:.3f},threads=1"
            asked = encode(Choose(spec, seed, view.to_json().decode(), question.others))
            try:
                text = await asyncio.wait_for(self._think(asked), self._patience)
                chosen = msgspec.json.decode(text, type=Chosen)
            except Exception as error:
                log.error("bot %s failed: %s", question.spec, error)
                return quick_decision(seed, view)
        return Decision(chosen.move, chosen.by, others=chosen.others)

    def crowded(self, opener: str) -> bool:
        """Bots play on only where somebody looks: the others wait until their table is opened again."""
        return True

    def look(self, table: str) -> None:
        """Nothing to do: nobody is served before others."""

    async def close(self) -> None:
        """Nothing to do: the worker ends with the page."""
