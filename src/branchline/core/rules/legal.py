"""Which actions are legal: all of them, or a canonical few with the fewest wilds for bots."""

from __future__ import annotations

import cython

from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest, size
    from branchline.core.constants import (
        BLIND,
        DRAW,
        KEEP,
        KEEP_MASK,
        KINDS,
        MAX_LENGTH,
        MAX_ROUTES,
        MAX_STATIONS,
        NOTHING,
        OVER,
        PASS,
        PAY,
        ROW,
        SECOND_CARD,
        TICKETS,
        TURN,
        WILD,
        WITHDRAW,
    )

    from .claims import station_cost
    from .tickets import least_to_keep


def legal_into(t: Tables, s: State, out: Moves, canonical: bool) -> int:
    """List the actor's legal actions in ascending order; with `canonical`, one payment (the fewest wilds) a colour.

    Each part writes behind the n actions that are there, and gives their new number.
    """
    n = 0
    if s.phase == TURN:
        n = list_turn(t, s, out, canonical)
    elif s.phase == SECOND_CARD:
        n = list_draws(s, out)
    elif s.phase == KEEP:
        n = list_keeps(t, s, out)
    elif s.phase != OVER:
        n = list_payments(s, out, canonical)
    out.count = n
    return n


def is_legal(t: Tables, s: State, out: Moves, action: int) -> bool:
    """Whether an action is among the legal ones; leaves those in `out`."""
    for i in range(legal_into(t, s, out, False)):
        if out.items[i] == action:
            return True
    return False


def list_turn(t: Tables, s: State, out: Moves, canonical: bool) -> int:
    """What a turn can be: draw cards, draw tickets, claim a route, build a station; pass if none of these (T1, T2)."""
    n = list_draws(s, out)
    if s.n_pool + s.n_returned:
        out.items[n] = TICKETS
        n += 1
    n = list_claims(t, s, out, n, canonical)
    if s.stations[s.actor]:
        n = list_stations(t, s, out, n, canonical)
    if n == 0:
        out.items[n] = PASS
        n += 1
    return n


def list_draws(s: State, out: Moves) -> int:
    """Cards that may be taken now: each face-up kind once, and the pile (D1, D4, D8)."""
    n = 0
    seen = 0
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            seen |= bit(s.row[slot])
    if s.phase == SECOND_CARD:
        seen &= ~bit(WILD)
    while seen:
        out.items[n] = DRAW + lowest(seen)
        n += 1
        seen &= seen - 1
    if s.n_pile:
        out.items[n] = BLIND
        n += 1
    return n


def list_claims(t: Tables, s: State, out: Moves, n: int, canonical: bool) -> int:
    """Every route that the actor may claim, with every payment (R1, R2, R4, R6, R7, F1)."""
    wilds = capped(s.hands[KINDS * s.actor + WILD])
    cars = capped(s.cars[s.actor])
    for word in range(2):
        out.routes[word] = s.open[2 * s.actor + word] & t.fits[2 * cars + word]
    if wilds == 0:
        return list_plain_claims(t, s, out, n)
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind]:
            n = list_mixed_claims(t, out, n, kind, s.hands[KINDS * s.actor + kind], wilds, canonical)
    return list_wild_claims(t, s, out, n, wilds, canonical)


def capped(count: int) -> int:
    """A number of cards or cars as far as it matters: no route is longer than MAX_LENGTH."""
    return count if count < MAX_LENGTH else MAX_LENGTH


def list_plain_claims(t: Tables, s: State, out: Moves, n: int) -> int:
    """Without wilds a colour pays for a route in one way, and no ferry."""
    low, high = out.routes[0] & t.ferry_fits[0], out.routes[1] & t.ferry_fits[1]
    for kind in range(t.n_colours):
        i = 2 * (kind * (MAX_LENGTH + 1) + capped(s.hands[KINDS * s.actor + kind]))
        mask = low & t.payable[i]
        while mask:
            out.items[n] = t.claim_base[kind * MAX_ROUTES + lowest(mask)]
            n += 1
            mask &= mask - 1
        mask = high & t.payable[i + 1]
        while mask:
            out.items[n] = t.claim_base[kind * MAX_ROUTES + 64 + lowest(mask)]
            n += 1
            mask &= mask - 1
    return n


