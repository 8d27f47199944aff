"""The subcommand `study`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import DEFAULT_SEATS, Board, load_board
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.arena.executors import Executor
    from branchline.study.figures import Study
    from branchline.study.study import StudySchedule


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "study",
        help="what many games say about a board: fairness, tickets, routes, a heat map",
        epilog="example: branchline study usa --bots hybrid rush --seats 2 --games 10000 --html usa.html",
    )
    parser.add_argument("board", help="a name of `branchline boards`, or a .toml file")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["hybrid"],
        metavar="BOT",
        help="the pool that plays, e.g. hybrid rush; fewer than seats take several seats (default: hybrid)",
    )
    parser.add_argument("--seats", type=int, default=DEFAULT_SEATS, help="players (default: %(default)s)")
    parser.add_argument("--games", type=int, default=10_000, help="how many games (default: 10000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    what_if = parser.add_argument_group("what if", "the same board with other numbers")
    what_if.add_argument(
        "--points", metavar="P,P,…", help="points of routes of length 1, 2, …: 1,2,4,7,10,15"
    )
    what_if.add_argument("--cars", type=int, help="cars of each player")
    what_if.add_argument("--longest", type=int, metavar="POINTS", help="the bonus for the longest path")
    what_if.add_argument(
        "--doubles",
        action=argparse.BooleanOptionalAction,
        help="both routes of a double can be used at every table, or only one",
    )
    what_if.add_argument(
        "--ticket",
        action="append",
        default=[],
        metavar="A-B=POINTS",
        help="another value for a ticket; can be given several times",
    )
    parser.add_argument("--html", type=Path, help="write the report as one page with charts and a heat map")
    parser.add_argument("--json", type=Path, help="write the whole report as JSON")
    parser.add_argument("--csv", type=Path, metavar="DIR", help="write its tables as CSV files into a folder")
    parser.add_argument("--processes", type=int, metavar="N", help="default: as many as there are cores")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster: at an address, auto, or a new one on this machine",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the games, show the findings and write the files. Ctrl-C and SIGTERM end it with what was played."""
    from msgspec.structs import replace

    from branchline.arena.executors import play_schedule
    from branchline.arena.progress import ProgressBar
    from branchline.processes import exit_status, sigterm_interrupts
    from branchline.study.study import StudySchedule, own_file

    check_places(arguments)
    board, changes = changed_board(arguments)
    schedule = StudySchedule(board, arguments.bots, arguments.seats, arguments.games, arguments.seed, changes)
    executor = make_executor(arguments, schedule)
    status = 0
    with sigterm_interrupts(), ProgressBar(arguments.games) as bar:

        def watch(games: int) -> bool:
            bar.advance(games)
            return False

        try:
            play_schedule(schedule, executor, watch)
        except KeyboardInterrupt as interruption:
            status = exit_status(interruption)
    study = replace(schedule.study(), source=own_file(arguments.board))
    show(study)
    write(study, board, arguments)
    return status


def changed_board(arguments: argparse.Namespace) -> tuple[Board, list[str]]:
    """The board with the numbers that the what-if options give it, and what they change."""
    from branchline.study.what_if import change_board

    points = None
    if arguments.points is not None:
        try:
            points = [int(part) for part in arguments.points.split(",")]
        except ValueError:
            raise BranchlineError(
                f"--points takes whole numbers, such as 1,2,4,7,10,15; not {arguments.points}"
            ) from None
    tickets = {}
    for text in arguments.ticket:
        name, _, value = text.partition("=")
        if not value.isdecimal():
            raise BranchlineError(f"--ticket takes a ticket and its points, such as a-b=12; not {text}")
        tickets[name] = int(value)
    board = load_board(arguments.board)
    return change_board(board, points, arguments.cars, arguments.doubles, tickets, arguments.longest)


def check_places(arguments: argparse.Namespace) -> None:
    """Check that what is to be written can be, before minutes are played."""
    if arguments.processes is not None and arguments.processes < 1:
        raise BranchlineError(f"--processes must be more than 0, not {arguments.processes}")
    for path in filter(None, (arguments.html, arguments.json)):
        if path.is_dir():
            raise BranchlineError(f"{path} is a folder: name a file")
        if not path.parent.is_dir():
            raise BranchlineError(f"{path}: there is no folder {path.parent}")
    if arguments.csv is not None and arguments.csv.exists() and not arguments.csv.is_dir():
        raise BranchlineError(f"{arguments.csv} is a file: name a folder for the tables")


def make_executor(arguments: argparse.Namespace, schedule: StudySchedule) -> Executor:
    """Local processes, or a Ray cluster."""
    from branchline.arena.executors import RayExecutor
    from branchline.processes import usable_cores

    if arguments.ray is not None:
        return RayExecutor(arguments.ray)
    return schedule.executor(arguments.processes or usable_cores())


def show(study: Study) -> None:
    """What matters most, on the terminal."""
    from rich.console import Console

    from branchline.arena.reports.grid import Grid
    from branchline.study import tables

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    changed = f"; what if: {'; '.join(study.changes)}" if study.changes else ""
    console.print(
        f"[bold]{study.name}[/bold], {study.seats} seats, seed {study.seed}: {study.games:,} games of "
        f"{', '.join(study.bots)}{changed}",
        soft_wrap=not console.is_terminal,
    )
    shown = [tables.place_rows(study), tables.bot_rows(study)]
    if len(study.bots) > 1:
        shown.append(tables.meeting_rows(study))
    for head, *body in shown:
        titles = list(map(str, head))
        cells = [[tables.text(*pair) for pair in zip(row, titles, strict=True)] for row in body]
        console.print(Grid([titles, *cells]))
    length = study.length
    console.print(
        f"rounds: {length.rounds:.1f} ({length.shortest} to {length.longest}); margin {length.margin:.1f} points; "
        f"the lead changes {length.lead_changes:.1f} times; stalemates {study.failures.stalemates:.2%}"
    )
    for finding in study.findings:
        console.print(f"! {finding.text}", markup=False, soft_wrap=not console.is_terminal)


def write(study: Study, board: Board, arguments: argparse.Namespace) -> None:
    """The files that were asked for."""
    import msgspec

    from branchline.study import tables
    from branchline.study.page import to_html

    if arguments.html:
        arguments.html.write_text(to_html(study, board), encoding="utf-8")
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(study)) + b"\n")
    if arguments.csv:
        arguments.csv.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.TABLES.items():
            (arguments.csv / f"{name}.csv").write_text(tables.to_csv(rows(study)), encoding="utf-8")
