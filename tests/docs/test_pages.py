"""What the pages name exists: commands, options, make targets, extras, files, links, headings."""

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.cli.command import build_parser
from tools import architecture

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "docs/site/*.md", "examples/*.md")
    for path in ROOT.glob(pattern)
)
#: Folders of the repository: a code span that begins with one of these is a path.
FOLDERS = ("src/", "tests/", "tools/", "web/", "docs/", "bench/", "examples/", "deploy/", ".github/", ".ci/")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def prose_of(page: str) -> str:
    """A page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)


def spans(page: str) -> Iterator[str]:
    """The code spans of a page."""
    return (span for span in re.findall(r"`([^`\n]+)`", prose_of(page)))


def commands(page: str) -> Iterator[str]:
    """Commands as a reader would type them: code spans, and lines of code blocks without a language."""
    yield from spans(page)
    for block in re.findall(r"^```(?:sh|bash)?\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL):
        yield from (line.partition("#")[0].strip() for line in block.splitlines())


def subcommands() -> dict[str, set[str]]:
    """The options of every subcommand of `branchline`, those of its own subcommands included."""
    return {name: options_of(parser) for name, parser in parsers_below(build_parser()).items()}


def parsers_below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    actions = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return {name: below for action in actions for name, below in action.choices.items()}


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    return set(parser._option_string_actions).union(*map(options_of, parsers_below(parser).values()))


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    named = {
        found[1]
        for command in commands(page)
        if (found := re.match(r"(?:CI=true )?make ([a-z]+)\b", command))
    }
    assert named <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_subcommand_and_its_options_exist(page: str) -> None:
    known = subcommands()
    for command in commands(page):
        found = re.match(r"branchline ([a-z][a-z-]*)\b(.*)", command)
        if found is None or found[0].startswith("branchline record 1"):  # the first line of a record
            continue
        assert found[1] in known, command
        options = set(re.findall(r"(?<!\S)(--[a-z-]+)", found[2].partition("`")[0]))
        assert options <= known[found[1]], command


@pytest.mark.parametrize("page", PAGES)
def test_every_extra_exists_and_is_installed_from_the_checkout(page: str) -> None:
    extras = set(tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"])
    for line in (*text_of(page).splitlines(),):
        for named in re.findall(r"pip install [^\n`]*\[([a-z,]+)\]", line):
            assert set(named.split(",")) <= extras, line
        assert not re.search(r"pip install [\"']?branchline", line), f"there is no release yet: {line}"
    for group in re.findall(r"\bextras? ((?:`[a-z]+`(?:, | and )?)+)", text_of(page)):
        assert set(re.findall("`([a-z]+)`", group)) <= extras, group


def named_paths(page: str) -> Iterator[tuple[Path, str]]:
    """Paths in code spans, from the root or from src/branchline, and the names in them: `core/engine.py::Engine`."""
    package = ROOT / "src/branchline"
    rooms = tuple(f"{path.name}/" for path in package.iterdir() if path.is_dir())
    for span in spans(page):
        path, _, name = span.partition("::")
        if not re.fullmatch(r"[\w./*-]+", path):
            continue
        if path.startswith(FOLDERS):
            yield ROOT / path, name
        elif path.startswith(rooms) and (path.endswith((".py", "/")) or name):
            yield package / path, name


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists_and_holds_what_is_named(page: str) -> None:
    for path, name in named_paths(page):
        assert "build" in path.parts or any(path.parent.glob(path.name)), path
        if not name:
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            assert name in definitions(ast.parse(text).body), f"{path.relative_to(ROOT)} has no {name}"
        else:
            last = name.rpartition(".")[2]
            assert re.search(
                rf"\b(?:class|function|const) {last}\b|^ *(?:async )?{last}\(", text, re.MULTILINE
            ), path


def definitions(body: list[ast.stmt], prefix: str = "") -> set[str]:
    """Functions, classes and methods by their qualified names."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(prefix + node.name)
        if isinstance(node, ast.ClassDef):
            found |= definitions(node.body, f"{prefix}{node.name}.")
    return found


def test_the_walks_name_functions_and_the_table_every_room() -> None:
    page = "docs/architecture.md"
    assert sum(bool(name) for _, name in named_paths(page)) > 50
    table = text_of(page).partition("## The rooms")[2].partition("##")[0]
    rooms = {path.parent for path in (ROOT / "src/branchline").glob("*/__init__.py")}
    rooms |= {
        path.parent
        for room in ("core", "server")
        for path in (ROOT / f"src/branchline/{room}").glob("*/__init__.py")
    }
    missing = [room.name for room in rooms if f"`{room.relative_to(ROOT / 'src/branchline')}/`" not in table]
    assert missing == ["server"]  # its rooms are listed one by one


def test_the_picture_is_what_its_program_draws() -> None:
    assert architecture.PICTURE.read_text(encoding="utf-8") == architecture.draw()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as repositories and the site make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)) for heading in headings)
    return {heading.strip().lower().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = here / path if path else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES)
def test_lines_wrap_at_120(page: str) -> None:
    generated = re.sub(r"<!-- ladder.*?<!-- end", "", prose_of(page), flags=re.DOTALL)
    for line in generated.splitlines():
        if not line.startswith(("|", "![", "[![")) and " " in line.strip():
            assert len(line) <= 120, line


def test_every_decision_names_its_version_and_the_alternatives() -> None:
    page = text_of("docs/decisions.md")
    versions = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    assert [version.splitlines()[0].split()[0] for version in versions] == ["0.1.0", "0.2.0"]
    for version in versions:
        for entry in re.split(r"^### ", version, flags=re.MULTILINE)[1:]:
            assert re.search(r"^Alternatives considered: \S", entry, re.MULTILINE), entry.splitlines()[0]
