"""Stations: where they may stand (B1), what they cost (B2), which routes they use (B3), and those not built (B4)."""

from __future__ import annotations

import cython

from .network import Parts
from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member, nth_member, size
    from branchline.core.constants import AFTER_TURN, KINDS, MAX_CITIES, MAX_STATIONS, NOTHING, WILD

    from .claims import pay


def station_cost(t: Tables, s: State) -> int:
    """How many cards the actor's next station costs: one for the first, two for the second, and so on (B2)."""
    return t.stations - s.stations[s.actor] + 1


def list_stations(t: Tables, s: State, out: Moves, n: int, canonical: bool) -> int:
    """List a station in every city without one (B1), with every payment of one colour and wilds (B2).

    Writes behind the n actions that are there, and gives their new number.
    """
    hand = KINDS * s.actor
    wilds = s.hands[hand + WILD]
    cost = station_cost(t, s)
    before = n
    for kind in range(t.n_colours):
        count = s.hands[hand + kind]
        if count and count + wilds >= cost:
            fewest = cost - count if count < cost else 0
            most = fewest if canonical else most_station_wilds(cost, wilds)
            n = list_cities(s, out, n, t.station_base[kind * (MAX_STATIONS + 1) + cost], cost, fewest, most)
    if wilds >= cost and not (canonical and n > before):
        n = list_cities(s, out, n, t.station_base[WILD * (MAX_STATIONS + 1) + cost], 1, 0, 0)
    return n


def most_station_wilds(cost: int, wilds: int) -> int:
    """The most wilds of a payment with a colour, by a hand with so many: one card at least is of the colour."""
    return cost - 1 if cost - 1 < wilds else wilds


def count_stations(t: Tables, s: State, out: Moves) -> int:
    """How many stations `list_stations` lists; those of each kind are left in `ways`, behind the draws."""
    hand = KINDS * s.actor
    wilds = s.hands[hand + WILD]
    cost = station_cost(t, s)
    cities = size(s.free_cities)
    n = 0
    for kind in range(WILD):
        count = s.hands[hand + kind]
        out.ways[KINDS + 1 + kind] = 0
        if count and count + wilds >= cost:
            fewest = cost - count if count < cost else 0
            out.ways[KINDS + 1 + kind] = cities * (most_station_wilds(cost, wilds) + 1 - fewest)
        n += out.ways[KINDS + 1 + kind]
    out.ways[KINDS + 1 + WILD] = cities if wilds >= cost else 0
    return n + out.ways[KINDS + 1 + WILD]


