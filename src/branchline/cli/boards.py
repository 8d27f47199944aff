"""The subcommands `boards`, which lists the boards and their variants, and `check`, which checks a board file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from branchline.board import Board, board_names, known_board, load_board, problems_of, variant_names

LANGUAGES = ("en", "es", "pt")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = subparsers.add_parser(
        "boards",
        help="list the boards and their variants, or say what a variant changes",
        epilog="example: branchline boards usa-1910 --language es",
    )
    listing.add_argument("board", nargs="?", help="a board's name or .toml file; without it all are listed")
    listing.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of the rules of a variant (default %(default)s)"
    )
    listing.set_defaults(run=run)
    check = subparsers.add_parser(
        "check",
        help="check a board file, and tell everything that is wrong with it",
        epilog="example: branchline check harbour.toml",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="a .toml file (docs/board-format.md)")
    check.set_defaults(run=run_check)


def run(arguments: argparse.Namespace) -> int:
    """List all boards, or tell about one."""
    from rich.console import Console
    from rich.table import Table

    boards = [load_board(arguments.board)] if arguments.board else all_boards()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("name", "board"):
        table.add_column(title, no_wrap=True)
    for title in ("seats", "cities", "routes", "tickets"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("networks")
    for board in boards:
        seats, tickets = f"{board.min_seats}–{board.max_seats}", len(board.tickets)
        name = board.id if board.id == board.base or arguments.board else f"  {board.id}"
        sizes = (seats, len(board.cities), len(board.routes), tickets)
        table.add_row(name, board.name, *map(str, sizes), trained(board))
    Console(highlight=False, width=None if sys.stdout.isatty() else 100).print(table)
    if arguments.board and boards[0].id != boards[0].base:
        from branchline.terminal.rules import rules_text

        print("", *rules_text(boards[0], arguments.language), sep="\n")
    return 0


def all_boards() -> list[Board]:
    """Every board that is known by name, each with its variants behind it."""
    boards = [known_board(name) for name in (*board_names(), *variant_names())]
    return sorted(boards, key=lambda board: (board.base, board.id != board.base))


def trained(board: Board) -> str:
    """The numbers of seats for which there is a network."""
    from branchline.value import has_network

    seats = [str(n) for n in range(board.min_seats, board.max_seats + 1) if has_network(board, n)]
    return f"{', '.join(seats)} seats" if seats else "none"


def run_check(arguments: argparse.Namespace) -> int:
    """Tell everything that is wrong with a file; the exit status is 1 if anything is."""
    problems = problems_of(arguments.file)
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} {'mistake' if len(problems) == 1 else 'mistakes'}")
        return 1
    board = load_board(arguments.file)
    print(f"{board.name} can be played: {board!r}")
    return 0