def list_mixed_claims(
    t: Tables, out: Moves, n: int, kind: int, count: int, wilds: int, canonical: bool
) -> int:
    """Payments with at least one card of the colour, from the fewest wilds up; the canonical one has the fewest."""
    i = 2 * (kind * (MAX_LENGTH + 1) + capped(count + wilds))
    for word in range(2):
        mask = out.routes[word] & t.payable[i + word] & t.ferry_fits[2 * wilds + word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            fewest = t.length[route] - count
            if fewest < t.ferry[route]:
                fewest = t.ferry[route]
            most = t.length[route] - 1
            if canonical:
                most = fewest
            elif most > wilds:
                most = wilds
            first = t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route]
            for used in range(fewest, most + 1):
                out.items[n] = first + used
                n += 1
    return n


def list_wild_claims(t: Tables, s: State, out: Moves, n: int, wilds: int, canonical: bool) -> int:
    """Routes that wilds alone can pay for."""
    for word in range(2):
        mask = out.routes[word] & t.payable[2 * (WILD * (MAX_LENGTH + 1) + wilds) + word]
        while mask:
            route = 64 * word + lowest(mask)
            if not canonical or needs_all_wilds(t, s, route):
                out.items[n] = t.claim_base[WILD * MAX_ROUTES + route]
                n += 1
            mask &= mask - 1
    return n


def needs_all_wilds(t: Tables, s: State, route: int) -> bool:
    """Whether the actor has no other way to pay for a route than with wilds alone."""
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind] and t.payable[
            2 * (kind * (MAX_LENGTH + 1) + t.length[route]) + (route >> 6)
        ] & bit(route & 63):
            return False
    return True


def list_stations(t: Tables, s: State, out: Moves, n: int, canonical: bool) -> int:
    """A station in any free city, with every payment (B1, B2)."""
    hand = KINDS * s.actor
    wilds = s.hands[hand + WILD]
    cost = station_cost(t, s)
    before = n
    for kind in range(t.n_colours):
        count = s.hands[hand + kind]
        if count and count + wilds >= cost:
            fewest = cost - count if count < cost else 0
            most = cost - 1 if cost - 1 < wilds else wilds
            if canonical:
                most = fewest
            n = list_cities(s, out, n, t.station_base[kind * (MAX_STATIONS + 1) + cost], cost, fewest, most)
    if wilds >= cost and not (canonical and n > before):
        n = list_cities(s, out, n, t.station_base[WILD * (MAX_STATIONS + 1) + cost], 1, 0, 0)
    return n


def list_cities(s: State, out: Moves, n: int, base: int, ways: int, fewest: int, most: int) -> int:
    """Every free city, where a station can be paid in so many ways, with `fewest` to `most` wilds of those."""
    cities = s.free_cities
    while cities:
        first = base + ways * lowest(cities)
        for wilds in range(fewest, most + 1):
            out.items[n] = first + wilds
            n += 1
        cities &= cities - 1
    return n


def list_keeps(t: Tables, s: State, out: Moves) -> int:
    """Every choice of offered tickets that is large enough (S5, K1)."""
    n = 0
    least = least_to_keep(t, s)
    for mask in range(1, bit(s.n_offer[s.actor])):
        if size(mask) >= least:
            out.items[n] = KEEP_MASK + mask
            n += 1
    return n


def list_payments(s: State, out: Moves, canonical: bool) -> int:
    """Withdraw from the tunnel, or pay its extra cards in every way (U2, U3, U4, U6)."""
    out.items[0] = WITHDRAW
    n = 1
    have = s.hands[KINDS * s.actor + WILD]
    if s.tunnel_colour != WILD:
        count = s.hands[KINDS * s.actor + s.tunnel_colour]
        for wilds in range(s.tunnel_extra):
            if wilds <= have and s.tunnel_extra - wilds <= count:
                out.items[n] = PAY + 16 * s.tunnel_colour + 4 * (s.tunnel_extra - wilds) + wilds
                n += 1
                if canonical:
                    return n
    if have >= s.tunnel_extra:
        out.items[n] = PAY + 16 * WILD + s.tunnel_extra
        n += 1
    return n
