"""The cheapest routes that join several cities: a Steiner tree, exact, by the algorithm of Dreyfus and Wagner.

`best` says for each set of terminals and each city what joining them all costs. A tree splits at a city into two
smaller ones, or it comes there over the cheapest path from another city.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.constants import MAX_CITIES, NOTHING

    MAX_TERMINALS = 12
    FAR = 1 << 28  # more than any tree costs; the sum of three fits into 32 bits

#: The most cities that can be joined at once: time and memory grow with 3 and 2 to this power.
MOST_TERMINALS = 12
#: The most that a route may cost.
MOST_COST = 1 << 20


class SteinerTrees:
    """Trees over one map. `load` reads what routes cost, `solve` takes the cities to join: the terminals.

    `distance` and `by` are the cost of the cheapest path from city to city, and its first route.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.count = 0
        if not cython.compiled:
            self.distance, self.by = [0] * (MAX_CITIES * MAX_CITIES), [0] * (MAX_CITIES * MAX_CITIES)
            self.best = [0] * (MAX_CITIES << MAX_TERMINALS)
            self.terminals, self.found = [0] * MAX_TERMINALS, [0] * 2

    def load(self, costs: Sequence[int]) -> None:
        """Read the cost of every route; a negative one is closed."""
        t = self.tables
        if len(costs) != t.n_routes or max(costs) > MOST_COST:
            raise ValueError(f"{t.n_routes} costs of at most {MOST_COST} are needed")
        for i in range(MAX_CITIES * t.n_cities):
            self.distance[i], self.by[i] = FAR, NOTHING
        for city in range(t.n_cities):
            self.distance[MAX_CITIES * city + city] = 0
        for route in range(t.n_routes):
            cost = costs[route]
            if 0 <= cost < self.distance[t.cell[route]]:
                self.distance[t.cell[route]] = self.distance[t.mirror[route]] = cost
                self.by[t.cell[route]] = self.by[t.mirror[route]] = route
        self._measure(t)

    def _measure(self, t: Tables) -> None:
        """The cheapest paths between all cities (Floyd and Warshall)."""
        for middle in range(t.n_cities):
            for start in range(t.n_cities):
                first = self.distance[MAX_CITIES * start + middle]
                if first < FAR:
                    for goal in range(t.n_cities):
                        cost = first + self.distance[MAX_CITIES * middle + goal]
                        if cost < self.distance[MAX_CITIES * start + goal]:
                            self.distance[MAX_CITIES * start + goal] = cost
                            self.by[MAX_CITIES * start + goal] = self.by[MAX_CITIES * start + middle]

    def solve(self, cities: Sequence[int]) -> None:
        """Find the cost of joining any of these cities. Sets of them are numbers with a bit for each place here."""
        if not 0 < len(cities) <= MOST_TERMINALS or min(cities) < 0 or max(cities) >= self.tables.n_cities:
            raise ValueError(f"1 to {MOST_TERMINALS} cities of the board can be joined")
        self.count = len(cities)
        for i in range(self.count):
            self.terminals[i] = cities[i]
        self._solve(self.tables.n_cities)

    def _solve(self, n: int) -> None:
        for i in range(self.count):
            for city in range(n):
                self.best[MAX_CITIES * (1 << i) + city] = self.distance[MAX_CITIES * self.terminals[i] + city]
        for some in range(3, 1 << self.count):
            if some & (some - 1):
                self._split(n, some)
                self._extend(n, some)

    def _split(self, n: int, some: int) -> None:
        """The cost at each city if the tree splits there, each way of splitting once."""
        at = MAX_CITIES * some
        for city in range(n):
            self.best[at + city] = FAR
        part = (some - 1) & some
        while part > some ^ part:  # the larger number is the part with the last terminal
            one, other = MAX_CITIES * part, MAX_CITIES * (some ^ part)
            for city in range(n):
                cost = self.best[one + city] + self.best[other + city]
                if cost < self.best[at + city]:
                    self.best[at + city] = cost
            part = (part - 1) & some

    def _extend(self, n: int, some: int) -> None:
        """The cost at each city if the tree may come there over a path. Paths are cheapest already: once is enough."""
        at = MAX_CITIES * some
        for middle in range(n):
            first = self.best[at + middle]
            if first < FAR:
                for city in range(n):
                    cost = first + self.distance[MAX_CITIES * middle + city]
                    if cost < self.best[at + city]:
                        self.best[at + city] = cost

    def cost(self, some: int) -> int:
        """What it costs to join a set of terminals; NOTHING if they can't be joined."""
        found = self.best[MAX_CITIES * some + self._last(some)]
        return found if found < FAR else NOTHING

    def _last(self, some: int) -> int:
        """The last terminal of a set."""
        self._check(some)
        last = 0
        for i in range(self.count):
            if some & (1 << i):
                last = i
        return self.terminals[last]

    def _check(self, some: int) -> None:
        if not 0 < some < 1 << self.count:
            raise ValueError(f"{some} is no set of {self.count} terminals")

    def routes(self, some: int) -> list[int]:
        """The routes of the cheapest tree over a set of terminals that can be joined."""
        self.found[0] = self.found[1] = 0
        self._trace(some, self._last(some))
        return [i for i in range(self.tables.n_routes) if self.found[i >> 6] & bit(i & 63)]

    def _trace(self, some: int, city: int) -> None:
        """Add the routes of the tree that joins a set of terminals to a city."""
        n, at = self.tables.n_cities, MAX_CITIES * some
        cost = self.best[at + city]
        if some & (some - 1) == 0:
            for i in range(self.count):
                if some == 1 << i:
                    self._add_path(city, self.terminals[i])
            return
        for middle in range(n):
            if self.best[at + middle] + self.distance[MAX_CITIES * middle + city] == cost:
                part = self._part_at(some, middle)
                if part:
                    self._add_path(middle, city)
                    self._trace(part, middle)
                    self._trace(some ^ part, middle)
                    return

    def _part_at(self, some: int, city: int) -> int:
        """One part of a set of terminals, if the tree over the set splits at a city; 0 if it does not."""
        part = (some - 1) & some
        while part:
            parts = self.best[MAX_CITIES * part + city] + self.best[MAX_CITIES * (some ^ part) + city]
            if parts == self.best[MAX_CITIES * some + city]:
                return part
            part = (part - 1) & some
        return 0

    def _add_path(self, start: int, goal: int) -> None:
        """Add the routes of the cheapest path between two cities."""
        while start != goal:
            route = self.by[MAX_CITIES * start + goal]
            self.found[route >> 6] |= bit(route & 63)
            start ^= self.tables.across[route]
