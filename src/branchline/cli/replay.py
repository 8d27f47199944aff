"""The subcommand `replay`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from branchline.board import load_board
from branchline.errors import BranchlineError, RecordError

if TYPE_CHECKING:
    from branchline.game.game import Game

PACE = 1.0


class Replay(NamedTuple):
    """A finished game, where it comes from, and who played it, as far as that is known."""

    title: str
    names: Sequence[str]
    game: Game


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "replay",
        help="show a game of an arena or of a record again, move by move",
        epilog="example: branchline replay usa.jsonl --game 12 --watch",
    )
    parser.add_argument(
        "games",
        type=Path,
        metavar="PATH",
        help="a .jsonl file of `branchline arena --results`, a folder of `--records`, or one record",
    )
    parser.add_argument(
        "--game", type=int, default=1, metavar="N", help="which line of it, or which file (default: 1)"
    )
    parser.add_argument("--board", help="the .toml file of a board that is not one of ours")
    parser.add_argument("--watch", action="store_true", help="show it as `branchline watch` does")
    parser.add_argument(
        "--pace",
        type=float,
        default=PACE,
        metavar="SECONDS",
        help="with --watch: after each move (default: %(default)s)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the record of the game instead of printing its moves",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the game, show it, or write its record."""
    replay = find(arguments.games, arguments.game, arguments.board)
    if arguments.record:
        arguments.record.write_text(replay.game.record(), encoding="utf-8")
    elif arguments.watch:
        watch(replay, arguments.pace)
    else:
        print_game(replay)
    return 0


def find(place: Path, number: int, board: str | None) -> Replay:
    """The game with this number in a file of results or a folder of records, or that of a record."""
    from branchline.arena.replays import play_again, read_result, record_files
    from branchline.game.record import TITLE

    if place.is_dir():
        paths = list(record_files([place]))
        if not 1 <= number <= len(paths):
            raise BranchlineError(f"{place} has {len(paths):,} records; there is no game {number}")
        return from_record(paths[number - 1], board)
    title = TITLE.rpartition(" ")[0].encode()
    with place.open("rb") as file:
        is_record = file.read(len(title)) == title
    if is_record:
        if number != 1:
            raise BranchlineError(f"{place} is the record of one game; there is no game {number}")
        return from_record(place, board)
    result = read_result(place, number)
    game = play_again(result, load_board(board or result.board))
    said = f"{game.board.name}, seed {result.seed}, deal {result.deal}; seat {result.first} begins"
    return Replay(said, result.bots, game)


def from_record(path: Path, board: str | None) -> Replay:
    """The game of a record, which does not say who played."""
    from branchline.game.game import Game

    try:
        game = Game.replay(path.read_bytes().decode(), load_board(board) if board else None)
    except (UnicodeDecodeError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None
    return Replay(f"{game.board.name}, {path.name}; seat {game.first} begins", [""] * game.seats, game)


def print_game(replay: Replay) -> None:
    """Every move with its number and what chance dealt, and how it ended."""
    from branchline.terminal.formatting import many

    title, names, game = replay
    print(title)
    width = max(map(len, names))
    ply = 0
    for entry in game.log:
        dealt = f"  > {' '.join(entry.chance)}" if entry.chance else ""
        if entry.seat is None:
            print(f"     deal{dealt}")
            continue
        ply += 1
        name = f"{names[entry.seat]:{width}} " if width else ""
        print(f"{ply:4} {entry.seat} {name}{entry.move}{dealt}")
    if not game.over:
        print(f"the game is not over: seat {game.actor} is to move")
        return
    for seat, score in enumerate(game.scores()):
        done = many(score.tickets_done, "ticket", "tickets")
        who = f" {names[seat]}" if names[seat] else ""
        print(f"seat {seat}{who}: {score.total} points, rank {score.rank}, {done} completed")


def watch(replay: Replay, pace: float) -> None:
    """Show the game in the terminal, as it went."""
    from branchline.cli.watch import check_pace, show
    from branchline.terminal.watch import again

    check_pace(pace)
    if not replay.game.over:
        raise BranchlineError(
            f"this game is not over after {replay.game.moves} moves; `branchline play --resume FILE` goes on with it"
        )
    print(replay.title)
    show(*again(replay.game, replay.names), pace)
