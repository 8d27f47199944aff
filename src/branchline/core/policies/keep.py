"""Which of the offered tickets to keep."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, size
    from branchline.core.constants import KEEP_MASK, MAX_OFFER
    from branchline.core.rules.tickets import least_to_keep

    from .plans import join_cities


def keep_all(s: State) -> int:
    """Keep every offered ticket."""
    return KEEP_MASK + bit(s.n_offer[s.actor]) - 1


def keep_cheapest(t: Tables, s: State) -> int:
    """Keep as few tickets as allowed: those with the fewest points."""
    kept = 0
    for _ in range(least_to_keep(t, s)):
        best = -1
        for i in range(s.n_offer[s.actor]):
            if not kept & bit(i) and (best < 0 or offered_points(t, s, i) < offered_points(t, s, best)):
                best = i
        kept |= bit(best)
    return KEEP_MASK + kept


def offered_points(t: Tables, s: State, i: int) -> int:
    """Points of an offered ticket."""
    return t.ticket_points[s.offers[MAX_OFFER * s.actor + i]]


def choose_keep(t: Tables, s: State, w: Workspace) -> int:
    """Keep the set that promises most. A ticket counts as lost unless its path is worth its cost (`Paths.cost`)."""
    find_offer_paths(t, s, w)
    best, best_value = 0, 0.0
    for mask in range(1, bit(s.n_offer[s.actor])):
        if size(mask) >= least_to_keep(t, s):
            value = keep_value(t, s, w, mask)
            if best == 0 or value > best_value:
                best, best_value = mask, value
    return KEEP_MASK + best


def find_offer_paths(t: Tables, s: State, w: Workspace) -> None:
    """Leave the path of every offered ticket in `goal_path`. A ticket without a path has the value 0."""
    w.paths.lay(t, w.usable[0], w.usable[1])
    for i in range(s.n_offer[s.actor]):
        ticket = s.offers[MAX_OFFER * s.actor + i]
        w.goal_value[i] = 0.0
        w.goal_path[2 * i] = w.goal_path[2 * i + 1] = 0
        if join_cities(t, w, bit(t.ticket_a[ticket]) | bit(t.ticket_b[ticket])):
            w.goal_value[i] = 2.0 * t.ticket_points[ticket] * w.weights.keep
            w.goal_path[2 * i], w.goal_path[2 * i + 1] = w.path[0], w.path[1]


def keep_value(t: Tables, s: State, w: Workspace, kept: int) -> float:
    """What a set of tickets promises, if the seat pursues the best of its subsets."""
    best = 0.0
    points = 0
    chosen = kept
    while chosen:
        value = pursuit_value(t, s, w, chosen)
        if value > best:
            best = value
        chosen = (chosen - 1) & kept
    for i in range(s.n_offer[s.actor]):
        if kept & bit(i):
            points += offered_points(t, s, i)
    return best - points


def pursuit_value(t: Tables, s: State, w: Workspace, chosen: int) -> float:
    """The value of the chosen tickets minus the cost of their paths together; 0 if the cars do not suffice."""
    low = high = 0
    value = 0.0
    for i in range(s.n_offer[s.actor]):
        if chosen & bit(i):
            value += w.goal_value[i]
            low |= w.goal_path[2 * i]
            high |= w.goal_path[2 * i + 1]
    cars = 0
    rest = Members(low, high)
    while has_next(rest):
        route = next_member(rest)
        value -= 0.25 * w.paths.cost[route]
        cars += t.length[route]
    return value if cars <= s.cars[s.actor] else 0.0
