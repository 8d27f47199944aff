"""Goals (tickets to finish, districts to join), the cheapest routes towards them, and what a set of routes costs."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Mind

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import GRAY, KINDS, NOTHING, WILD
    from branchline.core.rules.claims import station_cost
    from branchline.core.rules.network import flood

    from .workspace import MAX_GOALS


def list_tickets(t: Tables, s: State, m: Mind) -> None:
    """The actor's tickets that are not done, each worth what lies between done and failed (K4)."""
    m.n_goals = 0
    for word in range(2):
        mask = s.tickets[2 * s.actor + word]
        while mask:
            add_ticket(t, m, 64 * word + lowest(mask))
            mask &= mask - 1


def list_districts(t: Tables, m: Mind) -> None:
    """Further goals: the districts that the actor has not joined (E4)."""
    for i in range(t.n_districts):
        add_goal(t, m, t.district_cities[i], t.district_points[i] * m.weights.ticket)


def add_ticket(t: Tables, m: Mind, ticket: int) -> None:
    """One more ticket to finish, unless it is done."""
    cities = bit(t.ticket_a[ticket]) | bit(t.ticket_b[ticket])
    add_goal(t, m, cities, 2 * t.ticket_points[ticket] * m.weights.ticket)


def add_goal(t: Tables, m: Mind, cities: int, value: float) -> None:
    """One more set of cities to join, unless they are."""
    if m.n_goals < MAX_GOALS and cities & ~flood(t, m.free[0], m.free[1], lowest(cities)):
        m.goal_cities[m.n_goals] = cities
        m.goal_value[m.n_goals] = value
        m.n_goals += 1


def join(t: Tables, m: Mind, cities: int) -> bool:
    """Leave in `path` cheap routes that join some cities, each next one by the shortest way; False if none do."""
    m.path[0] = m.path[1] = 0
    joined = flood(t, m.free[0], m.free[1], lowest(cities))
    while cities & ~joined:
        city = m.paths.search(t, m.way[0], m.way[1], joined, cities & ~joined)
        if city == NOTHING:
            return False
        m.paths.trace(t, city)
        for word in range(2):
            m.path[word] |= m.paths.found[word] & ~m.free[word]
        joined = flood(t, m.free[0] | m.path[0], m.free[1] | m.path[1], lowest(cities))
    return True


def weigh(t: Tables, s: State, m: Mind, low: int, high: int, value: float) -> bool:
    """Turns and net points of claiming a set of routes that brings a value; False if the seat has not the means.

    Cards in hand serve only one of the routes; coloured ones choose before gray ones. A route of another seat
    stands for a station beside it.
    """
    for kind in range(KINDS):
        m.demand[kind] = 0
    claims = cars = stations = 0
    net = value
    extra = 0.0
    for word in range(2):
        mask = high if word else low
        while mask:
            route = 64 * word + lowest(mask)
            if m.open[word] & (mask & -mask):
                claims += 1
                cars += t.length[route]
                net += m.worth[route]
                demand(t, m, route)
                if t.tunnel[route]:
                    extra += m.weights.tunnel
            else:
                stations += 1
            mask &= mask - 1
    m.stations_used = stations
    if cars > s.cars[s.actor] or stations > s.stations[s.actor]:
        return False
    cards = lacking(m) + extra
    for i in range(stations):
        cards += 0.5 * (station_cost(t, s) + i)
    m.plan_turns = claims + stations + cards / m.weights.rate
    m.plan_net = net - cars * m.car_price - m.plan_turns * m.turn_price - stations * t.station_bonus
    return True


def demand(t: Tables, m: Mind, route: int) -> None:
    """Book the cards of one more route: a gray one takes the colour of which most would be left."""
    kind = t.colour[route]
    if kind == GRAY:
        kind = 0
        for other in range(1, t.n_colours):
            if m.hand[other] - m.demand[other] > m.hand[kind] - m.demand[kind]:
                kind = other
    m.demand[kind] += t.length[route] - t.ferry[route]
    m.demand[WILD] += t.ferry[route]


def lacking(m: Mind) -> int:
    """How many of the booked cards the hand has not, its wilds used."""
    cards = 0
    for kind in range(WILD):
        if m.demand[kind] > m.hand[kind]:
            cards += m.demand[kind] - m.hand[kind]
    cards += m.demand[WILD] - m.hand[WILD]
    return cards if cards > 0 else 0
