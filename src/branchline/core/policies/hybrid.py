"""hybrid: points per turn over tickets and long routes alike, weighed anew from the hand at every decision."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Mind

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import (
        GRAY,
        KEEP,
        KINDS,
        LAST_CARS,
        NOTHING,
        ROW,
        TICKETS,
        TUNNEL,
        TURN,
        WILD,
    )
    from branchline.core.rules.claims import station_cost
    from branchline.core.rules.network import flood

    from .draws import choose_draw
    from .keep import choose_keep
    from .paths import MAX_COST
    from .payments import claim, pay_tunnel, station
    from .plans import join, list_districts, list_tickets, weigh
    from .simple import any_move, price_wild
    from .workspace import count_missing, reach, read_hand, read_map

    WORST = -1e9
    FINE = 4.0  # path costs are whole quarters of a point


def choose_hybrid(t: Tables, s: State, m: Mind) -> int:
    """The action of the hybrid policy."""
    read_hand(s, m)
    if s.phase == TUNNEL:
        return pay_tunnel(s, m)
    read_map(t, s, m)
    set_prices(t, s, m)
    count_missing(t, m)
    price_routes(t, s, m)
    if s.phase == KEEP:
        return choose_keep(t, s, m)
    list_tickets(t, s, m)
    m.n_tickets = m.n_goals
    list_districts(t, m)
    find_best(t, s, m)
    price_cards(t, m)
    if s.phase == TURN:
        action = act_on_best(t, s, m)
        if action != NOTHING:
            return action
        if wants_tickets(t, s, m):
            return TICKETS
    action = choose_draw(t, s, m)
    return action if action != NOTHING else any_move(t, s, m)


def set_prices(t: Tables, s: State, m: Mind) -> None:
    """How many turns the actor has left, and so what a turn and a car are worth."""
    m.turns_left = 1.0 if s.last_turns > 0 else 2.0 + turns_to_end(t, s, m)
    m.turn_price, m.car_price = m.weights.turn, m.weights.car
    if m.turns_left <= m.weights.late + 1.0:
        m.car_price = 0.0
    if s.last_turns > 0:
        m.turn_price = 0.0


def turns_to_end(t: Tables, s: State, m: Mind) -> float:
    """Turns until the first seat runs out of cars: two cards a turn, and a turn for every `pace` cars."""
    others = -s.n_pile - s.n_discards
    own = 0
    for kind in range(KINDS):
        others += t.cards[kind] - m.hand[kind]
        own += m.hand[kind]
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            others -= 1
    least = 1e9
    for seat in range(s.seats):
        cars = s.cars[seat] - LAST_CARS
        cards = own if seat == s.actor else others // (s.seats - 1)
        turns = cars / m.weights.pace
        if cars > cards:
            turns += (cars - cards) / 2.0
        if turns < least:
            least = turns
    return least


def price_routes(t: Tables, s: State, m: Mind) -> None:
    """What each route is worth by itself, and what it costs as a part of a path."""
    m.odd_cities = odd_cities(t, s)
    for word in range(2):
        mask = m.free[word]
        while mask:
            m.paths.cost[64 * word + lowest(mask)] = 0
            mask &= mask - 1
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            price_route(t, m, route)
    for seat in range(s.seats):
        if seat != s.actor:
            if m.weights.block > 0:
                add_block(t, s, m, seat)
            if s.stations[s.actor]:
                offer_stations(t, s, m, seat)


def odd_cities(t: Tables, s: State) -> int:
    """The cities at which the actor has an odd number of routes: the ends of paths, which others may go on from."""
    odd = 0
    for word in range(2):
        mask = s.owned[2 * s.actor + word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            odd ^= bit(t.end_a[route]) ^ bit(t.end_b[route])
    return odd


def price_route(t: Tables, m: Mind, route: int) -> None:
    """Points and connection of one route, and its cost."""
    length = t.length[route]
    ends = bit(t.end_a[route]) | bit(t.end_b[route])
    worth = t.points[length] * 1.0
    if m.odd_cities & ends:
        worth += m.weights.link * length
    elif m.cities & ends:
        worth += m.weights.side * length
    m.worth[route] = worth
    cost = int(FINE * (m.turns[route] * m.weights.turn + length * m.car_price - worth))
    m.paths.cost[route] = 1 if cost < 1 else MAX_COST if cost > MAX_COST else cost


def add_block(t: Tables, s: State, m: Mind, seat: int) -> None:
    """A route between two cities of a rival's network is worth more: it may be in the rival's plans."""
    cities = reach(t, s, seat)
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if cities & bit(t.end_a[route]) and cities & bit(t.end_b[route]):
                m.worth[route] += m.weights.block


def offer_stations(t: Tables, s: State, m: Mind, seat: int) -> None:
    """Another seat's routes can be part of a path, at the cost of a station (B3)."""
    cost = int(FINE * (t.station_bonus + (1.0 + 0.5 * station_cost(t, s) / m.weights.rate) * m.weights.turn))
    for word in range(2):
        mask = s.owned[2 * seat + word] & ~m.free[word]
        m.way[word] |= mask
        while mask:
            m.paths.cost[64 * word + lowest(mask)] = cost
            mask &= mask - 1


