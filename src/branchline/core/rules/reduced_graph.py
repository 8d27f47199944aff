"""A connected network drawn with as few routes as matter to its longest path.

Routes keep their numbers, but a route of the outline may stand for a whole stretch of the network: it has its own
length and ends. A set of routes is two words, `low` and `high`, as everywhere.
"""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest, size
    from branchline.core.constants import MAX_CITIES, MAX_ROUTES


class ReducedGraph:
    """The routes at each city, what lies across each of them, and how long they are."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.at = [0] * (2 * MAX_CITIES)
            self.across, self.length = [0] * MAX_ROUTES, [0] * MAX_ROUTES
        self.low = self.high = self.longest_seen = 0

    def load(self, t: Tables, low: int, high: int, start: int) -> int:
        """Take over the part of a network that hangs together with a city; gives its cities."""
        self.longest_seen = 0
        seen = todo = bit(start)
        while todo:
            city = lowest(todo)
            todo &= todo - 1
            for word in range(2):
                mask = (high if word else low) & t.at[2 * city + word]
                self.at[2 * city + word] = mask
                while mask:
                    route = 64 * word + lowest(mask)
                    mask &= mask - 1
                    self.across[route] = t.across[route]
                    self.length[route] = t.length[route]
                    near = bit(t.across[route] ^ city) & ~seen
                    seen |= near
                    todo |= near
        return seen

    def degree(self, city: int) -> int:
        """How many routes end in a city."""
        return size(self.at[2 * city]) + size(self.at[2 * city + 1])

    def odd_cities(self, cities: int) -> int:
        """Those of the cities that have an odd number of routes."""
        odd = 0
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            if self.degree(city) & 1:
                odd |= bit(city)
        return odd

    def clear(self, cities: int) -> None:
        """Take all routes away from some cities."""
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            self.at[2 * city] = self.at[2 * city + 1] = 0

    def collect(self, cities: int) -> None:
        """Put all routes at some cities into `low` and `high`."""
        self.low = self.high = 0
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            self.low |= self.at[2 * city]
            self.high |= self.at[2 * city + 1]

    def weigh(self, low: int, high: int) -> int:
        """The length of a set of routes."""
        found = 0
        while low:
            found += self.length[lowest(low)]
            low &= low - 1
        while high:
            found += self.length[64 + lowest(high)]
            high &= high - 1
        return found

    def shortest_at(self, city: int) -> int:
        """The length of the shortest route at a city that has one."""
        found = 32767
        for word in range(2):
            mask = self.at[2 * city + word]
            while mask:
                length = self.length[64 * word + lowest(mask)]
                mask &= mask - 1
                if length < found:
                    found = length
        return found

    def reach(self, low: int, high: int, start: int) -> int:
        """The cities that a set of routes joins to a city."""
        seen = todo = bit(start)
        while todo:
            city = lowest(todo)
            todo &= todo - 1
            for word in range(2):
                mask = (high if word else low) & self.at[2 * city + word]
                while mask:
                    near = bit(self.across[64 * word + lowest(mask)] ^ city) & ~seen
                    mask &= mask - 1
                    seen |= near
                    todo |= near
        return seen

    def reduce(self, cities: int) -> None:
        """Join stretches without a branch, and drop dead ends that cannot matter, as long as there are any.

        Paths that are lost by it are at most `longest_seen` long.
        """
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            degree = self.degree(city)
            if degree == 2:
                cities |= self.join(city)
            elif degree > 2 and self.trim(city, degree):
                cities |= bit(city)

    def join(self, city: int) -> int:
        """Make the two routes at a city one; gives its ends. Nothing happens where the two form a ring."""
        first = self.first_at(city)
        self.at[2 * city + (first >> 6)] ^= bit(first & 63)
        second = self.first_at(city)
        one, other = self.across[first] ^ city, self.across[second] ^ city
        if one == other:
            self.at[2 * city + (first >> 6)] ^= bit(first & 63)
            return 0
        self.drop(second, city)
        self.across[first] = one ^ other
        self.length[first] += self.length[second]
        self.at[2 * other + (first >> 6)] |= bit(first & 63)
        return bit(one) | bit(other)

    def first_at(self, city: int) -> int:
        """Some route at a city that has one."""
        if self.at[2 * city]:
            return lowest(self.at[2 * city])
        return 64 + lowest(self.at[2 * city + 1])

    def drop(self, route: int, city: int) -> None:
        """Take a route away from a city and from the one across."""
        self.at[2 * city + (route >> 6)] &= ~bit(route & 63)
        self.at[2 * (self.across[route] ^ city) + (route >> 6)] &= ~bit(route & 63)

    def trim(self, city: int, degree: int) -> bool:
        """Drop the shortest dead end at a city if it cannot matter: two can, but one where a single route leads on."""
        shortest = longest = second = n_dead = 0
        for word in range(2):
            mask = self.at[2 * city + word]
            while mask:
                route = 64 * word + lowest(mask)
                mask &= mask - 1
                if self.degree(self.across[route] ^ city) == 1:
                    length = self.length[route]
                    if n_dead == 0 or length <= self.length[shortest]:
                        shortest = route
                    n_dead += 1
                    if length > longest:
                        second = longest
                        longest = length
                    elif length > second:
                        second = length
        if n_dead < 2 or (n_dead == 2 and degree > 3):
            return False
        if longest + second > self.longest_seen:
            self.longest_seen = longest + second
        self.drop(shortest, city)
        return True
