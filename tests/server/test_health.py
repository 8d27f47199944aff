"""Health: it says when nothing can be written, and asking costs nothing."""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path

import httpx
import psycopg
import pytest

from branchline.server.live import health
from branchline.server.settings import Settings
from branchline.server.storage.store import Probe, Store

from .players import TIMEOUT
from .processes import Process
from .running import running, until

HTTP = httpx.Client(timeout=TIMEOUT)


def asked(url: str, path: str = "/healthz") -> tuple[int, str]:
    """The status, and what is wrong."""
    answer = HTTP.get(url + path)
    return answer.status_code, answer.json().get("data", {}).get("problem", "")


def log_size(folder: Path) -> int:
    """The size of SQLite's write-ahead log, which every commit makes larger."""
    return (folder / "branchline.db-wal").stat().st_size


def test_asking_writes_nothing_while_moves_are_written_and_little_otherwise(tmp_path: Path) -> None:
    with running(tmp_path, probe=3600.0) as server:
        server.open()
        server.services.hub.writer._wrote = (
            time.monotonic()
        )  # tables are opened elsewhere than moves are written
        before = log_size(tmp_path)
        assert {asked(server.url) for _ in range(50)} == {(200, "")}
        assert log_size(tmp_path) == before
        server.services.hub.writer._wrote = -3601.0
        assert asked(server.url) == (200, "")
        once = log_size(tmp_path)
        assert once > before, "a probe has to be a real write"
        assert {asked(server.url) for _ in range(50)} == {(200, "")}
        assert log_size(tmp_path) == once


def test_a_probe_leaves_nothing_behind(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        hub = server.services.hub
        server.open()
        for _ in range(3):
            hub.store.probe()
        with sqlite3.connect(tmp_path / "branchline.db") as database:
            assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert Probe() == Probe()


def test_a_lock_that_somebody_holds_is_told_and_goes_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "WITHIN", 0.2)
    with running(tmp_path, probe=0.1) as server:
        until(lambda: asked(server.url) == (200, ""))
        other = sqlite3.connect(tmp_path / "branchline.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        until(lambda: asked(server.url) == (503, "slow"))
        assert asked(server.url, "/livez") == (200, "")
        other.execute("ROLLBACK")
        other.close()
        until(lambda: asked(server.url) == (200, ""))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_full_disk_is_told_and_moves_are_refused_until_there_is_room(tmp_path: Path) -> None:
    """The system refuses to let the files of the server grow, as it does on a full disk."""
    import resource

    server = Process(tmp_path)
    server.start()
    try:
        for _ in range(20):  # so that the log of the database is the largest of its files
            server.open("london", 2)
        assert server.pid is not None
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log_size(tmp_path), resource.RLIM_INFINITY))
        until(lambda: asked(server.url) == (503, "disk_error"))
        refused = httpx.post(f"{server.url}/api/tables", json={"board": "london", "seats": [{}, {}]})
        assert refused.status_code == 503
        assert refused.json() == {"code": "not_ready", "data": {"problem": "disk_error"}}
        assert httpx.get(f"{server.url}/api/tables").status_code == 200
        assert asked(server.url, "/livez") == (200, "")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        until(lambda: asked(server.url) == (200, ""))
        server.open("london", 2)
    finally:
        server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log
    assert log.count("writing to the database fails (disk_error): disk I/O error") == 1
    assert log.count("writing to the database works again") == 1


def test_a_postgresql_that_may_only_be_read_is_told(tmp_path: Path, database: str) -> None:
    with running(tmp_path, probe=0.1, database=database) as server:
        until(lambda: asked(server.url) == (200, ""))
        set_read_only(database, "on")
        until(lambda: asked(server.url) == (503, "read_only"))
        assert server.post("/api/tables", {"board": "london", "seats": [{}, {}]}).status_code == 503
        assert server.get("/api/tables").status_code == 200
        set_read_only(database, "off")
        until(lambda: asked(server.url) == (200, ""))
        server.open()
    store = Store(Settings(database=database).url)
    store.probe()
    store.close()


def set_read_only(database: str, value: str) -> None:
    """It counts for new connections, so all others are ended."""
    with psycopg.connect(database, autocommit=True) as connection:
        (name,) = connection.execute("SELECT current_database()").fetchone() or ("",)
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
