"""The examples of docs/env.md run, one after the other, as a reader would type them."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/env.md"

pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[spiel]"')


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 7
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    out = capsys.readouterr().out
    assert "games ended in the last step" in out
    assert "<Game london, 2 seats" in out
    assert "285 [" in out
    assert "player 0: seat 0 begins" in out


def test_what_the_comments_of_the_page_say_is_so() -> None:
    """`expression  # result` in the first example."""
    names: dict[str, object] = {}
    first = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[
        0
    ]
    checked = 0
    for line in first.splitlines():
        code, _, result = line.partition("#")
        found = re.match(r" ([\[\]\d, ]+|'.*')(?:$|:)", result)
        if found:
            assert repr(eval(code, names)) == found[1]
            checked += 1
        else:
            exec(code, names)
    assert checked == 3
