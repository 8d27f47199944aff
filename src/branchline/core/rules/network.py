"""Networks of routes: which cities hang together."""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import MAX_CITIES


def flood(t: Tables, low: int, high: int, start: int) -> int:
    """The cities that a set of routes joins to one city, itself included."""
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
    """The cities one route away."""
    found = bit(city)
    mask = low & t.at[2 * city]
    while mask:
        found |= bit(t.across[lowest(mask)] ^ city)
        mask &= mask - 1
    mask = high & t.at[2 * city + 1]
    while mask:
        found |= bit(t.across[64 + lowest(mask)] ^ city)
        mask &= mask - 1
    return found


def label_parts(t: Tables, low: int, high: int, part: Parts) -> None:
    """Give all cities of each connected part of a network the same label: the smallest city in it."""
    left = bit(t.n_cities - 1) * 2 - 1
    while left:
        start = lowest(left)
        cities = flood(t, low, high, start)
        left &= ~cities
        while cities:
            part.label[lowest(cities)] = start
            cities &= cities - 1


class Parts:
    """A label for every city: equal labels, connected cities."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.label = [0] * MAX_CITIES
