"""Where the results for single moves are kept, so that a review can be stopped and resumed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Lock
from typing import Protocol, Self


class Store(Protocol):
    """Keeps results by a key that says all they depend on: position, move, level, network and version.

    It is called from several threads.
    """

    def get(self, key: str) -> bytes | None:
        """What is kept under a key."""
        ...

    def put(self, key: str, value: bytes) -> None:
        """Keep something under a key."""
        ...


class FileStore:
    """Results in one SQLite file. Several processes may use it at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock()
        self._file = sqlite3.connect(path, timeout=30.0, check_same_thread=False, isolation_level=None)
        with self._lock:
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID"
            )

    def get(self, key: str) -> bytes | None:
        with self._lock:
            row = self._file.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def put(self, key: str, value: bytes) -> None:
        with self._lock:
            self._file.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, value))

    def __len__(self) -> int:
        with self._lock:
            return int(self._file.execute("SELECT count(*) FROM results").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
