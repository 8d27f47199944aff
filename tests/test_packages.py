"""The wheel and the source package, each installed into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/branchline"
DATA = [
    *PACKAGE.glob("board/data/*.toml"),
    *PACKAGE.glob("bots/*.toml"),
    *PACKAGE.glob("core/**/*.pxd"),
    *PACKAGE.glob("drawing/art/*.toml"),
    *PACKAGE.glob("drawing/fonts/*.*"),
    *PACKAGE.glob("drawing/layouts/*"),
    *PACKAGE.glob("server/static/**/*"),
    *PACKAGE.glob("server/storage/migrations/**/*.py"),
    PACKAGE / "py.typed",
]
#: A whole game, a picture, a bot and the versions of the command: what the library promises without extras.
TRY = """
import branchline, branchline.core, branchline.drawing
from branchline.cli import main
game = branchline.Game("usa", seed=1)
while not game.over:
    game.play(game.legal()[0])
branchline.Game.replay(game.record())
assert branchline.drawing.board_svg(game.board).startswith("<svg")
assert main(["bots"]) == 0
print("compiled" if branchline.core.COMPILED else "uncompiled", branchline.__file__)
"""

pytestmark = pytest.mark.slow


def run(*command: str | Path, **environment: str) -> str:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "BRANCHLINE_UNCOMPILED")
    }
    done = subprocess.run(
        [str(word) for word in command], cwd="/", env=kept | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package, built from what git knows, so that nothing of this checkout slips in."""
    home = tmp_path_factory.mktemp("source")
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes((ROOT / name).read_bytes())
    code = "import sys, setuptools.build_meta as b; print(b.build_sdist(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, home / "dist"], cwd=home, check=True, capture_output=True)
    (path,) = (home / "dist").glob("*.tar.gz")
    return path


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A fresh virtual environment with nothing in it."""
    run(sys.executable, "-m", "venv", tmp_path / "env")
    return tmp_path / "env/bin"


def names_of(paths: list[Path]) -> set[str]:
    return {
        path.relative_to(PACKAGE).as_posix()
        for path in paths
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_source_package_has_all_data_files(source: Path) -> None:
    with tarfile.open(source) as archive:
        found = {name.partition("/src/branchline/")[2] for name in archive.getnames()}
    assert names_of(DATA) - found == set()


def test_a_wheel_is_compiled_and_works_in_a_fresh_environment(source: Path, environment: Path) -> None:
    """Built from the source package, as pip does on a machine with a compiler."""
    wheels = source.parent / "wheels"
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, source)
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        found = {name.removeprefix("branchline/") for name in archive.namelist()}
        (sbom,) = [name for name in found if name.endswith(".dist-info/sboms/branchline.cdx.json")]
        assert archive.read(sbom) == (ROOT / "sbom.cdx.json").read_bytes()
    assert names_of(DATA) - found == set()
    assert not any(name.endswith(".c") for name in found)
    run(environment / "pip", "install", wheel)
    printed = run(environment / "python", "-c", TRY)
    assert printed.splitlines()[-1].startswith("compiled ")
    assert str(environment.parent) in printed
    done = subprocess.run([environment / "branchline", "serve"], capture_output=True, text=True)
    assert done.returncode == 2
    assert 'pip install "branchline[server]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_source_package_works_without_a_compiler(source: Path, environment: Path) -> None:
    run(environment / "pip", "install", source, CC="false")
    assert run(environment / "python", "-c", TRY).splitlines()[-1].startswith("uncompiled ")
    assert "cython" not in run(environment / "pip", "list").lower()
