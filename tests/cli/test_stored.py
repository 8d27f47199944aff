"""Runs that keep what they find: stopped, they say whether the same command goes on."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from branchline.cli.stored import opened_store
from branchline.processes import Terminated


def stopped_run(path: Path | None) -> None:
    """Find something, and be stopped."""
    with opened_store(path) as store:
        assert (store is None) == (path is None)
        if store is not None:
            store.put("one", b"1")
        signal.raise_signal(signal.SIGTERM)


def test_a_stopped_run_has_kept_what_it_found_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.sqlite"
    with pytest.raises(Terminated):
        stopped_run(path)
    assert capsys.readouterr().err == "stopped; the same command goes on from here\n"
    with opened_store(path) as store:
        assert store is not None
        assert store.get("one") == b"1"


def test_a_run_without_a_file_says_that_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Terminated):
        stopped_run(None)
    assert capsys.readouterr().err == "stopped; nothing is kept: no --store\n"
