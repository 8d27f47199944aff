"""Servers in processes of their own, which can be killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec

from .players import TIMEOUT
from .running import WIDE

MAIN = "import sys; from branchline.cli import main; sys.exit(main())"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """One `branchline serve`, which comes back at the same port after it was killed."""

    main = MAIN

    def __init__(self, folder: Path, database: str = "", *more: str, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"log-{self.port}"
        settings = folder / "settings.json"
        settings.write_bytes(
            msgspec.json.encode(
                {
                    "limits": WIDE,
                    "sweep": 0.2,
                    "grace": 1.0,
                    "probe": 0.2,
                    "unwatched_share": 1.0,
                    "bot_pace": 0.0,
                    "undo_grace": 0.0,
                    "data": str(folder),
                    "database": database,
                }
            )
        )
        options = (
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--settings",
            str(settings),
            "--bot-delay",
            "0",
        )
        self._command = [sys.executable, "-c", self.main, "serve", *options, *more]
        self._environment = os.environ | environment
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(self._command, stdout=log, stderr=log, env=self._environment)
        try:
            self._wait_until_ready(self._running)
        except BaseException:
            self.kill()  # whoever waits in vain leaves nothing running
            raise

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=TIMEOUT).status_code == 200:
                    return
            except httpx.TransportError:
                assert process.poll() is None, (process.poll(), self.log.read_text())
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def kill(self) -> None:
        """Kill -9: no time for anything."""
        assert self._running is not None
        self._running.kill()
        self._running.wait(TIMEOUT)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; the status with which it ends."""
        assert self._running is not None
        if self._running.poll() is None:
            self._running.send_signal(how)
        return self._running.wait(TIMEOUT)

    def open(self, board: str, seats: int, bots: int = 0, **more: object) -> dict[str, object]:
        """A table with open seats, and bots at its end."""
        wishes = [{"kind": "open"}] * (seats - bots) + [{"kind": "bot", "bot": "random"}] * bots
        response = httpx.post(
            f"{self.url}/api/tables",
            json={"board": board, "seats": wishes, **more},
            timeout=TIMEOUT,
            verify=False,
        )
        assert response.status_code == 201, response.text
        return dict(json.loads(response.text))
