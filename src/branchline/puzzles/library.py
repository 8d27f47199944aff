"""The collections of puzzles that come with Branchline, and the puzzle of a day."""

from __future__ import annotations

import datetime as dt
import hashlib
from functools import cache
from pathlib import Path

import msgspec

from branchline.board import Board, load_board
from branchline.errors import BranchlineError, first_line, short

from .puzzle import DIFFICULTIES, Puzzle, check_themes, decode_cards

HERE = Path(__file__).parent / "data"


class Collection(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of one board, and how they were made: enough to make them again.

    `networks` names the networks that valued positions, by the number of seats.
    """

    board: str
    digest: str
    networks: dict[str, str]
    command: str
    seed: int
    games: int
    found: int
    puzzles: tuple[Puzzle, ...]


def write_collection(path: Path, collection: Collection) -> None:
    """Write a collection as JSON, one puzzle on each line."""
    whole = msgspec.json.encode(msgspec.structs.replace(collection, puzzles=()))
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in collection.puzzles)
    path.write_bytes(whole.removesuffix(b"[]}") + b"[\n" + lines + b"\n]}\n")


def read_collection(path: Path, board: Board) -> Collection:
    """A collection from its file. One that was made for another board is refused."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Collection, dec_hook=decode_cards)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BranchlineError(f"{path.name} is no collection of puzzles: {first_line(error)}") from None
    if found.digest != board.digest:
        raise BranchlineError(
            f"the puzzles in {path.name} are of another board, or of {board.id} as it was before a change; "
            f"`branchline puzzles mine` makes them anew"
        )
    return found


def boards() -> tuple[str, ...]:
    """The boards that have puzzles, by name."""
    return tuple(sorted(path.stem for path in HERE.glob("*.json")))


@cache
def _collection(name: str) -> Collection:
    return read_collection(HERE / f"{name}.json", load_board(name))


def collection(name: str) -> Collection:
    """The collection of a board that comes with Branchline."""
    if name not in boards():
        raise BranchlineError(f"there are no puzzles of {short(name)!r}: there are of {', '.join(boards())}")
    return _collection(name)


def load(board: str) -> tuple[Puzzle, ...]:
    """The puzzles of a board that come with Branchline, the easiest first."""
    return collection(board).puzzles


def search(board: str | None = None, theme: str | None = None, difficulty: int | None = None) -> list[Puzzle]:
    """The puzzles of a board, a theme and a difficulty; None: of all."""
    check_themes(() if theme is None else (theme,))
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise BranchlineError(f"a difficulty is a number from 1 to {DIFFICULTIES[-1]}, not {difficulty}")
    names = boards() if board is None else (board,)
    return [
        puzzle
        for name in names
        for puzzle in load(name)
        if theme in (None, puzzle.theme) and difficulty in (None, puzzle.difficulty)
    ]


def find(name: str) -> Puzzle:
    """The puzzle with this id."""
    board = name.rpartition("-")[0]
    found = [one for one in load(board) if one.id == name] if board in boards() else []
    if not found:
        raise BranchlineError(f"there is no puzzle {short(name)!r}; `branchline puzzles list` has them all")
    return found[0]


def daily(date: dt.date, board: str | None = None) -> Puzzle:
    """The puzzle of a day, the same for everybody. Boards take turns unless one is named; all come once in a round."""
    names = boards()
    day = date.toordinal()
    if board is None:
        day, turn = divmod(day, len(names))
        board = names[turn]
    puzzles = load(board)
    order = sorted(puzzles, key=lambda one: hashlib.sha256(f"daily:{one.id}".encode()).digest())
    return order[day % len(order)]
