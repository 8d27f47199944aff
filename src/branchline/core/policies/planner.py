"""planner: the cheapest network that joins all its tickets, and the cards that this network needs."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import KEEP, KINDS, NOTHING, SECOND_CARD, TICKETS, TUNNEL, WILD

    from .keep import choose_keep
    from .payments import pay_tunnel
    from .plans import add_demand
    from .simple import draw_or_any, longest_payable, value_route_cards
    from .styles import best_by_score, claim_or_draw, fewest_cars, join_goals, read_position, tickets_left
    from .workspace import read_hand

    ENOUGH_CARS = 18  # with all tickets done it draws more while every seat has as many


def choose_planner(t: Tables, s: State, w: Workspace) -> int:
    """The action of the planner."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    read_position(t, s, w)
    set_costs_by_turns(t, w)
    if s.phase == KEEP:
        return choose_keep(t, s, w)
    join_goals(t, w)
    for route in range(t.n_routes):
        w.score[route] = 0.0 if w.goal_path[route >> 6] & bit(route & 63) == 0 else t.length[route] + 0.0
    route = best_by_score(w, True)
    if s.phase != SECOND_CARD:
        if route == NOTHING and w.n_goals == 0 and tickets_left(s) and fewest_cars(s) >= ENOUGH_CARS:
            return TICKETS
        if route == NOTHING and not w.goal_path[0] | w.goal_path[1]:
            route = longest_payable(t, w, 4)
        if route == NOTHING and s.last_turns > 0:
            route = longest_payable(t, w, 1)
        if route != NOTHING:
            return claim_or_draw(t, s, w, route)
    value_plan_cards(t, w)
    return draw_or_any(t, s, w)


def set_costs_by_turns(t: Tables, w: Workspace) -> None:
    """Every open route costs the turns that it takes, in quarters of the points that a turn is worth."""
    for word in range(2):
        mask = w.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            w.paths.cost[route] = int(6.0 * w.turns[route])


def value_plan_cards(t: Tables, w: Workspace) -> None:
    """A card is worth as much as the plan lacks of its colour; without a plan long routes pull."""
    for kind in range(KINDS):
        w.demand[kind] = 0
    for word in range(2):
        mask = w.goal_path[word] & w.open[word]
        while mask:
            add_demand(t, w, 64 * word + lowest(mask))
            mask &= mask - 1
    if not w.goal_path[0] | w.goal_path[1]:
        for word in range(2):
            mask = w.open[word]
            while mask:
                value_route_cards(t, w, 64 * word + lowest(mask), 4)
                mask &= mask - 1
        return
    for kind in range(WILD):
        if w.demand[kind] > w.hand[kind]:
            w.gain[kind] = 1.0 + 0.1 * (w.demand[kind] - w.hand[kind])
    if w.demand[WILD] > w.hand[WILD]:
        w.gain[WILD] = 3.0
