"""The subcommand `puzzles`."""

from __future__ import annotations

import argparse
import datetime as dt
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import load_board
from branchline.errors import BranchlineError

from .stored import add_store, opened_store

if TYPE_CHECKING:
    from branchline.puzzles import Puzzle
    from branchline.puzzles.miner import Progress

EXAMPLE = "example: branchline puzzles list --board europe --theme tunnel"
COUNT, GAMES = 150, 300


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "puzzles", help="solve puzzles: positions with one clearly best move; or make some", epilog=EXAMPLE
    )
    parser.set_defaults(run=solve, puzzle="daily", board=None, theme=None, difficulty=None, date=None)
    actions = parser.add_subparsers(title="what to do (default: solve daily)", metavar="ACTION")
    one = actions.add_parser("solve", help="solve a puzzle in the terminal")
    one.add_argument(
        "puzzle",
        nargs="?",
        default="daily",
        metavar="ID",
        help="a puzzle's id, daily for that of the day (default), or random",
    )
    one.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="with daily: of another day")
    _add_choice(one)
    one.set_defaults(run=solve)
    some = actions.add_parser("list", help="list the puzzles")
    some.add_argument("--counts", action="store_true", help="only how many there are of each kind")
    _add_choice(some)
    some.set_defaults(run=list_puzzles)
    _add_mine(actions)


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", help="only of this board")
    parser.add_argument("--theme", help="only of this theme")
    parser.add_argument("--difficulty", type=int, help="only of this difficulty, 1 to 5")


