"""A connected network with as few routes as its longest path needs.

Routes keep their numbers, but a route of the reduced graph may stand for several routes in a row: it has its own
length and ends. A set of routes is two words, `low` and `high`, as everywhere.
"""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member, size
    from branchline.core.constants import MAX_CITIES, MAX_ROUTES


class ReducedGraph:
    """The routes at each city, their ends (`across`, as in Tables: one end XOR the other) and their lengths.

    `collect` leaves a set of routes in `low` and `high`. `longest_seen` is the longest path that `reduce` has lost.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.at = [0] * (2 * MAX_CITIES)
            self.across, self.length = [0] * MAX_ROUTES, [0] * MAX_ROUTES
        self.low = self.high = self.longest_seen = 0

    def load(self, t: Tables, low: int, high: int, start: int) -> int:
        """Take over the part of a network that is connected with a city; gives its cities."""
        self.longest_seen = 0
        seen = todo = bit(start)
        while todo:
            city = lowest(todo)
            todo &= todo - 1
            rest = Members(low & t.at[2 * city], high & t.at[2 * city + 1])
            self.at[2 * city], self.at[2 * city + 1] = rest.low, rest.high
            while has_next(rest):
                route = next_member(rest)
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
        """The ones among some cities that have an odd number of routes."""
        odd = 0
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            if self.degree(city) & 1:
                odd |= bit(city)
        return odd

    def clear(self, cities: int) -> None:
        """Remove all routes at some cities."""
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            self.at[2 * city] = self.at[2 * city + 1] = 0

    def collect(self, cities: int) -> None:
        """Leave all routes at some cities in `low` and `high`."""
        self.low = self.high = 0
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            self.low |= self.at[2 * city]
            self.high |= self.at[2 * city + 1]

    def total_length(self, low: int, high: int) -> int:
        """The length of a set of routes."""
        found = 0
        rest = Members(low, high)
        while has_next(rest):
            found += self.length[next_member(rest)]
        return found

    def shortest_at(self, city: int) -> int:
        """The length of the shortest route at a city that has one."""
        found = 32767
        rest = Members(self.at[2 * city], self.at[2 * city + 1])
        while has_next(rest):
            length = self.length[next_member(rest)]
            if length < found:
                found = length
        return found

    def reach(self, low: int, high: int, start: int) -> int:
        """The cities that a set of routes connects with a city, that one included."""
        seen = todo = bit(start)
        while todo:
            city = lowest(todo)
            todo &= todo - 1
            rest = Members(low & self.at[2 * city], high & self.at[2 * city + 1])
            while has_next(rest):
                near = bit(self.across[next_member(rest)] ^ city) & ~seen
                seen |= near
                todo |= near
        return seen

    def reduce(self, cities: int) -> None:
        """Merge routes in a row, and remove dead ends that no longest path needs, until there are none of them.

        The paths that are lost by this are at most `longest_seen` long.
        """
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            degree = self.degree(city)
            if degree == 2:
                cities |= self.merge(city)
            elif degree > 2 and self.remove_dead_end(city, degree):
                cities |= bit(city)

    def merge(self, city: int) -> int:
        """Merge the two routes at a city into one; gives its ends. Nothing happens where the two form a ring."""
        first = self.first_at(city)
        self.at[2 * city + (first >> 6)] ^= bit(first & 63)
        second = self.first_at(city)
        one, other = self.across[first] ^ city, self.across[second] ^ city
        if one == other:
            self.at[2 * city + (first >> 6)] ^= bit(first & 63)
            return 0
        self.remove(second, city)
        self.across[first] = one ^ other
        self.length[first] += self.length[second]
        self.at[2 * other + (first >> 6)] |= bit(first & 63)
        return bit(one) | bit(other)

    def first_at(self, city: int) -> int:
        """Some route at a city that has one."""
        if self.at[2 * city]:
            return lowest(self.at[2 * city])
        return 64 + lowest(self.at[2 * city + 1])

    def remove(self, route: int, city: int) -> None:
        """Remove a route, one end of which is the city."""
        self.at[2 * city + (route >> 6)] &= ~bit(route & 63)
        self.at[2 * (self.across[route] ^ city) + (route >> 6)] &= ~bit(route & 63)

    def remove_dead_end(self, city: int, degree: int) -> bool:
        """Remove the shortest dead end at a city, if no longest path needs it; False if there is none to remove.

        A path can use two dead ends of a city (one as its start, one as its end), but only one of them together
        with a single other route that leads on.
        """
        shortest = longest = second = n_dead = 0
        rest = Members(self.at[2 * city], self.at[2 * city + 1])
        while has_next(rest):
            route = next_member(rest)
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
        self.remove(shortest, city)
        return True
