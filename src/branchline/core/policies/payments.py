"""Which cards to pay: the fewest wilds, then the colour that is needed least, then the largest set."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.constants import GRAY, MAX_ROUTES, MAX_STATIONS, NOTHING, PAY, WILD, WITHDRAW
    from branchline.core.rules.legal import ferry_wilds
    from branchline.core.rules.stations import station_cost


def claim(t: Tables, w: Workspace, route: int) -> int:
    """The claim of a route that the hand can pay for, or NOTHING if it can't."""
    best, best_price = NOTHING, 1e18
    if t.ferry[route] < t.length[route]:
        for kind in range(t.n_colours):
            if w.hand[kind] and (t.colour[route] == kind or t.colour[route] == GRAY):
                wilds = ferry_wilds(t, route, t.length[route] - w.hand[kind])
                if wilds <= w.hand[WILD]:
                    price = set_price(w, kind, t.length[route] - wilds, wilds)
                    if price < best_price:
                        best, best_price = (
                            t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route] + wilds,
                            price,
                        )
    if best == NOTHING and t.length[route] <= w.hand[WILD]:
        return t.claim_base[WILD * MAX_ROUTES + route]
    return best


def set_price(w: Workspace, kind: int, count: int, wilds: int) -> float:
    """What paying a set costs: a wild costs more than any colour; then the need counts, then how few would be left."""
    return 1e6 * wilds + w.gain[kind] * count - 1e-3 * w.hand[kind]


def station(t: Tables, s: State, w: Workspace, city: int) -> int:
    """A station in a city, or NOTHING if the hand can't pay for it."""
    best, best_price = NOTHING, 1e18
    cost = station_cost(t, s)
    for kind in range(t.n_colours):
        if w.hand[kind] and w.hand[kind] + w.hand[WILD] >= cost:
            wilds = cost - w.hand[kind] if w.hand[kind] < cost else 0
            price = set_price(w, kind, cost - wilds, wilds)
            if price < best_price:
                best, best_price = (
                    t.station_base[kind * (MAX_STATIONS + 1) + cost] + cost * city + wilds,
                    price,
                )
    if best == NOTHING and w.hand[WILD] >= cost:
        return t.station_base[WILD * (MAX_STATIONS + 1) + cost] + city
    return best


def pay_tunnel(s: State, w: Workspace) -> int:
    """Pay the extra cards of a tunnel with the fewest wilds (U2, U3), or withdraw if the hand can't (U4)."""
    colour, extra = s.tunnel_colour, s.tunnel_extra
    if colour == WILD:
        return PAY + 16 * WILD + extra if w.hand[WILD] >= extra else WITHDRAW
    count = w.hand[colour] if w.hand[colour] < extra else extra
    if extra - count > w.hand[WILD]:
        return WITHDRAW
    if count == 0:
        return PAY + 16 * WILD + extra
    return PAY + 16 * colour + 4 * count + extra - count
