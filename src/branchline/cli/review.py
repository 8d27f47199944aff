"""The subcommand `review`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import load_board
from branchline.errors import BranchlineError, RecordError

from .stored import add_store, opened_store

if TYPE_CHECKING:
    from branchline.game.game import Game

EXAMPLE = "example: branchline review game.txt --level deep --store reviews.sqlite --html review.html"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "review", help="review a finished game: win chances, errors, luck and key moments", epilog=EXAMPLE
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the record of a finished game")
    parser.add_argument("--board", help="the .toml file of its board, if that is not one of ours")
    parser.add_argument(
        "--level",
        default="standard",
        choices=("quick", "standard", "deep"),
        help="how deep (default standard)",
    )
    parser.add_argument("--seat", type=int, help="only the key moments of this seat")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="what the seats are called")
    parser.add_argument(
        "--json", type=Path, metavar="OUT", help="write the whole review as JSON; - prints it"
    )
    parser.add_argument("--html", type=Path, metavar="OUT", help="write it as one page with the board")
    add_store(parser)
    parser.add_argument("--threads", type=int, help="how many at once (default: one for each core)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Review as asked on the command line."""
    from branchline.review import review

    game = read_game(arguments.file, arguments.board)
    check(arguments, game)
    with opened_store(arguments.store) as store, progress_bar() as update:
        found = review(game, arguments.level, update, store, threads=arguments.threads)
    if arguments.json:
        write_json(found.to_json(), arguments.json)
    if arguments.html:
        from branchline.review.page import to_html

        arguments.html.write_text(to_html(found, game, arguments.names, arguments.seat), encoding="utf-8")
    if arguments.json is None or str(arguments.json) != "-":
        from rich.console import Console

        from branchline.review.show import show

        wide = None if sys.stdout.isatty() else 160
        console = Console(width=wide, highlight=False)
        console.print(show(found, game.board, arguments.names, arguments.seat))
    return 0


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("review", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def write_json(text: bytes, path: Path) -> None:
    """Write the JSON into a file, or print it."""
    if str(path) == "-":
        print(text.decode())
    else:
        path.write_bytes(text)


def read_game(path: Path, board: str | None) -> Game:
    """The game of a record."""
    from branchline.game.record import replay

    try:
        return replay(path.read_bytes().decode(), load_board(board) if board else None)
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: this is no text (byte {error.start})") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def check(arguments: argparse.Namespace, game: Game) -> None:
    """Refuse what does not fit the game, before minutes are spent."""
    if arguments.seat is not None and not 0 <= arguments.seat < game.seats:
        raise BranchlineError(f"--seat: there is no seat {arguments.seat}; seats are 0 to {game.seats - 1}")
    if arguments.names and len(arguments.names) != game.seats:
        raise BranchlineError(
            f"--names: {game.seats} seats need {game.seats} names, not {len(arguments.names)}"
        )
    if arguments.threads is not None and arguments.threads < 1:
        raise BranchlineError(f"--threads must be 1 or more, not {arguments.threads}")
