"""The solver, where its packages are installed (the extra `layout`)."""

from pathlib import Path

import pytest

pytest.importorskip("shapely")
pytest.importorskip("scipy")
pytest.importorskip("fontTools")

from branchline.board import load_board
from branchline.drawing import faults, stale
from branchline.drawing.layout_files import load_layout
from branchline.drawing.solver.__main__ import make

BOARD = """
name = "Kite"
players = { least = 2, most = 2 }
cars = 9
hand = 1
cards = { red = 6, blue = 6, wild = 2 }
deal = { regular = 1, keep = 1, refused = "under" }
draw = { tickets = 1, keep = 1 }
closed_doubles = 2
points = { 2 = 2, 3 = 4 }
words = { car = "train", cars = "trains", wild = "engine" }
cities = [
    { id = "north", name = "North Cape", x = 0.5, y = 0.1 },
    { id = "east", name = "East", x = 0.8, y = 0.5 },
    { id = "south", name = "South", x = 0.5, y = 0.9 },
    { id = "west", name = "West", x = 0.2, y = 0.5 },
]
routes = [
    { a = "north", b = "east", length = 3, colour = "red", double = true },
    { a = "north", b = "east", length = 3, colour = "blue", double = true },
    { a = "east", b = "south", length = 3, colour = "gray", ferry = 1 },
    { a = "south", b = "west", length = 3, colour = "blue", tunnel = true },
    { a = "west", b = "north", length = 3, colour = "gray" },
]
tickets = [{ a = "north", b = "south", points = 6 }, { a = "east", b = "west", points = 6 }]
"""


def _solved(folder: Path) -> tuple[Path, bytes, bytes]:
    folder.mkdir()
    path = folder / "kite.toml"
    path.write_text(BOARD, encoding="utf-8")
    assert make(str(path), None, 4) == 0
    return path, path.with_suffix(".layout.json").read_bytes(), path.with_suffix(".svg").read_bytes()


def test_a_board_with_x_and_y_needs_nothing_but_its_file(tmp_path: Path) -> None:
    path, *_ = _solved(tmp_path / "one")
    board = load_board(path)
    assert stale(board, path) is None
    layout = load_layout(board, path)
    assert faults(layout) == []
    first, second = (layout.routes[f"north-east/{colour}"] for colour in ("red", "blue"))
    assert first.spaces[1].y < second.spaces[1].y, "the first of a double lies on the north side"


def test_the_same_board_gives_the_same_bytes(tmp_path: Path) -> None:
    assert _solved(tmp_path / "one")[1:] == _solved(tmp_path / "two")[1:]
