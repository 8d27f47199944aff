"""`make docs` builds the site, and a broken link fails."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("sphinx", "myst_parser", "furo")
PYTHON = ROOT / "build/docs/bin/python"


def python() -> str:
    """An interpreter that has the packages of the site: this one, or the one that `make docs` prepares."""
    if all(importlib.util.find_spec(package) for package in PACKAGES):
        return sys.executable
    if PYTHON.exists():
        return str(PYTHON)
    pytest.skip("the site is not built here: its packages are missing (`make docs` gets them)")


def build(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Build the site strictly, as the Makefile does."""
    options = ["-q", "-W", "--keep-going", "-c", str(source / "docs/site"), "-d", str(target / "cache")]
    return subprocess.run(
        [python(), "-m", "sphinx", *options, str(source), str(target / "site")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for page in ("index.html", "README.html", "docs/rules.html", "docs/site/api.html", "CONTRIBUTING.html"):
        assert (tmp_path / "site" / page).is_file(), page
    api = (tmp_path / "site/docs/site/api.html").read_text(encoding="utf-8")
    assert "branchline.Game.why_not" in api
    rules = (tmp_path / "site/docs/rules.html").read_text(encoding="utf-8")
    assert 'href="../source/tests/rules/test_u_tunnels.py.html"' in rules
    assert (tmp_path / "site/source/tests/rules/test_u_tunnels.py.html").is_file()


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    assert build(ROOT, tmp_path).returncode == 0
    for page in (tmp_path / "site").rglob("*.html"):
        for tag in ("<script", "<link", "<img"):
            for part in page.read_text(encoding="utf-8").split(tag)[1:]:
                assert "//" not in part.split(">", 1)[0].replace("rel=", ""), (page.name, tag)


@pytest.mark.slow
@pytest.mark.parametrize(
    "link", ["[gone](docs/gone.md)", "[gone](src/branchline/gone.py)", "[gone](docs/rules.md#gone)"]
)
def test_a_broken_link_fails(tmp_path: Path, link: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, source)
    for name in ("docs", "examples", "deploy"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("api.md"))
    with (source / "README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"\n{link}\n")
    done = build(source, tmp_path)
    assert done.returncode != 0
    assert "gone" in done.stderr
