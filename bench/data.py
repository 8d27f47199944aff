"""How long an export of many games takes, in wall time and in CPU time of all processes; its size and memory.

python -m bench.data [--games 100000] [--board europe] [--seats 3] [--actions canonical]
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path

from branchline.cli import main as branchline
from branchline.data import read_card

BAR = 300.0  # seconds for 100,000 games of hybrid on two cores


def cpu_seconds() -> float:
    """CPU time of this process and of those that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.data", description="Measure an export.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--board", default="europe")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--actions", default="canonical")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "export"
        words = [f"--{name}={getattr(options, name)}" for name in ("games", "board", "seats", "actions")]
        wall, cpu = time.perf_counter(), cpu_seconds()
        branchline(["export", str(folder), *words])
        wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
        card = read_card(folder)
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    share = options.games / 100_000
    print(
        f"{card.board}, {card.seats} seats, {card.actions}: {card.games:,} games, {card.decisions:,} decisions"
    )
    print(
        f"wall time {wall:,.0f} s; CPU time of all processes {cpu:,.0f} s, on two idle cores {cpu / 2:,.0f} s"
    )
    print(f"bar {BAR * share:,.0f} s: {'ok' if cpu / 2 <= BAR * share else 'missed'} by CPU time")
    print(
        f"{size / 1e6:,.0f} MB, {size / card.decisions:.0f} bytes a decision; a process takes up to {most:,.0f} MB"
    )


if __name__ == "__main__":
    main()
