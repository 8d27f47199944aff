"""The working memory of a policy: its seat's hand, the cards it lacks, its goals, and what each card is worth to it.

Everything here is read from what the seat may know: its own cards and tickets (H1), and what is public (H2).
"""

from __future__ import annotations

import cython

from branchline.core.rng import Rng
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

from .paths import Paths
from .weights import Weights

if not cython.compiled:
    from branchline.core.bits import Members, has_next, lowest, next_member, smaller
    from branchline.core.constants import (
        GRAY,
        KINDS,
        MAX_CITIES,
        MAX_LENGTH,
        MAX_ROUTES,
        MAX_SEATS,
        NOTHING,
        REVEAL,
        ROW,
        WILD,
    )
    from branchline.core.rules.legal import capped

    MAX_GOALS = 64
    # With so few cards left, all seats might try the same tunnels for ever without success: only a sure one is tried.
    FEW_CARDS = 12
    LAST_POWER = 1023  # a mask
    NEVER = 1e9


class Workspace:
    """The working memory of one policy.

    `missing` and `turns` say for each route how many cards the hand lacks and how many turns it takes, `worth` and
    `score` what it brings. `hand_for` are the cards for a route by its colour; `wilds_for`, `turns_for` and `price_for`
    (of the wilds) go by the number of cards that the colour lacks. `open` are the routes that the seat may claim,
    `free` those that cost it nothing, and `usable` both together. `path` is the last path found; `goal_…` are the
    goals. `gain` is the worth of a card of each kind, `face_up_wild` that of a wild in the row. `mood` decides how a
    policy that misjudges routes does so.

    What holds from one decision to the next is kept. `part` are the cities that the free routes `part_low` and
    `part_high` connect with each city. `priced` are the routes whose prices hold, as long as what they follow from
    (`priced_…`, `seen`, `hand_for`) stays the same: `worth`, the score `alone`, and `wait`, the turns that must be left
    for it. `known_…` are the paths of goals, as long as map and costs stay the same. `power` are results of a power.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights, self.paths, self.rng, self.moves = weights, Paths(), Rng(), Moves()
        self.judgement, self.mood = Rng(), 0
        if not cython.compiled:
            self.hand, self.unseen, self.gain = [0] * KINDS, [0] * KINDS, [0.0] * KINDS
            self.hand_for = [0] * (GRAY + 1)
            self.wilds_for, self.turns_for = [0] * (MAX_LENGTH + 1), [0.0] * (MAX_LENGTH + 1)
            self.price_for = [0.0] * (MAX_LENGTH + 1)
            self.missing, self.turns = [0] * MAX_ROUTES, [0.0] * MAX_ROUTES
            self.worth, self.score = [0.0] * MAX_ROUTES, [0.0] * MAX_ROUTES
            self.open, self.free, self.usable, self.path = [0] * 2, [0] * 2, [0] * 2, [0] * 2
            self.goal_cities, self.goal_value = [0] * MAX_GOALS, [0.0] * MAX_GOALS
            self.goal_path, self.demand = [0] * (2 * MAX_GOALS), [0] * KINDS
            self.goal_net, self.costs = [0.0] * MAX_GOALS, [0] * MAX_ROUTES
            self.part = [0] * MAX_CITIES
            self.bonus, self.block, self.rival_cities = [0.0] * 3, [0.0] * 2, [0] * MAX_SEATS
            self.alone, self.wait = [0.0] * MAX_ROUTES, [NEVER] * MAX_ROUTES
            self.priced, self.seen = [0] * 2, [0] * (2 * MAX_SEATS)
            self.known_free, self.known_usable = [0] * 2, [0] * 2
            self.known, self.known_cities = [False] * MAX_GOALS, [0] * MAX_GOALS
            self.known_path = [0] * (2 * MAX_GOALS)
            self.power_of, self.power = [0.0] * (LAST_POWER + 1), [0.0] * (LAST_POWER + 1)
        for route in range(MAX_ROUTES):
            self.wait[route] = NEVER
        self.part_low = self.part_high = self.part_board = self.priced_board = 0
        self.priced_wilds = self.priced_rivals = self.n_known = self.known_board = 0
        self.changed = self.laid = False
        self.priced_scarce = self.priced_early = False
        self.priced_cities = self.priced_mood = 0
        self.priced_car = self.priced_turn = 0.0
        self.cities = self.odd_cities = 0
        self.scarce = False
        self.n_goals = self.n_tickets = self.most_kind = 0
        self.plan_turns = self.plan_net = self.turn_price = self.car_price = self.turns_left = 0.0
        self.best_score = self.face_up_wild = self.longest_plan = 0.0
        self.best_low = self.best_high = 0


def read_hand(s: State, w: Workspace) -> None:
    """Read the actor's hand, and the colour of which it holds most."""
    w.most_kind = 0
    for kind in range(KINDS):
        w.hand[kind] = s.hands[KINDS * s.actor + kind]
        w.gain[kind] = 0.0
        if kind != WILD and w.hand[kind] > w.hand[w.most_kind]:
            w.most_kind = kind


