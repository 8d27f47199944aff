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
    """Costs of routes (whole numbers from 0 to MAX_COST), and the last search over them."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.cost, self.via = [0] * MAX_ROUTES, [0] * MAX_CITIES
            self.distance, self.bucket = [0] * MAX_CITIES, [0] * BUCKETS
            self.found = [0] * 2
        self.starts = self.done = self.waiting = 0

    def search(self, t: Tables, low: int, high: int, starts: int, goals: int) -> int:
        """The goal that is cheapest to reach from the starts over a set of routes, or NOTHING."""
        self._begin(starts)
        now = 0
        while self.waiting:
            here = now & (BUCKETS - 1)
            while self.bucket[here]:
                city = lowest(self.bucket[here])
                self.bucket[here] &= self.bucket[here] - 1
                self.waiting -= 1
                if not self.done & bit(city):
                    self.done |= bit(city)
                    if goals & bit(city):
                        self._clear()
                        return city
                    self._relax(t, low & t.at[2 * city], 0, city, now)
                    self._relax(t, high & t.at[2 * city + 1], 64, city, now)
            now += 1
        return NOTHING

    def _begin(self, starts: int) -> None:
        """Put every start into the first bucket."""
        self.starts, self.done, self.waiting = starts, 0, 0
        for city in range(MAX_CITIES):
            self.distance[city] = 1 << 20
        while starts:
            city = lowest(starts)
            starts &= starts - 1
            self.distance[city] = 0
            self.bucket[0] |= bit(city)
            self.waiting += 1

    def _relax(self, t: Tables, routes: int, offset: int, city: int, now: int) -> None:
        """Relax some routes at a city: their other ends may be reached at less cost."""
        while routes:
            route = offset + lowest(routes)
            routes &= routes - 1
            other = t.across[route] ^ city
            total = now + self.cost[route]
            if total < self.distance[other] and not self.done & bit(other):
                self.distance[other] = total
                self.via[other] = route
                if not self.bucket[total & (BUCKETS - 1)] & bit(other):
                    self.bucket[total & (BUCKETS - 1)] |= bit(other)
                    self.waiting += 1

    def _clear(self) -> None:
        """Empty the buckets for the next search."""
        if self.waiting:
            for i in range(BUCKETS):
                self.bucket[i] = 0

    def trace(self, t: Tables, goal: int) -> None:
        """Leave in `found` the routes of the path to a goal."""
        self.found[0] = self.found[1] = 0
        while not self.starts & bit(goal):
            route = self.via[goal]
            self.found[route >> 6] |= bit(route & 63)
            goal ^= t.across[route]
