"""Which actions are legal: all of them, or for bots the canonical ones, which pay the fewest wilds.

Payments for tunnels are listed in `tunnels.py`, stations in `stations.py`.
"""

from __future__ import annotations

import cython

from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member, size
    from branchline.core.constants import (
        BLIND,
        DRAW,
        KEEP,
        KEEP_MASK,
        KINDS,
        MAX_LENGTH,
        MAX_ROUTES,
        NOTHING,
        OVER,
        PASS,
        ROW,
        SECOND_CARD,
        TICKETS,
        TURN,
        WILD,
    )

    from .stations import list_stations
    from .tickets import least_to_keep
    from .tunnels import list_extra_payments


def legal_into(t: Tables, s: State, out: Moves, canonical: bool) -> int:
    """List the actor's legal actions in ascending order; with `canonical`, one payment (the fewest wilds) a colour.

    Each of the functions below writes behind the n actions that are there, and gives their new number.
    """
    n = 0
    if s.phase == TURN:
        n = list_turn(t, s, out, canonical)
    elif s.phase == SECOND_CARD:
        n = list_draws(s, out)
    elif s.phase == KEEP:
        n = list_keeps(t, s, out)
    elif s.phase != OVER:
        n = list_extra_payments(s, out, canonical)
    out.count = n
    return n


def is_legal(t: Tables, s: State, out: Moves, action: int) -> bool:
    """Whether an action is legal. The legal actions are left in `out`."""
    for i in range(legal_into(t, s, out, False)):
        if out.items[i] == action:
            return True
    return False


def list_turn(t: Tables, s: State, out: Moves, canonical: bool) -> int:
    """A turn is one action: draw cards, draw tickets, claim a route or build a station (T1).

    Only who can do none of these passes (T2). Tickets can be drawn while any are left (K1).
    """
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
    """Cards that may be taken: each face-up kind (D1), but no wild as the second card (D4), and the pile (D8)."""
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
    """Every route that is open to the actor (R6) and for which it has the cars (R4), with every payment (R7).

    `Tables.payable` says which routes a number of cards can pay for (R1, R2).
    """
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
    """A number of cards or cars, at most MAX_LENGTH: no route is longer."""
    return count if count < MAX_LENGTH else MAX_LENGTH


def list_plain_claims(t: Tables, s: State, out: Moves, n: int) -> int:
    """Without wilds a colour pays for a route in one way (R1, R2), and for no ferry (F1)."""
    low, high = out.routes[0] & t.ferry_fits[0], out.routes[1] & t.ferry_fits[1]
    for kind in range(t.n_colours):
        i = 2 * (kind * (MAX_LENGTH + 1) + capped(s.hands[KINDS * s.actor + kind]))
        n = list_single_claims(t, out, n, low & t.payable[i], kind * MAX_ROUTES)
        n = list_single_claims(t, out, n, high & t.payable[i + 1], kind * MAX_ROUTES + 64)
    return n


def list_single_claims(t: Tables, out: Moves, n: int, routes: int, first: int) -> int:
    """The one claim of each route in a word, by `Tables.claim_base` from `first` on.

    This is the hottest loop of random games: over one word it is a little faster than with `Members`.
    """
    while routes:
        out.items[n] = t.claim_base[first + lowest(routes)]
        n += 1
        routes &= routes - 1
    return n


def list_mixed_claims(
    t: Tables, out: Moves, n: int, kind: int, count: int, wilds: int, canonical: bool
) -> int:
    """Payments with at least one card of the colour, by number of wilds (R7); the canonical one has the fewest."""
    i = 2 * (kind * (MAX_LENGTH + 1) + capped(count + wilds))
    rest = Members(
        out.routes[0] & t.payable[i] & t.ferry_fits[2 * wilds],
        out.routes[1] & t.payable[i + 1] & t.ferry_fits[2 * wilds + 1],
    )
    while has_next(rest):
        route = next_member(rest)
        fewest = ferry_wilds(t, route, t.length[route] - count)
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


def ferry_wilds(t: Tables, route: int, wilds: int) -> int:
    """The fewest wilds of a payment whose colour leaves so many spaces: at least as many as the ferry shows (F1)."""
    return wilds if wilds > t.ferry[route] else t.ferry[route]


def list_wild_claims(t: Tables, s: State, out: Moves, n: int, wilds: int, canonical: bool) -> int:
    """Routes that wilds alone can pay for (R1)."""
    i = 2 * (WILD * (MAX_LENGTH + 1) + wilds)
    rest = Members(out.routes[0] & t.payable[i], out.routes[1] & t.payable[i + 1])
    while has_next(rest):
        route = next_member(rest)
        if not canonical or needs_all_wilds(t, s, route):
            out.items[n] = t.claim_base[WILD * MAX_ROUTES + route]
            n += 1
    return n


def needs_all_wilds(t: Tables, s: State, route: int) -> bool:
    """Whether the actor has no other way to pay for a route than with wilds alone."""
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind] and t.payable[
            2 * (kind * (MAX_LENGTH + 1) + t.length[route]) + (route >> 6)
        ] & bit(route & 63):
            return False
    return True


def list_keeps(t: Tables, s: State, out: Moves) -> int:
    """Every choice of offered tickets that keeps enough of them (S5, K1)."""
    n = 0
    least = least_to_keep(t, s)
    for mask in range(1, bit(s.n_offer[s.actor])):
        if size(mask) >= least:
            out.items[n] = KEEP_MASK + mask
            n += 1
    return n
