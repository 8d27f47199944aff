"""What a player meets on the way, driven in a browser."""

import re
from pathlib import Path

import pytest

from .conftest import Drive

SCENES = re.findall(
    r"^  async (\w+)\(", (Path(__file__).parent / "behaviour.mjs").read_text("utf-8"), re.MULTILINE
)


@pytest.mark.parametrize("scene", SCENES)
def test_scene(drive: Drive, scene: str) -> None:
    drive("behaviour", scene)
