"""Attacks on a server with the usual limits, and how long players' moves take before, during and after each.

    python bench/attack.py                    all attacks
    python bench/attack.py connections        2,000 connections that never finish a request
    python bench/attack.py flood              16 sockets of one address that send as fast as they can
    python bench/attack.py flood --kinds chat pings

Players and attackers have addresses of their own (127.0.0.2, 127.0.1.1 …), as they have in the internet; attackers run
in a process of their own. The time of a move is from sending it until its acknowledgement. Needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

MAIN = "import sys; from branchline.cli import main; sys.exit(main())"
TABLES = 10
SEATS = 2
HELD = 2_000
SOCKETS = 16
ATTACKER = "127.0.0.2"
#: Where players come from: each table has an address.
PLAYERS = "127.0.1.{}"
#: What a flooding socket sends: a WebSocket's frames, whole requests, or only connections.
KINDS = ("chat", "garbage", "hello", "large", "tiny", "pings", "requests", "connects")


# players


@dataclass(slots=True)
class Seat:
    """One player: its socket, its legal moves, and the move that is not yet acknowledged."""

    web: ClientConnection
    legal: list[str] = field(default_factory=list)
    sent: float = 0.0
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Players:
    """Tables at which scripted players move one after the other, and the times that it takes."""

    port: int
    process: int
    game: str = ""
    tables: list[list[Seat]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    async def sit(self) -> None:
        for number in range(TABLES):
            await self.open(PLAYERS.format(number + 1))
        for table in self.tables:
            for seat in table:
                while not seat.legal:
                    await asyncio.sleep(0.005)
                await self.move(seat)

    async def open(self, address: str) -> None:
        """A table with all its players at one address."""
        url = f"http://127.0.0.1:{self.port}/api/tables"
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(transport=transport, timeout=60) as http:
            body = {"board": "usa", "seats": [{}] * SEATS, "public": True}
            opening = (await http.post(url, json=body)).json()
            self.game = opening["table"]["id"]
            table = []
            for invitation in opening["invitations"]:
                wish = {"name": "player", "invite": invitation["key"]}
                key = (await http.post(f"{url}/{self.game}/join", json=wish)).json()["key"]
                table.append(await self.connect(self.game, key, address))
        self.tables.append(table)

    async def connect(self, game: str, key: str | None, address: str) -> Seat:
        web = await connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{game}/socket",
            local_addr=(address, 0),
            compression=None,
            max_size=None,
            open_timeout=60,
        )
        await web.send(json.dumps({"type": "hello", "key": key}))
        seat = Seat(web)
        self.tasks.append(asyncio.create_task(self.listen(seat)))
        return seat

    async def listen(self, seat: Seat) -> None:
        async for text in seat.web:
            message = json.loads(text)
            if message["type"] == "ack":
                self.times.append(time.perf_counter() - seat.sent)
                seat.acknowledged.set()
            elif message.get("view"):
                seat.legal = message["view"]["legal"]

    async def move(self, seat: Seat) -> None:
        seat.acknowledged.clear()
        seat.sent = time.perf_counter()
        move = {"type": "move", "id": str(seat.sent), "move": self.chance.choice(seat.legal)}
        await seat.web.send(json.dumps(move))
        await seat.acknowledged.wait()

    async def play(self, seconds: float) -> dict[str, float]:
        """Everybody moves about once a second, and somebody new arrives twice a second; the times."""
        self.times, self.arrivals = [], []
        used, begun = cpu(self.process), time.perf_counter()
        end = begun + seconds
        await asyncio.gather(*(self.play_table(table, end) for table in self.tables), self.arrive(end))
        return {
            "moves": len(self.times),
            "p50": percentile(self.times, 0.50),
            "p90": percentile(self.times, 0.90),
            "p99": percentile(self.times, 0.99),
            "max": percentile(self.times, 1.0),
            "arrival p50": percentile(self.arrivals, 0.50),
            "arrival max": percentile(self.arrivals, 1.0),
            "cpu": round((cpu(self.process) - used) / (time.perf_counter() - begun), 2),
        }

    async def play_table(self, table: list[Seat], end: float) -> None:
        await asyncio.sleep(self.chance.random() * 0.5)
        while time.perf_counter() < end:
            for seat in table:
                if seat.legal:
                    await self.move(seat)
                    break
            await asyncio.sleep(0.35)

    async def arrive(self, end: float) -> None:
        """Watch a table from a new address: a connection, the greeting and its answer."""
        for number in range(10_000):
            if time.perf_counter() > end:
                return
            begun = time.perf_counter()
            address = f"127.0.{2 + number // 200}.{1 + number % 200}"
            url = f"ws://127.0.0.1:{self.port}/api/tables/{self.game}/socket"
            async with connect(url, local_addr=(address, 0), compression=None, open_timeout=60) as web:
                await web.send('{"type":"hello"}')
                await web.recv()
            self.arrivals.append(time.perf_counter() - begun)
            await asyncio.sleep(0.5)


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times) or [float("nan")]
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 1)


# attackers, in a process of their own


def frame(kind: int, content: bytes) -> bytes:
    """A masked WebSocket frame, with a mask of zeros."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + bytes(4) + content


