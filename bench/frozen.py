"""How many times as fast the core is as a frozen one: an older commit of this repository, compiled into build/compare.

Both play the same games by turns, in CPU time: what else the machine does hits both alike. Absolute figures swing by
half on a machine that others use, these ratios by a few per cent.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Self

from bench.compare import ROOT, checked_out

#: The core before `docs/performance.md` speaks of counting instead of listing. It never changes, so that ratios of
#: today and of next year can be compared.
FROZEN = "faeb347"
#: Policy, board, seats, games in a round, and the bar: at least so many times the frozen core's speed. The frozen
#: hybrid plays as hybrid-1 does now; the games of hybrid are others since, and longer.
CASES = (
    ("random", "usa", 2, 6000, 1.4),
    ("random", "usa", 4, 3000, 1.4),
    ("random", "usa", 5, 2500, 1.4),
    ("random", "europe", 2, 4000, 1.3),
    ("random", "europe", 4, 2500, 1.3),
    ("random", "london", 3, 8000, 1.2),
    ("rush", "usa", 2, 1500, 1.0),
    ("hybrid-1", "usa", 2, 500, 1.3),
    ("hybrid-1", "europe", 4, 150, 1.3),
    ("hybrid-1", "london", 3, 400, 1.3),
    ("hybrid", "usa", 2, 500, 1.3),
    ("hybrid", "europe", 4, 150, None),
    ("hybrid", "london", 3, 400, None),
)


def is_available() -> bool:
    """Whether this is a clone that holds the frozen commit: a shallow one and a source package do not."""
    command = ["git", "-C", ROOT, "cat-file", "-e", f"{FROZEN}^{{commit}}"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


class Worker:
    """A process that plays with the core of one tree."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "bench/worker.py"],
            env=os.environ | {"PYTHONPATH": str(tree / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate()

    def play(self, name: str, board: str, seats: int, games: int) -> tuple[float, int]:
        """CPU seconds for some games, and their digest."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name} {board} {seats} {games}\n")
        self.process.stdin.flush()
        seconds, digest = self.process.stdout.readline().split()
        return float(seconds), int(digest)


@dataclass(frozen=True)
class Ratio:
    """One case: games a second of both cores, the median of the rounds' ratios, and whether the games are the same."""

    name: str
    frozen: float
    now: float
    ratio: float
    same: bool
    bar: float | None


def ratios(rounds: int) -> Iterator[Ratio]:
    """All cases, one after the other. The frozen core is compiled first, if that has not been done."""
    with Worker(checked_out(FROZEN)) as old, Worker(ROOT) as new:
        for name, board, seats, games, bar in CASES:
            old.play(name, board, seats, games // 10)
            new.play(name, board, seats, games // 10)
            pairs = [
                (old.play(name, board, seats, games), new.play(name, board, seats, games))
                for _ in range(rounds)
            ]
            yield Ratio(
                f"{'random games' if name == 'random' else f'games of {name}'}, {board}, {seats} seats",
                median(games / before for (before, _), _ in pairs),
                median(games / after for _, (after, _) in pairs),
                median(before / after for (before, _), (after, _) in pairs),
                all(before == after for (_, before), (_, after) in pairs),
                bar,
            )
