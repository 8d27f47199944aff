"""Browsers for the tests: Node drives Debian's Chromium with the tools of the page."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline import SeededDealer
from tests.server.running import Server, running

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TIMEOUT = 240
Drive = Callable[..., dict[str, Any]]


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def node() -> Path | None:
    """The system's Node, or the one that `make browser` got from PyPI."""
    found: Path | None = runpy.run_path(str(ROOT / "tools/bundle.py"))["node"]()
    return found


def missing() -> str:
    """What the browser tests lack here, and how to get it; empty if nothing."""
    if node() is None:
        return "browser tests need Node: make browser"
    if not (ROOT / "web/node_modules/playwright-core").exists():
        return "browser tests need the tools of the page: make browser"
    if chromium() is None:
        return "browser tests need Chromium: make browser as root, or apt-get install chromium"
    return ""


def scenes(drive: str) -> list[str]:
    """The scenes that a drive names."""
    return re.findall(r"^  async (\w+)\(", (HERE / f"{drive}.mjs").read_text("utf-8"), re.MULTILINE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with quick bots, whose deals are always the same."""
    with running(
        tmp_path_factory.mktemp("web"), dealer_for=lambda secret: SeededDealer(11), patience=2.0
    ) as here:
        yield here


@pytest.fixture(scope="session")
def drive(server: Server) -> Drive:
    """Run a drive against the server; what it prints at the end."""
    lack = missing()
    if lack:
        pytest.skip(lack)

    def run(scenario: str, *arguments: str, address: str = server.url) -> dict[str, Any]:
        done = subprocess.run(
            [str(node()), str(HERE / f"{scenario}.mjs"), address, *arguments],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
            env={**os.environ, "CHROMIUM": chromium() or ""},
        )
        assert done.returncode == 0, done.stderr[-3000:]
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    return run
