"""Servers for the tests of a module."""

from collections.abc import Iterator

import pytest

from .postgres import fresh_database, postgresql
from .running import Server, running


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """One PostgreSQL for all tests of this process."""
    with postgresql() as address:
        yield address


@pytest.fixture(scope="module")
def database(postgresql_server: str) -> str:
    """A database of its own for each module."""
    return fresh_database(postgresql_server)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite with wide limits and quick bots."""
    with running(tmp_path_factory.mktemp("server")) as here:
        yield here
