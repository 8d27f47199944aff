"""A run that is killed at any moment loses nothing, and ends as one that was left alone."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from branchline.arena import ResultStore

from .test_match import timeless

ROOT = Path(__file__).parents[2]
RUN = """
import sys
from branchline.cli import main
from branchline.arena import executors
from tests.arena.fakes import register_fakes
register_fakes()
executors.local_executor = lambda processes: executors.Inline()
sys.exit(main(sys.argv[1:]))
"""


def arena(results: Path, report: Path) -> list[str]:
    command = shlex.split("arena guess builder guess2 --board london --seats 2 --games 30 --processes 1")
    return [sys.executable, "-c", RUN, *command, "--results", str(results), "--json", str(report)]


def told(report: Path) -> object:
    """The report without the times."""
    plain = msgspec.json.decode(report.read_bytes())
    for line in (*plain["bots"], *plain["lineups"]):
        del line["cpu_ms"]
    return plain


@pytest.mark.slow
def test_killed_and_continued_is_the_same_as_left_alone(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    process = subprocess.Popen(arena(broken, tmp_path / "a.json"), cwd=ROOT, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        if broken.exists() and broken.read_bytes().count(b"\n") >= 20:
            break
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert 20 <= broken.read_bytes().count(b"\n") < 90, "it ended before it could be killed"
    for results, report in ((broken, "a.json"), (whole, "b.json")):
        subprocess.run(arena(results, tmp_path / report), cwd=ROOT, check=True, capture_output=True)
    assert told(tmp_path / "a.json") == told(tmp_path / "b.json")
    assert broken.read_bytes().count(b"\n") == whole.read_bytes().count(b"\n") == 90
    with ResultStore(broken) as one, ResultStore(whole) as other:
        assert timeless(one) == timeless(other)
