"""`branchline bot-check`: what a bot does wrong, grouped by where it does it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from branchline import BranchlineError, View, load_board
from branchline.bots.check import check_bot
from branchline.cli import main

LANTERN = Path(__file__).parents[2] / "examples/boards/lantern.toml"
FAULTY = """from branchline.bots import Bot
import json

def helper(n):
    return 1 / (n - 5)

class Mine(Bot):
    def think(self, view, legal):
        if view.phase == "turn" and len(legal) % 3 == 0:
            helper(5)
        if view.phase == "second_card":
            return "dance wildly"
        if len(legal) % 2 == 0:
            json.loads("{")
        return "pass"
"""


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    (tmp_path / "faulty.py").write_text(FAULTY, encoding="utf-8")
    return f"python:{tmp_path / 'faulty.py'}:Mine"


def test_faults_are_grouped_by_the_line_of_the_bot_with_the_first_view(faulty: str) -> None:
    report = check_bot(faulty, positions=200, boards=["london"])
    counts = {fault.place: fault.count for fault in report.faults}
    assert set(counts) == {"faulty.py:5", "faulty.py:14", "not a move", "not legal"}
    assert sum(counts.values()) == report.positions
    assert counts == dict(sorted(counts.items(), key=lambda found: -found[1]))
    first = {fault.place: fault for fault in report.faults}
    assert first["faulty.py:5"].view.phase == "turn"
    assert len(first["faulty.py:5"].view.legal) % 3 == 0
    assert "ZeroDivisionError" in first["faulty.py:5"].text
    assert "in helper" in first["faulty.py:5"].traceback
    assert "Traceback" not in str(report)
    assert report.text(traceback=True).count("Traceback") == 3


ANSWERS = """from branchline.bots import Bot

class Mine(Bot):
    def think(self, view, legal):
        if view.phase == "second_card":
            return None
        if view.phase == "turn":
            return "claim brick_lane-st_pauls with 3 orange"
        return "draw blind"
"""


def test_a_move_that_is_not_legal_comes_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "answers.py").write_text(ANSWERS, encoding="utf-8")
    report = check_bot(f"python:{tmp_path / 'answers.py'}:Mine", positions=60, boards=["london"], seats=2)
    told = {fault.text for fault in report.faults}
    assert "draw blind (draw is not possible now; tickets are to be chosen: keep …)" in told
    assert "None (think answers with an Action or its text)" in told
    assert any("3 orange (" in text and "you have" in text for text in told)


def test_the_command_checks_on_a_board_of_one_s_own_and_shows_where_it_fails(
    faulty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--board", str(LANTERN), "--seats", "3", "--positions", "60", "--traceback"]
    assert main(["bot-check", faulty, *words, "--views", str(tmp_path / "views")]) == 1
    told = capsys.readouterr().out
    assert "60 decisions at 1 kind of table (lantern 3)" in told
    assert "faulty.py:5  ZeroDivisionError: division by zero" in told
    assert "first lantern, 3 seats, seed 1, move" in told
    assert "    return 1 / (n - 5)" in told
    views = [
        View.from_json(path.read_bytes(), load_board(LANTERN)) for path in (tmp_path / "views").iterdir()
    ]
    assert {len(view.seats) for view in views} == {3}
    assert main(["bot-check", "hybrid", *words[:6]]) == 0


def test_a_program_s_faults_are_grouped_by_what_it_did(tmp_path: Path) -> None:
    code = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif m["type"] == "choose":
        print(json.dumps({"id": m["id"], "move": "pass" if m["id"] % 2 else "dance"}), flush=True)
"""
    spec = f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    places = {fault.place for fault in check_bot(spec, positions=20, boards=["london"], seats=2).faults}
    assert places == {"not legal", "not a move"}


def test_seats_that_no_board_has_are_refused() -> None:
    with pytest.raises(BranchlineError, match="nobody plays with 7 seats: london has 2 to 4"):
        check_bot("random", boards=["london"], seats=7)
