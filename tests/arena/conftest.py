"""For these tests, the fakes are bots like any other."""

from collections.abc import Iterator

import pytest

from branchline.arena.players import player
from branchline.bots.registry import KINDS

from .fakes import BOTS, register_fakes


@pytest.fixture
def fakes() -> Iterator[None]:
    register_fakes()
    yield
    for name in BOTS:
        del KINDS[name]
    player.cache_clear()
