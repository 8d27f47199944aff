"""Every numbered rule has a test named after it, and a function that cites it."""

import ast
import re
from pathlib import Path

import branchline.core.rules

RULES = {"S": 7, "T": 3, "D": 9, "R": 7, "F": 1, "U": 6, "K": 4, "B": 4, "E": 5, "H": 2}
IDS = {f"{letter}{number}" for letter, last in RULES.items() for number in range(1, last + 1)}


def test_every_rule_id_has_a_test_in_its_letters_file() -> None:
    tested = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        ids = set(re.findall(r"^def test_([A-Z]\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE))
        assert all(file.name.startswith(f"test_{rule[0].lower()}_") for rule in ids), file.name
        tested |= ids
    assert tested == IDS


def test_every_rule_id_is_cited_at_a_function_of_the_rules() -> None:
    """In a docstring or a comment, as a whole id: so that a search for `U3` ends at the code."""
    cited = set()
    for file in Path(branchline.core.rules.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                cited |= set(re.findall(r"\b[A-Z]\d\b", ast.get_source_segment(text, node) or ""))
    assert cited >= IDS
