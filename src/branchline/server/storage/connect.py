"""Connecting to a database: engines for SQLite and PostgreSQL, and what their errors mean."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from .wal import beside

#: SQLSTATE of PostgreSQL for damaged data and indexes.
CORRUPT = ("XX001", "XX002")
#: A machine that does not answer is given up after these seconds, and not after the minutes that TCP takes.
CONNECTING: dict[str, Any] = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 30}


def connect(url: str) -> sa.Engine:
    """An engine for the URL of a database. The folder of a SQLite file is created.

    Messages of errors never contain parameters: they are moves, keys and secrets.
    """
    parsed = make_url(url)
    options: dict[str, Any] = {"pool_size": 8, "max_overflow": 8, "hide_parameters": True}
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, pool_pre_ping=True, connect_args=CONNECTING, **options)
    file = sqlite_file(url)
    if file is not None:
        make_private(file)
    engine = sa.create_engine(parsed, **options)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def connect_read_only(url: str, alone: bool = False) -> sa.Engine:
    """An engine that changes nothing, not even SQLite's journal mode. Unless `alone`, others may write meanwhile."""
    file = sqlite_file(url)
    if file is None:
        engine = connect(url)
        sa.event.listen(engine, "connect", _prepare_read_only)
        return engine
    # A database without a write-ahead log, which nobody writes, can be read without any file beside it.
    wal = beside(file, "-wal")
    alone = alone and not (wal.exists() and wal.stat().st_size)
    mode = "immutable=1" if alone else "mode=ro"

    def open_file() -> sqlite3.Connection:
        opened = sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=10)
        opened.text_factory = any_text
        return opened

    return sa.create_engine("sqlite://", creator=open_file, poolclass=NullPool, hide_parameters=True)


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database; None for one in memory or on PostgreSQL."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def make_private(file: Path) -> None:
    """Create a file that only its owner can read, in a folder of the same kind, unless they are there.

    SQLite gives the files that it puts beside the database the same permissions.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Readers never wait for the writer (WAL), and a commit is on the disk when it returns (FULL)."""
    connection.text_factory = any_text
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _prepare_read_only(connection: Any, _: Any) -> None:
    connection.read_only = True


def any_text(text: bytes) -> str:
    """A text of the database. One that is no UTF-8 must not make all rows of a query unreadable."""
    return text.decode("utf-8", "surrogateescape")


def is_text(text: str) -> bool:
    """Whether a text of the database was valid. One that was not can't be asked for."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def says_corrupt(error: Exception) -> bool:
    """Whether an error of a database means that what was asked for is damaged. Other things can still be read."""
    if isinstance(error, UnicodeDecodeError):
        return True
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
    return getattr(cause, "sqlstate", None) in CORRUPT
