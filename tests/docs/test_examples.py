"""The scripts in examples/ run, print what they promise, and are all listed."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from branchline import load_board

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Script, its arguments, and what must be among its output.
RUNS = {
    "play_a_game": (("london", "7"), r"seat 0 claims .*won by seat \d"),
    "match_two_bots": (("2",), r"hybrid +won \d"),
    "measure_a_board": (("london", "5"), r"who begins wins \d+%.*never claimed:"),
    "draw_a_position": (("out.svg",), r"out\.svg: \d+ kB.*out-empty\.svg"),
    "verify_a_record": (
        ("out.record",),
        r"all \d+ outcomes of chance follow from the secret.*found out: line",
    ),
    "read_games": (
        ("london", "20"),
        r"20 games on London.*won.*what winners do most:.*observations \(\d+, 285\)",
    ),
    "make_a_board": ((".",), r"the city moon is unknown.*The Ring: 5 cities.*won by"),
}
#: Scripts that others start; tests/bots and tests/plan run these.
BOTS = {"python_bot", "stdio_bot", "ticket_bot"}


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs_as_its_first_lines_say(name: str, tmp_path: Path) -> None:
    arguments, expected = RUNS[name]
    script = EXAMPLES / f"{name}.py"
    assert f"python examples/{name}.py" in script.read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script), *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(expected, done.stdout, re.DOTALL), done.stdout


def test_every_example_is_run_and_listed_and_short() -> None:
    scripts = {path.stem: path.read_text(encoding="utf-8") for path in EXAMPLES.glob("*.py")}
    assert set(scripts) == set(RUNS) | BOTS
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for name, text in scripts.items():
        assert f"[{name}.py]({name}.py)" in page
        assert text.count("\n") < 90, f"{name}.py can't be read in two minutes"


@pytest.mark.slow
def test_the_cells_of_the_notebook_run_and_show_themselves() -> None:
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "the notebook is stored without its output"
            shown.append(run_cell("".join(cell["source"]), names))
    boards, board, view, (tickets, cars), scores, reviewed, ends, summary, report, study, places, env = shown
    assert boards["usa-1910"] == 35
    assert board._repr_svg_().startswith("<svg ")
    assert "as seat 0 sees it" in view._repr_html_()
    assert len(scores) == 3
    assert "2,000 games" in summary._repr_html_()
    assert set(tickets) == set(view.tickets)
    assert cars > 0
    assert "<td>hybrid</td>" in report._repr_html_()
    assert "What stands out" in study._repr_html_()
    assert "<script" not in study._repr_html_()
    assert "Key moments" in reviewed._repr_html_()
    assert len({tuple(totals) for totals in ends}) == 3
    assert [place for place, _, _ in places] == [1, 2, 3]
    observations, masks, widest = env
    assert observations[0] == 64
    assert masks == (64, len(load_board("usa-1910").actions.canonical))
    assert 0 < widest < masks[1]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does, and give the value of its last line."""
    *body, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(body, []), "tour.ipynb", "exec"), names)
    return eval(compile(ast.Expression(last.value), "tour.ipynb", "eval"), names)