def find_best(t: Tables, s: State, m: Mind) -> None:
    """Score every single route, every goal's path and every pair of them; keep the best."""
    m.best_score = WORST
    m.best_low = m.best_high = 0
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            score_route(t, m, route, word, mask & -mask)
            mask &= mask - 1
    for i in range(m.n_goals):
        m.goal_net[i] = WORST
        if join(t, m, m.goal_cities[i]):
            m.goal_path[2 * i], m.goal_path[2 * i + 1] = m.path[0], m.path[1]
            m.goal_net[i] = score_plan(t, s, m, m.path[0], m.path[1], m.goal_value[i])
    for i in range(m.n_goals):
        for j in range(i):
            if m.goal_net[i] > WORST and m.goal_net[j] > WORST:
                score_plan(
                    t,
                    s,
                    m,
                    m.goal_path[2 * i] | m.goal_path[2 * j],
                    m.goal_path[2 * i + 1] | m.goal_path[2 * j + 1],
                    m.goal_value[i] + m.goal_value[j],
                )


def score_route(t: Tables, m: Mind, route: int, word: int, member: int) -> None:
    """Score one route by itself."""
    net = m.worth[route] - t.length[route] * m.car_price - m.turns[route] * m.turn_price
    score = WORST
    if m.turns[route] <= m.turns_left * m.weights.slack or m.short[route] == 0:
        score = net / m.turns[route] if net > 0 else net
    m.score[route] = score
    if score > m.best_score:
        m.best_score = score
        m.best_low = 0 if word else member
        m.best_high = member if word else 0


def score_plan(t: Tables, s: State, m: Mind, low: int, high: int, value: float) -> float:
    """Score a set of routes, and lift the score of each of them to it."""
    if not weigh(t, s, m, low, high, value):
        return WORST
    if m.plan_turns > 1.0 and m.plan_turns > m.turns_left * m.weights.slack:
        return WORST
    score = m.plan_net / m.plan_turns if m.plan_net > 0 else m.plan_net
    for word in range(2):
        mask = (high if word else low) & m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if score > m.score[route]:
                m.score[route] = score
    if score > m.best_score:
        m.best_score, m.best_low, m.best_high = score, low, high
    return score


def price_cards(t: Tables, m: Mind) -> None:
    """A card is worth the more, the better the routes are that lack it."""
    floor = m.best_score - m.weights.spread
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if m.short[route] and m.score[route] > floor:
                pull = ((m.score[route] - floor) / m.weights.spread) ** m.weights.sharp
                pull_card(m, m.most_kind if t.colour[route] == GRAY else t.colour[route], pull)
                if m.hand[WILD] < t.ferry[route]:
                    pull_card(m, WILD, pull)
    price_wild(t, m)


def pull_card(m: Mind, kind: int, pull: float) -> None:
    """A kind of card is worth its best route, and a little for each further one."""
    if pull > m.gain[kind]:
        m.gain[kind] = pull + m.weights.crowd * m.gain[kind]
    else:
        m.gain[kind] += m.weights.crowd * pull


def act_on_best(t: Tables, s: State, m: Mind) -> int:
    """Claim the longest route of the best plan that the hand pays for, or build its station; else NOTHING."""
    chosen = NOTHING
    stations = 0
    for word in range(2):
        mask = m.best_high if word else m.best_low
        while mask:
            route = 64 * word + lowest(mask)
            if not m.open[word] & (mask & -mask):
                stations += 1
            elif m.short[route] == 0 and (chosen == NOTHING or t.length[route] > t.length[chosen]):
                chosen = route
            mask &= mask - 1
    if chosen != NOTHING:
        return claim(t, m, chosen)
    if stations:
        return build(t, s, m)
    return NOTHING


def build(t: Tables, s: State, m: Mind) -> int:
    """A station beside a borrowed route of the best plan, or NOTHING."""
    for word in range(2):
        mask = (m.best_high if word else m.best_low) & ~m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if s.free_cities & bit(t.end_a[route]):
                return station(t, s, m, t.end_a[route])
            if s.free_cities & bit(t.end_b[route]):
                return station(t, s, m, t.end_b[route])
    return NOTHING


def wants_tickets(t: Tables, s: State, m: Mind) -> bool:
    """With all tickets done and time left: whether the best of a draw is worth more than the turn."""
    if m.n_tickets or m.turns_left < 5.0 or not s.n_pool + s.n_returned:
        return False
    done = 0
    cards = 0
    points = 0
    for ticket in range(t.n_tickets):
        if not s.tickets[2 * s.actor + (ticket >> 6)] & bit(ticket & 63):
            cards += 1
            if flood(t, m.free[0], m.free[1], t.ticket_a[ticket]) & bit(t.ticket_b[ticket]):
                done += 1
                points += t.ticket_points[ticket]
    if not done:
        return False
    chance = 1.0 - (1.0 - done / cards) ** t.draw_tickets
    return chance * points / done - (1.0 - chance) * 5.0 > m.turn_price + m.weights.more
