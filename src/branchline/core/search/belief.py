"""What a seat may believe about others' tickets: how likely each is, by how far its holder's network has got with it.

People keep tickets and build towards them, so a ticket that a seat's routes nearly join is likelier in its hand than
one that they ignore. The weights are counted in games (`branchline.training`): by how many cars the seat has left and
how much of the ticket's way is missing. Everything that is known stays exact.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from branchline.core.policies.paths import Paths
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.buffers import integers
    from branchline.core.constants import MAX_TICKETS, NOTHING

    STAGES, STEPS = 4, 7

#: How many weights there are: a stage of the game for each step of a ticket's progress.
CLASSES = 28
#: The largest weight.
HEAVIEST = 1000


class Belief:
    """The weights of tickets for one board. Each thread needs its own object."""

    def __init__(self, tables: Tables, weights: Sequence[int]) -> None:
        if len(weights) != CLASSES or not all(0 < weight <= HEAVIEST for weight in weights):
            raise ValueError(f"a belief has {CLASSES} weights from 1 to {HEAVIEST}")
        self.tables, self.paths = tables, Paths()
        if not cython.compiled:
            self.weights, self.whole = [0] * CLASSES, [0] * MAX_TICKETS
        for i in range(CLASSES):
            self.weights[i] = weights[i]
        self._measure()

    def _measure(self) -> None:
        """Find the length of each ticket's way on the empty map."""
        for route in range(self.tables.n_routes):
            self.paths.cost[route] = self.tables.length[route]
        self.paths.lay(self.tables, self.tables.all_routes[0], self.tables.all_routes[1])
        for ticket in range(self.tables.n_tickets):
            way = self._way(ticket)
            self.whole[ticket] = way

    def _way(self, ticket: int) -> int:
        """The cars that the cheapest way of a ticket still needs, or NOTHING."""
        city = self.paths.search(bit(self.tables.ticket_a[ticket]), bit(self.tables.ticket_b[ticket]))
        return NOTHING if city == NOTHING else self.paths.distance[city]

    def look_at(self, s: State, seat: int) -> None:
        """Prepare the costs of ways for a seat: its own routes are free."""
        for route in range(self.tables.n_routes):
            own = s.owned[2 * seat + (route >> 6)] & bit(route & 63)
            self.paths.cost[route] = 0 if own else self.tables.length[route]
        low, high = s.owned[2 * seat] | s.open[2 * seat], s.owned[2 * seat + 1] | s.open[2 * seat + 1]
        self.paths.lay(self.tables, low, high)

    def progress(self, s: State, seat: int, ticket: int) -> int:
        """The class of a ticket for the seat that was looked at: stage of the game and progress of the ticket."""
        cars = s.cars[seat]
        third = self.tables.cars // 4
        stage = 0 if cars > 3 * third else 1 if cars > 2 * third else 2 if cars > third else 3
        way, whole = self._way(ticket), self.whole[ticket]
        if way == 0:
            step = 0
        elif way == NOTHING:
            step = 1
        elif way > cars:
            step = 2
        elif 10 * way <= 4 * whole:
            step = 3
        elif 100 * way <= 65 * whole:
            step = 4
        else:
            step = 5 if 10 * way <= 9 * whole else 6
        return STEPS * stage + step

    def weigh(self, k: Knowledge) -> None:
        """Let the worlds of some knowledge be dealt by these weights."""
        k.weighted = not k.state.starting
        if not k.weighted:
            return
        for seat in range(k.state.seats):
            if seat != k.viewer:
                self.look_at(k.state, seat)
                for ticket in range(self.tables.n_tickets):
                    weight = self.weights[self.progress(k.state, seat, ticket)]
                    k.weights[MAX_TICKETS * seat + ticket] = weight

    def count(self, s: State, viewer: int, counts: MutableSequence[int]) -> None:
        """Add up over the tickets that a viewer can't place: how many others hold and how many there are, by class."""
        found = integers(counts)
        if len(counts) < 2 * CLASSES:
            raise ValueError("too little room for the counts")
        for seat in range(s.seats):
            if seat != viewer:
                self.look_at(s, seat)
                for ticket in range(self.tables.n_tickets):
                    if not s.tickets[2 * viewer + (ticket >> 6)] & bit(ticket & 63):
                        place = self.progress(s, seat, ticket)
                        found[2 * place + 1] += 1
                        if s.tickets[2 * seat + (ticket >> 6)] & bit(ticket & 63):
                            found[2 * place] += 1
