"""Four published policies: path, one-step, long-route, hungry (de Mesentier Silva, Lee, Togelius, Nealen, FDG 2017)."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member, size
    from branchline.core.constants import (
        GRAY,
        KEEP,
        KEEP_MASK,
        MAX_OFFER,
        MAX_ROUTES,
        NOTHING,
        SECOND_CARD,
        TICKETS,
        TUNNEL,
    )
    from branchline.core.rules.tickets import least_to_keep

    from .keep import keep_all, keep_cheapest, offered_points
    from .payments import claim, pay_tunnel
    from .plans import join_cities, joined_with, list_tickets, make_free
    from .simple import draw_or_any, longest_payable
    from .workspace import count_missing, read_hand, read_map

    LOW_CARS = 8  # with fewer cars left, one-step and hungry draw no more tickets
    SPARE_CARS = 5  # cars that hungry leaves over when it chooses tickets


def read_position(t: Tables, s: State, w: Workspace) -> None:
    """Read map, missing cards and unfinished tickets. Every route costs one step, own routes none."""
    read_map(t, s, w)
    count_missing(t, w)
    for route in range(t.n_routes):
        w.paths.cost[route] = 1
    make_free(w, w.free[0], w.free[1])
    w.paths.lay(t, w.usable[0], w.usable[1])
    list_tickets(t, s, w)


def claim_or_draw(t: Tables, s: State, w: Workspace, route: int) -> int:
    """Claim a route if the hand can pay for it, else take a card of its colour, else draw blind."""
    if route == NOTHING:
        for kind in range(t.n_colours):
            w.gain[kind] = 1.0 + w.hand[kind]
    elif w.missing[route] == 0 and s.phase != SECOND_CARD:
        return claim(t, w, route)
    else:
        w.gain[w.most_kind if t.colour[route] == GRAY else t.colour[route]] = 1.0
    return draw_or_any(t, s, w)


def choose_path(t: Tables, s: State, w: Workspace) -> int:
    """path: a route on the shortest path of any ticket, with the most points of its own and of its ticket."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    if s.phase == KEEP:
        return keep_all(s)
    read_position(t, s, w)
    for route in range(t.n_routes):
        w.score[route] = t.points[t.length[route]] if w.n_goals == 0 else 0.0
    for i in range(w.n_goals):
        if join_cities(t, w, w.goal_cities[i]):
            raise_scores(t, w, w.goal_value[i])
    route = best_by_score(w, True)
    return claim_or_draw(t, s, w, route if route != NOTHING else best_by_score(w, False))


def raise_scores(t: Tables, w: Workspace, value: float) -> None:
    """The routes of the path found last are worth the ticket's value and their own points."""
    rest = Members(w.path[0], w.path[1])
    while has_next(rest):
        route = next_member(rest)
        if value + t.points[t.length[route]] > w.score[route]:
            w.score[route] = value + t.points[t.length[route]]


def best_by_score(w: Workspace, payable: bool) -> int:
    """The open route with the highest score above zero, of all or of those the hand can pay for; or NOTHING."""
    best = NOTHING
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        if w.score[route] > 0 and (not payable or w.missing[route] == 0):
            if best == NOTHING or w.score[route] > w.score[best]:
                best = route
    return best


def choose_one_step(t: Tables, s: State, w: Workspace) -> int:
    """one-step: the first missing route of the most valuable ticket; then more tickets; then the longest route."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    if s.phase == KEEP:
        return keep_all(s) if s.starting else keep_nearest(t, s, w)
    read_position(t, s, w)
    goal = best_goal(t, w)
    if goal != NOTHING:
        return claim_or_draw(t, s, w, first_missing(t, w, goal))
    if s.phase != SECOND_CARD and tickets_left(s) and fewest_cars(s) >= LOW_CARS:
        return TICKETS
    return claim_or_draw(t, s, w, longest_payable(t, w, 1))


def keep_nearest(t: Tables, s: State, w: Workspace) -> int:
    """Keep as few of the offered tickets as allowed: those that need the fewest routes."""
    read_position(t, s, w)
    kept = 0
    for _ in range(least_to_keep(t, s)):
        best, fewest = 0, MAX_ROUTES + 2
        for i in range(s.n_offer[s.actor]):
            ticket = s.offers[MAX_OFFER * s.actor + i]
            routes = MAX_ROUTES + 1  # more than any path has
            if join_cities(t, w, bit(t.ticket_a[ticket]) | bit(t.ticket_b[ticket])):
                routes = size(w.path[0]) + size(w.path[1])
            if not kept & bit(i) and routes < fewest:
                best, fewest = i, routes
        kept |= bit(best)
    return KEEP_MASK + kept


def best_goal(t: Tables, w: Workspace) -> int:
    """The most valuable goal that can still be reached, or NOTHING."""
    best = NOTHING
    for i in range(w.n_goals):
        if (best == NOTHING or w.goal_value[i] > w.goal_value[best]) and join_cities(t, w, w.goal_cities[i]):
            best = i
    return best


def first_missing(t: Tables, w: Workspace, goal: int) -> int:
    """The first route of a goal's path, which touches the city where the path starts."""
    join_cities(t, w, w.goal_cities[goal])
    here = joined_with(t, w, lowest(w.goal_cities[goal]))
    rest = Members(w.path[0], w.path[1])
    while has_next(rest):
        route = next_member(rest)
        if here & (bit(t.end_a[route]) | bit(t.end_b[route])):
            return route
    return NOTHING


