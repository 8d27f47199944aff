"""Networks of routes: which cities are connected."""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member
    from branchline.core.constants import MAX_CITIES


def flood(t: Tables, low: int, high: int, start: int) -> int:
    """The cities that a set of routes connects with a city, that one included."""
    seen = bit(start)
    todo = seen
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        near = neighbours(t, low, high, city) & ~seen
        seen |= near
        todo |= near
    return seen


def neighbours(t: Tables, low: int, high: int, city: int) -> int:
    """A city and all that are one route away."""
    found = bit(city)
    rest = Members(low & t.at[2 * city], high & t.at[2 * city + 1])
    while has_next(rest):
        found |= bit(t.across[next_member(rest)] ^ city)
    return found


def part_cities(t: Tables, parts: Parts) -> None:
    """Make every city a part of its own."""
    for city in range(t.n_cities):
        parts.label[city] = city


def join_part(parts: Parts, cities: int) -> None:
    """Give all cities of a connected part the same label: the smallest city in it."""
    start = lowest(cities)
    while cities:
        parts.label[lowest(cities)] = start
        cities &= cities - 1


class Parts:
    """A label for every city. Connected cities have the same label."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.label = [0] * MAX_CITIES
