"""How long it takes to play without a server, and what that keeps in memory: python -m bench.site [start memory]

From the folder that `make site` builds, at a plain server of files on this machine. `start`: from opening the page to
the first tickets of a game, at a first visit, at a later one, and both at a quarter of the speed (of the page: a
browser slows no worker down), with the CPU time of the whole browser, which other programs lengthen less; `memory`:
what the page and Python in its workers hold on the first screen, over games in one tab, without the machine code that
the browser makes of scripts meanwhile. Needs what `make browser` gets.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from bench.__main__ import Line
from bench.page import NO_MACHINE_CODE, PATIENCE, SIZE, chrome, counters, metrics
from branchline import load_board
from tests.site.conftest import KEPT, REMEMBERED, lacking
from tests.site.web_space import web_space
from tests.web.visitor import Visitor
from tools.site import write

RUNS = 3
GAMES = 10
WARM = 3  # games after which Python has loaded all that it will
#: Seconds until a first move, at a first and at a later visit.
FIRST, LATER = 6, 2
HEAP_GROWTH = 20  # kilobytes a game


#: In front of the code of a worker: note the memory in which Python runs, which never shrinks.
WATCH_MEMORY = """
for (const way of ["instantiate", "instantiateStreaming"]) {
  const plain = WebAssembly[way];
  WebAssembly[way] = async (...given) => {
    const made = await plain(...given);
    self.memory ??= (made.instance ?? made).exports.memory;
    return made;
  };
}
"""
PYTHON_MEMORY = "() => self.memory.buffer.byteLength"


@contextmanager
def open_site(in_workers: str = "") -> Iterator[str]:
    """The address of a web space that has the page. `in_workers`: code that its workers run first."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "play")
        for name in ("tables", "think"):
            for script in (Path(folder) / "play/assets").glob(f"{name}-*.js"):
                script.write_text(in_workers + script.read_text(encoding="utf-8"), encoding="utf-8")
        with web_space(Path(folder) / "play") as space:
            yield space.address


def to_first_tickets(visitor: Visitor) -> tuple[float, float]:
    """Seconds from opening the page to the first tickets of somebody who plays at once, and the browser's CPU time."""
    began, used = time.perf_counter(), cpu_seconds()
    visitor.start.play_bots("london")
    return time.perf_counter() - began, cpu_seconds() - used


def visits(browser: Browser, address: str, slower: int) -> tuple[float, float, float, float]:
    """Seconds to the first tickets, and CPU time, at the first visit of somebody, and at the second."""
    visitor = Visitor(browser, address, {**SIZE, "service_workers": "allow"}, PATIENCE)
    visitor.devtools().send("Emulation.setCPUThrottlingRate", {"rate": slower})
    first = to_first_tickets(visitor)
    visitor.page.wait_for_function(KEPT)
    visitor.wait_until(lambda: bool(visitor.page.evaluate(REMEMBERED)), "Python's memory is never kept")
    later = to_first_tickets(visitor)
    visitor.context.close()
    return *first, *later


def start() -> Iterator[Line]:
    """The time to a first move."""
    with open_site() as address, chrome() as browser:
        for slower in (1, 4):
            times = [visits(browser, address, slower) for _ in range(RUNS)]
            name = f"{f', {slower} × slower' if slower > 1 else ''} (median of {RUNS})"
            first, first_cpu, later, later_cpu = (statistics.median(one) for one in zip(*times, strict=True))
            bars = (FIRST, LATER) if slower == 1 else (None, None)
            yield Line(f"first visit to first tickets{name}", first, "s", bars[0], at_least=False)
            yield Line("… CPU time of the browser", first_cpu, "s")
            yield Line(f"later visit to first tickets{name}", later, "s", bars[1], at_least=False)
            yield Line("… CPU time of the browser", later_cpu, "s")


def memory() -> Iterator[Line]:
    """What the page and its workers hold on the first screen, after each of some games in one tab."""
    lengths = {route.id: route.length for route in load_board("london").routes}
    heaps, pythons = [], []
    with open_site(WATCH_MEMORY) as address, chrome(NO_MACHINE_CODE) as browser:
        visitor = Visitor(browser, address, {**SIZE, "service_workers": "allow"}, PATIENCE)
        devtools = counters(visitor)
        visitor.start.open()
        for _ in range(GAMES):
            visitor.start.choose("london", players=2).choose_bots("novice").play()
            visitor.table.keep(1)
            visitor.table.play_to_end(lengths)
            visitor.page.get_by_role("button", name="To the start").first.click()
            visitor.start.boards.first.wait_for()
            for _ in range(3):
                devtools.send("HeapProfiler.collectGarbage")
            heaps.append(metrics(devtools)["JSHeapUsedSize"])
            pythons.append(sum(worker.evaluate(PYTHON_MEMORY) for worker in visitor.page.workers))
    growth = (heaps[-1] - heaps[WARM - 1]) / (GAMES - WARM) / 1000
    yield Line(f"heap of the page after {GAMES} games in one tab", heaps[-1] / 1e6, "MB")
    yield Line(f"… growth per game after {WARM} games", growth, "kB", HEAP_GROWTH, at_least=False)
    yield Line(f"memory of Python in all workers after {WARM} games", pythons[WARM - 1] / 1e6, "MB")
    yield Line(f"… after {GAMES} games", pythons[-1] / 1e6, "MB", pythons[WARM - 1] / 1e6, at_least=False)


def descendants() -> Iterator[Path]:
    """The processes below this one."""
    children: dict[str, list[Path]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        children.setdefault(parent, []).append(process)
    found = list(children.get(str(os.getpid()), ()))
    for process in found:
        found += children.get(process.name, ())
    yield from found


def cpu_seconds() -> float:
    """CPU time of the processes below this one so far (Linux)."""
    ticks = 0
    for process in descendants():
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


MEASURES: dict[str, Callable[[], Iterator[Line]]] = {"start": start, "memory": memory}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="which (default all)")
    options = parser.parse_args()
    if lacking():
        parser.error(lacking())
    for name in options.measures or MEASURES:
        for line in MEASURES[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
