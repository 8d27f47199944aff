"""What else is wrong with a board file that does not fit its schema.

Values of the wrong type, and those that are missing, are replaced by values that nothing can clash with; then all
checks run. What they say of a replaced value is left out, so that no mistake is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from branchline.board.checks import Problem, board_problems
from branchline.board.file import BoardFile, CityEntry, Deal, Draw, Players, RouteEntry, TicketEntry
from branchline.board.limits import MAX_CARS, MAX_LENGTH, MAX_SEATS
from branchline.board.schema_check import fits

T = TypeVar("T")
#: Values that suit any board.
GENEROUS: Mapping[str, Any] = {
    "name": "?",
    "players": Players(2, 2),
    "cars": MAX_CARS,
    "hand": 0,
    "deal": Deal(1, 1, "under", 1),
    "draw": Draw(1, 1),
    "closed_doubles": MAX_SEATS,
    "points": dict.fromkeys(range(1, MAX_LENGTH + 1), 1),
    "stations": 1,
}
#: How many cards a colour is taken to have if that can't be read.
CARDS = 20


class _Lost(Exception):
    """Too much is missing: checks would say what is not so."""


def further_problems(raw: dict[str, Any], known: Sequence[Problem]) -> Iterator[Problem]:
    """What the checks find in a file whose problems with the schema are known."""
    try:
        fields = dict(_fields(raw))
    except _Lost:
        return
    told = {place.partition(", ")[0] for place, _ in known}
    replaced = {name for name in GENEROUS if name not in raw} | {place.partition(".")[0] for place in told}
    for place, problem in board_problems(BoardFile(**fields)):
        if place not in told and place.partition(".")[0] not in replaced:
            yield place, problem


def _fields(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of the file; those that are left out have what the schema gives."""
    for field in msgspec.structs.fields(BoardFile):
        name, value = field.name, raw.get(field.name)
        if name in raw and fits(value, field.type):
            yield name, msgspec.convert(value, field.type, str_keys=True)
        elif name in ENTRIES:
            yield name, _entries(value, ENTRIES[name])
        elif name in GENEROUS and (field.required or name in raw):
            yield name, GENEROUS[name]
        elif name == "cards":
            yield name, _cards(value)


class _Entry(NamedTuple):
    kind: Any
    replace: Callable[[dict[str, Any]], Any]


def _entries(items: Any, entry: _Entry) -> tuple[Any, ...]:
    return tuple(
        msgspec.convert(item, entry.kind) if fits(item, entry.kind) else entry.replace(_need(item, dict))
        for item in _need(items, list)
    )


def _need(value: Any, kind: type[T]) -> T:
    """A value that has to be there."""
    if type(value) is not kind:
        raise _Lost
    return value


def _city(item: dict[str, Any]) -> CityEntry:
    return CityEntry(_need(item.get("id"), str), "?")


def _route(item: dict[str, Any]) -> RouteEntry:
    """A route of the same ends. A double must be as long as its twin, so its length is needed."""
    double, length = item.get("double", False) is not False, item.get("length")
    long = _need(length, int) if double else length if type(length) is int else 1
    return RouteEntry(_need(item.get("a"), str), _need(item.get("b"), str), long, "gray", double)


def _ticket(item: dict[str, Any]) -> TicketEntry:
    return TicketEntry(
        _need(item.get("a"), str), _need(item.get("b"), str), 1, item.get("long", False) is not False
    )


def _cards(value: Any) -> dict[str, int]:
    return {
        colour: count if type(count) is int and count > 0 else CARDS
        for colour, count in _need(value, dict).items()
    }


ENTRIES = {
    "cities": _Entry(CityEntry, _city),
    "routes": _Entry(RouteEntry, _route),
    "tickets": _Entry(TicketEntry, _ticket),
}
