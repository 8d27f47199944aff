"""The scripts in examples/ run, print what they promise, and are all listed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    "make_a_board": ((".",), r"the city moon is unknown.*The Ring: 5 cities.*won by"),
}
#: Scripts that others start; tests/bots runs these.
BOTS = {"python_bot", "stdio_bot"}


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
