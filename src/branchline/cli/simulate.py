"""The subcommand `simulate`."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from branchline.board import DEFAULT_BOARD, DEFAULT_SEATS, load_board

if TYPE_CHECKING:
    from branchline.arena.simulation import Simulation, Summary


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "simulate",
        help="play many games and sum them up",
        epilog="example: branchline simulate --bots hybrid rush --board usa --games 2000",
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["random"],
        metavar="BOT",
        help="who sits in seat 0, 1, …; fewer than seats take turns (default: random)",
    )
    parser.add_argument(
        "--board",
        default=DEFAULT_BOARD,
        help="a name of `branchline boards`, or a .toml file (default: %(default)s)",
    )
    parser.add_argument(
        "--seats", type=int, help=f"players (default: as many as there are bots; {DEFAULT_SEATS} for one bot)"
    )
    parser.add_argument("--games", type=int, default=10_000, help="how many games (default: 10000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    parser.add_argument("--processes", type=int, metavar="N", help="default: as many as there are cores")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON, and no progress bar")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Simulate. Ctrl-C and SIGTERM end it with what was played."""
    from branchline.arena.progress import ProgressBar
    from branchline.arena.simulation import Simulation
    from branchline.processes import exit_status, sigterm_interrupts, usable_cores

    bots: list[str] = arguments.bots
    usual = len(bots) if len(bots) > 1 else DEFAULT_SEATS
    seats = usual if arguments.seats is None else arguments.seats
    simulation = Simulation(load_board(arguments.board), seats, arguments.games, arguments.seed, bots)
    processes = usable_cores() if arguments.processes is None else arguments.processes
    executor = simulation.executor(processes)
    status, started = 0, time.perf_counter()
    with sigterm_interrupts(), ProgressBar(arguments.games, shown=not arguments.json) as bar:

        def watch(games: int) -> bool:
            bar.advance(games)
            return False

        try:
            simulation.run(executor, watch)
        except KeyboardInterrupt as interruption:
            status = exit_status(interruption)
    summary, seconds = simulation.summary(), time.perf_counter() - started
    if arguments.json:
        print_json(summary, seconds, getattr(executor, "count", 1), bool(status))
    else:
        print_text(simulation, summary, seconds, getattr(executor, "count", 1))
    return status


def print_json(summary: Summary, seconds: float, processes: int, interrupted: bool) -> None:
    """The summary for programs."""
    import json

    import msgspec

    speed = {"seconds": seconds, "games_per_second": summary.games / seconds, "processes": processes}
    print(json.dumps(msgspec.to_builtins(summary) | {"interrupted": interrupted, "speed": speed}, indent=2))


def print_text(simulation: Simulation, summary: Summary, seconds: float, processes: int) -> None:
    """The summary for people."""
    from rich.console import Console
    from rich.table import Table

    from branchline.arena.totals import find_faults

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    if summary.games < simulation.games:
        console.print(f"[bold]Interrupted[/bold]: the first {summary.games:,} of {simulation.games:,} games.")
    console.print(
        f"[bold]{simulation.board.name}[/bold], {summary.seats} seats, seed {summary.seed}: {summary.games:,} games "
        f"in {seconds:.1f} s, [bold]{summary.games / seconds:,.0f}[/bold] games/s "
        f"({processes} process{'es' if processes > 1 else ''})"
    )
    table = Table("seat", "bot", box=None, pad_edge=False, header_style="bold")
    for name in ("points", "± deviation", "won", "± 95 %"):
        table.add_column(name, justify="right")
    for seat, one in enumerate(summary.by_seat):
        points = f"{one.mean:.2f}", f"{one.deviation:.2f}"
        table.add_row(str(seat), one.bot, *points, f"{one.win_share:.2%}", f"{one.win_error:.2%}")
    table.add_row("first", "", "", "", f"{summary.first_player_win_share:.2%}", "")
    console.print(table)
    console.print(f"per game: {summary.decisions_per_game:.1f} decisions, {summary.turns_per_game:.1f} turns")
    ends = summary.ends
    console.print(f"ended by: last turns {ends['last_turns']:.2%}, stalemate {ends['stalemate']:.2%}")
    console.print(f"digest:   {summary.digest}")
    for fault in find_faults(zip(simulation.bots, simulation.totals.seats, strict=True)):
        console.print(str(fault), style="red")
