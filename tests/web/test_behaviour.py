"""What a player meets on the way, driven in a browser."""

import pytest

from .conftest import Drive, scenes


@pytest.mark.parametrize("scene", scenes("behaviour"))
def test_scene(drive: Drive, scene: str) -> None:
    drive("behaviour", scene)
