"""Goals (tickets to finish, districts to join), the cheapest routes towards them, and what a set of routes costs."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member
    from branchline.core.constants import GRAY, KINDS, NOTHING, WILD
    from branchline.core.rules.stations import station_cost

    from .workspace import MAX_GOALS


def list_tickets(t: Tables, s: State, w: Workspace) -> None:
    """The goals: the actor's tickets that are not done. Each is worth the difference between done and failed (K4)."""
    w.n_goals = 0
    rest = Members(s.tickets[2 * s.actor], s.tickets[2 * s.actor + 1])
    while has_next(rest):
        add_ticket(t, w, next_member(rest))


def list_districts(t: Tables, w: Workspace) -> None:
    """Further goals: the districts that the actor has not joined (E4)."""
    for i in range(t.n_districts):
        add_goal(t, w, t.district_cities[i], t.district_points[i] * w.weights.ticket)


def add_ticket(t: Tables, w: Workspace, ticket: int) -> None:
    """One more ticket to finish, unless it is done."""
    cities = bit(t.ticket_a[ticket]) | bit(t.ticket_b[ticket])
    add_goal(t, w, cities, 2 * t.ticket_points[ticket] * w.weights.ticket)


def add_goal(t: Tables, w: Workspace, cities: int, value: float) -> None:
    """One more set of cities to join, unless they are joined already."""
    if w.n_goals < MAX_GOALS and cities & ~joined_with(t, w, lowest(cities)):
        w.goal_cities[w.n_goals] = cities
        w.goal_value[w.n_goals] = value
        w.n_goals += 1


def joined_with(t: Tables, w: Workspace, city: int) -> int:
    """The cities that free routes connect with a city, that one included."""
    if w.part_low != w.free[0] or w.part_high != w.free[1] or w.part_board != t.serial:
        find_parts(t, w)
    return w.part[city]


def find_parts(t: Tables, w: Workspace) -> None:
    """For every city: the cities that free routes connect with it. They last until other routes are free."""
    w.part_low, w.part_high, w.part_board = w.free[0], w.free[1], t.serial
    for city in range(t.n_cities):
        w.part[city] = bit(city)
    rest = Members(w.free[0], w.free[1])
    while has_next(rest):
        route = next_member(rest)
        both = w.part[t.end_a[route]] | w.part[t.end_b[route]]
        todo = both
        while todo:
            w.part[lowest(todo)] = both
            todo &= todo - 1


def join_cities(t: Tables, w: Workspace, cities: int) -> bool:
    """Find cheap routes that join some cities, and leave them in `path`; False if there are none.

    City after city is joined by the cheapest path from what is joined already, over the routes that `Paths.lay` read.
    """
    w.path[0] = w.path[1] = 0
    joined = joined_with(t, w, lowest(cities))
    while cities & ~joined:
        city = w.paths.search(joined, cities & ~joined)
        if city == NOTHING:
            return False
        w.paths.trace(t, city)
        for word in range(2):
            w.path[word] |= w.paths.found[word] & ~w.free[word]
        rest = w.paths.cities
        while rest:
            joined |= w.part[lowest(rest)]
            rest &= rest - 1
    return True


def make_free(w: Workspace, low: int, high: int) -> None:
    """Some routes cost nothing as a part of a path: those that are owned or planned already."""
    rest = Members(low, high)
    while has_next(rest):
        w.paths.cost[next_member(rest)] = 0


def evaluate_plan(t: Tables, s: State, w: Workspace, low: int, high: int, value: float) -> bool:
    """Turns and net points of claiming a set of routes that brings a value; False if cars or stations do not suffice.

    A card in hand serves only one of the routes. A route of another seat stands for a station beside it.
    """
    for kind in range(KINDS):
        w.demand[kind] = 0
    claims = cars = stations = 0
    net = value
    extra = 0.0
    rest = Members(low, high)
    while has_next(rest):
        route = next_member(rest)
        if w.open[route >> 6] & bit(route & 63):
            claims += 1
            cars += t.length[route]
            net += w.worth[route]
            add_demand(t, w, route)
            if t.tunnel[route]:
                extra += w.weights.tunnel
        else:
            stations += 1
    if cars > s.cars[s.actor] or stations > s.stations[s.actor]:
        return False
    cards = lacking(w) + extra
    for i in range(stations):
        cards += 0.5 * (station_cost(t, s) + i)
    if stations == 1 and w.weights.rescue > 0 and pays_station(t, s, w):
        cards -= 0.5 * station_cost(t, s)
    w.plan_turns = claims + stations + cards / w.weights.rate
    w.plan_net = net - cars * w.car_price - w.plan_turns * w.turn_price - stations * t.station_bonus
    return True


def pays_station(t: Tables, s: State, w: Workspace) -> bool:
    """Whether the hand pays for the next station (B2)."""
    return w.hand[w.most_kind] + w.hand[WILD] >= station_cost(t, s)


def add_demand(t: Tables, w: Workspace, route: int) -> None:
    """Add the cards of one more route to the demand. A gray route takes the colour of which most would be left."""
    kind = t.colour[route]
    if kind == GRAY:
        kind = 0
        for other in range(1, t.n_colours):
            if w.hand[other] - w.demand[other] > w.hand[kind] - w.demand[kind]:
                kind = other
    w.demand[kind] += t.length[route] - t.ferry[route]
    w.demand[WILD] += t.ferry[route]


def lacking(w: Workspace) -> int:
    """How many of the demanded cards the hand lacks, after its wilds are used."""
    cards = 0
    for kind in range(WILD):
        if w.demand[kind] > w.hand[kind]:
            cards += w.demand[kind] - w.hand[kind]
    cards += w.demand[WILD] - w.hand[WILD]
    return cards if cards > 0 else 0