def tickets_left(s: State) -> bool:
    """Whether tickets can be drawn."""
    return s.n_pool + s.n_returned > 0


def fewest_cars(s: State) -> int:
    """Cars of the seat that has fewest."""
    fewest = 255
    for seat in range(s.seats):
        if s.cars[seat] < fewest:
            fewest = s.cars[seat]
    return fewest


def choose_long_route(t: Tables, s: State, w: Workspace) -> int:
    """long-route: as one-step, but with routes of length 3 and more; then the longest at the network, gray first."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    if s.phase == KEEP:
        return keep_cheapest(t, s)
    read_position(t, s, w)
    for word in range(2):
        w.usable[word] &= ~(t.fits[2 * 2 + word] & w.open[word])
    w.paths.lay(t, w.usable[0], w.usable[1])
    goal = best_goal(t, w)
    if goal != NOTHING:
        return claim_or_draw(t, s, w, first_missing(t, w, goal))
    for route in range(t.n_routes):
        w.score[route] = 2.0 * t.length[route] + (1.0 if t.colour[route] == GRAY else 0.0)
        if w.cities & (bit(t.end_a[route]) | bit(t.end_b[route])):
            w.score[route] += 100.0
    return claim_or_draw(t, s, w, best_by_score(w, False))


def choose_hungry(t: Tables, s: State, w: Workspace) -> int:
    """hungry: one plan for all tickets together, and more tickets whenever the plan leaves cars over."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    read_position(t, s, w)
    set_costs_by_length(t, w)
    if s.phase == KEEP:
        return keep_by_ratio(t, s, w)
    cars = join_goals(t, w)
    if s.phase != SECOND_CARD and tickets_left(s) and cars < s.cars[s.actor] - LOW_CARS:
        return TICKETS
    for route in range(t.n_routes):
        w.score[route] = 0.0 if w.goal_path[route >> 6] & bit(route & 63) == 0 else t.length[route] + 0.0
    route = best_by_score(w, True)
    if route == NOTHING:
        route = best_by_score(w, False)
    return claim_or_draw(t, s, w, route if route != NOTHING else longest_payable(t, w, 1))


def set_costs_by_length(t: Tables, w: Workspace) -> None:
    """Every open route costs its length."""
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        w.paths.cost[route] = t.length[route]
    w.paths.lay(t, w.usable[0], w.usable[1])


def join_goals(t: Tables, w: Workspace) -> int:
    """Plan all goals together, the most valuable first, and leave the plan in the first two words of `goal_path`.

    Each goal may use what is planned already. Gives the number of cars that the plan takes.
    """
    planned_low = planned_high = 0
    left = bit(w.n_goals) - 1
    while left:
        goal = lowest(left)
        for i in range(w.n_goals):
            if left & bit(i) and w.goal_value[i] > w.goal_value[goal]:
                goal = i
        left ^= bit(goal)
        if join_cities(t, w, w.goal_cities[goal]):
            planned_low |= w.path[0]
            planned_high |= w.path[1]
            w.free[0] |= w.path[0]
            w.free[1] |= w.path[1]
            make_free(w, w.path[0], w.path[1])
            w.paths.lay(t, w.usable[0], w.usable[1])
    w.goal_path[0], w.goal_path[1] = planned_low, planned_high
    return cars_of(t, planned_low, planned_high)


def cars_of(t: Tables, low: int, high: int) -> int:
    """How many cars a set of routes takes."""
    cars = 0
    rest = Members(low, high)
    while has_next(rest):
        cars += t.length[next_member(rest)]
    return cars


def keep_by_ratio(t: Tables, s: State, w: Workspace) -> int:
    """Keep the tickets with the most points for each car of their paths together, if there are cars enough."""
    best, best_ratio = 0, -1.0
    for i in range(s.n_offer[s.actor]):
        ticket = s.offers[MAX_OFFER * s.actor + i]
        found = join_cities(t, w, bit(t.ticket_a[ticket]) | bit(t.ticket_b[ticket]))
        w.goal_path[2 * i] = w.path[0] if found else t.all_routes[0]
        w.goal_path[2 * i + 1] = w.path[1] if found else t.all_routes[1]
    for mask in range(1, bit(s.n_offer[s.actor])):
        if size(mask) >= least_to_keep(t, s):
            ratio = keep_ratio(t, s, w, mask)
            if ratio > best_ratio:
                best, best_ratio = mask, ratio
    return KEEP_MASK + best


def keep_ratio(t: Tables, s: State, w: Workspace, mask: int) -> float:
    """Points for each car of a set of offered tickets; almost nothing if the cars do not suffice."""
    low = high = 0
    points = 0
    for i in range(s.n_offer[s.actor]):
        if mask & bit(i):
            points += offered_points(t, s, i)
            low |= w.goal_path[2 * i]
            high |= w.goal_path[2 * i + 1]
    cars = cars_of(t, low, high)
    if cars > s.cars[s.actor] - SPARE_CARS:
        return 1.0 / (1 + points + MAX_ROUTES * size(mask))
    return points / (cars + 0.5)
