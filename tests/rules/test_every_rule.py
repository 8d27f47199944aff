"""docs/rules.md is true: every rule has its sentence, its code and its tests, and nobody cites a rule that it lacks."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools import rules

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
RULES = {rule.id: rule for rule in rules.rules(PAGE)}


def named(rule: rules.Rule) -> Iterator[tuple[str, Path, list[str]]]:
    """The places below a rule as a reader finds them: what they are, the file, the names in it."""
    kind = ""
    for line in re.sub(r"\n {4,}(?=`)", " ", rule.places).splitlines():
        if title := re.fullmatch("- (Code|Used by|Tests)", line):
            kind = title[1]
            continue
        entry = re.fullmatch(r"  - \[[^\]]+\]\(\.\./([^)]+)\)(?:: (.+))?", line)
        assert entry, line
        yield kind, ROOT / entry[1], re.findall(r"`([\w.]+)`", entry[2] or "")


@cache
def parsed(path: Path) -> tuple[str, ast.Module]:
    """A Python file and its syntax tree."""
    text = path.read_text(encoding="utf-8")
    return text, ast.parse(text)


def definition(path: Path, name: str) -> str:
    """The lines of a function, class or constant, by its qualified name, with the comments right above it."""
    text, tree = parsed(path)
    body = tree.body
    for part in name.split("."):
        found = [node for node in body if part in _names(node)]
        assert found, f"{path.relative_to(ROOT)} has no {name}"
        body = getattr(found[0], "body", [])
    lines = text.splitlines()
    first = found[0].lineno - 1
    while lines[first - 1].lstrip().startswith(("#", "@")):
        first -= 1
    return "\n".join(lines[first : found[0].end_lineno])


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
    return []


def test_every_heading_is_a_rule_with_a_sentence_and_the_ids_of_a_letter_have_no_gap() -> None:
    assert list(RULES) == re.findall(r"^### ([A-Z]\d+)\.", PAGE, re.MULTILINE)
    assert len(RULES) == PAGE.count("\n### ") == PAGE.count("<!-- places -->")
    letters: dict[str, list[int]] = {}
    for rule in RULES.values():
        letters.setdefault(rule.id[0], []).append(int(rule.id[1:]))
        assert rule.title, rule.id
        assert rule.text.endswith((".", "**")), rule.id
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in letters.values())
    assert "".join(letters) == rules.LETTERS == "".join(re.findall(r"^## ([A-Z])\. ", PAGE, re.MULTILINE))


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_is_named_below_a_rule_exists_and_cites_it(rule: rules.Rule) -> None:
    kinds = set()
    for kind, path, names in named(rule):
        kinds.add(kind)
        assert path.is_file()
        for name in names:
            text = definition(path, name)
            assert rule.id in rules.cited(text.replace("_", " ")), (
                f"{path.name}: {name} does not cite {rule.id}"
            )
        if not names:
            assert rule.id in rules.cited(path.read_text(encoding="utf-8")), path
    assert {"Code", "Tests"} <= kinds, f"{rule.id} is not cited by code, or by no test"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_is_cited_at_a_function_of_the_rules(rule: rules.Rule) -> None:
    """So that a search for `U3` ends at the code."""
    code = [names for kind, path, names in named(rule) if kind == "Code" and path.parent.name == "rules"]
    assert any(code), f"no function in core/rules cites {rule.id}"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_has_a_test_named_after_it_in_its_letters_file(rule: rules.Rule) -> None:
    tests = [(path, name) for kind, path, names in named(rule) if kind == "Tests" for name in names]
    own = {path.name for path, name in tests if path.parent == HERE and name.startswith(f"test_{rule.id}_")}
    assert len(own) == 1
    assert own.pop().startswith(f"test_{rule.id[0].lower()}_")


def test_no_id_in_code_or_tests_is_unknown() -> None:
    cited = {**rules.web_citations(), **rules.citations(rules.TESTS), **rules.citations(rules.SOURCES)}
    assert {rule: places for rule, places in cited.items() if rule not in RULES} == {}


def test_the_places_are_up_to_date() -> None:
    assert rules.render(PAGE) == PAGE, "run: python -m tools.rules"


def test_ids_are_found_in_lists_and_ranges_and_nowhere_else() -> None:
    assert rules.cited("Dealing (S4, S6) and E2–E5; not in HTTP2, U+00E1, EM101, #D1F2A3, D1.5") == {
        *("S4", "S6", "E2", "E3", "E4", "E5")
    }
