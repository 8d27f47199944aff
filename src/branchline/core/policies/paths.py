"""Cheapest paths over the map, by Dijkstra's algorithm on a matrix: all cities at the next distance at once.

There are so few cities that a row of the matrix, the costs from one city to all others, is read in a few steps of eight
(`lanes.py`). That takes no decision that a processor could guess wrongly, which made up most of the time of a search
route by route.
"""

from __future__ import annotations

import cython

from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member
    from branchline.core.constants import MAX_CITIES, MAX_ROUTES, NOTHING
    from branchline.core.lanes import fill, least_above, lower, places_of, places_of_sum

    MAX_COST = 250
    FAR = 16200  # more than any path costs; twice as much fits into 16 bits


class Paths:
    """Costs of routes (whole numbers from 0 to MAX_COST), and the last search over them.

    `lay` reads the costs of a set of routes into `matrix`; whoever changes costs or routes has to call it again.
    `free_ways` are the cities that a city reaches at no cost, `later` the routes with an earlier one beside them, and
    `number` says in which order cities were visited.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.cost, self.matrix = [0] * MAX_ROUTES, [0] * (MAX_CITIES * MAX_CITIES)
            self.distance, self.number = [0] * MAX_CITIES, [0] * MAX_CITIES
            self.free_ways, self.found = [0] * MAX_CITIES, [0] * 2
            self.later = [0] * 2
        self.low = self.high = self.starts = self.visited = self.cities = 0
        self.blocks = self.board = 0

    def lay(self, t: Tables, low: int, high: int) -> None:
        """Let the next searches go over a set of routes. Of parallel ones the cheapest counts."""
        if low != self.low or high != self.high or t.serial != self.board:
            self._take(t, low, high)
        for city in range(t.n_cities):
            self.free_ways[city] = 0
        rest = Members(low & ~self.later[0], high & ~self.later[1])
        while has_next(rest):
            self._lay(t, next_member(rest))
        rest = Members(self.later[0], self.later[1])
        while has_next(rest):
            route = next_member(rest)
            if self.cost[route] < self.matrix[t.cell[route]]:
                self._lay(t, route)

    def _take(self, t: Tables, low: int, high: int) -> None:
        """Take other routes than before: the matrix knows none, and of parallel ones all but the first are `later`."""
        self.low, self.high, self.board, self.blocks = low, high, t.serial, (t.n_cities + 7) // 8
        self.later[0] = self.later[1] = 0
        fill(self.matrix, FAR, MAX_CITIES // 8 * t.n_cities)
        rest = Members(low, high)
        while has_next(rest):
            route = next_member(rest)
            if self.matrix[t.cell[route]] < FAR:
                self.later[route >> 6] |= bit(route & 63)
            self.matrix[t.cell[route]] = self.matrix[t.mirror[route]] = 0

    def _lay(self, t: Tables, route: int) -> None:
        """Write the cost of one route into the matrix."""
        self.matrix[t.cell[route]] = self.matrix[t.mirror[route]] = self.cost[route]
        if self.cost[route] == 0:
            self.free_ways[t.end_a[route]] |= bit(t.end_b[route])
            self.free_ways[t.end_b[route]] |= bit(t.end_a[route])

    def search(self, starts: int, goals: int) -> int:
        """The goal that is cheapest to reach from the starts, or NOTHING.

        A single goal need not be visited: once all cities that are still to visit are so far away that its cheapest
        route brings nothing, its distance stays.
        """
        self.starts, blocks, visited = starts, self.blocks, 0
        fill(self.distance, FAR, blocks)
        rest = starts
        while rest:
            self.distance[lowest(rest)] = 0
            rest &= rest - 1
        goal, last = lowest(goals), 0
        if goals == bit(goal):
            last = least_above(self.matrix, MAX_CITIES * goal, -1, blocks)
        now = count = 0
        here = starts
        while now < FAR:
            while here:
                city = lowest(here)
                if goals & bit(city):
                    self.visited = visited
                    return city
                visited |= bit(city)
                self.number[city] = count
                count += 1
                lower(self.distance, self.matrix, MAX_CITIES * city, now, blocks)
                here = (here | self.free_ways[city]) & ~visited
            now = least_above(self.distance, 0, now, blocks)
            if last and now + last >= self.distance[goal] and self.distance[goal] < FAR:
                self.visited = visited
                return goal
            here = places_of(self.distance, now, blocks)
        return NOTHING

    def trace(self, t: Tables, goal: int) -> None:
        """Leave in `found` the routes of the path to a goal, and in `cities` its cities."""
        self.found[0] = self.found[1] = 0
        self.cities = bit(goal)
        while not self.starts & bit(goal):
            city = self._before(goal)
            rest = Members(
                self.low & t.at[2 * goal] & t.at[2 * city],
                self.high & t.at[2 * goal + 1] & t.at[2 * city + 1],
            )
            route = next_member(rest)
            while self.cost[route] != self.matrix[MAX_CITIES * goal + city]:
                route = next_member(rest)
            self.found[route >> 6] |= bit(route & 63)
            self.cities |= bit(city)
            goal = city

    def _before(self, city: int) -> int:
        """The city before another one on the path to it: the first visited of those from which it is that near."""
        near = (
            places_of_sum(self.distance, self.matrix, MAX_CITIES * city, self.distance[city], self.blocks)
            & self.visited
        )
        best = lowest(near)
        near &= near - 1
        while near:
            if self.number[lowest(near)] < self.number[best]:
                best = lowest(near)
            near &= near - 1
        return best
