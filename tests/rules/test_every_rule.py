"""Every numbered rule has a test named after it."""

import re
from pathlib import Path

RULES = {"S": 7, "T": 3, "D": 9, "R": 7, "F": 1, "U": 6, "K": 4, "B": 4, "E": 5, "H": 2}
IDS = {f"{letter}{number}" for letter, last in RULES.items() for number in range(1, last + 1)}


def test_every_rule_id_has_a_test_in_its_letters_file() -> None:
    tested = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        ids = set(re.findall(r"^def test_([A-Z]\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE))
        assert all(file.name.startswith(f"test_{rule[0].lower()}_") for rule in ids), file.name
        tested |= ids
    assert tested == IDS
