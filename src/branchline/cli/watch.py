"""The subcommand `watch`."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import DEFAULT_BOARD, load_board
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.bots import Bot
    from branchline.game.game import Game

PACE, LONGEST = 1.0, 3600


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "watch",
        help="watch bots play in the terminal, move by move",
        epilog="example: branchline watch hybrid python:mybot.py:Mine --board london --pace 0.5",
    )
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="levels or specs as `branchline bots` lists them, one for each seat; the last one is repeated",
    )
    parser.add_argument(
        "--board",
        default=DEFAULT_BOARD,
        help="a name of `branchline boards`, or a .toml file (default: %(default)s)",
    )
    parser.add_argument("--seats", type=int, help="players (default: as many as bots, and at least two)")
    parser.add_argument("--seed", type=int, help="the same seed deals the same cards")
    parser.add_argument(
        "--pace", type=float, default=PACE, metavar="SECONDS", help="after each move (default: %(default)s)"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the game in this file")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Show a game of bots. Where nobody looks, its moves are printed at once."""
    from branchline.cli.play import make_opponents
    from branchline.game.game import Game

    check_pace(arguments.pace)
    board = load_board(arguments.board)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    game = Game(board, arguments.seats or max(board.min_seats, len(arguments.bots)), seed)
    with ExitStack() as stack:
        bots = [stack.enter_context(bot) for bot in make_opponents(arguments.bots, game.seats, seed)]
        over = show(game, bots, arguments.pace)
    told = f"seed {seed}" if over else f"seed {seed}, left after {game.moves} moves"
    if arguments.record:
        arguments.record.write_text(game.record(), encoding="utf-8")
        told += f"; the record: {arguments.record}"
    print(told)
    return 0


def check_pace(pace: float) -> None:
    """Refuse what is no time."""
    if not 0 <= pace <= LONGEST:
        raise BranchlineError(f"--pace takes seconds from 0 to {LONGEST}, not {pace:g}")


def show(game: Game, bots: Sequence[Bot], pace: float) -> bool:
    """Show a game to its end; False if whoever watches left before. Keys count if there is a keyboard."""
    from rich.console import Console

    from branchline.terminal.keys import Keys, NoKeys
    from branchline.terminal.watch import Watch

    console = Console(highlight=False)
    if not (console.is_terminal and sys.stdin.isatty()):
        return Watch(game, bots, console, NoKeys(), pace).run()
    with Keys() as keys:
        return Watch(game, bots, console, keys, pace).run()
