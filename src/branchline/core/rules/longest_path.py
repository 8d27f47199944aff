"""The longest path: the longest walk over a network that uses no route twice (E3).

One walk can use all routes of a connected network if at most two of its cities have an odd number of routes (Euler).
So we do not search for the order of the routes, but for the routes to leave out: as little length as possible, such
that the rest is connected and has at most two odd cities. This is done by branch and bound. Before that the network is
made smaller: routes in a row become one route, dead ends that do not matter are removed, and each side of a bridge is
solved alone.
"""

from __future__ import annotations

import cython

from .network import Parts
from .reduced_graph import ReducedGraph
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member, size
    from branchline.core.constants import MAX_CITIES, NOTHING

    from .network import join_part, part_cities

FAR = 32767  # longer than any path


class LongestPath:
    """The search for the longest path. `best` is the longest one found, `steps` the number of networks tried.

    `parts` are then the connected parts of the network, which tickets need too.
    """

    def __init__(self) -> None:
        self.graph, self.parts = ReducedGraph(), Parts()
        if not cython.compiled:
            self.shortest = [0] * MAX_CITIES
        self.steps = self.best = self.smallest = self.bridge = self.gate = self.chosen = 0

    def longest(self, t: Tables, low: int, high: int) -> int:
        """The length of the longest path over a set of routes (E3)."""
        self.steps = self.best = 0
        part_cities(t, self.parts)
        left = 0
        rest = Members(low, high)
        while has_next(rest):
            left |= t.ends[next_member(rest)]
        while left:
            part = self.graph.load(t, low, high, lowest(left))
            left &= ~part
            join_part(self.parts, part)
            self.solve(part)
        return self.best

    def solve(self, part: int) -> None:
        """The longest path in the loaded part: one walk over all of it if possible, else reduce it and search."""
        if self.is_solved(part):
            return
        self.graph.reduce(part)
        while not self.is_solved(part) and self.solve_bridge(part):
            self.graph.reduce(part)

    def is_solved(self, part: int) -> bool:
        """Whether no search is needed: one walk can use the whole part, or the part is too short for a better path."""
        if self.graph.longest_seen > self.best:
            self.best = self.graph.longest_seen
        self.graph.collect(part)
        length = self.graph.total_length(self.graph.low, self.graph.high)
        if length > self.best and size(self.graph.odd_cities(part)) <= 2:
            self.best = length
        return length <= self.best

    def solve_bridge(self, part: int) -> bool:
        """Solve the smallest side of any bridge and make it a dead end. Without a bridge search all, and give False."""
        low, high = self.graph.low, self.graph.high
        self.smallest = part
        self.bridge = self.gate = NOTHING
        cities = part
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            if self.graph.degree(city) > 1:
                rest = Members(self.graph.at[2 * city], self.graph.at[2 * city + 1])
                while has_next(rest):
                    self.try_bridge(low, high, city, next_member(rest))
        if self.bridge == NOTHING:
            self.note_shortest(part)
            self.search(low, high, 0, 0, self.graph.total_length(low, high), self.graph.odd_cities(part), 0)
            return False
        self.solve_side(self.smallest, self.bridge, self.gate)
        return True

    def try_bridge(self, low: int, high: int, city: int, route: int) -> None:
        """Note a route if it is a bridge and no dead end, and one side of it is smaller than any side before."""
        other = self.graph.across[route] ^ city
        if other < city or self.graph.degree(other) < 2:
            return
        if route < 64:
            low ^= bit(route)
        else:
            high ^= bit(route & 63)
        side = self.graph.reach(low, high, city)
        if side & bit(other):
            return
        gate = city
        across = self.graph.reach(low, high, other)
        if size(across) < size(side):
            side = across
            gate = other
        if size(side) < size(self.smallest):
            self.smallest = side
            self.bridge = route
            self.gate = gate

    def solve_side(self, side: int, bridge: int, gate: int) -> None:
        """Replace a side of a bridge by a dead end that is as long as the longest path from the bridge into that side.

        A path may also lie on that side alone: the longest of these is kept in `best`.
        """
        self.note_shortest(side)
        self.graph.collect(side)
        low, high = self.graph.low, self.graph.high
        bridge_low = bit(bridge) if bridge < 64 else 0
        bridge_high = 0 if bridge < 64 else bit(bridge & 63)
        odd = self.graph.odd_cities(side)
        length = self.graph.total_length(low, high)
        span = self.graph.length[bridge]
        self.search(low ^ bridge_low, high ^ bridge_high, 0, 0, length - span, odd ^ bit(gate), 0)
        best = self.best
        self.best = span
        far = bit(self.graph.across[bridge] ^ gate)
        self.search(low, high, bridge_low, bridge_high, length, odd | far, far)
        self.graph.clear(side)
        self.graph.at[2 * gate + (bridge >> 6)] = bit(bridge & 63)
        self.graph.length[bridge] = self.best
        self.best = best

    def note_shortest(self, cities: int) -> None:
        """Note the shortest route at each of some cities."""
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            self.shortest[city] = self.graph.shortest_at(city)

    def search(
        self, low: int, high: int, kept_low: int, kept_high: int, left: int, odd: int, ends: int
    ) -> None:
        """Look for a path as long as the upper bound, then for one shorter by one, until there is one.

        This costs little more than the proof that the longest path is the longest, in whatever order paths are found.
        """
        best = self.best
        bound = left - self.least_loss(low & ~kept_low, high & ~kept_high, odd & ~ends, 2 - size(ends))
        while bound > best:
            self.best = bound - 1
            self.leave_out(low, high, kept_low, kept_high, left, odd, ends)
            if self.best >= bound:
                return
            bound -= 1
        self.best = best

    def leave_out(
        self, low: int, high: int, kept_low: int, kept_high: int, left: int, odd: int, ends: int
    ) -> None:
        """Branch: leave routes out of a connected network of length `left` until one walk can use what remains.

        Kept routes stay. The path ends in the cities of `ends`, up to two. Every other odd city must lose a route.
        """
        self.steps += 1
        odd_left = odd & ~ends
        if not odd_left:
            if left > self.best:
                self.best = left
            return
        if left - self.least_loss(low & ~kept_low, high & ~kept_high, odd_left, 2 - size(ends)) <= self.best:
            return
        city = self.chosen
        route = self.next_route(low & ~kept_low, high & ~kept_high, city, odd_left)
        while route != NOTHING:
            self.leave_out_route(low, high, kept_low, kept_high, left, odd, ends, city, route)
            if route < 64:
                kept_low |= bit(route)
            else:
                kept_high |= bit(route & 63)
            route = self.next_route(low & ~kept_low, high & ~kept_high, city, odd_left)
        if size(ends) < 2:  # with all its routes the city is odd
            self.leave_out(low, high, kept_low, kept_high, left, odd, ends | bit(city))

    def least_loss(self, low: int, high: int, odd: int, free_ends: int) -> int:
        """Bound: how much length must at least be left out, of the routes that may be left out.

        The routes left out lead from one odd city to another, except for the free ends of the path. So each odd city
        loses at least half the way to the nearest one, which is estimated from the next two routes. `chosen` becomes
        the odd city that has the fewest routes to leave out.
        """
        lost = dearest = second = 0
        fewest = FAR
        cities = odd
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            count = 0
            way = FAR
            rest = Members(low & self.graph.at[2 * city], high & self.graph.at[2 * city + 1])
            while has_next(rest):
                route = next_member(rest)
                count += 1
                other = self.graph.across[route] ^ city
                length = self.graph.length[route]
                if not odd & bit(other):
                    length += self.shortest[other]
                if length < way:
                    way = length
            if count < fewest:
                fewest = count
                self.chosen = city
            if count:
                lost += way
                if way > dearest:
                    second = dearest
                    dearest = way
                elif way > second:
                    second = way
        if free_ends:
            lost -= dearest
        if free_ends == 2:
            lost -= second
        return (lost + 1) // 2

    def next_route(self, low: int, high: int, city: int, odd: int) -> int:
        """The route at a city to leave out next: one to an odd city if possible, then the shortest; NOTHING if none."""
        found = NOTHING
        best = 2 * FAR
        rest = Members(low & self.graph.at[2 * city], high & self.graph.at[2 * city + 1])
        while has_next(rest):
            route = next_member(rest)
            rank = self.graph.length[route]
            if not odd & bit(self.graph.across[route] ^ city):
                rank += FAR
            if rank < best:
                best = rank
                found = route
        return found

    def leave_out_route(
        self,
        low: int,
        high: int,
        kept_low: int,
        kept_high: int,
        left: int,
        odd: int,
        ends: int,
        city: int,
        route: int,
    ) -> None:
        """Go on without a route. If that cuts the network in two, go on with each side."""
        left -= self.graph.length[route]
        if left <= self.best:
            return
        other = self.graph.across[route] ^ city
        odd ^= bit(city) ^ bit(other)
        if route < 64:
            low ^= bit(route)
        else:
            high ^= bit(route & 63)
        side = self.graph.reach(low, high, city)
        if side & bit(other):
            self.leave_out(low, high, kept_low, kept_high, left, odd, ends)
        else:
            self.one_side(low, high, kept_low, kept_high, odd, ends, side)
            self.one_side(low, high, kept_low, kept_high, odd, ends, self.graph.reach(low, high, other))

    def one_side(
        self, low: int, high: int, kept_low: int, kept_high: int, odd: int, ends: int, side: int
    ) -> None:
        """Go on with one side of a network that was cut in two, if everything that must stay is on that side."""
        self.graph.collect(side)
        low &= self.graph.low
        high &= self.graph.high
        if not ends & ~side and not kept_low & ~low and not kept_high & ~high:
            self.leave_out(
                low, high, kept_low, kept_high, self.graph.total_length(low, high), odd & side, ends
            )
