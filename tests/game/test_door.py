"""The packages as others import them: which names they have, and what a first import does not load."""

import os
import subprocess
import sys

import branchline
import branchline.game

LOADED = "import sys, branchline; print(*sys.modules)"
#: Needed only for some uses: boards, messages, bots, pictures, servers.
LATER = {"tomllib", "difflib", "secrets", "random", "asyncio", "rich", "numpy", "scipy", "shapely"}
LATER |= {"alembic", "psycopg", "sqlalchemy", "starlette"}
ROOMS = {f"branchline.{room}" for room in ("arena", "bots", "cli", "drawing", "server", "terminal")}


def test_the_game_package_has_the_names_of_the_whole_package() -> None:
    assert branchline.game.__all__ == sorted(branchline.game.__all__)
    for name in branchline.game.__all__:
        assert getattr(branchline.game, name).__doc__, name
        assert getattr(branchline, name, None) is getattr(branchline.game, name) or name == "Cards"


def test_a_first_import_loads_only_what_a_game_needs() -> None:
    """What an import costs, counted in modules because a time depends on the machine."""
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED], env=unmeasured, capture_output=True, text=True, check=True
    ).stdout.split()
    assert not (LATER | ROOMS) & set(loaded)
    assert len(loaded) < 250, "import branchline takes longer with every module"
