"""`make docs` builds the site, and a broken link fails."""

import importlib.util
import os
import re
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


def loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for address in re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"([^\"]*)", text):
            assert not re.match("(?:https?:)?//", address), (page.name, address)


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
    loads_nothing_from_elsewhere(tmp_path / "site")


@pytest.mark.slow
def test_a_broken_link_fails(tmp_path: Path) -> None:
    """To a page, to a file of the repository, and to a heading."""
    source = tmp_path / "source"
    left_out = (".*", "build", "node_modules", "static", "__pycache__", "*.so", "*.c")
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*left_out))
    links = ("docs/gone.md", "src/branchline/gone.py", "docs/rules.md#gone-too")
    added = "".join(f"\n[a broken link]({link})\n" for link in links)
    (source / "README.md").write_text(
        (ROOT / "README.md").read_text(encoding="utf-8") + added, encoding="utf-8"
    )
    done = build(source, tmp_path)
    assert done.returncode != 0
    assert len(done.stderr.strip().splitlines()) == len(links), done.stderr
    for link in links:
        assert link.rpartition("#")[2] in done.stderr
