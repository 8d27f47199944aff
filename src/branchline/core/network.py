"""Networks of routes: which cities hang together, and the longest path.

A longest path that uses no route twice starts and ends at cities with an odd number of routes (else it could be
made longer), and a connected network with at most two such cities can be walked whole. Only the rest is searched.
"""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from .bits import bit, lowest
    from .constants import MAX_CITIES


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


class Trail:
    """The search for the longest path, and how many steps it took."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.least = [0] * MAX_CITIES
        self.steps = self.best = 0

    def longest(self, t: Tables, low: int, high: int) -> int:
        """Length of the longest path over a set of routes."""
        self.steps = self.best = 0
        seen = 0
        for start in range(t.n_cities):
            if not seen & bit(start) and (low & t.at[2 * start]) | (high & t.at[2 * start + 1]):
                part = flood(t, low, high, start)
                seen |= part
                self.search_part(t, low, high, part)
        return self.best

    def search_part(self, t: Tables, low: int, high: int, part: int) -> None:
        """The longest path in one connected part."""
        twice = odd = odd_sum = n_odd = dearest = 0
        cities = part
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            weight = self.look_around(t, low, high, city)
            twice += weight >> 8
            if weight & 1:
                odd |= bit(city)
                n_odd += 1
                odd_sum += self.least[city]
                if self.least[city] > dearest:
                    dearest = self.least[city]
        total = twice // 2
        if total <= self.best:
            return
        if n_odd <= 2:
            self.best = total
            return
        starts = odd
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            self.extend(t, low, high, start, 0, total, odd, odd_sum, dearest)

    def look_around(self, t: Tables, low: int, high: int, city: int) -> int:
        """Notes the cheapest route at a city; gives 256 times the sum of lengths there plus the number of routes."""
        found = 0
        self.least[city] = 255
        for word in range(2):
            mask = (high if word else low) & t.at[2 * city + word]
            while mask:
                length = t.length[64 * word + lowest(mask)]
                mask &= mask - 1
                found += 256 * length + 1
                if length < self.least[city]:
                    self.least[city] = length
        return found

    def extend(
        self,
        t: Tables,
        low: int,
        high: int,
        city: int,
        done: int,
        left: int,
        odd: int,
        odd_sum: int,
        dearest: int,
    ) -> None:
        """Go on from a city over the unused routes.

        Every city with an odd number of unused routes, but for this one and the last, must keep one of them unused;
        a route serves at most two such cities. That bounds what can still be gained.
        """
        self.steps += 1
        if done > self.best:
            self.best = done
        must_stay = odd_sum - dearest
        if odd & bit(city):
            must_stay -= self.least[city]
        if must_stay < 0:
            must_stay = 0
        if done + left - (must_stay + 1) // 2 <= self.best:
            return
        for word in range(2):
            mask = (high if word else low) & t.at[2 * city + word]
            while mask:
                route = 64 * word + lowest(mask)
                member = bit(lowest(mask))
                mask ^= member
                other = t.across[route] ^ city
                length = t.length[route]
                change = -self.least[city] if odd & bit(city) else self.least[city]
                change += -self.least[other] if odd & bit(other) else self.least[other]
                self.extend(
                    t,
                    low if word else low ^ member,
                    high ^ member if word else high,
                    other,
                    done + length,
                    left - length,
                    odd ^ bit(city) ^ bit(other),
                    odd_sum + change,
                    dearest if dearest > self.least[other] else self.least[other],
                )
