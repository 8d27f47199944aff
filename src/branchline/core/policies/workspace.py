"""Where a policy thinks: what its seat holds and still misses, its goals, and what a card would be worth to it.

Everything here is read from what the seat may know: its own cards and tickets, and what lies open (H1, H2).
"""

from __future__ import annotations

import cython

from branchline.core.rng import Rng
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

from .paths import Paths
from .weights import Weights

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import GRAY, KINDS, MAX_ROUTES, NOTHING, REVEAL, ROW, WILD
    from branchline.core.rules.legal import capped

    MAX_GOALS = 64
    # With so few cards left, all seats might try the same tunnels in vain for ever: only a sure one is tried.
    FEW_CARDS = 12


class Mind:
    """Room for the thoughts of one policy."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.paths, self.rng, self.moves = weights, Paths(), Rng(), Moves()
        if not cython.compiled:
            self.hand, self.unseen, self.gain = [0] * KINDS, [0] * KINDS, [0.0] * KINDS
            self.short, self.turns = [0] * MAX_ROUTES, [0.0] * MAX_ROUTES
            self.worth, self.score = [0.0] * MAX_ROUTES, [0.0] * MAX_ROUTES
            self.open, self.free, self.way, self.path = [0] * 2, [0] * 2, [0] * 2, [0] * 2
            self.goal_cities, self.goal_value = [0] * MAX_GOALS, [0.0] * MAX_GOALS
            self.goal_path, self.demand = [0] * (2 * MAX_GOALS), [0] * KINDS
            self.goal_net = [0.0] * MAX_GOALS
        self.cities = self.odd_cities = 0
        self.scarce = False
        self.n_goals = self.n_tickets = self.most_kind = self.stations_used = 0
        self.plan_turns = self.plan_net = self.turn_price = self.car_price = self.turns_left = 0.0
        self.best_score = self.wild_up = 0.0
        self.best_low = self.best_high = 0


def read_hand(s: State, m: Mind) -> None:
    """The actor's hand, and the colour of which it holds most."""
    m.most_kind = 0
    for kind in range(KINDS):
        m.hand[kind] = s.hands[KINDS * s.actor + kind]
        m.gain[kind] = 0.0
        if kind != WILD and m.hand[kind] > m.hand[m.most_kind]:
            m.most_kind = kind


def read_map(t: Tables, s: State, m: Mind) -> None:
    """Routes that the actor may still claim with its cars, those it has (or borrows), and the cities it reaches."""
    m.scarce = 0 < s.n_pile + s.n_discards <= FEW_CARDS
    for word in range(2):
        m.open[word] = s.open[2 * s.actor + word] & t.fits[2 * capped(s.cars[s.actor]) + word]
        m.free[word] = s.owned[2 * s.actor + word]
    m.cities = reach(t, s, s.actor)
    if s.stations_at[s.actor]:
        borrow(t, s, m)
    for word in range(2):
        m.way[word] = m.open[word] | m.free[word]


def reach(t: Tables, s: State, seat: int) -> int:
    """The cities at which a seat has routes."""
    found = 0
    for word in range(2):
        mask = s.owned[2 * seat + word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            found |= bit(t.end_a[route]) | bit(t.end_b[route])
    return found


def borrow(t: Tables, s: State, m: Mind) -> None:
    """Others' routes at the own stations count as if all could be used (B3 allows one each)."""
    cities = s.stations_at[s.actor]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for seat in range(s.seats):
            for word in range(2):
                m.free[word] |= s.owned[2 * seat + word] & t.at[2 * city + word]


def count_missing(t: Tables, m: Mind) -> None:
    """For every route that can be claimed: how many cards the hand lacks for it, and how many turns it takes."""
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            look_at_route(t, m, route)


def look_at_route(t: Tables, m: Mind, route: int) -> None:
    """Cards and turns that one route still takes; a missing ferry's wild takes a turn of its own (D3)."""
    kind = t.colour[route] if t.colour[route] != GRAY else m.most_kind
    rest = t.length[route] - t.ferry[route]
    used = m.hand[kind] if m.hand[kind] < rest else rest
    lacking = t.length[route] - used
    wilds = m.hand[WILD] if m.hand[WILD] < lacking else lacking
    m.short[route] = lacking - wilds
    turns = 1.0 + (lacking - wilds) / m.weights.rate
    if m.hand[WILD] < t.ferry[route]:
        turns += (t.ferry[route] - m.hand[WILD]) * (1.0 - 1.0 / m.weights.rate)
    if t.tunnel[route]:
        spare = m.hand[kind] - used + m.hand[WILD] - wilds
        if m.scarce and spare < REVEAL:
            m.short[route] += REVEAL - spare
        if spare < m.weights.tunnel:
            turns += (m.weights.tunnel - spare) / m.weights.rate
    m.turns[route] = turns + wilds * m.weights.spend / m.weights.turn


def count_unseen(t: Tables, s: State, m: Mind) -> None:
    """Cards that may still come from the pile, as far as the actor can tell: not open, not paid, not its own."""
    for kind in range(KINDS):
        m.unseen[kind] = t.cards[kind] - s.discards[kind] - m.hand[kind]
        for seat in range(s.seats):
            if seat != s.actor:
                m.unseen[kind] -= s.known[KINDS * seat + kind]
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            m.unseen[s.row[slot]] -= 1
