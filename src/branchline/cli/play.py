"""The subcommand `play`."""

from __future__ import annotations

import argparse
import os
import secrets
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from branchline.board import DEFAULT_BOARD, DEFAULT_SEATS, load_board
from branchline.bots import Bot, make_bot
from branchline.errors import BranchlineError, RecordError
from branchline.game.dealer import SeededDealer
from branchline.game.game import Game
from branchline.terminal import formatting
from branchline.terminal.session import Session
from branchline.value import belief_weights

DEFAULT_BOT = "medium"


def kept_game() -> Path:
    """Where the last game is kept unless a file is named."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "branchline" / "last.record"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play in the terminal against bots",
        epilog="example: branchline play --board usa-1910 --seats 2 --bots hard",
    )
    parser.add_argument(
        "--board", help=f"a name of `branchline boards`, or a .toml file (default: {DEFAULT_BOARD})"
    )
    parser.add_argument("--seats", type=int, help=f"players, you included (default: {DEFAULT_SEATS})")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="your seat, from 0 (default: 0; with --from the one to move)"
    )
    parser.add_argument(
        "--bots",
        default=[DEFAULT_BOT],
        nargs="+",
        metavar="BOT",
        help=f"who plays the others: levels or specs as `branchline bots` lists them (default: {DEFAULT_BOT})",
    )
    parser.add_argument("--seed", type=int, help="the same seed deals the same cards")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the game in this file")
    parser.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=kept_game(),
        metavar="FILE",
        help="go on with the game of a record; without FILE, with the last one",
    )
    parser.add_argument(
        "--from",
        type=Path,
        metavar="FILE",
        dest="original",
        help="begin a new game in a position of the game of a record",
    )
    parser.add_argument("--ply", type=int, metavar="N", help="with --from: after so many moves of that game")
    parser.add_argument(
        "--deal-anew", action="store_true", help="with --from: deal anew what your seat did not know there"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play as asked on the command line."""
    _check(arguments)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    game = _start(arguments, seed)
    others = [seat for seat in range(game.seats) if seat != arguments.seat]
    bots = make_opponents(arguments.bots, len(others), seed)
    file = arguments.record or arguments.resume or kept_game()
    console = Console(highlight=False)
    session = Session(
        game, arguments.seat, dict(zip(others, bots, strict=True)), console, Reader(), bots[0], file
    )
    _greet(console, game, arguments, seed)
    over = session.run()
    _part(console, session, arguments, file, over)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if arguments.original is None:
        if arguments.ply is not None or arguments.deal_anew:
            raise BranchlineError("--ply and --deal-anew go with --from FILE, the record of a game")
    elif arguments.resume:
        raise BranchlineError("--resume goes on with a game, and --from begins another: give one of them")
    elif arguments.original.absolute() == (arguments.record or kept_game()).absolute():
        raise BranchlineError(
            f"the new game would be kept in {arguments.original}, in place of the other: name a file with --record"
        )


def _start(arguments: argparse.Namespace, seed: int) -> Game:
    """The game to play, and `arguments.seat` as the seat to play it from."""
    if arguments.original:
        game = _read(arguments.original, arguments, arguments.ply)
    else:
        game = _resume(arguments, seed) if arguments.resume else _begin(arguments, seed)
    if arguments.seat is None:
        arguments.seat = (game.actor or 0) if arguments.original else 0
    if not 0 <= arguments.seat < game.seats:
        raise BranchlineError(f"there is no seat {arguments.seat}: seats are 0 to {game.seats - 1}")
    return _play_on(game, arguments, seed) if arguments.original else game


def _play_on(game: Game, arguments: argparse.Namespace, seed: int) -> Game:
    """A new game from a position; hidden tickets that are dealt anew rather fit the routes of their seats."""
    if game.over:
        raise BranchlineError(
            f"the game in {arguments.original} is over after {game.moves} moves: --ply N begins before that"
        )
    belief = belief_weights(game.board, game.seats)
    return game.play_on(arguments.seat if arguments.deal_anew else None, seed=seed, belief=belief)


