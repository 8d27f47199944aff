"""planner: the cheapest network that joins all its tickets, and the cards that this network needs."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Mind

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import KEEP, KINDS, NOTHING, SECOND_CARD, TICKETS, TUNNEL, WILD

    from .keep import choose_keep
    from .payments import pay_tunnel
    from .plans import demand
    from .simple import draw_or_any, longest_payable, want_cards
    from .styles import aim, best_by_score, fewest_cars, join_goals, look, tickets_left
    from .workspace import read_hand

    ENOUGH_CARS = 18  # with all tickets done it draws more while every seat has as many


def choose_planner(t: Tables, s: State, m: Mind) -> int:
    """The action of the planner."""
    read_hand(s, m)
    if s.phase == TUNNEL:
        return pay_tunnel(s, m)
    look(t, s, m)
    by_turns(t, m)
    if s.phase == KEEP:
        return choose_keep(t, s, m)
    join_goals(t, m)
    for route in range(t.n_routes):
        m.score[route] = 0.0 if m.goal_path[route >> 6] & bit(route & 63) == 0 else t.length[route] + 0.0
    route = best_by_score(m, True)
    if s.phase != SECOND_CARD:
        if route == NOTHING and m.n_goals == 0 and tickets_left(s) and fewest_cars(s) >= ENOUGH_CARS:
            return TICKETS
        if route == NOTHING and not m.goal_path[0] | m.goal_path[1]:
            route = longest_payable(t, m, 4)
        if route == NOTHING and s.last_turns > 0:
            route = longest_payable(t, m, 1)
        if route != NOTHING:
            return aim(t, s, m, route)
    need_cards(t, m)
    return draw_or_any(t, s, m)


def by_turns(t: Tables, m: Mind) -> None:
    """Every open route costs the turns that it takes, in quarters of the points that a turn is worth."""
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            m.paths.cost[route] = int(6.0 * m.turns[route])


def need_cards(t: Tables, m: Mind) -> None:
    """A card is worth as much as the plan lacks of its colour; without a plan long routes pull."""
    for kind in range(KINDS):
        m.demand[kind] = 0
    for word in range(2):
        mask = m.goal_path[word] & m.open[word]
        while mask:
            demand(t, m, 64 * word + lowest(mask))
            mask &= mask - 1
    if not m.goal_path[0] | m.goal_path[1]:
        for word in range(2):
            mask = m.open[word]
            while mask:
                want_cards(t, m, 64 * word + lowest(mask), 4)
                mask &= mask - 1
        return
    for kind in range(WILD):
        if m.demand[kind] > m.hand[kind]:
            m.gain[kind] = 1.0 + 0.1 * (m.demand[kind] - m.hand[kind])
    if m.demand[WILD] > m.hand[WILD]:
        m.gain[WILD] = 3.0
