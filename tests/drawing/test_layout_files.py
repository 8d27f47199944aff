"""Layouts are found beside their board file, and told when they are out of date."""

import shutil
from pathlib import Path

import pytest

from branchline.board import load_board, variant_names
from branchline.drawing import load_layout, load_map, stale
from branchline.drawing.layout_files import without_layout

EXAMPLE = Path(__file__).parents[2] / "examples" / "boards"


@pytest.fixture
def lantern(tmp_path: Path) -> Path:
    """A copy of the example board with its layout and map."""
    for name in ("lantern.toml", "lantern.layout.json", "lantern.svg"):
        shutil.copy(EXAMPLE / name, tmp_path)
    return tmp_path / "lantern.toml"


def test_a_layout_that_fits_its_board_is_not_stale(lantern: Path) -> None:
    assert stale(load_board(lantern), lantern) is None
    assert load_layout(load_board(lantern), lantern).board == "lantern"
    assert load_map(load_board(lantern), lantern).startswith("<svg ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Quillmere", x = 0.36', 'name = "Quillmere", x = 0.37'),
        ('name = "Quillmere"', 'name = "Quill Mere"'),
        ('"gullhaven", b = "saltby", length = 4', '"gullhaven", b = "saltby", length = 3'),
        ('length = 4, colour = "green"', 'length = 4, colour = "red"'),
    ],
)
def test_a_change_of_a_place_name_length_or_colour_makes_it_stale(lantern: Path, old: str, new: str) -> None:
    text = lantern.read_text(encoding="utf-8")
    assert old in text
    lantern.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert "older" in (stale(load_board(lantern), lantern) or "")


def test_a_change_of_tickets_leaves_it_as_it_is(lantern: Path) -> None:
    text = lantern.read_text(encoding="utf-8")
    lantern.write_text(text.replace("cars = 32", "cars = 30"), encoding="utf-8")
    assert stale(load_board(lantern), lantern) is None


def test_an_art_file_that_came_later_makes_it_stale(lantern: Path) -> None:
    lantern.with_name("lantern.art.toml").write_text("[labels]\n", encoding="utf-8")
    assert "older" in (stale(load_board(lantern), lantern) or "")


def test_a_board_without_a_layout_has_a_plain_map_and_is_told_how_to_get_a_better_one(lantern: Path) -> None:
    lantern.with_name("lantern.layout.json").unlink()
    board = load_board(lantern)
    assert stale(board, lantern) is None
    assert "branchline layout" in (without_layout(board, lantern) or "")
    layout = load_layout(board, lantern)
    assert layout.cities.keys() == {city.id for city in board.cities}
    made_for_the_old_layout = lantern.with_name("lantern.svg").read_text(encoding="utf-8")
    assert load_map(board, lantern) != made_for_the_old_layout


def test_a_layout_without_a_map_is_drawn_plainly(lantern: Path) -> None:
    lantern.with_name("lantern.svg").unlink()
    board = load_board(lantern)
    assert without_layout(board, lantern) is None
    layout = load_layout(board, lantern)
    assert f'viewBox="0 0 {layout.width:g} {layout.height:g}"' in load_map(board, lantern)


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_has_the_layout_and_the_map_of_its_base(name: str) -> None:
    board = load_board(name)
    assert stale(board) is None
    assert load_layout(board) == load_layout(board.base)
    assert load_map(name) == load_map(board.base)


def test_so_has_a_variant_of_one_s_own(lantern: Path) -> None:
    for base in ("usa", lantern.stem):
        file = lantern.with_name(f"my-{base}.toml")
        file.write_text(f'extends = "{base}"\nhand = 3\n', encoding="utf-8")
        assert stale(load_board(file), file) is None
        assert load_layout(load_board(file), file).board == base
