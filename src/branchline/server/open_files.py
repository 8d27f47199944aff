"""Open files: how many the process may have, how many of them may be connections, and what is logged without one."""

from __future__ import annotations

import asyncio
import errno
import logging
from contextlib import suppress
from typing import Any

log = logging.getLogger(__name__)
#: So many are asked for. macOS allows no more than this.
WANTED = 10_240
#: So many connections are accepted before anything else is done.
ACCEPTED_AT_ONCE = 16
#: At most so many files are kept for the database, pipes to bots and the like.
RESERVE = 200
#: Errors of `accept` that stand for "no more files".
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
#: Seconds between two lines about connections that could not be accepted.
INTERVAL = 60.0


def raise_limit() -> None:
    """Raise the limit of open files of this process, as far as the system allows. Windows has none."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def allowed() -> int:
    """How many files this process may have open."""
    try:
        import resource
    except ImportError:
        return WANTED
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def accepted_at_once(files: int) -> int:
    """How many connections are accepted before anything else is done. Each needs a file until it is refused."""
    return max(1, min(ACCEPTED_AT_ONCE, files // 16))


def connection_limit(files: int) -> int:
    """How many connections may stay if so many files may be open.

    A connection that makes room is gone four turns of the event loop later, each of which may accept new ones.
    """
    return max(1, files - min(RESERVE, max(48, files // 4)) - 4 * accepted_at_once(files))


class AcceptErrors:
    """Counts connections that could not be accepted, and logs one line for many. Other errors are logged as usual."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._failed = 0
        self._timer: asyncio.TimerHandle | None = None

    def install(self) -> None:
        """Let the event loop report its errors here."""
        self._loop.set_exception_handler(self.handle)

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The event loop's exception handler."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in EXHAUSTED or "socket" not in context:
            loop.default_exception_handler(context)
            return
        self._failed += 1
        if self._timer is None:
            log.error("a connection could not be accepted: %s", error.strerror)
            self._failed = 0
            self._timer = loop.call_later(INTERVAL, self._report)

    def _report(self) -> None:
        self._timer = None
        if self._failed:
            log.error("%d more connections could not be accepted in %g s", self._failed, INTERVAL)
            self._failed = 0
            self._timer = self._loop.call_later(INTERVAL, self._report)
