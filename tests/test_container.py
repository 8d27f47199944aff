"""The container image: its files are there, and its steps work without an engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.container_steps import DOCKERFILE, instructions, tracked

ROOT = Path(__file__).parents[1]


def test_what_the_image_copies_is_in_the_repository_and_let_through() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copies = [rest.split()[:-1] for name, rest in instructions(DOCKERFILE.read_text()) if name == "COPY"]
    sources = {source for copy in copies if not copy[0].startswith("--from") for source in copy}
    assert sources
    assert all(tracked(source) for source in sources)
    assert {line[1:] for line in ignored if line.startswith("!")} == sources


@pytest.mark.slow
def test_the_steps_of_the_image_work_one_by_one() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/container_steps.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == ["healthy", "every step works"]
