"""The subcommand `verify`."""

from __future__ import annotations

import argparse
from pathlib import Path

from branchline.board import Board, load_board
from branchline.bots.verify import check_bots
from branchline.errors import BranchlineError, RecordError
from branchline.game.record import Record, read_record
from branchline.game.verify import MISMATCH, OK, verify


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="check a record, its deal and the moves of its bots against the revealed secret",
        epilog="example: branchline verify game.record. "
        "Exit status: 0 all is right, 1 something is not, 2 the record can't be read.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    parser.add_argument("--board", help="the .toml file of its board, if that is not one of ours")
    parser.add_argument(
        "--commitment", metavar="HEX", help="the commitment as it was published before the game"
    )
    parser.add_argument(
        "--from",
        type=Path,
        metavar="FILE",
        dest="original",
        help="the record of the game that it began in a position of",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Verify as asked on the command line."""
    board = load_board(arguments.board) if arguments.board else None
    record = read_file(arguments.file, board)
    original = read_file(arguments.original, board) if arguments.original else None
    results = verify(record, arguments.commitment, original)
    if results[0].passed:  # every move can be played
        results += check_bots(record)
    for result in results:
        print(f"{'right' if result.passed else 'WRONG'}: {result.text}")
    return OK if all(result.passed for result in results) else MISMATCH


def read_file(file: Path, board: Board | None) -> Record:
    """The record in a file."""
    try:
        return read_record(file.read_bytes().decode(), board)
    except OSError as error:
        raise BranchlineError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{file}: this is no text (byte {error.start})") from None
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
