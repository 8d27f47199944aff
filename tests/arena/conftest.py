"""In this process, the arena's bots are the fakes of these tests."""

import pytest

from .fakes import make_fake


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.arena.play.make_player", make_fake)
    monkeypatch.setattr("branchline.arena.players.make_player", make_fake)
    monkeypatch.setattr("branchline.arena.match.is_native", lambda spec: False)
    monkeypatch.setattr("branchline.arena.match.cores_for", lambda spec: 1)
