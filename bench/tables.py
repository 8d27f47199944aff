"""Long tables and clients that do not read: what a hello costs, and how much memory unread sockets take.

    python -m bench.tables               both
    python -m bench.tables --hello       the time of the event loop for a hello, by the length of the log
    python -m bench.tables --unread      the memory of a server with sockets that never read
    python -m bench.tables --unread --queue-bytes 1000000000     the same if nothing bounds what waits for them

The time is compared with that of sending the whole log, taken in the same run.
"""

from __future__ import annotations

import argparse
import re
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec

from bench import load
from branchline.server.settings import Limits, Settings
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import Page, encode
from branchline.server.wire.present import past_update, welcome
from tests.server.long_tables import LongTable
from tests.server.players import Player, keep
from tests.server.running import TIMEOUT, WIDE
from tests.server.test_limits import frame, handshake

MOVES, RUNS = 150, 21
TABLES, SEATS = 12, 5
#: Lines of chat of each of two seats, pages that each deaf socket asks for, and the seconds in which all that happens.
LINES, PAGES, WATCHED = 110, (6, 40), 6.0
LINE = "x" * 300
HELLO_BAR, MEMORY_BAR = 5.0, 30.0


def long_table(entries: int) -> Table:
    """A table in play whose log has so many entries, read from a database."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Settings(data=folder).url)
        migrate(store.engine)
        made = LongTable(store)
        made.play(min(MOVES, entries // 2))
        made.talk(entries - made.number, LINE[:60])
        made.flush()
        secret = store.secret(made.id)
        assert secret is not None
        table = Table(made.id, secret)
        for stored in store.read(made.id):
            apply(table, stored.number, stored.at, stored.event)
        store.close()
    return table


def milliseconds(work: Callable[[], object]) -> float:
    """The median time of something."""
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def hello() -> None:
    """What the event loop does for a hello: make the welcome and encode it."""
    for entries in (300, 1_000, 10_000):
        table = long_table(entries)

        def greet(table: Table = table) -> str:
            table.views.clear()
            return encode(welcome(table, 0, False, None))

        def everything(table: Table = table) -> str:
            table.views.clear()
            updates = tuple(past_update(table, 0, number + 1) for number in range(table.number))
            return encode(Page("", updates, None))

        short, whole = milliseconds(greet), milliseconds(everything)
        verdict = (
            "" if entries < 10_000 else f"   bar {HELLO_BAR:g}: {'ok' if short < HELLO_BAR else 'FAILED'}"
        )
        print(
            f"hello, {entries:6,} entries: {short:6.2f} ms, {len(greet()) / 1000:5.0f} kB; "
            f"the whole log {whole:7.2f} ms, {len(everything()) / 1000:6.0f} kB: "
            f"{whole / short:5.1f} ×{verdict}",
            flush=True,
        )


def resident(process: int, field: str) -> float:
    """The memory of a process, now or at its peak, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"no {field} of process {process}")


class Talk:
    """Tables at which much was said: every page of their logs is as long as a page can be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seats: list[tuple[str, str]] = []
        with ThreadPoolExecutor(TABLES) as threads:
            for done in [threads.submit(self._open) for _ in range(TABLES)]:
                done.result()

    def _open(self) -> None:
        """A table in play, and two of its seats talk."""
        api = f"http://127.0.0.1:{self.port}/api/tables"
        opening = httpx.post(api, json={"board": "europe", "seats": [{}] * SEATS}, timeout=TIMEOUT).json()
        game = opening["table"]["id"]
        players = []
        for seat, invitation in enumerate(opening["invitations"]):
            body = {"name": f"player {seat}", "invite": invitation["key"]}
            key = httpx.post(f"{api}/{game}/join", json=body, timeout=TIMEOUT).json()["key"]
            players.append(Player(self.port, game, key, seat))
            self.seats.append((game, key))
        for player in players:
            player.hello()
            player.wait(lambda one: one.view is not None)
        keep(players)
        for _ in range(LINES):
            for talker in players[:2]:
                assert talker.ask(type="chat", text=LINE)["type"] == "ack"
        for player in players:
            player.close()

    def deaf(self, stack: ExitStack, pages: int) -> None:
        """A socket for every seat that asks for so many pages and never reads."""
        for game, key in self.seats:
            one = stack.enter_context(socket.create_connection(("127.0.0.1", self.port)))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.sendall(handshake(game, self.port))
            one.recv(4096)
            asks = [f'{{"type":"hello","key":"{key}"}}']
            asks += [f'{{"type":"history","id":"{n}","before":1000000}}' for n in range(pages)]
            one.sendall(b"".join(frame(ask) for ask in asks))


def unread(queue_bytes: int) -> None:
    """How much memory a server needs for sockets that ask for more than they read: less than is kept, and much more."""
    limits = msgspec.structs.replace(WIDE, queue_bytes=queue_bytes)
    settings = {"limits": msgspec.to_builtins(limits)}
    with tempfile.TemporaryDirectory() as folder, load.serving(folder, **settings) as (port, process):
        talk = Talk(port)
        before = resident(process, "VmRSS")
        for pages in PAGES:
            with ExitStack() as stack:
                talk.deaf(stack, pages)
                time.sleep(WATCHED)
                metrics = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=TIMEOUT).text
            (cut,) = re.findall(r"^branchline_sockets_cut_total (\S+)", metrics, re.MULTILINE)
            more = resident(process, "VmHWM") - before
            verdict = "ok" if more < MEMORY_BAR else "FAILED"
            print(
                f"{len(talk.seats)} sockets that never read {pages:3} pages: at most {more:.1f} MB more than "
                f"{before:.0f} MB, {float(cut):.0f} were cut off   bar {MEMORY_BAR:g}: {verdict}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--hello", action="store_true")
    parser.add_argument("--unread", action="store_true")
    parser.add_argument(
        "--queue-bytes", type=int, default=Limits().queue_bytes, help="the limit of the server"
    )
    options = parser.parse_args()
    if options.hello or not options.unread:
        hello()
    if options.unread or not options.hello:
        unread(options.queue_bytes)


if __name__ == "__main__":
    main()
