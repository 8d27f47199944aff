"""Connecting to a database: engines for SQLite and PostgreSQL, and what their errors mean."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url

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
    if parsed.database:
        make_private(Path(parsed.database))
    engine = sa.create_engine(parsed, **options)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


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


def any_text(text: bytes) -> str:
    """A text of the database. One that is no UTF-8 must not make all rows of a query unreadable."""
    return text.decode("utf-8", "surrogateescape")


def says_corrupt(error: Exception) -> bool:
    """Whether an error of a database means that what was asked for is damaged. Other things can still be read."""
    if isinstance(error, UnicodeDecodeError):
        return True
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
    return getattr(cause, "sqlstate", None) in CORRUPT
