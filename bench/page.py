"""What the page costs, by the browser's own counters, against its bars.

    python -m bench.page                      all of it
    python -m bench.page load interaction     some of it

`load`: bytes transferred; `claim`: main-thread time of a claim; `memory`: heap after collection over games in one
tab; `interaction`: to the next paint, at a quarter of the machine's speed. Needs what `make browser` gets.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.__main__ import Line
from tests.server.running import running
from tests.web.conftest import chromium, missing, node

HERE = Path(__file__).parent
GAMES = 20
WARM = 9  # games after which the browser has compiled all that it will
BOT_DELAY = 1.5  # longer than a claim is looked at


def drive(measure: str, bot_delay: float) -> Any:
    """What the browser says."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), bot_delay=bot_delay) as server:
        command = [str(node()), str(HERE / "page.mjs"), server.url, measure, str(GAMES)]
        environment = {**os.environ, "CHROMIUM": chromium() or ""}
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def load() -> Iterator[Line]:
    told = drive("load", 0)
    yield Line("first load: code", told["start"]["code"] / 1000, "kB", 250, at_least=False)
    for board in ("usa", "europe", "london"):
        yield Line(f"first load: the map of {board}", told[board]["map"] / 1000, "kB", 400, at_least=False)
    yield Line("first load: the start, maps to choose from", told["start"].get("map", 0) / 1000, "kB")
    yield Line(
        "second load: code and maps", sum(told["again"].get(p, 0) for p in ("code", "map")) / 1000, "kB"
    )


def claim() -> Iterator[Line]:
    costs = drive("claim", BOT_DELAY)["costs"]
    yield Line(
        f"a claim, main thread (median of {len(costs)})", statistics.median(costs), "ms", 30, at_least=False
    )
    yield Line("… the costliest", max(costs), "ms")


def memory() -> Iterator[Line]:
    games = drive("memory", 0)["games"]
    first, last = games[WARM], games[-1]
    growth = (last["heap"] - first["heap"]) / (len(games) - 1 - WARM) / 1000
    yield Line(f"heap after {len(games)} games in one tab", last["heap"] / 1e6, "MB")
    yield Line("… growth per game", growth, "kB", 20, at_least=False)
    yield Line("… nodes gained since game 10", last["nodes"] - first["nodes"], "", 100, at_least=False)
    yield Line(
        "… listeners gained since game 10", last["listeners"] - first["listeners"], "", 20, at_least=False
    )


def interaction() -> Iterator[Line]:
    told = sorted(drive("interaction", 0)["interactions"])
    yield Line(
        f"interaction to next paint, 4 × slower (of {len(told)})", told[-1][0], "ms", 200, at_least=False
    )
    yield Line("… median", told[len(told) // 2][0], "ms")
    for duration, name, target, waited, worked, painted in told[-3:]:
        parts = f"{waited:.0f} until heard, {worked:.0f} worked, {painted:.0f} until painted"
        print(f"  {duration:.0f} ms ({parts}): {name} on {target}")


MEASURES: dict[str, Callable[[], Iterator[Line]]] = {
    one.__name__: one for one in (load, claim, memory, interaction)
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="which (default all)")
    chosen = parser.parse_args().measures or MEASURES
    if missing():
        parser.error(missing())
    for name in chosen:
        for line in MEASURES[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
