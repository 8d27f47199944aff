"""Boards and games show themselves in notebooks."""

from pathlib import Path

import pytest

from branchline.board import load_board
from branchline.drawing import load_map, view_svg
from branchline.game.game import Game

LANTERN = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"


def test_a_board_shows_its_map() -> None:
    assert load_board("usa")._repr_svg_() == load_map("usa")


def test_a_game_shows_what_a_spectator_sees() -> None:
    game = Game("usa", seats=2, seed=1)
    assert game._repr_svg_() == view_svg(game.view(None))


def test_a_board_without_a_layout_shows_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    board = load_board(LANTERN)
    assert board._repr_svg_() is None
    assert Game(board, seats=2, seed=1)._repr_svg_() is None


def test_a_board_of_the_working_directory_shows_its_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(LANTERN.parent)
    assert (load_board("lantern.toml")._repr_svg_() or "").startswith("<svg ")
