"""The subcommands `bots`, which lists the bots, and `bot-check`, which tests one."""

from __future__ import annotations

import argparse
from pathlib import Path


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
    from branchline.bots.registry import KINDS, LEVELS

    for kind in KINDS.values():
        print(f"{kind.name:12} {kind.style}")
        for parameter in kind.parameters if kind.name != "hybrid" else ():
            print(f"{'':12}   {parameter.name}={parameter.low:g}…{parameter.high:g}  {parameter.text}")
        if kind.name == "hybrid":
            print(f"{'':12}   weights: {' '.join(parameter.name for parameter in kind.parameters)}")
    print(
        f"{'exec:PROGRAM':12} any program over JSON lines (docs/bot-protocol.md); exec:PROGRAM,time=SECONDS"
    )
    print("python:FILE.py:CLASS  your own class (docs/bot-protocol.md)\n\nLevels")
    for level in LEVELS:
        print(f"{level.name:12} {level.spec:20} {level.style}")
    print(
        f"\nNetworks: {trained()}. On other boards and on variants value plays as hybrid does, and search plays"
    )
    print(
        "its rollouts to the end of the game, until `branchline train BOARD` has made a network. On a variant"
    )
    print("hybrid has the weights of the board that it extends.")
    return 0


def trained() -> str:
    """The boards and numbers of seats for which there are networks."""
    from branchline.board import board_names, load_board, variant_names
    from branchline.value import has_network

    found = []
    for name in (*board_names(), *variant_names()):
        board = load_board(name)
        seats = [str(n) for n in range(board.min_seats, board.max_seats + 1) if has_network(board, n)]
        found.append(f"{name} ({', '.join(seats)} seats)" if seats else "")
    return ", ".join(filter(None, found))


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
