"""Claiming routes, tunnels included, and building stations (R, F, U, B)."""

from __future__ import annotations

import cython

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.constants import AFTER_TURN, NO_CHANCE, NOTHING, REVEAL, TUNNEL, TUNNEL_CARD, WILD

    from .cards import discard, receive_openly, restock, spend, take_from_pile


def lay_cards(t: Tables, s: State, route: int, colour: int, count: int, wilds: int) -> bool:
    """The actor lays a set for a route. True if the route is then claimed; a tunnel may ask chance first (R1, U1)."""
    spend(s, s.actor, colour, count)
    spend(s, s.actor, WILD, wilds)
    s.tunnel_route, s.tunnel_colour, s.tunnel_count, s.tunnel_wilds = route, colour, count, wilds
    s.tunnel_extra = s.n_revealed = 0
    if t.tunnel[route] and s.n_pile:
        s.chance = TUNNEL_CARD
        return False
    complete_claim(t, s)
    return True


def reveal(t: Tables, s: State, kind: int) -> bool:
    """One more card of the pile is shown for the tunnel. True if the route is then claimed (U1, U2, U3)."""
    take_from_pile(s, kind)
    restock(s)
    s.revealed[s.n_revealed] = kind
    s.n_revealed += 1
    if kind == WILD or kind == s.tunnel_colour:
        s.tunnel_extra += 1
    if s.n_revealed < REVEAL and s.n_pile:
        return False
    s.chance = NO_CHANCE
    if s.tunnel_extra:
        s.phase = TUNNEL
        return False
    complete_claim(t, s)
    return True


def pay_extra(t: Tables, s: State, colour: int, count: int, wilds: int) -> None:
    """The actor pays what the tunnel costs more (U2, U6)."""
    pay(s, colour, count, wilds)
    complete_claim(t, s)


def withdraw(s: State) -> None:
    """The laid cards return to the hand, and everybody has seen them (U4)."""
    receive_openly(s, s.actor, s.tunnel_colour, s.tunnel_count)
    receive_openly(s, s.actor, WILD, s.tunnel_wilds)
    leave_tunnel(s)


def complete_claim(t: Tables, s: State) -> None:
    """The laid cards are discarded, the cars placed and the points scored (R1, R5)."""
    route = s.tunnel_route
    discard(s, s.tunnel_colour, s.tunnel_count)
    discard(s, WILD, s.tunnel_wilds)
    s.cars[s.actor] -= t.length[route]
    s.score[s.actor] += t.points[t.length[route]]
    s.owned[2 * s.actor + (route >> 6)] |= bit(route & 63)
    close_route(t, s, s.actor, route)
    leave_tunnel(s)


def close_route(t: Tables, s: State, owner: int, route: int) -> None:
    """A claimed route is closed to all; its twin to the owner, and with few seats to all (R6)."""
    twin = t.twin[route]
    for seat in range(s.seats):
        s.open[2 * seat + (route >> 6)] &= ~bit(route & 63)
        if twin != NOTHING and (seat == owner or s.seats <= t.closed_doubles):
            s.open[2 * seat + (twin >> 6)] &= ~bit(twin & 63)


def leave_tunnel(s: State) -> None:
    """The revealed cards are discarded now, at the end of the turn (U5)."""
    for i in range(s.n_revealed):
        discard(s, s.revealed[i], 1)
        s.revealed[i] = 0
    s.n_revealed = 0
    s.tunnel_route = NOTHING
    s.tunnel_colour = s.tunnel_count = s.tunnel_wilds = s.tunnel_extra = 0
    s.after = AFTER_TURN


def pay(s: State, colour: int, count: int, wilds: int) -> None:
    """The actor discards cards."""
    spend(s, s.actor, colour, count)
    spend(s, s.actor, WILD, wilds)
    discard(s, colour, count)
    discard(s, WILD, wilds)


def station_cost(t: Tables, s: State) -> int:
    """How many cards the actor's next station costs (B2)."""
    return t.stations - s.stations[s.actor] + 1


def build_station(s: State, city: int, colour: int, count: int, wilds: int) -> None:
    """The actor builds a station in a city (B1)."""
    pay(s, colour, count, wilds)
    s.stations[s.actor] -= 1
    s.stations_at[s.actor] |= bit(city)
    s.free_cities &= ~bit(city)
    s.after = AFTER_TURN
