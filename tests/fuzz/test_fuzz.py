"""The fuzz itself: a short run, a longer one under sanitizers, and that it finds what is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="the fuzz limits processes as only Unix can")

from tools.fuzz.build import library
from tools.fuzz.runner import Find, Runner, reduced, repeated
from tools.fuzz.targets import KINDS, make
from tools.fuzz.worker import attempt

ROOT = Path(__file__).parents[2]


def fuzz(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.fuzz", "--jobs", "2", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_short_fuzz_finds_nothing(tmp_path: Path) -> None:
    done = fuzz("--plain", "--inputs", "1500", "--seed", "12", "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("    0 found") == len(KINDS)


@pytest.mark.slow
@pytest.mark.skipif(library("libasan.so") is None, reason="there is no gcc with its sanitizers")
def test_a_fuzz_under_sanitizers_finds_nothing(tmp_path: Path) -> None:
    done = fuzz("--inputs", "5000", "--seed", "13", "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "running without" not in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_an_input_is_the_same_for_the_same_seed(kind: str) -> None:
    assert make(kind, 3, 4) == make(kind, 3, 4) != make(kind, 3, 5)


def test_another_exception_than_ours_is_a_find() -> None:
    found = attempt("views", {"board": "usa", "how": "json", "no text": ""}, 1)
    assert isinstance(found, str)
    assert "KeyError" in found
    assert attempt("views", {"board": "usa", "how": "json", "text": ""}, 1) is False


def test_a_find_is_kept_made_smaller_and_repeated(tmp_path: Path) -> None:
    """Here the find is an input of which the fuzz itself can make nothing."""
    given = {"board": "usa", "how": "setup", "text": "[" * 90}
    find = Find("setups", 1, 7, given, "Traceback\njson.decoder.JSONDecodeError: so")
    smaller = reduced(find, dict(os.environ))
    assert len(smaller.given["text"]) < 50
    file = tmp_path / "find.json"
    file.write_text(json.dumps(smaller.as_json()))
    done = fuzz("--plain", "--repeat", str(file))
    assert done.returncode == 1
    assert "JSONDecodeError" in done.stdout
    assert repeated(Find("setups", 1, 7, given | {"text": "{}"}, ""), dict(os.environ)) == ""


def test_a_crash_is_found_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies says nothing more, but has noted the number of its input."""
    crash = "import os, sys; from pathlib import Path; Path(sys.argv[1]).write_text('7'); os.abort()"
    real = subprocess.Popen

    def started(command: list[str], **options: object) -> object:
        number = int(command[6])
        return real([sys.executable, "-c", crash, command[3]] if number < 7 else ["true"], **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", started)
    finds = Runner(dict(os.environ), seed=1, jobs=1).run({"moves": 20}, lambda kind, done: None)
    assert [(find.kind, find.number) for find in finds] == [("moves", 7)]
    assert finds[0].given == make("moves", 1, 7)
    assert "died with -6" in finds[0].problem


def test_a_find_that_cannot_be_made_smaller_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.fuzz.runner.repeated", lambda find, environment: "")
    find = Find("records", 2, 1, {"text": "a line of a record\n" * 500}, "KeyError: 'a'")
    assert reduced(find, {}) == find