def read_map(t: Tables, s: State, w: Workspace) -> None:
    """Read the routes that the actor can claim with its cars, those it owns or borrows, and the cities it reaches."""
    w.scarce = 0 < s.n_pile + s.n_discards <= FEW_CARDS
    for word in range(2):
        w.open[word] = s.open[2 * s.actor + word] & t.fits[2 * capped(s.cars[s.actor]) + word]
        w.free[word] = s.owned[2 * s.actor + word]
    w.cities = reach(t, s, s.actor)
    if s.stations_at[s.actor]:
        borrow(t, s, w)
    for word in range(2):
        w.usable[word] = w.open[word] | w.free[word]


def reach(t: Tables, s: State, seat: int) -> int:
    """The cities at which a seat has routes."""
    found = 0
    rest = Members(s.owned[2 * seat], s.owned[2 * seat + 1])
    while has_next(rest):
        route = next_member(rest)
        found |= t.ends[route]
    return found


def borrow(t: Tables, s: State, w: Workspace) -> None:
    """Routes of others at the own stations count as own, all of them, although each station can use only one (B3)."""
    cities = s.stations_at[s.actor]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for seat in range(s.seats):
            for word in range(2):
                w.free[word] |= s.owned[2 * seat + word] & t.at[2 * city + word]


def count_missing(t: Tables, w: Workspace) -> None:
    """For every route that can be claimed: how many cards the hand lacks for it, and how many turns it takes."""
    for colour in range(GRAY):
        w.hand_for[colour] = w.hand[colour]
    w.hand_for[GRAY] = w.hand[w.most_kind]
    count_wilds(w)
    count_missing_among(t, w, w.open[0], w.open[1])


def count_missing_among(t: Tables, w: Workspace, low: int, high: int) -> None:
    """The same for some routes, after what is the same for all of them."""
    rest = Members(low, high)
    while has_next(rest):
        route = next_member(rest)
        count_missing_of(t, w, route)


def count_wilds(w: Workspace) -> None:
    """Work out for each number of cards that a colour lacks: how many wilds help, what they cost, and the turns."""
    for lacking in range(MAX_LENGTH + 1):
        w.wilds_for[lacking] = w.hand[WILD] if w.hand[WILD] < lacking else lacking
        w.turns_for[lacking] = 1.0 + (lacking - w.wilds_for[lacking]) / w.weights.rate
        w.price_for[lacking] = w.wilds_for[lacking] * w.weights.spend / w.weights.turn


def count_missing_of(t: Tables, w: Workspace, route: int) -> None:
    """Cards that one route lacks, and turns that it takes. Each missing wild of a ferry takes a whole turn (D3)."""
    have = w.hand_for[t.colour[route]]
    used = smaller(have, t.length[route] - t.ferry[route])
    lacking = t.length[route] - used
    wilds = w.wilds_for[lacking]
    w.missing[route] = lacking - wilds
    turns = w.turns_for[lacking]
    if w.hand[WILD] < t.ferry[route]:
        turns += (t.ferry[route] - w.hand[WILD]) * (1.0 - 1.0 / w.weights.rate)
    if t.tunnel[route]:
        spare = have - used + w.hand[WILD] - wilds
        if w.scarce and spare < REVEAL:
            w.missing[route] += REVEAL - spare
        elif spare < w.weights.spare and w.turns_left > w.weights.hurry:
            wanted = int(w.weights.spare)
            w.missing[route] += wanted - spare
        if spare < w.weights.tunnel:
            turns += (w.weights.tunnel - spare) / w.weights.rate
    w.turns[route] = turns + w.price_for[lacking]


def count_unseen(t: Tables, s: State, w: Workspace) -> None:
    """Count the cards that the actor has not seen: not face up, not discarded, not in its hand, not known of others."""
    for kind in range(KINDS):
        w.unseen[kind] = t.cards[kind] - s.discards[kind] - w.hand[kind]
        for seat in range(s.seats):
            if seat != s.actor:
                w.unseen[kind] -= s.known[KINDS * seat + kind]
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            w.unseen[s.row[slot]] -= 1
