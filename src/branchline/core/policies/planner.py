"""planner: the cheapest network that joins all its tickets, and the cards that this network needs."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member
    from branchline.core.constants import KEEP, KINDS, NOTHING, SECOND_CARD, TICKETS, TUNNEL, WILD

    from .keep import choose_keep
    from .payments import pay_tunnel
    from .plans import add_demand
    from .simple import draw_or_any, longest_payable, value_route_cards
    from .styles import best_by_score, claim_or_draw, fewest_cars, join_goals, read_position, tickets_left
    from .workspace import read_hand

    ENOUGH_CARS = 18  # with all its tickets done it draws more, while every seat has so many cars


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
    """Every open route costs the turns that it takes. A turn is worth 1.5 points, and costs are quarters of points."""
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        w.paths.cost[route] = int(6.0 * w.turns[route])
    w.paths.lay(t, w.usable[0], w.usable[1])


def value_plan_cards(t: Tables, w: Workspace) -> None:
    """The more cards of a colour the plan lacks, the more such a card is worth. Without a plan, long routes count."""
    for kind in range(KINDS):
        w.demand[kind] = 0
    rest = Members(w.goal_path[0] & w.open[0], w.goal_path[1] & w.open[1])
    while has_next(rest):
        add_demand(t, w, next_member(rest))
    if not w.goal_path[0] | w.goal_path[1]:
        rest = Members(w.open[0], w.open[1])
        while has_next(rest):
            value_route_cards(t, w, next_member(rest), 4)
        return
    for kind in range(WILD):
        if w.demand[kind] > w.hand[kind]:
            w.gain[kind] = 1.0 + 0.1 * (w.demand[kind] - w.hand[kind])
    if w.demand[WILD] > w.hand[WILD]:
        w.gain[WILD] = 3.0
