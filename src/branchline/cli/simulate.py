"""The subcommand `simulate`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import msgspec

from branchline.arena.simulate import Progress, Simulation, Summary
from branchline.board import load_board
from branchline.processes import usable_cores


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("simulate", help="play many random games and sum them up")
    parser.add_argument("--board", default="europe", help="a board's name or .toml file (default: europe)")
    parser.add_argument("--seats", type=int, default=2, help="players (default: 2)")
    parser.add_argument("--games", type=int, default=10_000, help="how many games (default: 10000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    parser.add_argument("--processes", type=int, metavar="N", help="default: as many as there are cores")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON, and no progress bar")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Simulate as asked on the command line; 130 after Ctrl-C, as shells have it."""
    processes = usable_cores() if arguments.processes is None else arguments.processes
    simulation = Simulation(
        load_board(arguments.board), arguments.seats, arguments.games, arguments.seed, processes
    )
    bar = not arguments.json and sys.stderr.isatty()
    started = time.perf_counter()
    with (
        _on_interrupt(lambda *_: simulation.stop()),
        _progress_bar(simulation.games) if bar else nullcontext(lambda _: None) as progress,
    ):
        summary = simulation.run(progress)
    seconds = time.perf_counter() - started
    if arguments.json:
        speed = {
            "seconds": seconds,
            "games_per_second": summary.games / seconds,
            "processes": simulation.processes,
        }
        facts: dict[str, Any] = msgspec.to_builtins(summary)
        print(json.dumps(facts | {"interrupted": simulation.stopped, "speed": speed}, indent=2))
    else:
        _print(simulation, summary, seconds)
    return 130 if simulation.stopped else 0


@contextmanager
def _progress_bar(games: int) -> Iterator[Progress]:
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TaskProgressColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _print(simulation: Simulation, summary: Summary, seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if simulation.stopped:
        console.print(f"[bold]Interrupted[/bold]: the first {summary.games:,} of {simulation.games:,} games.")
    console.print(
        f"[bold]{simulation.board.name}[/bold], {summary.seats} seats, seed {summary.seed}: {summary.games:,} games "
        f"in {seconds:.1f} s, [bold]{summary.games / seconds:,.0f}[/bold] games/s "
        f"({simulation.processes} process{'es' if simulation.processes > 1 else ''})"
    )
    table = Table("seat", box=None, pad_edge=False, header_style="bold")
    for name in ("points", "± deviation", "won"):
        table.add_column(name, justify="right")
    for seat, one in enumerate(summary.by_seat):
        table.add_row(str(seat), f"{one.mean:.2f}", f"{one.deviation:.2f}", f"{one.win_share:.2%}")
    table.add_row("first", "", "", f"{summary.first_player_win_share:.2%}")
    console.print(table)
    console.print(f"per game: {summary.decisions_per_game:.1f} decisions, {summary.turns_per_game:.1f} turns")
    ends = summary.ends
    console.print(f"ended by: last turns {ends['last_turns']:.2%}, stalemate {ends['stalemate']:.2%}")
    console.print(f"digest:   {summary.digest}")


@contextmanager
def _on_interrupt(handler: Callable[..., None]) -> Iterator[None]:
    """What Ctrl-C does for a while. Only the main thread may say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
