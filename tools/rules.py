"""Write into docs/rules.md where each rule stands in the code and which tests prove it: python -m tools.rules

A place belongs to a rule if its docstring or a comment in it cites the rule's id, as in `(U1, U2)` or `# D6`.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import textwrap
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/rules.md"
SOURCES = ROOT / "src/branchline"
TESTS = ROOT / "tests"
WEB = ROOT / "web"

LETTERS = "STDRFUKBEH"
_ID = re.compile(rf"(?<![A-Za-z0-9_.#-])([{LETTERS}])(\d\d?)(?:\s?[-–]\s?([{LETTERS}])?(\d\d?))?(?![\w.]*\d)")
_RULE = re.compile(
    r"^### (?P<id>[A-Z]\d+)\. (?P<title>[^\n]+)\n(?P<text>.*?)^<!-- places -->\n(?P<places>.*?)^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)
#: Rooms that hold the rules; whoever else cites one only follows it.
_HOMES = ("core/rules/", "core/", "board/", "game/")
_FOLLOWERS = ("core/policies/",)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as docs/rules.md has it."""

    id: str
    title: str
    text: str
    places: str


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A function, class or constant that cites a rule; without a name it is the whole file."""

    path: str
    line: int
    name: str = ""


def cited(text: str) -> set[str]:
    """The ids of rules in a text; a range such as E2–E5 is all of its ids."""
    found = set()
    for letter, first, _, last in _ID.findall(text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    return found


def rules(page: str) -> list[Rule]:
    """The rules of the page, in its order."""
    return [Rule(*(part.strip() for part in match.groups())) for match in _RULE.finditer(page)]


def places_in(path: Path) -> dict[str, set[Place]]:
    """By id of rule: where a Python file cites it."""
    source = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    tree = ast.parse(source)
    found: dict[str, set[Place]] = {}
    for place, text in _texts(tree, source, name):
        for rule in cited(text):
            found.setdefault(rule, set()).add(place)
    for places in found.values():  # a file's own docstring is the last resort
        if any(place.name for place in places):
            places -= {place for place in places if not place.name}
    return found


def _texts(tree: ast.Module, source: str, path: str) -> Iterator[tuple[Place, str]]:
    """Every docstring and comment, and every name of a test, with the place that it belongs to."""
    spans = list(_named(tree))
    yield Place(path, 1), ast.get_docstring(tree) or ""
    for name, node in spans:
        place = Place(path, node.lineno, name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield place, ast.get_docstring(node) or ""
        if name.startswith("test_"):
            yield place, name.replace("_", " ")
    for line, comment in _comments(source):
        yield _owner(spans, line, path), comment


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Functions, classes and constants with their qualified names; an owner comes before what it holds."""

    def walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.stmt]]:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield prefix + node.name, node
                case ast.ClassDef():
                    yield prefix + node.name, node
                    yield from walk(node.body, f"{prefix}{node.name}.")
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                    yield prefix + name, node

    yield from walk(tree.body, "")


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield token.start[0], token.string


def _owner(spans: list[tuple[str, ast.stmt]], line: int, path: str) -> Place:
    """What a comment is about: the innermost thing that it stands in or, on a line of its own, directly above."""
    inside = [(name, node) for name, node in spans if node.lineno <= line <= (node.end_lineno or 0)]
    below = [(name, node) for name, node in spans if node.lineno == line + 1]
    if below and (not inside or isinstance(inside[-1][1], ast.ClassDef)):
        inside = below
    return Place(path, inside[-1][1].lineno, inside[-1][0]) if inside else Place(path, 1)


def citations(folder: Path) -> dict[str, list[Place]]:
    """By id of rule: every place in the Python files of a folder that cites it."""
    found: dict[str, list[Place]] = {}
    for path in sorted(folder.rglob("*.py")):
        for rule, places in places_in(path).items():
            found.setdefault(rule, []).extend(sorted(places))
    return found


def web_citations() -> dict[str, list[Place]]:
    """By id of rule: the files of the page, and of its tests, that cite it in a comment or the name of a test."""
    found: dict[str, list[Place]] = {}
    for folder in ("src", "tests"):
        for path in sorted((WEB / folder).rglob("*")):
            if (
                path.suffix not in {".ts", ".svelte"} or path.name == "protocol.ts"
            ):  # made from the server's types
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            texts = (line for line in lines if re.search(r"//|/\*|^\s*\*|\btest\(", line))
            for rule in set().union(*map(cited, texts)):
                found.setdefault(rule, []).append(Place(path.relative_to(ROOT).as_posix(), 1))
    return found


def render(page: str) -> str:
    """The page with the places of every rule written anew."""
    code, tests, web = citations(SOURCES), citations(TESTS), web_citations()

    def block(match: re.Match[str]) -> str:
        rule = match["id"]
        at_home = [place for place in code.get(rule, []) if _is_home(place)]
        elsewhere = [place for place in code.get(rule, []) if not _is_home(place)]
        of_web = web.get(rule, [])
        elsewhere += [place for place in of_web if place.path.startswith("web/src/")]
        proofs = [place for place in tests.get(rule, []) if place.name.startswith("test_")]
        proofs += [place for place in of_web if place.path.startswith("web/tests/")]
        lines = [
            *_lines("Code", sorted(at_home, key=_home)),
            *_lines("Used by", elsewhere),
            *_lines(
                "Tests", sorted(proofs, key=lambda place: (not place.path.startswith("tests/rules/"), place))
            ),
        ]
        head = match[0][: match.start("places") - match.start()]
        return head + "".join(f"{line}\n" for line in lines) + "<!-- end -->"

    return _RULE.sub(block, page)


def _is_home(place: Place) -> bool:
    room = place.path.removeprefix("src/branchline/")
    return room.startswith(_HOMES) and not room.startswith(_FOLLOWERS)


def _home(place: Place) -> tuple[int, Place]:
    room = place.path.removeprefix("src/branchline/")
    return next(order for order, home in enumerate(_HOMES) if room.startswith(home)), place


def _lines(title: str, places: list[Place]) -> Iterator[str]:
    """A list with one entry for each file: a link to it, then the names in it."""
    names: dict[str, list[str]] = {}
    for place in places:
        names.setdefault(place.path, []).extend([place.name] if place.name else [])
    if names:
        yield f"- {title}"
    for path, inside in names.items():
        link = f"  - [{path.removeprefix('src/branchline/')}](../{path})"
        said = textwrap.wrap(", ".join(f"`{name}`" for name in inside), 116, break_on_hyphens=False)
        if len(said) == 1 and len(link) + len(said[0]) < 118:
            yield f"{link}: {said[0]}"
        else:
            yield f"{link}:" if said else link
            yield from (f"    {line}" for line in said)


def main() -> None:
    """Write the places into the page."""
    page = PAGE.read_text(encoding="utf-8")
    known = {rule.id for rule in rules(page)}
    PAGE.write_text(render(page), encoding="utf-8")
    unknown = (set(citations(SOURCES)) | set(citations(TESTS)) | set(web_citations())) - known
    if unknown:
        sys.exit(f"cited, but not in docs/rules.md: {', '.join(sorted(unknown))}")


if __name__ == "__main__":
    main()
