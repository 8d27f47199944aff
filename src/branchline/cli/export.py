"""The subcommand `export`."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import DEFAULT_BOARD, DEFAULT_SEATS, Board, load_board
from branchline.errors import BranchlineError, RecordError

from .extras import require

if TYPE_CHECKING:
    from branchline.arena.executors import Executor
    from branchline.arena.results import GameResult
    from branchline.data import Export
    from branchline.data.source import Source

BOTS, GAMES, SEED = ["hybrid"], 1000, 0


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="games as data: a row for each decision, as Parquet files",
        epilog="example: branchline export build/usa --board usa --seats 2 --bots hybrid rush --games 10000",
    )
    parser.add_argument("folder", type=Path, help="a new folder, or that of an export to go on with")
    parser.add_argument(
        "--board", help=f"a name of `branchline boards`, or a .toml file (default: {DEFAULT_BOARD})"
    )
    parser.add_argument("--seats", type=int, help=f"players (default: {DEFAULT_SEATS})")
    parser.add_argument(
        "--bots", nargs="+", metavar="BOT", help="who plays; fewer than seats take several (default: hybrid)"
    )
    parser.add_argument("--games", type=int, help=f"how many games they play (default: {GAMES})")
    parser.add_argument("--seed", type=int, help="the same seed gives the same games (default: 0)")
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="instead: the games of a file of `branchline arena --results`",
    )
    parser.add_argument(
        "--records",
        type=Path,
        nargs="+",
        metavar="PATH",
        help="instead: records of games; of a folder all its .txt and .record files",
    )
    parser.add_argument(
        "--actions",
        default="canonical",
        metavar="SPACE",
        help="ids of actions: full, canonical or route (docs/env.md; default: %(default)s)",
    )
    parser.add_argument("--processes", type=int, metavar="N", help="default: as many as there are cores")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the files. Ctrl-C and SIGTERM end it with whole files, and the same command goes on from there."""
    require("data")
    from branchline.arena.progress import ProgressBar
    from branchline.processes import exit_status, sigterm_interrupts

    _check(arguments)
    export = make_export(arguments)
    status = 0
    with sigterm_interrupts(), ProgressBar(export.card.wanted, export.card.games) as bar:

        def watch(games: int) -> bool:
            bar.advance(games)
            return False

        try:
            export.run(make_executor(arguments, export), watch)
        except KeyboardInterrupt as interruption:
            status = exit_status(interruption)
    card = export.card
    print(f"{arguments.folder}: {card.games:,} games, {card.decisions:,} decisions")
    if not card.complete:
        print(
            f"stopped before the end of {card.wanted:,} games; the same command goes on from here",
            file=sys.stderr,
        )
    return status


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if arguments.processes is not None and arguments.processes < 1:
        raise BranchlineError(f"--processes must be more than 0, not {arguments.processes}")
    if arguments.records and arguments.results:
        raise BranchlineError("--records and --results are two sources: give one of them")
    if arguments.records or arguments.results:
        given = [name for name in ("bots", "games", "seed") if getattr(arguments, name) is not None]
        if given:
            raise BranchlineError(
                f"--{given[0]} is for games that are played anew, not for records and results"
            )
    if arguments.folder.exists() and not arguments.folder.is_dir():
        raise BranchlineError(f"{arguments.folder} is a file: name a folder")


def make_export(arguments: argparse.Namespace) -> Export:
    """The export that the arguments describe."""
    from branchline.data import Export, from_bots

    board: Board
    if arguments.results:
        board, seats, source = _results(arguments)
    elif arguments.records:
        board, seats, source = _records(arguments)
    else:
        board, seats = load_board(arguments.board or DEFAULT_BOARD), arguments.seats or DEFAULT_SEATS
        games = GAMES if arguments.games is None else arguments.games
        source = from_bots(arguments.bots or BOTS, games, arguments.seed or SEED)
    command = command_text(arguments, board, seats, source)
    return Export(arguments.folder, board, seats, source, arguments.actions, command)


def _results(arguments: argparse.Namespace) -> tuple[Board, int, Source]:
    """The games of a file of results: all of them, or those on the board and with the seats that are named."""
    from branchline.arena.replays import read_results
    from branchline.data import from_results

    kinds: dict[tuple[str, int], list[GameResult]] = {}
    for result in read_results(arguments.results):
        kinds.setdefault((result.board, len(result.seats)), []).append(result)
    name = load_board(arguments.board).id if arguments.board else None
    chosen = [kind for kind in kinds if name in (None, kind[0]) and arguments.seats in (None, kind[1])]
    if len(chosen) != 1:
        there = ", ".join(
            f"{board} with {seats} seats ({len(kinds[board, seats]):,})" for board, seats in kinds
        )
        raise BranchlineError(
            f"an export has games of one board and number of seats; {arguments.results} has {there or 'none'}: "
            "choose with --board and --seats"
        )
    board = load_board(arguments.board or chosen[0][0])
    return board, chosen[0][1], from_results(kinds[chosen[0]], arguments.results.name)


def _records(arguments: argparse.Namespace) -> tuple[Board, int, Source]:
    """The games of records; the first one decides board and seats, unless they are named."""
    from branchline.arena.replays import record_files
    from branchline.data import from_records
    from branchline.game.record import read_record

    paths = list(record_files(arguments.records))
    if not paths:
        raise BranchlineError(f"no records there: {' '.join(map(str, arguments.records))}")
    board = load_board(arguments.board) if arguments.board else None
    try:
        first = read_record(paths[0].read_bytes().decode(), board)
    except (UnicodeDecodeError, RecordError) as error:
        raise RecordError(f"{paths[0]}: {error}") from None
    name = " ".join(path.name for path in arguments.records)
    return board or first.board, arguments.seats or first.seats, from_records(paths, name)


def command_text(arguments: argparse.Namespace, board: Board, seats: int, source: Source) -> str:
    """The command that makes the same export, in full."""
    words = [
        "branchline",
        "export",
        arguments.folder,
        "--board",
        arguments.board or board.id,
        "--seats",
        seats,
    ]
    if arguments.results:
        words += ["--results", arguments.results]
    elif arguments.records:
        words += ["--records", *arguments.records]
    else:
        words += ["--bots", *source.bots, "--games", source.total, "--seed", source.seed]
    return shlex.join(map(str, [*words, "--actions", arguments.actions]))


def make_executor(arguments: argparse.Namespace, export: Export) -> Executor:
    """Local processes, no more than there are portions to write."""
    from branchline.arena.executors import Inline, Processes
    from branchline.processes import usable_cores

    card = export.card
    left = -(-(card.wanted - card.games) // card.portion)
    count = min(arguments.processes or usable_cores(), left)
    return Inline() if count <= 1 else Processes(count)
