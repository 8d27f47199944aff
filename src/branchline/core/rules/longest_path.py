"""The longest path: the longest walk over a network that uses no route twice (E3).

A connected network can be walked whole if at most two of its cities have an odd number of routes. So the question is
not in which order to walk, but which routes to leave out: as little length as possible, so that what remains hangs
together and has at most two odd cities. That is searched, once all that needs no search is gone: stretches without a
branch become one route, dead ends that cannot matter fall, and what hangs on a bridge is solved by itself.
"""

from __future__ import annotations

import cython

from .reduced_graph import ReducedGraph
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest, size
    from branchline.core.constants import MAX_CITIES, NOTHING

FAR = 32767  # longer than any path


class LongestPath:
    """The search for the longest path; `best` is the longest one found, `steps` how many networks were looked at."""

    def __init__(self) -> None:
        self.graph = ReducedGraph()
        if not cython.compiled:
            self.shortest = [0] * MAX_CITIES
        self.steps = self.best = self.smallest = self.bridge = self.gate = self.chosen = 0

    def longest(self, t: Tables, low: int, high: int) -> int:
        """Length of the longest path over a set of routes."""
        self.steps = self.best = 0
        seen = 0
        for start in range(t.n_cities):
            if not seen & bit(start) and (low & t.at[2 * start]) | (high & t.at[2 * start + 1]):
                part = self.graph.load(t, low, high, start)
                seen |= part
                self.solve(part)
        return self.best

    def solve(self, part: int) -> None:
        """The longest path in the loaded part: walked whole if that is possible, else made smaller and searched."""
        if self.walked_whole(part):
            return
        self.graph.reduce(part)
        while not self.walked_whole(part) and self.fold(part):
            self.graph.reduce(part)

    def walked_whole(self, part: int) -> bool:
        """Whether there is nothing to search: the part can be walked whole, or is too short to matter."""
        if self.graph.longest_seen > self.best:
            self.best = self.graph.longest_seen
        self.graph.collect(part)
        length = self.graph.weigh(self.graph.low, self.graph.high)
        if length > self.best and size(self.graph.odd_cities(part)) <= 2:
            self.best = length
        return length <= self.best

    def fold(self, part: int) -> bool:
        """Solve the smallest side of any bridge and make it a dead end; without a bridge search all, and give False."""
        low, high = self.graph.low, self.graph.high
        self.smallest = part
        self.bridge = self.gate = NOTHING
        cities = part
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            for word in range(2):
                mask = self.graph.at[2 * city + word] if self.graph.degree(city) > 1 else 0
                while mask:
                    self.try_bridge(low, high, city, 64 * word + lowest(mask))
                    mask &= mask - 1
        if self.bridge == NOTHING:
            self.note_shortest(part)
            self.search(low, high, 0, 0, self.graph.weigh(low, high), self.graph.odd_cities(part), 0)
            return False
        self.solve_side(self.smallest, self.bridge, self.gate)
        return True

    def try_bridge(self, low: int, high: int, city: int, route: int) -> None:
        """Note a route if it is a bridge, no dead end, and one side of it is smaller than any before."""
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
        """A path may stay on one side of a bridge, or cross it and end there: as good as a dead end of that length."""
        self.note_shortest(side)
        self.graph.collect(side)
        low, high = self.graph.low, self.graph.high
        bridge_low = bit(bridge) if bridge < 64 else 0
        bridge_high = 0 if bridge < 64 else bit(bridge & 63)
        odd = self.graph.odd_cities(side)
        length = self.graph.weigh(low, high)
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
        """Seek a path of the length that is the most one could hope for, then of one less, until there is one.

        That costs little more than to prove the longest one to be so, whatever the order in which paths are found.
        """
        best = self.best
        hope = left - self.least_loss(low & ~kept_low, high & ~kept_high, odd & ~ends, 2 - size(ends))
        while hope > best:
            self.best = hope - 1
            self.leave_out(low, high, kept_low, kept_high, left, odd, ends)
            if self.best >= hope:
                return
            hope -= 1
        self.best = best

    def leave_out(
        self, low: int, high: int, kept_low: int, kept_high: int, left: int, odd: int, ends: int
    ) -> None:
        """Leave routes out of a connected network of length `left` until it can be walked whole.

        Kept routes stay. The path ends in the cities of `ends`, up to two; every other odd city must lose a route.
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
            self.without(low, high, kept_low, kept_high, left, odd, ends, city, route)
            if route < 64:
                kept_low |= bit(route)
            else:
                kept_high |= bit(route & 63)
            route = self.next_route(low & ~kept_low, high & ~kept_high, city, odd_left)
        if size(ends) < 2:  # with all its routes the city is odd
            self.leave_out(low, high, kept_low, kept_high, left, odd, ends | bit(city))

    def least_loss(self, low: int, high: int, odd: int, free_ends: int) -> int:
        """How much length must go at least, of the routes that may go; `chosen`: the odd city with the fewest of these.

        What goes leads from one odd city to another, but for the free ends of the path. So each city loses half
        the way to the nearest one, or a little less: we look two routes far.
        """
        lost = dearest = second = 0
        fewest = FAR
        cities = odd
        while cities:
            city = lowest(cities)
            cities &= cities - 1
            count = 0
            way = FAR
            for word in range(2):
                mask = (high if word else low) & self.graph.at[2 * city + word]
                while mask:
                    route = 64 * word + lowest(mask)
                    mask &= mask - 1
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
        """Which route at a city to try without: rather one to an odd city, then the shortest; NOTHING if none is."""
        found = NOTHING
        best = 2 * FAR
        for word in range(2):
            mask = (high if word else low) & self.graph.at[2 * city + word]
            while mask:
                route = 64 * word + lowest(mask)
                mask &= mask - 1
                rank = self.graph.length[route]
                if not odd & bit(self.graph.across[route] ^ city):
                    rank += FAR
                if rank < best:
                    best = rank
                    found = route
        return found

    def without(
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
        """Go on without a route; where that cuts the network in two, on either side."""
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
        """Go on with one side of a network that was cut in two, if all that must stay lies there."""
        self.graph.collect(side)
        low &= self.graph.low
        high &= self.graph.high
        if not ends & ~side and not kept_low & ~low and not kept_high & ~high:
            self.leave_out(low, high, kept_low, kept_high, self.graph.weigh(low, high), odd & side, ends)
