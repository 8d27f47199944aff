"""The subcommands `bots`, which lists the bots, and `bot-check`, which tests one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from branchline.cli.boards import all_boards, trained


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = subparsers.add_parser(
        "bots", help="list the bots, their parameters and the levels", epilog="example: branchline bots"
    )
    listing.set_defaults(run=list_bots)
    check = subparsers.add_parser(
        "bot-check",
        help="test that a bot plays by the rules, in time, and repeatably",
        epilog="example: branchline bot-check python:examples/python_bot.py:Builder --board usa --seats 2 --traceback",
    )
    check.add_argument(
        "spec", help="a bot, like hybrid, search:time=0.1, exec:./mybot or python:mybot.py:Mine"
    )
    check.add_argument(
        "--positions", type=int, default=3000, help="decisions to ask for (default %(default)s)"
    )
    check.add_argument(
        "--seconds", type=float, default=5.0, help="longest decision allowed (default %(default)s)"
    )
    check.add_argument(
        "--seed", type=int, default=1, help="of the deals and of the bot (default %(default)s)"
    )
    check.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="BOARD",
        help="a name of `branchline boards`, or a .toml file; can be given more than once (default: all boards)",
    )
    check.add_argument(
        "--seats", type=int, metavar="N", help="players (default: every number that a board has)"
    )
    check.add_argument(
        "--traceback", action="store_true", help="show the traceback of the first fault at each place"
    )
    check.add_argument(
        "--views",
        type=Path,
        metavar="DIR",
        help="write the view of the first fault at each place into a folder, as JSON for View.from_json",
    )
    check.set_defaults(run=run_check)


def list_bots(arguments: argparse.Namespace) -> int:
    """Print every bot with its style and parameters, then the levels."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from branchline.bots.registry import KINDS, LEVELS

    listed = Table.grid(padding=(0, 1))
    for kind in KINDS.values():
        listed.add_row(Text(kind.name), Text(kind.style))
        if kind.name == "hybrid":
            told = [f"weights: {' '.join(parameter.name for parameter in kind.parameters)}"]
        else:
            told = [f"{one.name}={one.low:g}…{one.high:g}  {one.text}" for one in kind.parameters]
        for line in told:
            listed.add_row("", Padding(Text(line), (0, 0, 0, 2)))
    own = "(docs/bot-protocol.md)"
    listed.add_row("exec:PROGRAM", Text(f"any program over JSON lines {own}; exec:PROGRAM,time=SECONDS"))
    listed.add_row("python:FILE.py:CLASS", Text(f"your own class {own}"))
    levels = Table.grid(padding=(0, 1))
    for level in LEVELS:
        levels.add_row(Text(level.name), Text(level.spec), Text(level.style))
    for grid in (listed, levels):
        for column in grid.columns[:-1]:
            column.no_wrap = True
    networks = (
        f"Networks: {_networks()}. On other boards and on variants value plays as hybrid does, and search plays its "
        "rollouts to the end of the game, until `branchline train BOARD` has made a network. On a variant hybrid has "
        "the weights of the board that it extends."
    )
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    console.print(listed, Text("\nLevels"), levels, Text(f"\n{networks}"))
    return 0


def _networks() -> str:
    """The boards and numbers of seats for which there are networks."""
    found = {board.id: trained(board) for board in all_boards()}
    return ", ".join(f"{name} ({seats})" for name, seats in found.items() if seats != "none")


def run_check(arguments: argparse.Namespace) -> int:
    """Test a bot and print what was found; the exit status is 1 if it failed."""
    from branchline.bots.check import check_bot

    report = check_bot(
        arguments.spec,
        arguments.positions,
        arguments.seconds,
        arguments.seed,
        boards=arguments.board,
        seats=arguments.seats,
    )
    print(report.text(arguments.traceback))
    if arguments.views is not None:
        arguments.views.mkdir(parents=True, exist_ok=True)
        for number, fault in enumerate(report.faults, 1):
            (arguments.views / f"fault-{number}.json").write_bytes(fault.view.to_json())
    return 0 if report.passed else 1
