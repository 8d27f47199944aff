"""The study of reviews: tables over games of bots."""

import pytest

from branchline.review.study import main


def test_it_prints_errors_by_bot_and_luck_by_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--boards", "london", "--games", "4", "--bots", "novice", "hard"]) == 0
    printed = capsys.readouterr().out
    assert "| novice |" in printed
    assert "| hard |" in printed
    assert "| london | 4 |" in printed
