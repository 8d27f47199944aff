"""Bad days: a lost connection, a killed server, a refused move, two tabs, links that are not valid, a slow network."""

import json
import sys
from pathlib import Path

import pytest

from tests.server.processes import MAIN, free_port

from .conftest import Drive, scenes

KILLS = "restarted"


@pytest.mark.parametrize("scene", [scene for scene in scenes("bad_days") if scene != KILLS])
def test_scene(drive: Drive, scene: str) -> None:
    drive("bad_days", scene)


def test_the_server_is_killed_and_started_again(drive: Drive, tmp_path: Path) -> None:
    port = free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path), "--bot-delay", "0"]
    command = json.dumps([sys.executable, "-c", MAIN, "serve", *options])
    drive("bad_days", KILLS, command, address=f"http://127.0.0.1:{port}")
