"""hybrid: at every decision it compares single routes, ticket paths and pairs of paths by their points per turn."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, larger, lowest, next_member, set_size, smaller
    from branchline.core.constants import (
        GRAY,
        KEEP,
        KINDS,
        LAST_CARS,
        MAX_SEATS,
        NOTHING,
        ROW,
        TICKETS,
        TUNNEL,
        TURN,
        WILD,
    )
    from branchline.core.lanes import pick_within, places_above
    from branchline.core.rules.legal import capped
    from branchline.core.rules.stations import station_cost

    from .draws import choose_draw
    from .keep import choose_keep
    from .paths import MAX_COST
    from .payments import claim, pay_tunnel, station
    from .plans import (
        evaluate_plan,
        join_cities,
        joined_with,
        list_districts,
        list_tickets,
        make_free,
        pays_station,
    )
    from .simple import any_move, price_wild
    from .workspace import (
        FEW_CARDS,
        LAST_POWER,
        MAX_GOALS,
        NEVER,
        count_missing_among,
        count_wilds,
        reach,
        read_hand,
        read_map,
    )

    WORST = -1e9
    FINE = 4.0  # path costs are whole quarters of a point


def choose_hybrid(t: Tables, s: State, w: Workspace) -> int:
    """The action of the hybrid policy."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    read_map(t, s, w)
    set_prices(t, s, w)
    price_routes(t, s, w)
    if s.phase == KEEP:
        return choose_keep(t, s, w)
    list_tickets(t, s, w)
    w.n_tickets = w.n_goals
    list_districts(t, w)
    find_best_plan(t, s, w)
    price_cards(t, w)
    if s.phase == TURN:
        action = carry_out_best_plan(t, s, w)
        if action != NOTHING:
            return action
        if wants_tickets(t, s, w):
            return TICKETS
    action = choose_draw(t, s, w)
    return action if action != NOTHING else any_move(t, s, w)


def set_prices(t: Tables, s: State, w: Workspace) -> None:
    """Estimate how many turns the actor has left, and from that what a turn and a car are worth."""
    w.turns_left = 1.0 if s.last_turns > 0 else 2.0 + turns_to_end(t, s, w)
    w.turn_price, w.car_price = w.weights.turn, w.weights.car
    if w.turns_left <= w.weights.late + 1.0:
        w.car_price = 0.0
    if s.last_turns > 0:
        w.turn_price = 0.0


def turns_to_end(t: Tables, s: State, w: Workspace) -> float:
    """Turns until the first seat runs out of cars: two cards a turn, and a turn for every `pace` cars."""
    others = -s.n_pile - s.n_discards
    own = 0
    for kind in range(KINDS):
        others += t.cards[kind] - w.hand[kind]
        own += w.hand[kind]
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            others -= 1
    least = 1e9
    for seat in range(s.seats):
        cars = s.cars[seat] - LAST_CARS
        cards = own if seat == s.actor else others // (s.seats - 1)
        turns = cars / w.weights.pace
        if cars > cards:
            turns += (cars - cards) / 2.0
        if turns < least:
            least = turns
    return least


def price_routes(t: Tables, s: State, w: Workspace) -> None:
    """What each route is worth by itself, what it costs as a part of a path, and which single route is the best.

    From one decision to the next little changes for most routes: their prices hold (`keep_prices`).
    """
    make_free(w, w.free[0], w.free[1])
    if s.stations[s.actor]:
        for seat in range(s.seats):
            if seat != s.actor:
                offer_stations(t, s, w, seat)
    w.mood = s.tickets[2 * s.actor] ^ (s.tickets[2 * s.actor + 1] >> 1) ^ (8 * s.first + s.actor)
    keep_prices(t, s, w)
    rest = Members(w.priced[0] & ~w.open[0], w.priced[1] & ~w.open[1])
    while has_next(rest):
        w.wait[next_member(rest)] = NEVER
    count_missing_among(t, w, w.open[0] & ~w.priced[0], w.open[1] & ~w.priced[1])
    rest = Members(w.open[0] & ~w.priced[0], w.open[1] & ~w.priced[1])
    while has_next(rest):
        price_route(t, w, next_member(rest))
    w.priced[0], w.priced[1] = w.open[0], w.open[1]
    score_routes(t, w)


