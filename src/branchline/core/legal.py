"""Which actions are legal: all of them, or a canonical few with the fewest wilds for bots."""

from __future__ import annotations

import cython

from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from .bits import bit, lowest, size
    from .claims import station_cost
    from .constants import (
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
    from .tickets import least_to_keep


def legal_into(t: Tables, s: State, out: Moves, canonical: bool) -> int:
    """List the actor's legal actions in ascending order; with `canonical`, one payment (the fewest wilds) a colour."""
    out.count = 0
    if s.phase == TURN:
        list_draws(s, out)
        if s.n_pool + s.n_returned:
            add(out, TICKETS)
        list_claims(t, s, out, canonical)
        if s.stations[s.actor]:
            list_stations(t, s, out, canonical)
        if out.count == 0:
            add(out, PASS)  # T2
    elif s.phase == SECOND_CARD:
        list_draws(s, out)
    elif s.phase == KEEP:
        list_keeps(t, s, out)
    elif s.phase != OVER:
        list_payments(s, out, canonical)
    return out.count


def is_legal(t: Tables, s: State, out: Moves, action: int) -> bool:
    """Whether an action is among the legal ones; leaves those in `out`."""
    for i in range(legal_into(t, s, out, False)):
        if out.items[i] == action:
            return True
    return False


def add(out: Moves, action: int) -> None:
    """Append an action."""
    out.items[out.count] = action
    out.count += 1


def list_draws(s: State, out: Moves) -> None:
    """Cards that may be taken now: each face-up kind once, and the pile (D1, D4, D8)."""
    seen = 0
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            seen |= bit(s.row[slot])
    if s.phase == SECOND_CARD:
        seen &= ~bit(WILD)
    while seen:
        add(out, DRAW + lowest(seen))
        seen &= seen - 1
    if s.n_pile:
        add(out, BLIND)


def list_claims(t: Tables, s: State, out: Moves, canonical: bool) -> None:
    """Every route that the actor may claim, with every payment (R1, R2, R4, R6, R7, F1)."""
    hand = KINDS * s.actor
    wilds = capped(s.hands[hand + WILD])
    cars = capped(s.cars[s.actor])
    for kind in range(t.n_colours):
        count = s.hands[hand + kind]
        if count:
            i = kind * (MAX_LENGTH + 1) + capped(count + wilds)
            for word in range(2):
                mask = s.open[2 * s.actor + word] & t.fits[2 * cars + word]
                mask &= t.payable[2 * i + word] & t.ferry_fits[2 * wilds + word]
                list_coloured_claims(t, out, mask, 64 * word, kind, count, NOTHING if canonical else wilds)
    for word in range(2):
        mask = s.open[2 * s.actor + word] & t.fits[2 * cars + word]
        mask &= t.payable[2 * (WILD * (MAX_LENGTH + 1) + wilds) + word]
        while mask:
            route = 64 * word + lowest(mask)
            if not canonical or needs_all_wilds(t, s, route):
                add(out, t.claim_base[WILD * MAX_ROUTES + route])
            mask &= mask - 1


def capped(count: int) -> int:
    """A number of cards or cars as far as it matters: no route is longer than MAX_LENGTH."""
    return count if count < MAX_LENGTH else MAX_LENGTH


def list_coloured_claims(
    t: Tables, out: Moves, routes: int, offset: int, kind: int, count: int, most_wilds: int
) -> None:
    """Payments with at least one card of the colour, from the fewest wilds up; only those if NOTHING limits them."""
    while routes:
        route = offset + lowest(routes)
        routes &= routes - 1
        fewest = t.length[route] - count
        if fewest < t.ferry[route]:
            fewest = t.ferry[route]
        most = t.length[route] - 1
        if most_wilds == NOTHING:
            most = fewest
        elif most > most_wilds:
            most = most_wilds
        first = t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route]
        for wilds in range(fewest, most + 1):
            add(out, first + wilds)


def needs_all_wilds(t: Tables, s: State, route: int) -> bool:
    """Whether the actor has no other way to pay for a route than with wilds alone."""
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind] and t.payable[
            2 * (kind * (MAX_LENGTH + 1) + t.length[route]) + (route >> 6)
        ] & bit(route & 63):
            return False
    return True


def list_stations(t: Tables, s: State, out: Moves, canonical: bool) -> None:
    """A station in any free city, with every payment (B1, B2)."""
    hand = KINDS * s.actor
    wilds = s.hands[hand + WILD]
    cost = station_cost(t, s)
    before = out.count
    for kind in range(t.n_colours):
        count = s.hands[hand + kind]
        if count and count + wilds >= cost:
            fewest = cost - count if count < cost else 0
            most = cost - 1 if cost - 1 < wilds else wilds
            if canonical:
                most = fewest
            cities = s.free_cities
            while cities:
                first = t.station_base[kind * (MAX_STATIONS + 1) + cost] + cost * lowest(cities)
                for wild in range(fewest, most + 1):
                    add(out, first + wild)
                cities &= cities - 1
    if wilds >= cost and not (canonical and out.count > before):
        cities = s.free_cities
        while cities:
            add(out, t.station_base[WILD * (MAX_STATIONS + 1) + cost] + lowest(cities))
            cities &= cities - 1


def list_keeps(t: Tables, s: State, out: Moves) -> None:
    """Every choice of offered tickets that is large enough (S5, K1)."""
    least = least_to_keep(t, s)
    for mask in range(1, bit(s.n_offer[s.actor])):
        if size(mask) >= least:
            add(out, KEEP_MASK + mask)


def list_payments(s: State, out: Moves, canonical: bool) -> None:
    """Withdraw from the tunnel, or pay its extra cards in every way (U2, U3, U4, U6)."""
    add(out, WITHDRAW)
    have = s.hands[KINDS * s.actor + WILD]
    if s.tunnel_colour != WILD:
        count = s.hands[KINDS * s.actor + s.tunnel_colour]
        for wilds in range(s.tunnel_extra):
            if wilds <= have and s.tunnel_extra - wilds <= count:
                add(out, PAY + 16 * s.tunnel_colour + 4 * (s.tunnel_extra - wilds) + wilds)
                if canonical:
                    return
    if have >= s.tunnel_extra:
        add(out, PAY + 16 * WILD + s.tunnel_extra)
