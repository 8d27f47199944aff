"""Which actions are legal: all of them, or for bots the canonical ones, which pay the fewest wilds.

Payments for tunnels are listed in `tunnels.py`, stations in `stations.py`.
"""

from __future__ import annotations

import cython

from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import (
        Members,
        add_sizes,
        bit,
        has_next,
        lowest,
        next_member,
        nth_member,
        set_size,
        size,
        smaller,
    )
    from branchline.core.constants import (
        BLIND,
        DRAW,
        KEEP,
        KEEP_MASK,
        KINDS,
        MAX_LENGTH,
        MAX_OFFER,
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

    from .stations import count_stations, list_stations, station_at
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

    Only who can do none of these passes (T2).
    """
    n = list_draws(s, out)
    n = list_claims(t, s, out, n, canonical)
    if s.stations[s.actor]:
        n = list_stations(t, s, out, n, canonical)
    if n == 0:
        out.items[n] = PASS
        n += 1
    return n


def list_draws(s: State, out: Moves) -> int:
    """List what may be drawn."""
    n = 0
    draws = drawable(s)
    while draws:
        out.items[n] = lowest(draws)
        n += 1
        draws &= draws - 1
    return n


def drawable(s: State) -> int:
    """The set of actions that draw: each face-up kind (D1), but no wild as the second card (D4), and the pile (D8).

    Drawing tickets is a turn of its own, while any are left (K1).
    """
    seen = 0
    for slot in range(ROW):
        seen |= bit(s.row[slot] - NOTHING)
    seen >>= DRAW - NOTHING  # without the gaps
    if s.n_pile:
        seen |= bit(BLIND)
    if s.phase == SECOND_CARD:
        return seen & ~bit(DRAW + WILD)
    if s.n_pool + s.n_returned:
        seen |= bit(TICKETS)
    return seen


def list_claims(t: Tables, s: State, out: Moves, n: int, canonical: bool) -> int:
    """Every route that is open to the actor (R6) and for which it has the cars (R4), with every payment (R7).

    `Tables.payable` says which routes a number of cards can pay for (R1, R2).
    """
    wilds = capped(s.hands[KINDS * s.actor + WILD])
    note_routes(t, s, out, wilds)
    if wilds == 0:
        return list_plain_claims(t, s, out, n)
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind]:
            n = list_mixed_claims(t, out, n, kind, s.hands[KINDS * s.actor + kind], wilds, canonical)
    return list_wild_claims(t, s, out, n, wilds, canonical)


def note_routes(t: Tables, s: State, out: Moves, wilds: int) -> None:
    """Note the routes that are open to the actor (R6), for which it has the cars (R4) and a ferry's wilds (F1)."""
    cars = capped(s.cars[s.actor])
    for word in range(2):
        out.routes[word] = (
            s.open[2 * s.actor + word] & t.fits[2 * cars + word] & t.ferry_fits[2 * wilds + word]
        )


def capped(count: int) -> int:
    """A number of cards or cars, at most MAX_LENGTH: no route is longer."""
    return smaller(count, MAX_LENGTH)


def list_plain_claims(t: Tables, s: State, out: Moves, n: int) -> int:
    """Without wilds a colour pays for a route in one way (R1, R2), and for no ferry (F1)."""
    low, high = out.routes[0], out.routes[1]
    for kind in range(t.n_colours):
        i = 2 * (kind * (MAX_LENGTH + 1) + capped(s.hands[KINDS * s.actor + kind]))
        n = list_single_claims(t, out, n, low & t.mixed[i], kind * MAX_ROUTES)
        n = list_single_claims(t, out, n, high & t.mixed[i + 1], kind * MAX_ROUTES + 64)
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
    rest = Members(out.routes[0] & t.payable[i], out.routes[1] & t.payable[i + 1])
    while has_next(rest):
        route = next_member(rest)
        fewest = ferry_wilds(t, route, t.length[route] - count)
        most = fewest if canonical else most_wilds(t, route, wilds)
        first = t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route]
        for used in range(fewest, most + 1):
            out.items[n] = first + used
            n += 1
    return n


def ferry_wilds(t: Tables, route: int, wilds: int) -> int:
    """The fewest wilds of a payment whose colour leaves so many spaces: at least as many as the ferry shows (F1)."""
    return wilds if wilds > t.ferry[route] else t.ferry[route]


def most_wilds(t: Tables, route: int, wilds: int) -> int:
    """The most wilds of a payment with a colour, by a hand with so many: one card at least is of the colour."""
    return wilds if wilds < t.length[route] else t.length[route] - 1


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
    n = count_keeps(t, s)
    for i in range(n):
        out.items[i] = keep_at(t, s, i)
    return n


def count_keeps(t: Tables, s: State) -> int:
    """How many choices `list_keeps` lists."""
    return t.n_keeps[(MAX_OFFER + 1) * least_to_keep(t, s) + s.n_offer[s.actor]]


