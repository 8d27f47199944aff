"""Servers for the tests of a module."""

from collections.abc import Iterator

import pytest

from .running import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite with wide limits and quick bots."""
    with running(tmp_path_factory.mktemp("server")) as here:
        yield here