def _begin(arguments: argparse.Namespace, seed: int) -> Game:
    board = load_board(arguments.board or DEFAULT_BOARD)
    seats = arguments.seats or max(board.min_seats, min(DEFAULT_SEATS, board.max_seats))
    return Game(board, seats, seed)


def _resume(arguments: argparse.Namespace, seed: int) -> Game:
    game = _read(arguments.resume, arguments)
    game.dealer = SeededDealer(seed)
    return game


def _read(file: Path, arguments: argparse.Namespace, ply: int | None = None) -> Game:
    """The game of a record, or how it stood after some moves."""
    board = load_board(arguments.board) if arguments.board else None
    try:
        game = Game.replay(file.read_bytes().decode(), board, ply=ply)
    except OSError as error:
        raise BranchlineError(f"there is no game to go on with: {file}: {error.strerror}") from None
    except (UnicodeDecodeError, RecordError) as error:
        raise RecordError(f"{file}: {error}") from None
    if arguments.seats not in (None, game.seats):
        raise BranchlineError(f"the game in {file} has {game.seats} seats, not {arguments.seats}")
    return game


class Reader:
    """Lines from the keyboard, with history where the system has it; from a pipe they are shown as well."""

    def __init__(self) -> None:
        self._live = sys.stdin.isatty()
        if self._live:
            try:
                import readline  # noqa: F401  (input() uses it once it is imported)
            except ImportError:
                return

    def __call__(self, prompt: str) -> str:
        line = input(prompt)
        if not self._live:
            print(line)
        return line


def _greet(console: Console, game: Game, arguments: argparse.Namespace, seed: int) -> None:
    board = game.board
    how = "goes on" if arguments.resume else f"seed {seed}"
    if game.origin is not None and not arguments.resume:
        cards = f", hidden cards dealt anew, seed {seed}" if arguments.deal_anew else f", seed {seed}"
        how = f"from a position after {game.origin.ply} moves{cards}"
    console.print(
        Text(f"{board.name}, {game.seats} seats, {how}. You are ").append_text(
            formatting.seat(arguments.seat, None)
        )
    )
    if not game.over:
        console.print(Text("help says what you can type; quit leaves and keeps the game.", "dim"))


def _part(console: Console, session: Session, arguments: argparse.Namespace, file: Path, over: bool) -> None:
    """Keep the game, and say where and how to go on."""
    try:
        session.keep(file)
    except BranchlineError as error:
        console.print(Text(str(error)))
        return
    if over:
        console.print(Text(f"\nThe record of this game: {file}", "dim"))
    else:
        console.print(Text(f"\nThe game is kept in {file}. To go on:\n  {_command(arguments, file)}"))


def _command(arguments: argparse.Namespace, file: Path) -> str:
    """The command that goes on with the game."""
    options = ["--resume"] + ([] if file == kept_game() else [str(file)])
    if arguments.board and arguments.board.endswith(".toml"):
        options += ["--board", arguments.board]
    if arguments.seat:
        options += ["--seat", str(arguments.seat)]
    if arguments.bots != [DEFAULT_BOT]:
        options += ["--bots", *arguments.bots]
    text = shlex.join(options)
    return f'make terminal ARGS="{text}"' if "MAKELEVEL" in os.environ else f"branchline play {text}"


def make_opponents(specs: Sequence[str], count: int, seed: int) -> list[Bot]:
    """As many bots as there are seats to fill; the last one named is repeated."""
    if len(specs) > count:
        raise BranchlineError(f"{len(specs)} bots are named for {count} seats: {' '.join(specs)}")
    names = [*specs, *[specs[-1]] * (count - len(specs))]
    return [make_bot(name, seed=seed + place) for place, name in enumerate(names, 1)]
