"""One server for one SQLite file, whoever starts the second, and nobody else can read it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from branchline.cli import main
from branchline.server import database
from branchline.server.storage.lock import InUse, holder, in_use, locked

from .players import TIMEOUT
from .processes import MAIN, Process
from .running import until
from .test_crash import STOPPED


def serve(*options: str, **environment: str) -> subprocess.Popen[str]:
    """A `branchline serve` on any free port, with its output in our hands."""
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, "serve", "--host", "127.0.0.1", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )


def test_a_second_server_is_refused_with_the_address_of_the_first_until_that_is_gone(tmp_path: Path) -> None:
    first = Process(tmp_path)
    first.start()
    (tmp_path / "elsewhere").symlink_to(tmp_path)
    for folder in (tmp_path, tmp_path / "elsewhere"):
        second = serve("--port", "0", "--data", str(folder))
        _, said = second.communicate(timeout=TIMEOUT)
        assert second.returncode == 2
        assert said == (
            f"branchline: a server already uses {tmp_path / 'branchline.db'}: it is at {first.url}/ "
            f"(process {first.pid}); for a second one give another folder by --data\n"
        )
    assert httpx.get(f"{first.url}/healthz").status_code == 200
    first.kill()
    first.start()  # what was left behind hinders nobody
    assert first.stop() in STOPPED


@pytest.mark.slow
def test_of_two_that_start_at_once_one_serves_and_the_other_says_where(tmp_path: Path) -> None:
    killed = Process(tmp_path)
    killed.start()
    killed.kill()  # its note is still there, and must not be believed
    both = [serve("--port", "0", "--data", str(tmp_path)) for _ in range(2)]
    try:
        until(lambda: any(one.poll() is not None for one in both))
        (refused,) = (one for one in both if one.poll() is not None)
        (serving,) = (one for one in both if one is not refused)
        _, said = refused.communicate(timeout=TIMEOUT)
        assert refused.returncode == 2
        found = re.search(r"it is at (\S+) \(process (\d+)\)", said)
        assert found is not None, said
        assert found.group(2) == str(serving.pid)
        assert httpx.get(f"{found.group(1)}healthz").status_code == 200
    finally:
        for one in both:
            one.terminate()
            one.communicate(timeout=TIMEOUT)


def test_open_shows_the_page_of_the_server_that_runs_already(tmp_path: Path) -> None:
    first = Process(tmp_path)
    first.start()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path / "seen"}"\n', encoding="utf-8")
    browser.chmod(0o755)
    again = serve("--open", "--data", str(tmp_path), BROWSER=str(browser))
    said, _ = again.communicate(timeout=TIMEOUT)
    assert (again.returncode, said) == (0, f"Branchline is already running at {first.url}/\n")
    until((tmp_path / "seen").exists)
    until(lambda: (tmp_path / "seen").read_text() == f"{first.url}/\n")
    assert first.stop() in STOPPED


def test_a_server_that_does_not_answer_keeps_its_data_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be starting, or in a container whose ports are elsewhere."""
    monkeypatch.setattr(database, "ANSWER_WITHIN", 0.2)
    with locked(tmp_path / "branchline.db") as lock:
        for address, said in (
            ("", "it does not answer (pro"),
            ("http://127.0.0.1:1/", "answer at http://127.0.0.1:1/ (p"),
        ):
            lock.announce(address)
            assert (
                main(["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--open"]) == 2
            )
            assert said in capsys.readouterr().err


def test_a_lock_is_held_by_one_alone_and_can_be_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "games" / "branchline.db"
    assert not in_use(file)
    with locked(file) as lock:
        assert in_use(file)
        lock.announce("http://here/")
        found = holder(file)
        assert found is not None
        assert (found.process, found.address) == (os.getpid(), "http://here/")
        with pytest.raises(InUse), locked(file):
            pass
    assert not in_use(file)
    with locked(file):
        assert in_use(file)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_the_folder_and_the_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Whatever the umask is; and a database from before is made so."""
    folder = tmp_path / "games"
    before = os.umask(0)
    try:
        server = Process(tmp_path, "", "--data", str(folder))
        server.start()
        server.open("london", 2)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    ours = [file for file in folder.iterdir() if file.name.startswith("branchline.db")]
    assert {file.name for file in ours} == {
        f"branchline.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock", ".server")
    }
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in ours), ours
    server.kill()
    for file in ours:
        file.chmod(0o644)
    server.start()
    assert all(
        file.stat().st_mode & 0o777 == 0o600 for file in ours if file.suffix == ".db" or "-" in file.name
    )
    assert server.stop() in STOPPED
    assert "branchline.db could be read by others; now only its owner can" in server.log.read_text()
