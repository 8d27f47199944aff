"""The compiled and the uncompiled core play the same games, in any process."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from branchline.core import COMPILED
from tests.core.games import play

GAMES = 200


def played_elsewhere(games: int, seed: int, **environment: str) -> Any:
    command = [sys.executable, "-m", "tests.core.games", str(games), str(seed)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare")
def test_compiled_and_uncompiled_core_play_the_same_games() -> None:
    """Thousands of games, on all boards and with all numbers of seats."""
    assert played_elsewhere(GAMES, 11, BRANCHLINE_UNCOMPILED="1") == play(GAMES, 11)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_a_seed_gives_the_same_games_in_any_process(hash_seed: str) -> None:
    assert played_elsewhere(10, 5, PYTHONHASHSEED=hash_seed) == play(10, 5)
