"""Measures Branchline's speed against its bars: make bench, or python -m bench --json

Medians of several runs. Absolute figures depend on the machine and on what else it does, the ratios hardly do. So the
speed of games is measured against a frozen core in the same run (`bench/frozen.py`), and its bars are ratios.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from threading import Thread

from bench import frozen, measures
from branchline import board_names, load_board
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


def against_frozen(runs: int) -> Iterator[Line]:
    """Games a second, and how many times those of the frozen core in the same run."""
    if not frozen.is_available():
        print(f"No ratios: the frozen core {frozen.FROZEN} is in a full clone alone.", file=sys.stderr)
        return
    for case in frozen.ratios(runs):
        games = "the same games" if case.same else "other games"
        yield Line(case.name, case.now, "games/s")
        yield Line(f"    times the frozen core ({games})", case.ratio, "×", case.bar)


def against_uncompiled(runs: int) -> Iterator[Line]:
    """How many times the random games per second of the uncompiled core."""
    for board, seats, games in (("europe", 2, 4000), ("usa", 2, 4000), ("london", 3, 8000)):
        speed = measures.games_per_second(board, seats, games, runs)
        slow = measures.uncompiled_games_per_second(board, seats, 200, max(runs // 2, 1))
        yield Line(f"compiled against uncompiled, {board}, {seats} seats", speed / slow, "×", 40)


def bots(runs: int) -> Iterator[Line]:
    """How long bots think, and whether search keeps its time."""
    for name in POLICIES:
        _, most, worst = measures.decision_milliseconds(name, runs)
        yield Line(f"a decision of {name}, 999 of 1,000 within", most, "ms", 1, at_least=False)
        yield Line("    the slowest", worst, "ms")
    usual, most, _ = measures.decision_milliseconds("value", runs)
    yield Line("a decision of value, on average", usual, "ms", 0.3, at_least=False)
    yield Line("    999 of 1,000 within", most, "ms")
    for board in board_names():
        for seats in range(load_board(board).min_seats, load_board(board).max_seats + 1):
            taken = measures.evaluation_microseconds(board, seats, runs)
            yield Line(f"a position valued, {board}, {seats} seats", taken, "µs", 5, at_least=False)
    usual, worst = measures.search_overtime(0.2, 6 * runs)
    yield Line("search:time=0.2 takes longer by, median", 100 * usual, "%", 10, at_least=False)
    yield Line("    at worst", 100 * worst, "%", 10, at_least=False)


def environments(runs: int) -> Iterator[Line]:
    """Environments for learners: steps a second, opponents included, and frames."""
    from bench import environments as env  # needs the packages of the extra `rl`

    bars = {("usa", 2): 2e6, ("europe", 2): None, ("europe", 4): 1.3e6, ("london", 3): None}
    for (board, seats), bar in bars.items():
        speed = env.steps_per_second(board, seats, None, "canonical", runs)
        yield Line(f"environment, {board}, {seats} seats", speed, "steps/s", bar)
    for actions in ("full", "route"):
        speed = env.steps_per_second("usa", 2, None, actions, runs)
        yield Line(f"environment, usa, 2 seats, {actions} actions", speed, "steps/s")
    yield Line("    two threads against one", env.two_against_one(time.perf_counter, runs), "×", 1.8)
    yield Line("    the same by CPU time", env.two_against_one(time.process_time, runs), "×")
    for opponent, bar in (("rush", 5e5), ("hybrid", 1.5e5)):
        speed = env.steps_per_second("usa", 2, [opponent], "canonical", runs)
        yield Line(f"environment, usa, learner against {opponent}", speed, "steps/s", bar)
    yield Line("AEC environment", env.aec_steps_per_second(runs, wrapped=False), "steps/s", 20_000)
    yield Line(
        "    with PettingZoo's wrappers", env.aec_steps_per_second(runs, wrapped=True), "steps/s", 20_000
    )
    for board in board_names():
        usual, most = env.frame_milliseconds(board)
        yield Line(f"a frame of {board}", usual, "ms")
        yield Line("    the slowest", most, "ms", 20, at_least=False)


def reviews(runs: int) -> Iterator[Line]:
    """How long reviews of a long game take: CPU time, which two cores halve. A minute of CPU is much, so once."""
    for level, bar in (("quick", 2), ("standard", 90)):
        taken, refined = measures.review_seconds(level)
        more = ", looked deeper" if refined else ""
        yield Line(f"review, europe, 4 seats, {level}{more}", taken, "CPU s", bar, at_least=False)


def in_browsers(runs: int) -> Iterator[Line]:
    """Python in a browser, here Pyodide under Node, beside the native one."""
    from bench import browser  # needs Node, and Pyodide from npm

    here, native = browser.measured_in_pyodide(runs), browser.measured(runs)
    for name, speed in here["speeds"].items():
        yield Line(f"in Pyodide: {name}", speed, "games/s")
        yield Line("    natively", native["speeds"][name], "games/s")
    for name, (usual, most) in here["steps"].items():
        yield Line(f"in Pyodide: {name}, median", usual, "ms")
        yield Line("    at worst", most, "ms", 10, at_least=False)
        yield Line("    natively, median", native["steps"][name][0], "ms")
    yield Line("in Pyodide: search:rollouts=2000, median", here["rollouts"][0], "ms")
    yield Line("    natively", native["rollouts"][0], "ms")
    yield Line("in Pyodide: search:time=0.2 by the clock, median", here["time"][0], "ms", 220, at_least=False)
    yield Line("    at worst", here["time"][1], "ms")
    yield Line("in Pyodide: import branchline and its bots", 1000 * here["import"], "ms")
    yield Line("size of the compiled modules", here["bytes"] / 1e6, "MB")
    yield Line("size of the wheel", here["wheel"] / 1e6, "MB")


def everything(runs: int) -> Iterator[Line]:
    """All lines, one after the other."""
    yield from against_frozen(runs)
    yield from against_uncompiled(runs)
    processes = measures.two_against_one(get_context("fork").Process, 4000, runs)
    yield Line("two threads against one", measures.two_against_one(Thread, 4000, runs), "×", 1.8)
    yield Line("    two processes, for comparison", processes, "×")
    yield Line("size of a state", measures.state_bytes(), "bytes", 1024, at_least=False)
    yield Line("copy a state", measures.clone_microseconds(runs), "µs", 0.1, at_least=False)
    yield Line("determinise in the core", measures.determinise_microseconds(runs), "µs", 3, at_least=False)
    further, first = measures.worlds_microseconds(runs)
    yield Line("View.determinise", further, "µs", 10, at_least=False)
    yield Line("    the first world of a view", first, "µs")
    yield Line(
        "longest path, worst network found", measures.worst_path_milliseconds(runs), "ms", 10, at_least=False
    )
    yield Line("Game.play", measures.plays_per_second(runs), "moves/s", 100_000)
    yield Line("Game.view", measures.view_microseconds(runs), "µs", 50, at_least=False)
    yield from bots(runs)
    yield from environments(runs)
    yield Line("import branchline", measures.import_milliseconds(runs), "ms", 120, at_least=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Branchline's speed.")
    parser.add_argument("--runs", type=int, default=7, help="of which the median is taken")
    parser.add_argument("--core", action="store_true", help="only the games against the frozen core")
    parser.add_argument("--bots", action="store_true", help="only what concerns the bots")
    parser.add_argument("--env", action="store_true", help="only the environments for learners")
    parser.add_argument("--review", action="store_true", help="only reviews, which take minutes")
    parser.add_argument("--wasm", action="store_true", help="only Python in a browser, under Node")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    options = parser.parse_args()
    if not COMPILED:
        parser.error("the core is not compiled: make build")
    chosen = {
        against_frozen: options.core,
        bots: options.bots,
        environments: options.env,
        reviews: options.review,
        in_browsers: options.wasm,
    }
    measure = next((one for one, wanted in chosen.items() if wanted), everything)
    lines = measure(options.runs)
    if options.json:
        print(json.dumps([asdict(line) | {"verdict": line.verdict} for line in lines], indent=1))
    else:
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
