"""Measures Branchline's speed against its bars: make bench, or python -m bench --json

Medians of several runs. Absolute figures depend on the machine and on what else it does, the ratios hardly do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from threading import Thread

from bench import measures
from branchline.core import COMPILED
from branchline.core.policies.policy import POLICIES


@dataclass(frozen=True)
class Line:
    """One measure, its bar, and whether it is met."""

    name: str
    measured: float
    unit: str
    bar: float | None = None
    at_least: bool = True

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        met = self.measured >= self.bar if self.at_least else self.measured <= self.bar
        return "ok" if met else "missed"

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        bar = "" if self.bar is None else f"{sign} {self.bar:,g}"
        digits = 0 if self.measured >= 1000 else 1 if self.measured >= 10 else 3
        return f"{self.name:44} {self.measured:>10,.{digits}f} {self.unit:<8} {bar:>10}  {self.verdict}"


def playouts(runs: int) -> Iterator[Line]:
    """Random games per second, and how many times those of the uncompiled core."""
    for board, seats, games, bar in (
        ("europe", 2, 4000, 20_000),
        ("europe", 4, 2000, 12_000),
        ("usa", 2, 4000, 24_000),
        ("london", 3, 8000, None),
    ):
        speed = measures.games_per_second(board, seats, games, runs)
        slow = measures.uncompiled_games_per_second(board, seats, 200, max(runs // 2, 1))
        yield Line(f"random games, {board}, {seats} seats", speed, "games/s", bar)
        yield Line("    times the uncompiled core", speed / slow, "×", 40)


def bots(runs: int) -> Iterator[Line]:
    """How fast bots play, how long they think, and whether search keeps its time."""
    for name, bar in (("rush", 3000), ("hybrid", 1000)):
        speed = measures.policy_games_per_second(name, 1000, runs)
        yield Line(f"games of {name}, usa, 2 seats", speed, "games/s", bar)
    for name in POLICIES:
        most, worst = measures.slowest_decisions(name, runs)
        yield Line(f"a decision of {name}, 999 of 1,000 within", most, "ms", 1, at_least=False)
        yield Line("    the slowest", worst, "ms")
    usual, worst = measures.search_overtime(0.2, 6 * runs)
    yield Line("search:time=0.2 takes longer by, median", 100 * usual, "%", 10, at_least=False)
    yield Line("    at worst", 100 * worst, "%", 10, at_least=False)


def everything(runs: int) -> Iterator[Line]:
    """All lines, one after the other."""
    yield from playouts(runs)
    processes = measures.two_against_one(get_context("fork").Process, 4000, runs)
    yield Line("two threads against one", measures.two_against_one(Thread, 4000, runs), "×", 1.8)
    yield Line("    two processes, for comparison", processes, "×")
    yield Line("size of a state", measures.state_bytes(), "bytes", 1024, at_least=False)
    yield Line("copy a state", measures.clone_microseconds(runs), "µs", 0.1, at_least=False)
    yield Line("determinise in the core", measures.determinise_microseconds(runs), "µs", 3, at_least=False)
    yield Line(
        "longest path, worst network found", measures.worst_path_milliseconds(runs), "ms", 10, at_least=False
    )
    yield Line("Game.play", measures.plays_per_second(runs), "moves/s", 100_000)
    yield Line("Game.view", measures.view_microseconds(runs), "µs", 50, at_least=False)
    yield from bots(runs)
    yield Line("import branchline", measures.import_milliseconds(runs), "ms", 120, at_least=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Branchline's speed.")
    parser.add_argument("--runs", type=int, default=7, help="of which the median is taken")
    parser.add_argument("--bots", action="store_true", help="only what concerns the bots")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    options = parser.parse_args()
    if not COMPILED:
        parser.error("the core is not compiled: make build")
    lines = bots(options.runs) if options.bots else everything(options.runs)
    if options.json:
        print(json.dumps([asdict(line) | {"verdict": line.verdict} for line in lines], indent=1))
    else:
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
