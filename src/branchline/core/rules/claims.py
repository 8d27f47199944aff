"""Claiming a route (R1, R3, R5, R6). `legal.py` lists the claims, `tunnels.py` has what tunnels do differently."""

from __future__ import annotations

import cython

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.constants import AFTER_TURN, NOTHING, WILD

    from .cards import discard, spend


def lay_cards(s: State, route: int, colour: int, count: int, wilds: int) -> None:
    """The actor lays a set of cards for a route. They are paid only when the claim is complete (R1)."""
    spend(s, s.actor, colour, count)
    spend(s, s.actor, WILD, wilds)
    s.tunnel_route, s.tunnel_colour, s.tunnel_count, s.tunnel_wilds = route, colour, count, wilds
    s.tunnel_extra = s.n_revealed = 0


def complete_claim(t: Tables, s: State) -> None:
    """The laid cards are discarded, the cars of the whole route placed (R1, R3), and the points scored (R5)."""
    route = s.tunnel_route
    discard(s, s.tunnel_colour, s.tunnel_count)
    discard(s, WILD, s.tunnel_wilds)
    s.cars[s.actor] -= t.length[route]
    s.score[s.actor] += t.points[t.length[route]]
    s.owned[2 * s.actor + (route >> 6)] |= bit(route & 63)
    close_route(t, s, s.actor, route)
    end_claim(s)


def close_route(t: Tables, s: State, owner: int, route: int) -> None:
    """A claimed route is closed to all seats. Its twin is closed to the owner, and with few seats to all (R6)."""
    twin = t.twin[route]
    for seat in range(s.seats):
        s.open[2 * seat + (route >> 6)] &= ~bit(route & 63)
        if twin != NOTHING and (seat == owner or s.seats <= t.closed_doubles):
            s.open[2 * seat + (twin >> 6)] &= ~bit(twin & 63)


def end_claim(s: State) -> None:
    """No cards lie on the table any more, and the turn ends."""
    s.tunnel_route = NOTHING
    s.tunnel_colour = s.tunnel_count = s.tunnel_wilds = s.tunnel_extra = 0
    s.after = AFTER_TURN


def pay(s: State, colour: int, count: int, wilds: int) -> None:
    """The actor discards cards of a colour, and wilds."""
    spend(s, s.actor, colour, count)
    spend(s, s.actor, WILD, wilds)
    discard(s, colour, count)
    discard(s, WILD, wilds)
