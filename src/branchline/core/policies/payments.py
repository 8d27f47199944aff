"""Which cards to pay: the fewest wilds, then the colour that is needed least (`Mind.gain`), then the largest set."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Mind

if not cython.compiled:
    from branchline.core.constants import GRAY, MAX_ROUTES, MAX_STATIONS, NOTHING, PAY, WILD, WITHDRAW
    from branchline.core.rules.claims import station_cost


def claim(t: Tables, m: Mind, route: int) -> int:
    """The claim of a route that the hand can pay for, or NOTHING if it can't."""
    best, best_price = NOTHING, 1e18
    if t.ferry[route] < t.length[route]:
        for kind in range(t.n_colours):
            if m.hand[kind] and (t.colour[route] == kind or t.colour[route] == GRAY):
                wilds = t.length[route] - m.hand[kind]
                if wilds < t.ferry[route]:
                    wilds = t.ferry[route]
                if wilds <= m.hand[WILD]:
                    price = set_price(m, kind, t.length[route] - wilds, wilds)
                    if price < best_price:
                        best, best_price = (
                            t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route] + wilds,
                            price,
                        )
    if best == NOTHING and t.length[route] <= m.hand[WILD]:
        return t.claim_base[WILD * MAX_ROUTES + route]
    return best


def set_price(m: Mind, kind: int, count: int, wilds: int) -> float:
    """What paying a set costs: a wild more than any colour, then by need, then by how few would be left."""
    return 1e6 * wilds + m.gain[kind] * count - 1e-3 * m.hand[kind]


def station(t: Tables, s: State, m: Mind, city: int) -> int:
    """A station in a city, or NOTHING if the hand can't pay for it."""
    best, best_price = NOTHING, 1e18
    cost = station_cost(t, s)
    for kind in range(t.n_colours):
        if m.hand[kind] and m.hand[kind] + m.hand[WILD] >= cost:
            wilds = cost - m.hand[kind] if m.hand[kind] < cost else 0
            price = set_price(m, kind, cost - wilds, wilds)
            if price < best_price:
                best, best_price = (
                    t.station_base[kind * (MAX_STATIONS + 1) + cost] + cost * city + wilds,
                    price,
                )
    if best == NOTHING and m.hand[WILD] >= cost:
        return t.station_base[WILD * (MAX_STATIONS + 1) + cost] + city
    return best


def pay_tunnel(s: State, m: Mind) -> int:
    """Pay what the tunnel costs more with the fewest wilds, or withdraw if the hand can't (U2, U3, U4)."""
    colour, extra = s.tunnel_colour, s.tunnel_extra
    if colour == WILD:
        return PAY + 16 * WILD + extra if m.hand[WILD] >= extra else WITHDRAW
    count = m.hand[colour] if m.hand[colour] < extra else extra
    if extra - count > m.hand[WILD]:
        return WITHDRAW
    if count == 0:
        return PAY + 16 * WILD + extra
    return PAY + 16 * colour + 4 * count + extra - count