def _add_mine(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    mine = actions.add_parser("mine", help="look for puzzles in games of strong bots")
    mine.add_argument("board", help="a board's name or .toml file; it needs networks (branchline train)")
    mine.add_argument("--count", type=int, default=COUNT, help=f"how many puzzles (default {COUNT})")
    mine.add_argument("--games", type=int, default=GAMES, help=f"games to look through (default {GAMES})")
    mine.add_argument("--seed", type=int, default=1, help="which games (default 1)")
    mine.add_argument("--out", type=Path, metavar="FILE", help="where to (default: BOARD.puzzles.json)")
    add_store(mine)
    mine.add_argument("--themes", nargs="+", metavar="THEME", default=[], help="look for these themes only")
    mine.add_argument(
        "--first", type=int, default=0, metavar="N", help="the first game to look at (default 0)"
    )
    mine.add_argument(
        "--extend", type=Path, metavar="FILE", help="choose among what is found and the puzzles in this file"
    )
    mine.add_argument("--threads", type=int, default=1, help="games at once (default 1)")
    mine.set_defaults(run=mine_puzzles)


def _date(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def solve(arguments: argparse.Namespace) -> int:
    """Solve a puzzle. The exit status is 0 if it was solved or left, 1 if the move was wrong."""
    from rich.console import Console

    from branchline.cli.play import Reader
    from branchline.terminal.puzzle import PuzzleSession

    session = PuzzleSession(_wanted(arguments), Console(highlight=False), Reader())
    session.run()
    return 0 if session.verdict is None or session.verdict.mark == "right" else 1


def _wanted(arguments: argparse.Namespace) -> Puzzle:
    """The puzzle that was asked for."""
    from branchline.puzzles import daily, find, search

    if arguments.puzzle == "daily":
        return daily(arguments.date or dt.date.today(), arguments.board)  # noqa: DTZ011 (the visitor's own day)
    if arguments.puzzle != "random":
        return find(arguments.puzzle)
    found = search(arguments.board, arguments.theme, arguments.difficulty)
    if not found:
        raise BranchlineError(
            "there is no such puzzle; `branchline puzzles list --counts` says which there are"
        )
    return random.choice(found)


def list_puzzles(arguments: argparse.Namespace) -> int:
    """List puzzles, or count them by board, theme and difficulty."""
    from rich.console import Console

    from branchline.puzzles import search
    from branchline.puzzles.words import THEME_NAMES
    from branchline.terminal.screen import grid

    found = search(arguments.board, arguments.theme, arguments.difficulty)
    console = Console(highlight=False)
    if arguments.counts:
        print(counts(found))
        return 0
    table = grid("puzzle", "theme", ">difficulty", ">seats", ">turn")
    for one in found:
        turn = one.position.turn // one.seats + 1
        table.add_row(one.id, THEME_NAMES[one.theme], str(one.difficulty), str(one.seats), str(turn))
    console.print(table)
    return 0


def counts(found: list[Puzzle]) -> str:
    """How many puzzles there are by board, theme and difficulty, as a table in Markdown."""
    from branchline.puzzles import DIFFICULTIES, THEMES

    boards = sorted({one.board for one in found})
    lines = [f"| | {' | '.join(boards)} |", f"|---|{'---:|' * len(boards)}"]

    def row(name: str, kind: str, value: object) -> str:
        cells = [sum(one.board == board and getattr(one, kind) == value for one in found) for board in boards]
        return f"| {name} | {' | '.join(map(str, cells))} |"

    lines += [row(theme, "theme", theme) for theme in THEMES]
    lines += [row(f"difficulty {one}", "difficulty", one) for one in DIFFICULTIES]
    lines += [row(f"{seats} seats", "seats", seats) for seats in sorted({one.seats for one in found})]
    return "\n".join(lines)


def mine_puzzles(arguments: argparse.Namespace) -> int:
    """Look for puzzles, and write a collection."""
    from branchline.puzzles.library import Collection, read_collection, write_collection
    from branchline.puzzles.miner import Miner

    for name, least in (("count", 1), ("games", 1), ("threads", 1), ("first", 0)):
        if getattr(arguments, name) < least:
            raise BranchlineError(f"--{name} must be {least} or more, not {getattr(arguments, name)}")
    board = load_board(arguments.board)
    path = arguments.out or Path(f"{board.id}.puzzles.json")
    before = read_collection(arguments.extend, board) if arguments.extend else None
    with opened_store(arguments.store) as store, progress_bars() as (mining, finishing):
        miner = Miner(board, arguments.seed, store, arguments.threads, arguments.themes)
        pool = miner.mine(arguments.games, mining, arguments.first)
        old = before.puzzles if before else ()
        puzzles = miner.finish(pool, arguments.count, finishing, old)
    collection = Collection(
        board=board.id,
        digest=board.digest,
        networks=miner.networks,
        command=(f"{before.command}; " if before else "") + _command(arguments, board.id),
        seed=arguments.seed,
        games=arguments.games + (before.games if before else 0),
        found=len(pool) + (before.found if before else 0),
        puzzles=tuple(puzzles),
    )
    write_collection(path, collection)
    print(f"{board.id}: {len(puzzles)} of {len(pool)} puzzles in {arguments.games} games: {path}")
    print(counts(puzzles))
    return 0


def _command(arguments: argparse.Namespace, board: str) -> str:
    """The command that makes a collection again."""
    words = [f"branchline puzzles mine {board} --count {arguments.count} --games {arguments.games}"]
    words.append(f"--seed {arguments.seed}")
    if arguments.first:
        words.append(f"--first {arguments.first}")
    if arguments.themes:
        words.append(f"--themes {' '.join(arguments.themes)}")
    if arguments.extend:
        words.append(f"--extend {arguments.extend.name}")
    return " ".join(words)


@contextmanager
def progress_bars() -> Iterator[tuple[Progress, Progress]]:
    """Two bars on standard error, if that is a terminal: games, and puzzles that are confirmed."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bars:
        games, puzzles = bars.add_task("games", total=None), bars.add_task("puzzles", total=None)

        def mining(done: int, total: int, found: int) -> None:
            bars.update(games, completed=done, total=total, description=f"games ({found} puzzles)")

        def finishing(done: int, total: int, tried: int) -> None:
            bars.update(puzzles, completed=done, total=total, description=f"confirmed (of {tried} tried)")

        yield mining, finishing
