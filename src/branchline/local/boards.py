"""Boards of one's own: files that somebody gives to the page, known by name as long as the worker lives."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

from branchline import Board, load_board
from branchline.board import is_known, make_known
from branchline.drawing import load_layout, load_map
from branchline.errors import BoardError

#: What a board may consist of: the board itself, and how it is drawn. A variant is drawn as its base.
NAME = re.compile(r"[a-z0-9_-]+(\.toml|\.layout\.json|\.svg)")


@cache
def folder() -> Path:
    """Where the files are, for this worker alone."""
    return Path(tempfile.mkdtemp(prefix="boards-"))


def check_files(board: Board, files: dict[str, str]) -> None:
    """An error that says which files of a board are lacking, and what makes them: no browser can lay out a board."""
    lacking = [name for name in (f"{board.id}.layout.json", f"{board.id}.svg") if name not in files]
    if lacking and board.base == board.id:
        raise BoardError(
            f"{board.id}.toml",
            "",
            f"has no layout yet: {' and '.join(lacking)} must come with it. "
            f"`branchline layout {board.id}.toml` makes both beside it; then take all three files at once",
        )


def keep_board(files: dict[str, str]) -> Board:
    """Make a board known by the name of its file; an error if it can't be played or drawn, and then nothing is kept."""
    boards = [name for name in files if name.endswith(".toml")]
    wrong = [name for name in files if not NAME.fullmatch(name)]
    if len(boards) != 1 or wrong:
        raise BoardError(
            wrong[0] if wrong else "the files",
            "",
            "a board is one file NAME.toml, with NAME.layout.json and NAME.svg unless it is a variant",
        )
    file = folder() / boards[0]
    if is_known(file.stem):
        raise BoardError(boards[0], "", f"there is a board {file.stem} already; name the file otherwise")
    paths = [folder() / name for name in files]
    for path in paths:
        path.write_text(files[path.name], encoding="utf-8")
    try:
        found = load_board(file)
        check_files(found, files)
        load_layout(found, file)
        load_map(found, file)
        return make_known(file)
    except BoardError:
        for path in paths:
            path.unlink()
        raise
