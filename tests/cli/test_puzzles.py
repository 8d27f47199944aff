"""`branchline puzzles`: solving in a terminal, and the list."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from branchline.cli import main
from branchline.puzzles import Puzzle, find, judge, load

COMMAND = [sys.executable, "-c", "import sys; from branchline.cli import main; sys.exit(main())", "puzzles"]


def solve(*arguments: str, lines: str) -> subprocess.CompletedProcess[str]:
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, text=True, check=False, env=plain
    )


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return next(one for one in load("usa") if one.view.phase == "turn")


def test_the_right_move_solves_a_puzzle(puzzle: Puzzle) -> None:
    told = solve("solve", puzzle.id, lines=f"goals\nwin\nhint\n{puzzle.answers[0]}\n")
    assert told.returncode == 0, told.stderr
    assert f"Puzzle {puzzle.id}" in told.stdout
    before, _, after = told.stdout.partition("Right!")
    assert "a puzzle has no such thing" in before
    assert "The answer" not in before
    assert f"The answer: {puzzle.answers[0]}" in after
    assert f"{100 * puzzle.candidates[1].value:.1f} %" in after


def test_a_wrong_move_is_told_what_it_loses(puzzle: Puzzle) -> None:
    wrong = next(one for one in puzzle.candidates if one.behind == puzzle.gap)
    told = solve("solve", puzzle.id, lines=f"{wrong.move}\n")
    assert told.returncode == 1
    assert f"Not this one: it loses {100 * wrong.behind:.1f} points" in told.stdout


def test_what_was_chosen_stands_among_the_values_whatever_it_pays() -> None:
    puzzle = find("london-f8e545")
    behind, move = next(
        (one, action)
        for one in puzzle.candidates[8:]
        for action in puzzle.view.legal
        if str(action) != one.move and judge(puzzle, action).tried is one
    )
    told = solve("solve", puzzle.id, lines=f"{move}\n").stdout
    (line,) = [line for line in told.splitlines() if line.startswith("→")]
    assert line.split()[1:-4] == behind.move.split()
    assert f"{100 * behind.behind:.1f}" in line


def test_a_move_can_be_given_by_its_number(puzzle: Puzzle) -> None:
    number = [str(action) for action in puzzle.view.legal].index(puzzle.answers[0]) + 1
    assert "Right!" in solve("solve", puzzle.id, lines=f"legal\n{number}\n").stdout


def test_without_more_it_is_the_puzzle_of_the_day_which_can_be_left() -> None:
    told = solve(lines="quit\n")
    assert told.returncode == 0
    assert "find the best move" in told.stdout
    assert solve("solve", "daily", "--date", "2026-11-18", lines="").stdout != ""


def test_the_list_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", "--board", "london", "--theme", "keep"]) == 0
    listed = capsys.readouterr().out
    assert listed.count("london-") == sum(one.theme == "keep" for one in load("london"))
    assert main(["puzzles", "list", "--counts"]) == 0
    assert "| | europe | london | usa |" in capsys.readouterr().out
    assert main(["puzzles", "solve", "nothing"]) == 2
