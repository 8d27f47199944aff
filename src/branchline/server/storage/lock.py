"""One server for one SQLite file: a lock beside it, and a note that says where the server is.

The lock is SQLite's own, on an empty database beside the real one. So it works wherever SQLite does, is free again
when its holder dies, and other programs can read the real database meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from .connect import make_private
from .wal import beside

#: Seconds that somebody who only asks about the lock may take.
PATIENCE = 0.5


class InUse(Exception):
    """Another server uses the database."""


class Holder(msgspec.Struct, frozen=True):
    """Which server holds a lock. The address is known once it listens."""

    process: int
    address: str = ""


class Lock:
    """Held by the server that uses a database."""

    def __init__(self, file: Path) -> None:
        self._note = note_of(file)

    def announce(self, address: str) -> None:
        """Write down where this server is. Readers see the old note or the new one, never a part of it."""
        new = beside(self._note, ".new")
        make_private(new)
        new.write_bytes(msgspec.json.encode(Holder(os.getpid(), address)))
        new.replace(self._note)


@contextmanager
def locked(file: Path) -> Iterator[Lock]:
    """Hold the lock of a database until the end of the block; `InUse` if another server has it."""
    lock_file = beside(file, ".lock")
    make_private(lock_file)
    with closing(sqlite3.connect(lock_file, timeout=PATIENCE, isolation_level=None)) as connection:
        take(connection)
        lock = Lock(file)
        lock.announce("")
        yield lock


def take(connection: sqlite3.Connection) -> None:
    """Lock the file of a connection; `InUse` if that can't be done."""
    try:
        connection.execute("PRAGMA journal_mode=MEMORY")  # no file for a journal
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse from None
        raise


def in_use(file: Path) -> bool:
    """Whether a server uses a database now."""
    lock_file = beside(file, ".lock")
    if not lock_file.exists():
        return False
    try:
        with closing(
            sqlite3.connect(f"{lock_file.resolve().as_uri()}?mode=ro", uri=True, timeout=0)
        ) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return False


def holder(file: Path) -> Holder | None:
    """Which server uses a database, as it wrote itself. The note stays when the server goes: only the lock counts."""
    try:
        return msgspec.json.decode(note_of(file).read_bytes(), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None


def note_of(file: Path) -> Path:
    return beside(file, ".server")
