"""docs/make-a-board.md does what it says."""

import random
import re
from pathlib import Path

import pytest

from branchline.board import load_board
from branchline.errors import BoardError
from branchline.game.game import Game
from branchline.study import study_board

ROOT = Path(__file__).parents[2]


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """The board of the page, as it stands there, and its variant beside it."""
    page = (ROOT / "docs" / "make-a-board.md").read_text(encoding="utf-8")
    text, variant = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "harbour.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "long.toml").write_text(variant, encoding="utf-8")
    return path


def test_the_mistake_on_purpose_is_found(harbour: Path) -> None:
    with pytest.raises(BoardError, match="castle-docks"):
        load_board(harbour)


def test_without_it_the_board_can_be_played(harbour: Path) -> None:
    text = harbour.read_text(encoding="utf-8")
    harbour.write_text(text.replace('    { a = "castle", b = "docks", points = 6 },\n', ""), encoding="utf-8")
    _play(harbour)
    _play(harbour.with_name("long.toml"))
    for seats in (2, 3):  # a board to learn from: games end because somebody has hardly any cars left
        assert study_board(harbour, bots=["hybrid"], seats=seats, games=200).failures.stalemates == 0


def test_the_example_board_can_be_played() -> None:
    _play(ROOT / "examples" / "boards" / "lantern.toml")


def _play(path: Path) -> None:
    board, chance = load_board(path), random.Random(3)
    for seats in range(board.min_seats, board.max_seats + 1):
        game = Game(board, seats=seats, seed=seats)
        while not game.over:
            game.play(chance.choice(game.legal()))
        assert game.winners()


def test_every_picture_of_the_docs_is_there_and_not_too_large() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for name in re.findall(r'(?:\]\(|src=")([\w./-]+\.png)', page.read_text(encoding="utf-8")):
            assert (page.parent / name).stat().st_size < 400_000
