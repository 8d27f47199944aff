"""How long it takes to play without a server, and what that keeps in memory: python -m bench.site [start memory]

From the folder that `make site` builds, at a plain server of files on this machine. `start`: from opening the page to
the first tickets of a game, at a first visit, at a later one, and both at a quarter of the speed (of the page: a
browser slows no worker down), with the CPU time of the whole browser, which other programs lengthen less; `memory`:
what the page and Python in its workers hold on the first screen, over games in one tab (ten minutes), without the
machine code that the browser makes of scripts meanwhile. Needs what `make browser` gets.
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
from tests.site.web_space import name_python, web_space
from tests.web.visitor import Visitor
from tools.site import write

RUNS = 3
GAMES = 20
WARM = 3  # games after which Python has loaded all that it will, and as many tables as it keeps
WARM_PAGE = 12  # games after which the browser has compiled nearly all that it will
#: Seconds until a first move, at a first and at a later visit.
FIRST, LATER = 6, 2
HEAP_GROWTH = 20  # kilobytes a game
#: Of how many more objects one game may be than another.
LONGER = 1.02
#: The memory in which Python runs, which never shrinks, and how many objects it has there.
PYTHON_MEMORY = "() => self.python._module.HEAPU8.length"
PYTHON_OBJECTS = "() => self.python.runPython('import gc; gc.collect(); len(gc.get_objects())')"


@contextmanager
def open_site(named: bool = False) -> Iterator[str]:
    """The address of a web space that has the page. `named`: its workers know Python as `self.python`."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "play")
        if named:
            name_python(Path(folder) / "play")
        with web_space(Path(folder) / "play") as space:
            yield space.address


def to_first_tickets(visitor: Visitor) -> tuple[float, float]:
    """Seconds from opening the page to the first tickets of somebody who plays at once, and the browser's CPU time."""
    began, before = time.perf_counter(), cpu_seconds()
    visitor.start.play_bots("london")
    taken, after = time.perf_counter() - began, cpu_seconds()
    return taken, sum(used - before.get(process, 0) for process, used in after.items())


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
    heaps, pythons, objects = [], [], []
    with open_site(named=True) as address, chrome(NO_MACHINE_CODE) as browser:
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
            objects.append(sum(worker.evaluate(PYTHON_OBJECTS) for worker in visitor.page.workers))
    growth = (heaps[-1] - heaps[WARM_PAGE - 1]) / (GAMES - WARM_PAGE) / 1000
    yield Line(f"heap of the page after {GAMES} games in one tab", heaps[-1] / 1e6, "MB")
    yield Line(f"… growth per game after {WARM_PAGE} games", growth, "kB", HEAP_GROWTH, at_least=False)
    yield Line(f"memory of Python in all workers after {WARM} games", pythons[WARM - 1] / 1e6, "MB")
    yield Line(f"… after {GAMES} games", pythons[-1] / 1e6, "MB", pythons[WARM - 1] / 1e6, at_least=False)
    yield Line(f"objects of Python in all workers after {WARM} games", objects[WARM - 1], "")
    yield Line(f"… after {GAMES} games", objects[-1], "", LONGER * objects[WARM - 1], at_least=False)


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


def cpu_seconds() -> dict[str, float]:
    """CPU time so far of each process below this one (Linux)."""
    found = {}
    for process in descendants():
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found[process.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


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