def keep_prices(t: Tables, s: State, w: Workspace) -> None:
    """Forget the prices of the routes for which something has changed: all, those of a colour, those at some cities."""
    changed = w.cities ^ w.priced_cities
    w.priced_cities = w.cities
    if owns_others(t, s, w, s.actor, MAX_SEATS - 1):
        odd = odd_cities(t, s)
        changed |= odd ^ w.odd_cities
        w.odd_cities = odd
    rivals = 0
    if w.weights.block > 0:
        for seat in range(s.seats):
            if seat != s.actor:
                if owns_others(t, s, w, seat, rivals):
                    cities = reach(t, s, seat)
                    changed |= cities ^ w.rival_cities[rivals]
                    w.rival_cities[rivals] = cities
                rivals += 1
    for colour in range(GRAY + 1):
        have = w.hand[colour] if colour < GRAY else w.hand[w.most_kind]
        if have != w.hand_for[colour]:
            # Routes that the colour paid for and still pays for cost what they did, but for a tunnel's spare cards.
            paid = 2 * capped(smaller(have, w.hand_for[colour]))
            w.hand_for[colour] = have
            forget_prices(
                w,
                t.of_colour[2 * colour] & (t.tunnels[0] | ~t.fits[paid]),
                t.of_colour[2 * colour + 1] & (t.tunnels[1] | ~t.fits[paid + 1]),
            )
    early = w.turns_left > w.weights.hurry
    if (
        rivals != w.priced_rivals
        or t.serial != w.priced_board
        or w.hand[WILD] != w.priced_wilds
        or w.scarce != w.priced_scarce
        or early != w.priced_early
        or w.car_price != w.priced_car
        or w.turn_price != w.priced_turn
        or (w.weights.misjudge > 0 and w.mood != w.priced_mood)
    ):
        w.priced_rivals, w.priced_board, w.priced_wilds = rivals, t.serial, w.hand[WILD]
        w.priced_scarce, w.priced_early = w.scarce, early
        w.priced_car, w.priced_turn, w.priced_mood = w.car_price, w.turn_price, w.mood
        w.bonus[1], w.bonus[2], w.block[1] = w.weights.side, w.weights.link, w.weights.block
        count_wilds(w)
        forget_prices(w, w.priced[0], w.priced[1])
        return
    while changed:
        city = lowest(changed)
        changed &= changed - 1
        forget_prices(w, t.at[2 * city], t.at[2 * city + 1])


def owns_others(t: Tables, s: State, w: Workspace, seat: int, place: int) -> bool:
    """Whether a seat's routes are others than those noted in a place; note them."""
    low, high = s.owned[2 * seat], s.owned[2 * seat + 1]
    others = low != w.seen[2 * place] or high != w.seen[2 * place + 1] or t.serial != w.priced_board
    w.seen[2 * place], w.seen[2 * place + 1] = low, high
    return others


def forget_prices(w: Workspace, low: int, high: int) -> None:
    """Work some routes out anew."""
    rest = Members(w.priced[0] & low, w.priced[1] & high)
    w.priced[0] &= ~low
    w.priced[1] &= ~high
    while has_next(rest):
        w.wait[next_member(rest)] = NEVER


def score_routes(t: Tables, w: Workspace) -> None:
    """Score the single routes: WORST those that take too long, unless they can be paid for. There is no plan yet."""
    w.longest_plan = w.turns_left * w.weights.slack
    w.best_score = pick_within(w.score, w.alone, w.wait, w.longest_plan, t.n_routes)
    w.best_low = w.best_high = 0


