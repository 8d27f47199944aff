"""What the command needs: each subcommand imports its own packages, and says what to install if they are missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: The packages of the extra `arena` are not there.
WITHOUT = """
import sys
for name in ("numpy", "scipy", "choix"):
    sys.modules[name] = None
from branchline.cli import main
sys.exit(main())
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize(
    "arguments", ["--help", "play --board london --seed 1", "bots", "simulate --games 5 --processes 1"]
)
def test_most_commands_need_no_packages_of_the_arena(arguments: str) -> None:
    code = (
        "import sys; from branchline.cli import main\n"
        "try: status = main()\n"
        "except SystemExit as end: status = end.code\n"
        "print(status, sorted({'numpy', 'scipy', 'choix', 'starlette', 'sqlalchemy'} & set(sys.modules)))"
    )
    told = run(sys.executable, "-c", code, *arguments.split())
    assert told.stdout.splitlines()[-1] == "0 []", told.stderr


def test_the_arena_without_its_packages_says_what_to_install() -> None:
    told = run(sys.executable, "-c", WITHOUT, "arena", "rush", "greedy")
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert 'pip install "branchline[arena]"' in told.stderr


def test_the_package_is_a_command_too() -> None:
    told = run(sys.executable, "-m", "branchline", "simulate", "--board", "london", "--games", "2500")
    assert (told.returncode, told.stderr) == (0, "")
    assert "London, 3 seats, seed 0: 2,500 games" in told.stdout
