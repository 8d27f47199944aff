"""The subcommands `draw` and `layout`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import Board, board_names, load_board
from branchline.errors import BranchlineError, RecordError

from .extras import require

if TYPE_CHECKING:
    from branchline.game.game import Game


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_draw(subparsers)
    _add_layout(subparsers)


def _add_draw(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "draw",
        help="draw a board, or a game on it, as SVG or PNG",
        epilog="example: branchline draw usa -o usa.png --width 1400",
    )
    parser.add_argument(
        "board", nargs="?", help="a board's name or .toml file; a record of our boards needs none"
    )
    parser.add_argument(
        "-o", "--output", type=Path, help="a .svg or .png file; without it the SVG is printed"
    )
    parser.add_argument("--record", type=Path, help="draw the game of this record")
    parser.add_argument("--ply", type=int, help="with --record: after this many moves (default: the last)")
    parser.add_argument(
        "--view", type=int, metavar="SEAT", help="with --record: show the tickets of this seat"
    )
    parser.add_argument("--width", type=int, help="width of a PNG in pixels")
    parser.add_argument("--night", action="store_true", help="in the colours of the night")
    parser.add_argument(
        "--check", action="store_true", help="only check whether layouts fit their board files"
    )
    parser.set_defaults(run=draw)


def _add_layout(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "layout",
        help="lay out and draw a board of your own",
        epilog="example: branchline layout harbour.toml",
    )
    parser.add_argument("boards", nargs="+", metavar="FILE", help=".toml files; the results go beside them")
    parser.add_argument("--world", type=Path, help="shapes of the real world (docs/make-a-board.md)")
    parser.add_argument("--tries", type=int, default=16, help="how many starting points to try (default 16)")
    parser.set_defaults(run=lay_out)


def draw(arguments: argparse.Namespace) -> int:
    source = _source(arguments.board)
    if arguments.check:
        return _check([arguments.board] if arguments.board else list(board_names()))
    output: Path | None = arguments.output
    if output is not None and output.suffix not in (".svg", ".png"):
        raise BranchlineError(f"{output}: name a .svg or a .png file")
    if output is not None and output.suffix == ".png":
        require("png")
    svg = _svg(arguments, source)
    if output is None:
        print(svg, end="")
    elif output.suffix == ".png":
        from branchline.drawing.png import to_png

        output.write_bytes(to_png(svg, arguments.width))
    else:
        output.write_text(svg, encoding="utf-8")
    return 0


def _svg(arguments: argparse.Namespace, source: Path | None) -> str:
    from branchline.drawing.scene import board_svg, view_svg

    board = load_board(source or arguments.board) if arguments.board else None
    if arguments.record is not None:
        try:
            game = game_at(arguments.record.read_bytes().decode(), arguments.ply, board)
        except (UnicodeDecodeError, RecordError) as error:
            raise RecordError(f"{arguments.record}: {error}") from None
        return view_svg(game.view(arguments.view), source, arguments.night)
    if board is None:
        raise BranchlineError("say which board to draw, or give a --record")
    if arguments.ply is not None or arguments.view is not None:
        raise BranchlineError("--ply and --view need a --record")
    return board_svg(board, source, arguments.night)


def game_at(text: str, ply: int | None, board: Board | None = None) -> Game:
    """The game of a record after so many moves of its seats; all of them if that is not said."""
    from msgspec.structs import replace

    from branchline.game.record import read_record, replay_record

    record = read_record(text, board)
    deals = bool(record.moves) and record.moves[0][1].seat is None
    count = len(record.moves) - deals
    if ply is None or ply == count:
        return replay_record(record)
    if not 0 <= ply < count:
        raise BranchlineError(f"the record has {count} moves; there is no position after {ply}")
    head = {key: value for key, value in record.head.items() if key != "secret"}
    return replay_record(replace(record, head=head, moves=record.moves[: ply + deals], end=(ply, "open")))


def _source(board: str | None) -> Path | None:
    return Path(board) if board is not None and board.endswith(".toml") else None


def _check(names: list[str]) -> int:
    """Say which layouts are missing, out of date or faulty; 1 if there is one."""
    from branchline.drawing.layout_files import load_layout, stale, without_layout
    from branchline.drawing.quality import faults

    status = 0
    for name in names:
        source = _source(name)
        board = load_board(source or name)
        problem = without_layout(board, source) or stale(board, source)
        problems = (
            [problem] if problem else [f"{board.id}: {one}" for one in faults(load_layout(board, source))]
        )
        for line in problems:
            print(line, file=sys.stderr)
        if problems:
            status = 1
        else:
            print(f"{board.id}: up to date")
    return status


def lay_out(arguments: argparse.Namespace) -> int:
    require("layout")
    from branchline.drawing.solver.__main__ import make

    return max(make(name, arguments.world, arguments.tries) for name in arguments.boards)
