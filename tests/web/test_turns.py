"""What a player does in a turn, driven in a browser."""

import pytest

from .conftest import Drive, scenes


@pytest.mark.parametrize("scene", scenes("turns"))
def test_scene(drive: Drive, scene: str) -> None:
    drive("turns", scene)
