"""The core compiled for browsers plays what the native one plays, and keeps the same rules."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.wasm.games import games
from tools.wasm import archive, node


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this package as a browser gets it."""
    return archive.wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def plain_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made where the archive is missing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive, "ARCHIVE", archive.ROOT / "build/no-core.tar.xz")
        return archive.wheel(tmp_path_factory.mktemp("plain"))


def run(wheel: Path, code: str, seconds: float) -> str:
    """What code prints in Pyodide."""
    if not node.is_available():
        pytest.skip("there is no Node with Pyodide here: make browser gets both")
    return node.run(wheel, code, seconds)


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


def test_the_core_for_browsers_is_that_of_the_sources() -> None:
    assert not archive.problem()


def test_an_archive_that_is_older_than_its_sources_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "core.sha256"
    old.write_text("0" * 64)
    monkeypatch.setattr(archive, "STAMP", old)
    assert archive.wheel(tmp_path).name.endswith("-py3-none-any.whl")
    assert "older than src/branchline/core: make wasm" in capsys.readouterr().err


def test_compiled_modules_take_the_place_of_their_python_files(wheel: Path, plain_wheel: Path) -> None:
    replaced = archive.replaced(archive.modules())
    assert {"branchline/core/engine.py", "branchline/core/rules/state.py"} < replaced
    assert names(plain_wheel) - names(wheel) == replaced
    assert names(wheel) - names(plain_wheel) == set(archive.modules())


def test_nothing_in_the_wheel_asks_for_a_module_that_is_not_there() -> None:
    for name, content in archive.python_files().items():
        if name.endswith(".py"):
            text = content.decode()
            assert not [one for one in archive.OTHER_MODULES if f"from {one} import" in text], name


def test_the_same_files_give_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert archive.wheel(tmp_path).read_bytes() == wheel.read_bytes()


def played(wheel: Path, seconds: float, *numbers: int) -> list[object]:
    """Whether the core in Pyodide is compiled, and what it plays."""
    code = f"""
import json
from branchline.core import COMPILED
from tests.wasm.games import games
print(json.dumps([COMPILED, games(*{numbers!r})]))
"""
    found: list[object] = json.loads(run(wheel, code, seconds))
    return found


def test_a_browser_plays_the_same_games(wheel: Path) -> None:
    assert played(wheel, 240, 200, 1, 3) == [True, games(200, 1, 3)]


@pytest.mark.slow
def test_a_browser_plays_the_same_games_by_the_thousand(wheel: Path) -> None:
    assert played(wheel, 600, 2500, 8) == [True, games(2500, 8)]


@pytest.mark.slow
def test_without_the_compiled_core_a_browser_plays_the_same_and_says_so(plain_wheel: Path) -> None:
    assert played(plain_wheel, 240, 2, 0) == [False, games(2, 0)]


def passed(wheel: Path, seconds: float, *arguments: str) -> int:
    """How many tests pass in Pyodide; none may fail."""
    told = run(wheel, f"from tests.wasm import inside; inside.run(*{arguments!r})", seconds)
    counted = re.search(r"(\d+) passed", told)
    assert counted, told
    return int(counted[1])


def test_the_rules_hold_in_a_browser(wheel: Path) -> None:
    assert passed(wheel, 240, "tests/rules", "--ignore=tests/rules/test_every_rule.py") > 250


@pytest.mark.slow
def test_core_games_and_boards_are_the_same_in_a_browser(wheel: Path) -> None:
    """Secrecy, records, positions, statistics, plans; without what compares the sources themselves."""
    sources = "--ignore=tests/core/test_constants.py"
    assert passed(wheel, 900, "tests/core", "tests/game", "tests/board", "tests/plan", sources) > 600