def plan_single_route(w: Workspace) -> None:
    """Let the best single route be the plan: the first one with the best score."""
    best = 0
    while w.alone[best] != w.best_score or w.wait[best] > w.longest_plan:
        best += 1
    if best < 64:
        w.best_low = bit(best)
    else:
        w.best_high = bit(best & 63)


def odd_cities(t: Tables, s: State) -> int:
    """The cities where the actor has an odd number of routes: there a path ends, which a further route can extend."""
    odd = 0
    rest = Members(s.owned[2 * s.actor], s.owned[2 * s.actor + 1])
    while has_next(rest):
        route = next_member(rest)
        odd ^= t.ends[route]
    return odd


def price_route(t: Tables, w: Workspace, route: int) -> None:
    """One route: its worth, its cost as a part of a path, its score if there is time, and how many turns it waits.

    It is worth its points, a bonus if it extends the own network (the odd cities are cities of it), and something for
    each rival between two cities of whose network it lies, because the rival may need it. What no processor can guess
    is not asked, but looked up.
    """
    length = t.length[route]
    ends = t.ends[route]
    worth = t.points[length] + w.bonus[(w.cities & ends != 0) + (w.odd_cities & ends != 0)] * length
    if w.weights.misjudge > 0:
        w.judgement.seed(w.mood, route)
        worth += w.weights.misjudge * (2.0 * w.judgement.random() - 1.0)
    cost = int(FINE * (w.turns[route] * w.weights.turn + length * w.car_price - worth))
    set_cost(w, route, larger(1, smaller(cost, MAX_COST)))
    for i in range(w.priced_rivals):
        worth += w.block[ends & ~w.rival_cities[i] == 0]
    w.worth[route] = worth
    net = worth - length * w.car_price - w.turns[route] * w.turn_price
    w.alone[route] = net / w.turns[route] if net > 0 else net
    w.wait[route] = w.turns[route] if w.missing[route] else 0.0


def set_cost(w: Workspace, route: int, cost: int) -> None:
    """Set the cost of a route, and note if it is another than before. Free routes cost 0, and no other does."""
    w.changed = w.changed | (w.paths.cost[route] != cost)
    w.paths.cost[route] = cost


