"""Outages of the database: what is wrong in one word, few lines in the log, and the code that clients get."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import exc

from branchline.errors import first_line

from .errors import RequestError

log = logging.getLogger(__name__)
#: What the database raises when it is away, full, locked or read-only, and never because of what was asked.
DATABASE_ERRORS = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError)
#: Seconds between two lines about the same outage.
EVERY = 60.0
SQLITE = {
    "FULL": "full",
    "READONLY": "read_only",
    "BUSY": "locked",
    "LOCKED": "locked",
    "IOERR": "disk_error",
}
POSTGRESQL = {"25006": "read_only", "53100": "full", "55P03": "locked"}


def problem_of(error: BaseException) -> str:
    """What is wrong with the database: full, read_only, locked, disk_error, unreachable or failed."""
    cause = getattr(error, "orig", error)
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return SQLITE.get(str(name).split("_")[1], "failed")
    state = getattr(cause, "sqlstate", "")
    if state is None or state.startswith(("08", "57P")):  # no connection; the server is stopping or starting
        return "unreachable"
    return POSTGRESQL.get(state, "failed")


def said(error: BaseException) -> str:
    """What the driver says of an error: never the statement, nor the values that follow in further lines."""
    return first_line(getattr(error, "orig", error))


@contextmanager
def database_needed() -> Iterator[None]:
    """Whatever needs the database is refused with `not_ready` while it can't be used."""
    try:
        yield
    except DATABASE_ERRORS as error:
        raise RequestError("not_ready", problem=problem_of(error)) from None


class Outage:
    """Says in the log when something begins to fail, how often it has failed every minute, and when it works again."""

    def __init__(self, what: str, now: Callable[[], float] = time.monotonic) -> None:
        self._what, self._now = what, now
        self._since = self._told = 0.0
        self._failures = 0
        self._lock = Lock()

    @property
    def under_way(self) -> bool:
        return self._failures > 0

    def failed(self, error: BaseException) -> None:
        """One more failure."""
        with self._lock:
            now = self._now()
            self._failures += 1
            if self._failures == 1:
                self._since = self._told = now
                log.error("%s fails (%s): %s", self._what, problem_of(error), said(error))
            elif now - self._told >= EVERY:
                self._told = now
                log.error(
                    "%s has failed for %.0f seconds, %d times (%s): %s",
                    *(self._what, now - self._since, self._failures, problem_of(error), said(error)),
                )

    def over(self) -> None:
        """It works."""
        if not self._failures:
            return
        with self._lock:
            log.warning(
                "%s works again: it failed %d times in %.0f seconds",
                *(self._what, self._failures, self._now() - self._since),
            )
            self._failures = 0
