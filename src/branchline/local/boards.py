"""Boards of one's own: files that somebody gives to the page, known by name as long as the worker lives."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

from branchline import Board, load_board
from branchline.board import is_known, make_known
from branchline.drawing import load_layout, load_map
from branchline.drawing.layout_files import has_layout
from branchline.errors import BoardError

#: What a board may consist of: the board itself, and how it is drawn if not plainly. A variant is drawn as its base.
NAME = re.compile(r"[a-z0-9_-]+(\.toml|\.layout\.json|\.svg)")


@cache
def folder() -> Path:
    """Where the files are, for this worker alone."""
    return Path(tempfile.mkdtemp(prefix="boards-"))


def keep_board(files: dict[str, str]) -> tuple[Board, dict[str, str]]:
    """Make a board known by the name of its file; an error if it can't be played or drawn, and then nothing is kept.

    Returns it with its files. A board without a layout gets a plain one, so that it is laid out once.
    """
    boards = [name for name in files if name.endswith(".toml")]
    wrong = [name for name in files if not NAME.fullmatch(name)]
    if len(boards) != 1 or wrong:
        raise BoardError(
            wrong[0] if wrong else "the files",
            "",
            "a board is one file NAME.toml, and NAME.layout.json and NAME.svg where it has them",
        )
    file = folder() / boards[0]
    if is_known(file.stem):
        raise BoardError(boards[0], "", f"there is a board {file.stem} already; name the file otherwise")
    _write(files)
    try:
        found = load_board(file)
        layout, chart = load_layout(found, file), load_map(found, file)
        if not has_layout(found, file):
            drawn = {f"{found.base}.layout.json": layout.to_json().decode(), f"{found.base}.svg": chart}
            _write(drawn)
            files = files | drawn
        return make_known(file), files
    except BoardError:
        for name in files:
            (folder() / name).unlink()
        raise


def _write(files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder() / name).write_text(text, encoding="utf-8")
