"""What does not fit the schema of a board file, in words for who writes the file: the place and the problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table in { }",
}
_LIMITS = {"<=": "at most", ">=": "at least"}


def place_and_problem(
    message: str, raw: dict[str, Any], keys: Mapping[str, Sequence[str]]
) -> tuple[str, str]:
    """msgspec's message about the plain data of a file; `keys` are those of each of its tables, by name."""
    problem, _, where = message.partition(" - at ")
    path = where.replace("`", "").replace("$.", "").replace("$", "")
    if path.endswith("[...]"):
        path = _blamed(problem, path.removesuffix("[...]"), raw)
    table = re.split(r"[.\[]", path)[0]
    return _place(path, raw), _worded(problem, _value(path, raw), keys.get(table, ()))


def _blamed(problem: str, path: str, raw: dict[str, Any]) -> str:
    """msgspec does not say which entry of a mapping it dislikes: the first that has the problem."""
    limit = re.search(r"(<=|>=) (\d+)", problem)
    kind = re.search(r"got `(\w+)`", problem)
    for key, value in raw[path].items():
        if kind:
            wrong = type(value).__name__ == kind[1]
        else:
            wrong = limit is not None and (
                value > int(limit[2]) if limit[1] == "<=" else value < int(limit[2])
            )
        if wrong:
            return f"{path}.{key}"
    return path


def _value(path: str, raw: Any) -> Any:
    """What stands at a place; None if nothing does."""
    for name, number in re.findall(r"(\w+)|\[(\d+)\]", path):
        try:
            raw = raw[int(number)] if number else raw[name]
        except (KeyError, IndexError, TypeError):
            return None
    return raw


def _worded(problem: str, value: Any, keys: Sequence[str]) -> str:
    """msgspec's sentence in ours."""
    found = "" if value is None else f", not {value!r}"
    if kinds := re.fullmatch(r"Expected `(\w+)(?: \| null)?`, got `(\w+)`", problem):
        other = found if kinds[2] == "float" else f", not {_KINDS.get(kinds[2], kinds[2])}"
        return f"must be {_KINDS[kinds[1]]}{other}"
    if limit := re.fullmatch(r"Expected `\w+(?: \| null)?` (<=|>=) (\S+)", problem):
        return f"must be {_LIMITS[limit[1]]} {float(limit[2]):g}{found}"
    if size := re.search(r"of length (<=|>=) (\d+)", problem):
        return "must not be empty" if size[1] == ">=" else f"must have at most {size[2]} letters"
    if key := re.fullmatch(r"Object missing required field `(\w+)`", problem):
        return f"{key[1]} is missing"
    if key := re.fullmatch(r"Object contains unknown field `(.+)`", problem):
        near = get_close_matches(key[1], keys, 1)
        right = f"did you mean {near[0]}?" if near else f"there are {', '.join(keys)}"
        return f"there is no key {key[1]}; {right}"
    if "regex" in problem:
        letters = "a–z, 0–9 and _" if "0-9" in problem else "a–z"
        return f"must be a word of {letters} only{found}"
    return problem


def _place(path: str, raw: dict[str, Any]) -> str:
    """`routes[12].length` as `routes[12] paris-zurich, length`."""
    entry = re.fullmatch(r"(\w+)\[(\d+)\]\.?(.*)", path)
    if entry is None:
        return path
    table, number, key = entry[1], int(entry[2]), entry[3]
    return ", ".join(part for part in (label(table, number, raw[table][number]), key) if part)


def label(table: str, number: int, entry: object) -> str:
    """Where an entry of the file stands, and which it is: `routes[12] paris-zurich`."""
    place = f"{table}[{number}]"
    fields = entry if isinstance(entry, dict) else msgspec.to_builtins(entry)
    if not isinstance(fields, dict):
        return place
    name = fields.get("id") or fields.get("number") or fields.get("name")
    if name is None and ("a" in fields or "b" in fields):
        name = "-".join(str(fields.get(end, "?")) for end in "ab")
    return place if name is None else f"{place} {name}"