def keep_at(t: Tables, s: State, n: int) -> int:
    """The choice with n others before it in the list of `list_keeps`."""
    return KEEP_MASK + t.keeps[bit(MAX_OFFER) * least_to_keep(t, s) + n]


# One of the legal actions without a list of all: they are counted, then the one is found. Random games need no more.


def count_legal(t: Tables, s: State, out: Moves) -> int:
    """How many legal actions the actor has; `legal_at` then gives any of them."""
    if s.phase == TURN:
        return count_turn(t, s, out)
    if s.phase == SECOND_CARD:
        return size(drawable(s))
    if s.phase == KEEP:
        return count_keeps(t, s)
    return legal_into(t, s, out, False)


def legal_at(t: Tables, s: State, out: Moves, n: int) -> int:
    """The action with n others before it in the list of `legal_into`. Nothing may happen after `count_legal`."""
    if s.phase == TURN:
        return turn_at(t, s, out, n)
    if s.phase == SECOND_CARD:
        return nth_member(drawable(s), 0, n)
    if s.phase == KEEP:
        return keep_at(t, s, n)
    return out.items[n]


def count_turn(t: Tables, s: State, out: Moves) -> int:
    """How many actions `list_turn` lists; the parts of the list are left in `ways`."""
    wilds = capped(s.hands[KINDS * s.actor + WILD])
    note_routes(t, s, out, wilds)
    out.sets[2 * KINDS] = drawable(s)
    for i in range(KINDS):
        out.ways[i] = 0
    for used in range(wilds + 1):
        count_claims(t, s, out, used)
    if wilds:
        count_wild_claims(t, out, wilds)
    out.ways[KINDS] = n = size(out.sets[2 * KINDS])
    for i in range(KINDS):
        n += out.ways[i]
    if s.stations[s.actor]:
        n += count_stations(t, s, out)
    if n == 0:
        out.sets[2 * KINDS] = bit(PASS)  # T2
        out.ways[KINDS] = n = 1
    return n


def count_claims(t: Tables, s: State, out: Moves, wilds: int) -> None:
    """Add to `ways` the claims of each colour with so many wilds."""
    for kind in range(WILD):
        i = 2 * ((wilds * WILD + kind) * (MAX_LENGTH + 1) + capped(s.hands[KINDS * s.actor + kind]))
        out.sets[2 * kind] = out.routes[0] & t.mixed[i]
        out.sets[2 * kind + 1] = out.routes[1] & t.mixed[i + 1]
    add_sizes(out.sets, out.ways)


def count_wild_claims(t: Tables, out: Moves, wilds: int) -> None:
    """Leave in `ways` the claims of wilds alone."""
    i = 2 * (WILD * (MAX_LENGTH + 1) + wilds)
    out.sets[2 * WILD], out.sets[2 * WILD + 1] = (
        out.routes[0] & t.payable[i],
        out.routes[1] & t.payable[i + 1],
    )
    out.ways[WILD] = set_size(out.sets[2 * WILD], out.sets[2 * WILD + 1])


def turn_at(t: Tables, s: State, out: Moves, n: int) -> int:
    """The action with n others before it in the list of `list_turn`: draws, claims by kind, stations; or a pass."""
    if n < out.ways[KINDS]:
        return nth_member(out.sets[2 * KINDS], 0, n)
    n -= out.ways[KINDS]
    for kind in range(KINDS):
        if n < out.ways[kind]:
            return claim_at(t, s, out, kind, n)
        n -= out.ways[kind]
    return station_at(t, s, out, n)


def claim_at(t: Tables, s: State, out: Moves, kind: int, n: int) -> int:
    """The claim with n others before it among those that a kind of card pays for."""
    wilds = capped(s.hands[KINDS * s.actor + WILD])
    count = s.hands[KINDS * s.actor + kind]
    if kind != WILD and wilds:
        return mixed_claim_at(t, out, kind, count, wilds, n)
    route = nth_member(out.sets[2 * kind], out.sets[2 * kind + 1], n)
    return t.claim_base[kind * MAX_ROUTES + route]


def mixed_claim_at(t: Tables, out: Moves, kind: int, count: int, wilds: int, n: int) -> int:
    """The claim with n others before it in the list of `list_mixed_claims`."""
    i = 2 * (kind * (MAX_LENGTH + 1) + capped(count + wilds))
    rest = Members(out.routes[0] & t.payable[i], out.routes[1] & t.payable[i + 1])
    while True:
        route = next_member(rest)
        fewest = ferry_wilds(t, route, t.length[route] - count)
        ways = most_wilds(t, route, wilds) + 1 - fewest
        if n < ways:
            return t.claim_base[kind * MAX_ROUTES + route] - t.ferry[route] + fewest + n
        n -= ways
