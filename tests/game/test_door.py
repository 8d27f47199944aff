"""The packages as others import them: which names they have, and what a first import does not load."""

import subprocess
import sys

import branchline
import branchline.game

LOADED = "import sys, branchline; print(*sys.modules)"
#: Needed only for some uses: boards, messages, bots, pictures, servers.
LATER = {"tomllib", "difflib", "secrets", "random", "asyncio", "rich", "numpy", "sqlalchemy", "starlette"}
ROOMS = {f"branchline.{room}" for room in ("arena", "bots", "cli", "drawing", "server", "terminal")}


def test_the_game_package_has_the_names_of_the_whole_package() -> None:
    assert branchline.game.__all__ == sorted(branchline.game.__all__)
    for name in branchline.game.__all__:
        assert getattr(branchline.game, name).__doc__, name
        assert getattr(branchline, name, None) is getattr(branchline.game, name) or name == "Cards"


def test_a_first_import_loads_only_what_a_game_needs() -> None:
    printed = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    ).stdout
    assert not (LATER | ROOMS) & set(printed.split())
