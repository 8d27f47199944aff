"""The study of reviews: tables over games of bots."""

import pytest

from branchline import BranchlineError
from branchline.review.study import main


def table_rows(printed: str) -> list[list[str]]:
    """The rows of all tables, without their heads' rulers."""
    lines = [line for line in printed.splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_errors_rank_bots_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["errors", "--boards", "london", "--games", "8", "--bots", "novice", "hard", "--worlds", "4"]
    assert main(arguments) == 0
    rows = table_rows(capsys.readouterr().out)
    ratings = {bot: float(cell.split(" ± ")[0]) for bot, cell in rows[1:3]}
    assert ratings["novice"] > ratings["hard"]
    step, difference = rows[-1]
    assert step == "novice → hard"
    assert float(difference.split(" ± ")[0]) == pytest.approx(ratings["novice"] - ratings["hard"], abs=0.11)


def test_slow_bots_may_play_fewer_games(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["errors", "--boards", "london", "--games", "3", "--slow-games", "1", "--level", "quick"]
    assert main([*arguments, "--bots", "hard", "search:rollouts=10"]) == 0
    rows = table_rows(capsys.readouterr().out)
    assert rows[1][1].endswith("(3 games)")
    assert rows[2][1].endswith("(1 games)")


def test_luck_is_measured_between_bots_of_all_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["luck", "--boards", "london", "--games", "24", "--seats", "3"]) == 0
    printed = capsys.readouterr().out
    assert "novice, easy, medium, hard" in printed
    board, games, first, best, _ = table_rows(printed)[1]
    assert (board, games) == ("london", "24")
    for cell in (first, best):
        luck, doubt = map(float, cell.split(" ± "))
        assert abs(luck) < 1.5 * doubt


def test_ledgers_come_from_whole_reviews(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "ledgers",
        "--boards",
        "london",
        "--games",
        "2",
        "--level",
        "quick",
        "--bots",
        "novice",
        "hard",
    ]
    assert main(arguments) == 0
    assert table_rows(capsys.readouterr().out)[1][:2] == ["london", "2"]


def test_choices_of_two_bots_are_compared_where_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "choices",
        "--boards",
        "london",
        "--games",
        "6",
        "--worlds",
        "60",
        "--bots",
        "greedy",
        "hybrid",
    ]
    assert main(arguments) == 0
    board, games, decisions, differ, points, rating = table_rows(capsys.readouterr().out)[1]
    assert (board, games) == ("london", "6")
    assert 0 < int(differ) < int(decisions)
    better, doubt = map(float, points.split(" ± "))
    assert better > 2 * doubt > 0
    share = int(differ) / int(decisions)
    assert float(rating.split(" ± ")[0]) == pytest.approx(10 * share * better, rel=0.02)


def test_choices_are_of_two_bots() -> None:
    with pytest.raises(BranchlineError, match="--bots expert master"):
        main(["choices", "--boards", "london"])
