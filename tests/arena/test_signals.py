"""A run that is told to stop, or whose process is killed, leaves nothing running, and what was played is kept."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from branchline.arena import ResultStore

#: Hears Ctrl-C even if these tests are run where it is ignored, as in the background of a shell.
MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from branchline.cli import main
sys.exit(main())
"""
COMMAND = [sys.executable, "-c", MAIN, "arena"]
#: Says who it is and who started it, and then hears nothing, not even that its input has ended.
STUCK = """
import os, sys, time
with open(sys.argv[1], "a") as file:
    print(os.getpid(), os.getppid(), file=file)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
    ids=lambda value: value.name if isinstance(value, signal.Signals) else "",
)
def test_all_processes_end_with_the_run_and_what_was_played_is_kept(
    tmp_path: Path, sent: signal.Signals, status: int
) -> None:
    results, started = tmp_path / "results.jsonl", tmp_path / "started"
    stuck = shlex.join([sys.executable, "-c", STUCK, str(started)])
    options = f"--board london --seats 2 --games 40 --processes 2 --results {results}"
    run = subprocess.Popen(
        [*COMMAND, "random", "greedy", f"exec:{stuck}", *options.split()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for(run, results, 40)  # the games of random and greedy
        wait_for(run, started, 2)  # both workers wait for their programs
        if sent == signal.SIGINT:
            os.killpg(run.pid, sent)  # as a terminal does: to all processes at once
        else:
            run.send_signal(sent)
        _, told = run.communicate(timeout=30)  # the pipe ends when its last holder does: workers, programs
    finally:
        kill_all(run, started)
    assert run.returncode == status
    assert "Traceback" not in told
    if sent != signal.SIGKILL:
        assert "stopped after 40 games; the same command goes on from here" in told
    with ResultStore(results) as store:
        assert len(store.games) == 40


def wait_for(run: subprocess.Popen[str], path: Path, lines: int) -> None:
    """Until a file has so many lines."""
    while not (path.exists() and path.read_bytes().count(b"\n") >= lines):
        assert run.poll() is None, "the run ended before it could be stopped"
        time.sleep(0.02)


def kill_all(run: subprocess.Popen[str], started: Path) -> None:
    """Leave nothing behind, whatever the test has found."""
    run.kill()
    for pid in started.read_text().split() if started.exists() else ():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    run.communicate()
