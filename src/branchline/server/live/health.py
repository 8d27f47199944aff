"""Health: whether this process can do its work, which is to store moves. A commit of a moment ago is the proof."""

from __future__ import annotations

import asyncio
import time

from branchline.server.outages import problem_of
from branchline.server.storage.store import Probe

from .fanout import Fanout
from .hub import Hub

#: Seconds after which a write is too slow.
WITHIN = 3.0


class Health:
    """Asks the writer to write something, if nothing was written of late. However often it is asked: one at a time."""

    def __init__(self, hub: Hub, fanout: Fanout | None) -> None:
        self._hub, self._fanout = hub, fanout
        #: Seconds for which a commit, or the result of a probe, counts.
        self._fresh = hub.settings.probe
        self._probe: asyncio.Future[None] | None = None
        self._asked = 0.0

    async def problem(self) -> str | None:
        """What is wrong, in one word; None if moves can be stored and, with PostgreSQL, are heard of."""
        problem = None if self._hub.writer.wrote_within(self._fresh) else await self._write()
        if problem is None and self._fanout is not None and not self._fanout.ready.is_set():
            return "no_notifications"
        return problem

    async def _write(self) -> str | None:
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._asked >= self._fresh):
            self._asked = now
            self._probe = asyncio.ensure_future(self._hub.writer.write(Probe()))
            self._probe.add_done_callback(lambda done: done.cancelled() or done.exception())
        probe = self._probe
        await asyncio.wait([probe], timeout=max(0.0, self._asked + WITHIN - now))
        if not probe.done():
            return "slow"
        error = None if probe.cancelled() else probe.exception()
        return None if error is None else problem_of(error)
