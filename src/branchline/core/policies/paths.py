"""Cheapest paths over the map, by Dijkstra's algorithm with buckets: a set of cities for every cost modulo BUCKETS."""

from __future__ import annotations

import cython

from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import MAX_CITIES, MAX_ROUTES, NOTHING

    BUCKETS = 256
    MAX_COST = 250  # less than BUCKETS: a bucket never holds two different costs


class Paths:
    """Costs of routes (whole numbers from 0 to MAX_COST), and the last search over them.

    `filled` is the set of buckets that hold cities, so that a search skips the others.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.cost, self.via = [0] * MAX_ROUTES, [0] * MAX_CITIES
            self.distance, self.bucket = [0] * MAX_CITIES, [0] * BUCKETS
            self.found, self.filled = [0] * 2, [0] * (BUCKETS // 64)
        self.starts = self.waiting = 0

    def search(self, t: Tables, low: int, high: int, starts: int, goals: int) -> int:
        """The goal that is cheapest to reach from the starts over a set of routes, or NOTHING."""
        self._begin(starts)
        now = 0
        while self.waiting:
            now += self._empty_from(now & (BUCKETS - 1))
            here = now & (BUCKETS - 1)
            while self.bucket[here]:
                city = lowest(self.bucket[here])
                self.bucket[here] &= self.bucket[here] - 1
                self.waiting -= 1
                if self.distance[city] == now:  # else it was reached at less cost before
                    if goals & bit(city):
                        self._clear()
                        return city
                    self._relax(t, low & t.at[2 * city], 0, city, now)
                    self._relax(t, high & t.at[2 * city + 1], 64, city, now)
                    low &= ~t.at[2 * city]  # nothing is nearer by the way back
                    high &= ~t.at[2 * city + 1]
            self.filled[here >> 6] &= ~bit(here & 63)
        return NOTHING

    def _empty_from(self, here: int) -> int:
        """How many buckets are empty from one on; those of the same word of `filled`, if it has no other."""
        ahead = self.filled[here >> 6] >> (here & 63)
        return lowest(ahead) if ahead else 64 - (here & 63)

    def _begin(self, starts: int) -> None:
        """Put every start into the first bucket."""
        self.starts, self.waiting = starts, 0
        for city in range(MAX_CITIES):
            self.distance[city] = 1 << 20
        while starts:
            city = lowest(starts)
            starts &= starts - 1
            self.distance[city] = 0
            self.bucket[0] |= bit(city)
            self.filled[0] = 1
            self.waiting += 1

    def _relax(self, t: Tables, routes: int, offset: int, city: int, now: int) -> None:
        """Relax some routes at a city: their other ends may be reached at less cost."""
        while routes:
            route = offset + lowest(routes)
            routes &= routes - 1
            other = t.across[route] ^ city
            total = now + self.cost[route]
            if total < self.distance[other]:
                self.distance[other] = total
                self.via[other] = route
                here = total & (BUCKETS - 1)
                self.bucket[here] |= bit(other)
                self.filled[here >> 6] |= bit(here & 63)
                self.waiting += 1

    def _clear(self) -> None:
        """Empty the buckets for the next search."""
        for word in range(BUCKETS // 64):
            while self.filled[word]:
                self.bucket[64 * word + lowest(self.filled[word])] = 0
                self.filled[word] &= self.filled[word] - 1

    def trace(self, t: Tables, goal: int) -> None:
        """Leave in `found` the routes of the path to a goal."""
        self.found[0] = self.found[1] = 0
        while not self.starts & bit(goal):
            route = self.via[goal]
            self.found[route >> 6] |= bit(route & 63)
            goal ^= t.across[route]