def offer_stations(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """Another seat's routes can be part of a path, at the cost of a station (B3)."""
    cost = int(FINE * (t.station_bonus + (1.0 + 0.5 * station_cost(t, s) / w.weights.rate) * w.weights.turn))
    rest = Members(s.owned[2 * seat] & ~w.free[0], s.owned[2 * seat + 1] & ~w.free[1])
    w.usable[0] |= rest.low
    w.usable[1] |= rest.high
    while has_next(rest):
        set_cost(w, next_member(rest), smaller(cost, MAX_COST))


def find_best_plan(t: Tables, s: State, w: Workspace) -> None:
    """Score every goal's path and every pair of them; keep the best, if it is better than the best single route."""
    keep_paths(t, w)
    for i in range(w.n_goals):
        w.goal_net[i] = WORST
        if find_path(t, w, i):
            w.goal_net[i] = score_plan(t, s, w, w.goal_path[2 * i], w.goal_path[2 * i + 1], w.goal_value[i])
    if w.weights.rescue > 0:
        try_quick_paths(t, s, w)
    for i in range(w.n_goals):
        for j in range(i):
            if w.goal_net[i] > WORST and w.goal_net[j] > WORST:
                score_plan(
                    t,
                    s,
                    w,
                    w.goal_path[2 * i] | w.goal_path[2 * j],
                    w.goal_path[2 * i + 1] | w.goal_path[2 * j + 1],
                    w.goal_value[i] + w.goal_value[j],
                )


def keep_paths(t: Tables, w: Workspace) -> None:
    """Forget the paths found before, unless map and costs are as they were."""
    w.laid = False
    if (
        w.changed
        or t.serial != w.known_board
        or w.known_free[0] != w.free[0]
        or w.known_free[1] != w.free[1]
        or w.known_usable[0] != w.usable[0]
        or w.known_usable[1] != w.usable[1]
    ):
        w.changed, w.known_board, w.n_known = False, t.serial, 0
        for word in range(2):
            w.known_free[word], w.known_usable[word] = w.free[word], w.usable[word]


def find_path(t: Tables, w: Workspace, goal: int) -> bool:
    """Leave the cheapest path of a goal in `goal_path`; False if there is none. It may be known already."""
    place = 0
    while place < w.n_known and w.known_cities[place] != w.goal_cities[goal]:
        place += 1
    if place == w.n_known:
        if not w.laid:
            w.paths.lay(t, w.usable[0], w.usable[1])
            w.laid = True
        place %= MAX_GOALS
        w.n_known = place + 1
        w.known_cities[place] = w.goal_cities[goal]
        w.known[place] = join_cities(t, w, w.goal_cities[goal])
        w.known_path[2 * place], w.known_path[2 * place + 1] = w.path[0], w.path[1]
    if w.known[place]:
        w.goal_path[2 * goal], w.goal_path[2 * goal + 1] = (
            w.known_path[2 * place],
            w.known_path[2 * place + 1],
        )
    return w.known[place]


def try_quick_paths(t: Tables, s: State, w: Workspace) -> None:
    """A goal whose cheapest path takes too long may still have a quicker one, of fewer turns or with a station."""
    late = False
    for i in range(w.n_goals):
        if w.goal_net[i] == WORST:
            late = True
    if not late:
        return
    cost_turns(t, s, w)
    w.paths.lay(t, w.usable[0], w.usable[1])
    for i in range(w.n_goals):
        if w.goal_net[i] == WORST and join_cities(t, w, w.goal_cities[i]):
            w.goal_path[2 * i], w.goal_path[2 * i + 1] = w.path[0], w.path[1]
            w.goal_net[i] = score_plan(t, s, w, w.path[0], w.path[1], w.goal_value[i])
    rest = Members(w.usable[0] & ~w.free[0], w.usable[1] & ~w.free[1])
    while has_next(rest):
        route = next_member(rest)
        w.paths.cost[route] = w.costs[route]


def cost_turns(t: Tables, s: State, w: Workspace) -> None:
    """Let a path cost the turns that it takes, and leave the costs as they were in `costs`."""
    station_turns = 1.0
    if not pays_station(t, s, w):
        station_turns += 0.5 * station_cost(t, s) / w.weights.rate
    rest = Members(w.usable[0] & ~w.free[0], w.usable[1] & ~w.free[1])
    while has_next(rest):
        route = next_member(rest)
        w.costs[route] = w.paths.cost[route]
        cost = int(FINE * (w.turns[route] if w.open[route >> 6] & bit(route & 63) else station_turns))
        w.paths.cost[route] = smaller(cost, MAX_COST)


def score_plan(t: Tables, s: State, w: Workspace, low: int, high: int, value: float) -> float:
    """Score a set of routes. Each of them then has at least this score. Every route takes a turn or more."""
    routes = set_size(low, high)
    if routes > 1 and routes > w.longest_plan:
        return WORST
    if not evaluate_plan(t, s, w, low, high, value):
        return WORST
    if w.plan_turns > 1.0 and w.plan_turns > w.longest_plan:
        return WORST
    score = w.plan_net / w.plan_turns if w.plan_net > 0 else w.plan_net
    rest = Members(low & w.open[0], high & w.open[1])
    while has_next(rest):
        route = next_member(rest)
        if score > w.score[route]:
            w.score[route] = score
    if score > w.best_score:
        w.best_score, w.best_low, w.best_high = score, low, high
    return score


def price_cards(t: Tables, w: Workspace) -> None:
    """The better a route is that lacks a card, the more the card is worth."""
    floor = w.best_score - w.weights.spread
    first = smaller(t.n_routes, 64)
    low = places_above(w.score, 0, floor, first)
    high = places_above(w.score, 64, floor, t.n_routes - first)
    rest = Members(w.open[0] & low, w.open[1] & high)
    while has_next(rest):
        route = next_member(rest)
        if w.missing[route]:
            pull = sharpened(w, (w.score[route] - floor) / w.weights.spread)
            raise_card_value(w, w.most_kind if t.colour[route] == GRAY else t.colour[route], pull)
            if w.hand[WILD] < t.ferry[route]:
                raise_card_value(w, WILD, pull)
    price_wild(t, w)


def sharpened(w: Workspace, share: float) -> float:
    """A share of the best score (more than 0, at most 1) to the power `sharp`. Many routes have the same."""
    slot = int(share * LAST_POWER)
    slot &= LAST_POWER
    if w.power_of[slot] != share:
        w.power_of[slot], w.power[slot] = share, share**w.weights.sharp
    return w.power[slot]


def raise_card_value(w: Workspace, kind: int, pull: float) -> None:
    """A kind of card is worth as much as its best route, and a little more for each further route."""
    if pull > w.gain[kind]:
        w.gain[kind] = pull + w.weights.crowd * w.gain[kind]
    else:
        w.gain[kind] += w.weights.crowd * pull


def carry_out_best_plan(t: Tables, s: State, w: Workspace) -> int:
    """Claim the longest route of the best plan that the hand pays for, or build its station; else NOTHING."""
    chosen = NOTHING
    stations = 0
    if not (w.best_low | w.best_high) and w.best_score > WORST:
        plan_single_route(w)
    rest = Members(w.best_low, w.best_high)
    while has_next(rest):
        route = next_member(rest)
        if not w.open[route >> 6] & bit(route & 63):
            stations += 1
        elif w.missing[route] == 0 and (chosen == NOTHING or t.length[route] > t.length[chosen]):
            chosen = route
    if chosen != NOTHING:
        return NOTHING if gathers_cards(t, s, w) else claim(t, w, chosen)
    if stations:
        return build_planned_station(t, s, w)
    return NOTHING


def gathers_cards(t: Tables, s: State, w: Workspace) -> bool:
    """Whether it is too early to claim: a hand of many cards can choose among more routes, and shows nothing.

    Somebody has to claim when all cards are in the hands.
    """
    if s.n_pile + s.n_discards <= FEW_CARDS:
        return False
    cars = t.cars - LAST_CARS
    whole = 2.0 + cars / w.weights.pace + (cars - t.hand) / 2.0
    return w.weights.hoard > 0 and w.turns_left > (1.0 - w.weights.hoard) * whole


def build_planned_station(t: Tables, s: State, w: Workspace) -> int:
    """A station beside a borrowed route of the best plan, or NOTHING."""
    rest = Members(w.best_low & ~w.open[0], w.best_high & ~w.open[1])
    while has_next(rest):
        route = next_member(rest)
        if s.free_cities & bit(t.end_a[route]):
            return station(t, s, w, t.end_a[route])
        if s.free_cities & bit(t.end_b[route]):
            return station(t, s, w, t.end_b[route])
    return NOTHING


def wants_tickets(t: Tables, s: State, w: Workspace) -> bool:
    """With all tickets done and time left: whether drawing tickets promises more than the turn that it costs."""
    if w.n_tickets or w.turns_left < 5.0 or not s.n_pool + s.n_returned:
        return False
    done = 0
    cards = 0
    points = 0
    for ticket in range(t.n_tickets):
        if not s.tickets[2 * s.actor + (ticket >> 6)] & bit(ticket & 63):
            cards += 1
            if joined_with(t, w, t.ticket_a[ticket]) & bit(t.ticket_b[ticket]):
                done += 1
                points += t.ticket_points[ticket]
    if not done:
        return False
    chance = 1.0 - (1.0 - done / cards) ** t.draw_tickets
    return chance * points / done - (1.0 - chance) * 5.0 > w.turn_price + w.weights.more
