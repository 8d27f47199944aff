"""Reading a board file: a board of its own, or a variant that extends another board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from branchline.board.checks import Problem, board_problems
from branchline.board.file import BoardFile, VariantKeys
from branchline.board.schema_check import schema_problems
from branchline.board.stand_ins import further_problems
from branchline.board.toml import read_toml
from branchline.errors import BoardError, first_line

#: The map of a board, which a variant shares: it is drawn with the layout of the board that it extends.
MAP = ("cities", "routes", "districts")

#: Where the file of a board lies that another file names; a `BoardError` if there is no such board.
Find = Callable[[str, Path], Path]


class Reading(NamedTuple):
    """A file that fits the schema, the board whose map it has, and the cities of which all its tickets have one."""

    file: BoardFile
    raw: dict[str, Any]
    base: str
    big_cities: tuple[str, ...] = ()


def read_board_file(path: Path, find: Find) -> Reading | list[Problem]:
    """What a board file says, or everything that is wrong with it.

    What does not fit the schema is told first. A file that is not TOML is a `BoardError`.
    """
    return _read(path, find, ())


def _read(path: Path, find: Find, before: tuple[Path, ...]) -> Reading | list[Problem]:
    raw = read_toml(path)
    found = _extend(path, raw, find, before) if "extends" in raw else _converted(raw, path.stem)
    if isinstance(found, Reading):
        return list(board_problems(found.file)) or found
    return found


def _converted(raw: dict[str, Any], base: str, big_cities: tuple[str, ...] = ()) -> Reading | list[Problem]:
    """The tables of a file with the types of the schema."""
    try:
        return Reading(msgspec.convert(raw, BoardFile, str_keys=True), raw, base, big_cities)
    except msgspec.ValidationError as error:
        found = list(schema_problems(raw, BoardFile)) or [("", first_line(error))]
        return [*found, *further_problems(raw, found)]


def _extend(path: Path, raw: dict[str, Any], find: Find, before: tuple[Path, ...]) -> Reading | list[Problem]:
    """A variant: the board that it extends, with what the file says otherwise."""
    own = {key: raw[key] for key in VariantKeys.__struct_fields__ if key in raw}
    problems = list(schema_problems(own, VariantKeys))
    if problems:
        return [*problems, *_own_map(raw)]
    keys = msgspec.convert(own, VariantKeys)
    base = _base(path, keys.extends, find, (*before, path))
    changed = {key: value for key, value in raw.items() if key not in own and key not in MAP}
    whole = _converted(_merged(base.raw, changed), base.base)
    if not isinstance(whole, Reading):
        return [*_own_map(raw), *whole]
    problems = _own_map(raw)
    cities = {city.id for city in whole.file.cities}
    problems += [
        ("only_tickets.cities", f"the city {city} is unknown; it must be one of the board {keys.extends}")
        for city in keys.only_tickets.cities
        if city not in cities
    ]
    tickets = _tickets(whole.raw["tickets"], own.get("add_tickets", []), keys)
    big_cities = keys.only_tickets.cities or base.big_cities
    found = _converted({**whole.raw, "tickets": tickets}, base.base, big_cities)
    if not problems:
        return found
    return [*problems, *(board_problems(found.file) if isinstance(found, Reading) else found)]


def _own_map(raw: dict[str, Any]) -> list[Problem]:
    """A variant that has a map."""
    return [(key, "a variant has the map of the board that it extends") for key in MAP if key in raw]


def _base(path: Path, name: str, find: Find, before: tuple[Path, ...]) -> Reading:
    """The board that a variant extends; if that can't be used, neither can the variant."""
    file = find(name, path)
    if file in before:
        raise BoardError(
            str(path), "extends", f"{name} extends this board in turn; one must be a whole board"
        )
    found = _read(file, find, before)
    if isinstance(found, Reading):
        return found
    raise BoardError(str(file), *found[0])


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A board with other values. A table in { } keeps the entries that the change does not name."""
    whole = dict(base)
    for key, value in changes.items():
        old = base.get(key)
        whole[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return whole


def _tickets(
    there: list[dict[str, Any]], more: list[dict[str, Any]], keys: VariantKeys
) -> list[dict[str, Any]]:
    """The tickets of a variant. One between the same cities as another takes its place; then some may stay alone."""
    by_ends = {frozenset((ticket["a"], ticket["b"])): ticket for ticket in (*there, *more)}
    if len({frozenset((ticket["a"], ticket["b"])) for ticket in there}) < len(there):
        return [*there, *more]  # a ticket stands there twice, which the checks will say
    only = keys.only_tickets
    return [
        ticket
        for ends, ticket in by_ends.items()
        if (only.long or not ticket.get("long")) and (not only.cities or ends & set(only.cities))
    ]
