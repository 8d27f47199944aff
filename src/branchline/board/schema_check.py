"""Where the plain data of a board file does not fit its schema, in words for people.

msgspec refuses the same files, but says why in sentences that would have to be parsed for the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from branchline.errors import did_you_mean, short

Path = tuple[str | int, ...]
Problem = tuple[Path, str]

_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table in { }",
}


def schema_problems(raw: dict[str, Any], schema: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """The place and the words of each problem; none if the data fits."""
    for path, problem in _check((), raw, schema):
        yield _place(path, raw), problem


def fits(value: Any, wanted: Any) -> bool:
    """Whether a value is of a type of the schema, and within its limits."""
    return not any(True for _ in _check((), value, wanted))


def _check(path: Path, value: Any, wanted: Any) -> Iterator[Problem]:
    """The problems of a value that should be of a type of the schema."""
    kind, check, limits = _rule(wanted)
    if type(value) is kind or (kind is float and type(value) is int):
        yield from check(path, value, limits)
    else:
        other = repr(value) if isinstance(value, float) else _KINDS.get(type(value), type(value).__name__)
        yield path, f"must be {_KINDS[kind]}, not {other}"


@cache
def _rule(wanted: Any) -> tuple[type, Callable[[Path, Any, Any], Iterator[Problem]], Any]:
    """How to check a type of the schema: the type of the data, a function for the rest, and its argument."""
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):  # an optional key; TOML has no null
        return _rule(next(one for one in arguments if one is not NoneType))
    if origin is Annotated:
        return arguments[0], _check_text if arguments[0] is str else _check_number, arguments[1]
    if origin is Literal:
        return str, _check_choice, arguments
    if origin is dict:
        return dict, _check_mapping, arguments
    if origin is tuple:
        return list, _check_list, arguments[0]
    if issubclass(wanted, msgspec.Struct):
        return dict, _check_table, {field.name: field for field in msgspec.structs.fields(wanted)}
    return wanted, _check_nothing, None


def _check_table(
    path: Path, table: dict[str, Any], fields: dict[str, msgspec.structs.FieldInfo]
) -> Iterator[Problem]:
    for key, value in table.items():
        if key in fields:
            yield from _check((*path, key), value, fields[key].type)
        else:
            right = did_you_mean(key, fields) or f"; there are {', '.join(fields)}"
            yield path, f"there is no key {short(key)}{right}"
    for key, field in fields.items():
        if field.required and key not in table:
            yield path, f"{key} is missing"


def _check_mapping(path: Path, mapping: dict[str, Any], types: tuple[Any, Any]) -> Iterator[Problem]:
    for key, value in mapping.items():
        if types[0] is not str:  # TOML writes all keys as text
            number = int(key) if re.fullmatch("0|[1-9][0-9]{0,8}", key) else key
            yield from _check((f"key in {_dotted(path)}",), number, types[0])
        yield from _check((*path, key), value, types[1])


def _check_list(path: Path, items: list[Any], wanted: Any) -> Iterator[Problem]:
    for i, item in enumerate(items):
        yield from _check((*path, i), item, wanted)


def _check_number(path: Path, number: float, limits: msgspec.Meta) -> Iterator[Problem]:
    if limits.ge is not None and not number >= limits.ge:
        yield path, f"must be at least {limits.ge}, not {short(number)}"
    if limits.le is not None and not number <= limits.le:
        yield path, f"must be at most {limits.le}, not {short(number)}"


def _check_text(path: Path, text: str, limits: msgspec.Meta) -> Iterator[Problem]:
    if limits.min_length and len(text) < limits.min_length:
        yield path, "must not be empty"
    if limits.max_length and len(text) > limits.max_length:
        yield path, f"must have at most {limits.max_length} letters"
    if limits.pattern and not re.search(limits.pattern, text):
        letters = "a–z, 0–9 and _" if "0-9" in limits.pattern else "a–z"
        yield path, f"must be a word of {letters} only, not {short(text)!r}"


def _check_choice(path: Path, word: str, words: tuple[str, ...]) -> Iterator[Problem]:
    if word not in words:
        yield path, f"must be {' or '.join(words)}, not {short(word)!r}"


def _check_nothing(path: Path, value: Any, limits: None) -> Iterator[Problem]:
    yield from ()


def _place(path: Path, raw: dict[str, Any]) -> str:
    """`("routes", 12, "length")` as `routes[12] paris-zurich, length`."""
    if len(path) < 2 or not isinstance(path[1], int):
        return _dotted(path)
    table = str(path[0])
    entry = label(table, path[1], raw[table][path[1]])
    return ", ".join(part for part in (entry, _dotted(path[2:])) if part)


def _dotted(path: Path) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def label(table: str, number: int, entry: object) -> str:
    """Where an entry of the file stands, and which it is: `routes[12] paris-zurich`."""
    place = f"{table}[{number}]"
    fields = entry if isinstance(entry, dict) else msgspec.to_builtins(entry)
    if not isinstance(fields, dict):
        return place
    name = fields.get("id") or fields.get("number") or fields.get("name")
    if name is None and ("a" in fields or "b" in fields):
        name = "-".join(str(fields.get(end, "?")) for end in "ab")
    return place if name is None else f"{place} {short(name)}"