def flood_of(kind: str, port: int) -> bytes:
    """About 32 KB of what an attacker sends again and again."""
    request = f"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    one = {
        "chat": frame(1, b'{"type":"chat","id":"1","text":"hello","name":"x"}'),
        "garbage": frame(1, b"{" * 100),
        "hello": frame(1, b'{"type":"hello"}'),
        "large": frame(1, b" " * 16_000),
        "tiny": frame(1, b""),
        "pings": frame(9, b""),
        "requests": request.encode(),
        "connects": b"",
    }[kind]
    return one * (32_768 // max(1, len(one)) + 1) if one else b""


class Attacker:
    """One connection. It is opened again whenever the server closes it."""

    def __init__(self, port: int, address: str, greeting: list[bytes], flood: bytes) -> None:
        self.port, self.address, self.greeting, self.flood = port, address, greeting, flood
        self.connects = self.bytes = 0
        self.open()

    def open(self) -> None:
        self.raw = socket.socket()
        self.raw.setblocking(False)
        self.raw.bind((self.address, 0))
        self.raw.connect_ex(("127.0.0.1", self.port))
        self.connects += 1
        self.todo, self.rest = [*self.greeting], b""

    def act(self) -> bool:
        """Read and send what is possible; False if the server has closed the connection."""
        try:
            with suppress(BlockingIOError):
                if not self.raw.recv(262_144):
                    return False
                if self.todo:  # each part of the greeting waits for an answer to the one before
                    self.rest += self.todo.pop(0)
            if not self.rest and not self.todo:
                self.rest = self.flood
            if self.rest:
                with suppress(BlockingIOError):
                    sent = self.raw.send(self.rest)
                    self.bytes += sent
                    self.rest = self.rest[sent:]
        except OSError:
            return False
        return True


def attack(arguments: argparse.Namespace) -> None:
    """Hold connections, or flood, for so many seconds; print what was done."""
    raise_file_limit()
    port, kind = arguments.port, arguments.attack
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
    upgrade = (
        f"GET /api/tables/{arguments.game}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    flood = b"" if kind == "connections" else flood_of(kind, port)
    if kind in ("connections", "requests", "connects"):
        first, greeting = (head if kind == "connections" else b""), []
    else:
        first, greeting = upgrade, [frame(1, b'{"type":"hello"}')]
    poll = select.epoll()
    attackers: dict[int, Attacker] = {}
    events = select.EPOLLIN | (
        select.EPOLLOUT if flood or kind == "connects" else select.EPOLLOUT | select.EPOLLET
    )

    def add(attacker: Attacker) -> None:
        attacker.rest = first
        attackers[attacker.raw.fileno()] = attacker
        poll.register(attacker.raw, events)

    for _ in range(HELD if kind == "connections" else SOCKETS):
        add(Attacker(port, arguments.address, greeting, flood))
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        for number, _ in poll.poll(0.1):
            attacker = attackers[number]
            if kind != "connects" and attacker.act():
                continue
            poll.unregister(number)
            attacker.raw.close()
            del attackers[number]
            attacker.open()
            add(attacker)
    everybody = attackers.values()
    connects, sent = sum(a.connects for a in everybody), sum(a.bytes for a in everybody)
    print(json.dumps({"connects": connects, "bytes": sent}))


# the measurement


def raise_file_limit() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def serving(folder: str) -> Iterator[tuple[int, int]]:
    """A server as `branchline serve` starts it, on SQLite; its port and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", folder]
    with (
        Path(folder, "log").open("wb") as log,
        subprocess.Popen([sys.executable, "-c", MAIN, *options], stdout=log, stderr=log) as process,
    ):
        try:
            while True:
                with suppress(httpx.TransportError):
                    if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                        break
                if process.poll() is not None:
                    raise SystemExit("the server did not start")
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()


def memory(process: int) -> float:
    """What a process has in memory, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)


def cpu(process: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(arguments: argparse.Namespace, kind: str, address: str) -> dict[str, Any]:
    """One attack on a server of its own: before, during, after."""
    with tempfile.TemporaryDirectory() as folder, serving(folder) as (port, process):
        players = Players(port, process)
        await players.sit()
        gc.collect()
        gc.freeze()  # pauses of the players must not count
        found: dict[str, Any] = {
            "attack": kind,
            "from": address,
            "before": await players.play(arguments.seconds),
        }
        used = memory(process)
        command = [sys.executable, __file__, "--attack", kind, "--port", str(port), "--address", address]
        command += ["--seconds", str(arguments.seconds + 3), "--game", players.game]
        attackers = await asyncio.create_subprocess_exec(
            *(["nice", "-n", str(arguments.nice)] if arguments.nice else []), *command, stdout=subprocess.PIPE
        )
        await asyncio.sleep(2)  # they have begun
        found["during"] = await players.play(arguments.seconds)
        found["attackers"] = json.loads((await attackers.communicate())[0])
        found["memory"] = [used, memory(process)]
        found["after"] = await players.play(arguments.seconds)
        found["log"] = Path(folder, "log").stat().st_size
        found["ratio"] = round(
            found["during"]["p50"] / statistics.mean([found["before"]["p50"], found["after"]["p50"]]), 2
        )
        for task in players.tasks:
            task.cancel()
    return found


def show(found: dict[str, Any]) -> None:
    """A few lines about one attack."""
    did = found["attackers"]
    print(
        f"\n{found['attack']} from {found['from']}: {did['connects']:,} connections, "
        f"{did['bytes'] / 1e6:,.1f} MB sent; "
        f"memory {found['memory'][0]:.0f} → {found['memory'][1]:.0f} MB, log {found['log']:,} bytes"
    )
    for part in ("before", "during", "after"):
        print(f"  {part:7}", *(f"{name} {value:>7g}" for name, value in found[part].items()), flush=True)
    print(f"  p50 during the attack: {found['ratio']} times the usual", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenarios", nargs="*", help="connections, flood (default: both)")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS, help="of floods")
    parser.add_argument("--seconds", type=float, default=15, help="of each measurement")
    parser.add_argument("--nice", type=int, default=5, help="of the attackers, where cores are few")
    parser.add_argument("--save", type=Path, help="a JSON file with all figures")
    for hidden in ("--attack", "--game", "--address"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.attack:
        attack(arguments)
        return
    scenarios = arguments.scenarios or ["connections", "flood"]
    if not set(scenarios) <= {"connections", "flood"}:
        parser.error("scenarios are: connections, flood")
    runs = []
    if (
        "connections" in scenarios
    ):  # an address of its own, and one of a trusted proxy, which has no limit of its own
        runs += [("connections", ATTACKER), ("connections", "127.0.0.1")]
    if "flood" in scenarios:
        runs += [(kind, ATTACKER) for kind in arguments.kinds]
    raise_file_limit()
    everything = []
    for kind, address in runs:
        everything.append(asyncio.run(measure(arguments, kind, address)))
        show(everything[-1])
    print("\nload of the machine:", *(round(load, 1) for load in os.getloadavg()))
    if arguments.save:
        arguments.save.write_text(json.dumps(everything, indent=1) + "\n")


if __name__ == "__main__":
    main()