def station_at(t: Tables, s: State, out: Moves, n: int) -> int:
    """The station with n others before it in the list of `list_stations`, after `count_stations`."""
    kind = 0
    while n >= out.ways[KINDS + 1 + kind]:
        n -= out.ways[KINDS + 1 + kind]
        kind += 1
    cost = station_cost(t, s)
    ways = out.ways[KINDS + 1 + kind] // size(s.free_cities)
    count = s.hands[KINDS * s.actor + kind]
    fewest = cost - count if count < cost and kind != WILD else 0
    first = t.station_base[kind * (MAX_STATIONS + 1) + cost]
    city = nth_member(s.free_cities, 0, n // ways)
    return first + (1 if kind == WILD else cost) * city + fewest + n % ways


def list_cities(s: State, out: Moves, n: int, base: int, ways: int, fewest: int, most: int) -> int:
    """List every city without a station. There are `ways` to pay in each; those with `fewest` to `most` wilds count."""
    cities = s.free_cities
    while cities:
        first = base + ways * lowest(cities)
        for wilds in range(fewest, most + 1):
            out.items[n] = first + wilds
            n += 1
        cities &= cities - 1
    return n


def build_station(s: State, city: int, colour: int, count: int, wilds: int) -> None:
    """The actor pays and builds a station. No other station may stand in that city (B1, B2)."""
    pay(s, colour, count, wilds)
    s.stations[s.actor] -= 1
    s.stations_at[s.actor] |= bit(city)
    s.free_cities &= ~bit(city)
    s.after = AFTER_TURN


def unbuilt_points(t: Tables, s: State, seat: int) -> int:
    """The points of the stations that a seat has not built (B4)."""
    return t.station_bonus * s.stations[seat]


class StationSearch:
    """The search for the best use of a seat's stations at the end (B3).

    `level` holds a label for every city at each depth of the search: cities with the same label are connected by the
    seat's own routes and the routes chosen so far. `gain` is what joining a part to the one at hand would bring.
    Values are 256 times the points of the completed tickets, plus their number.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.level = [0] * (MAX_CITIES * (MAX_STATIONS + 1))
            self.gain = [0] * MAX_CITIES
            self.choice, self.best_choice = [0] * MAX_STATIONS, [0] * MAX_STATIONS
            self.best_value = self.steps = 0


def best_station_use(t: Tables, s: State, seat: int, parts: Parts, search: StationSearch) -> None:
    """Find one route of another seat for each station, so that the tickets score most, then most are complete (B3).

    The value is left in `best_value`, and the routes in `best_choice`, in the order of the stations' cities. The seat's
    own routes connect the `parts`.
    """
    for city in range(t.n_cities):
        search.level[city] = parts.label[city]
    search.best_value = NOTHING
    for i in range(MAX_STATIONS):
        search.choice[i] = search.best_choice[i] = NOTHING
    try_stations(t, s, seat, search, s.stations_at[seat], 0)


def try_stations(t: Tables, s: State, seat: int, search: StationSearch, cities: int, depth: int) -> None:
    """Try every route of another seat at each station in turn, and keep the choice worth most."""
    if not cities:
        try_value(search, completed(t, s, seat, search, 0))
        return
    city = lowest(cities)
    later = cities & (cities - 1)
    own = search.level[MAX_CITIES * depth + city]
    tried = bit(own)
    value = 0
    if not later:
        value = completed(t, s, seat, search, MAX_CITIES * depth)
        note_gains(t, s, seat, search, MAX_CITIES * depth, own)
    for other in range(s.seats):
        rest = Members(s.owned[2 * other] & t.at[2 * city], s.owned[2 * other + 1] & t.at[2 * city + 1])
        while other != seat and has_next(rest):
            route = next_member(rest)
            part = search.level[MAX_CITIES * depth + (t.across[route] ^ city)]
            if not tried & bit(part):
                tried |= bit(part)
                search.choice[depth] = route
                if later:
                    merge(t, search, depth, own, part)
                    try_stations(t, s, seat, search, later, depth + 1)
                else:
                    try_value(search, value + search.gain[part])
    search.choice[depth] = NOTHING
    if later:
        merge(t, search, depth, 0, 0)
        try_stations(t, s, seat, search, later, depth + 1)
    else:
        try_value(search, value)


def try_value(search: StationSearch, value: int) -> None:
    """Keep the present choice if it is worth more than the best one."""
    search.steps += 1
    if value > search.best_value:
        search.best_value = value
        for i in range(MAX_STATIONS):
            search.best_choice[i] = search.choice[i]


def note_gains(t: Tables, s: State, seat: int, search: StationSearch, first: int, own: int) -> None:
    """Note for each part what joining it to the own part brings: the tickets that lead from one to the other."""
    for city in range(t.n_cities):
        search.gain[city] = 0
    rest = Members(s.tickets[2 * seat], s.tickets[2 * seat + 1])
    while has_next(rest):
        ticket = next_member(rest)
        one, other = search.level[first + t.ticket_a[ticket]], search.level[first + t.ticket_b[ticket]]
        if one == own:
            search.gain[other] += 256 * t.ticket_points[ticket] + 1
        elif other == own:
            search.gain[one] += 256 * t.ticket_points[ticket] + 1


def merge(t: Tables, search: StationSearch, depth: int, one: int, other: int) -> None:
    """Write the labels of the next depth: those of this one, with two parts made one."""
    for city in range(t.n_cities):
        part = search.level[MAX_CITIES * depth + city]
        search.level[MAX_CITIES * (depth + 1) + city] = one if part == other else part


def completed(t: Tables, s: State, seat: int, search: StationSearch, first: int) -> int:
    """The value of the tickets whose cities are connected, by the labels from `first` on (K4)."""
    value = 0
    rest = Members(s.tickets[2 * seat], s.tickets[2 * seat + 1])
    while has_next(rest):
        ticket = next_member(rest)
        if search.level[first + t.ticket_a[ticket]] == search.level[first + t.ticket_b[ticket]]:
            value += 256 * t.ticket_points[ticket] + 1
    return value
