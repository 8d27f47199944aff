"""Dealing, drawing and keeping tickets (S4, S5, S6, K1, K2, K3).

The deck has two parts: the pool, of which any ticket may come next, and below it the returned tickets in their order.
"""

from __future__ import annotations

import cython

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.constants import KEEP, LONG_TICKET, MAX_OFFER, MAX_TICKETS, NO_CHANCE, TICKET, TURN


def deal_next_ticket(t: Tables, s: State) -> None:
    """Before the first turn: let chance deal the next ticket, long ones first, or let the seats choose (S4)."""
    longs = t.deal_long * s.seats
    if s.dealt < longs:
        s.chance = LONG_TICKET
    elif s.dealt < longs + t.deal_regular * s.seats:
        s.chance = TICKET
    else:
        s.chance = NO_CHANCE
        s.longs[0] = s.longs[1] = 0  # S4: those left over leave the game unseen


def seat_dealt_to(t: Tables, s: State) -> int:
    """The seat that gets the next ticket."""
    if not s.starting:
        return s.actor
    longs = t.deal_long * s.seats
    if s.dealt < longs:
        return s.dealt // t.deal_long
    return (s.dealt - longs) // t.deal_regular


def receive_ticket(t: Tables, s: State, ticket: int) -> None:
    """Chance has dealt a ticket from the pool, or from the long ones."""
    add_offer(s, seat_dealt_to(t, s), ticket)
    if s.chance == LONG_TICKET:
        s.longs[ticket >> 6] ^= bit(ticket & 63)
    else:
        s.pool[ticket >> 6] ^= bit(ticket & 63)
        s.n_pool -= 1
    if s.starting:
        s.dealt += 1
        deal_next_ticket(t, s)
    else:
        draw_next_ticket(s)


def add_offer(s: State, seat: int, ticket: int) -> None:
    """Offer one more ticket to a seat."""
    s.offers[MAX_OFFER * seat + s.n_offer[seat]] = ticket
    s.n_offer[seat] += 1


def draw_tickets(t: Tables, s: State) -> None:
    """The actor draws tickets, fewer if fewer are left (K1)."""
    left = s.n_pool + s.n_returned
    s.wanted = t.draw_tickets if t.draw_tickets < left else left
    draw_next_ticket(s)


def draw_next_ticket(s: State) -> None:
    """Offer the next ticket: by chance while the pool lasts, then the returned ones in their order (K2)."""
    s.chance = NO_CHANCE
    while s.n_offer[s.actor] < s.wanted:
        if s.n_pool:
            s.chance = TICKET
            return
        add_offer(s, s.actor, s.returned[s.returned_head])
        s.returned_head = (s.returned_head + 1) % MAX_TICKETS
        s.n_returned -= 1
    s.phase = KEEP


def least_to_keep(t: Tables, s: State) -> int:
    """How many of the offered tickets the actor must keep (S5, K1)."""
    least = t.keep_start if s.starting else t.keep_later
    return least if least < s.n_offer[s.actor] else s.n_offer[s.actor]


def keep_tickets(t: Tables, s: State, mask: int) -> bool:
    """The actor keeps the offered tickets in the mask, for good (K3). True if this was a turn, and it is over now.

    At the start the refused tickets go under the deck or leave the game (S6), later always under the deck (K2).
    """
    seat = s.actor
    kept = 0
    for i in range(s.n_offer[seat]):
        ticket = s.offers[MAX_OFFER * seat + i]
        if mask & bit(i):
            s.tickets[2 * seat + (ticket >> 6)] |= bit(ticket & 63)
            kept += 1
        elif not (s.starting and t.refused_leave):
            put_under(s, ticket, seat)
    s.n_offer[seat] = 0
    if s.starting:
        s.kept_start[seat] = kept
        next_to_keep(s)
        return False
    return True


def put_under(s: State, ticket: int, seat: int) -> None:
    """A refused ticket goes under the deck (K2). Only the seat that refused it knows which one lies there (H1)."""
    place = (s.returned_head + s.n_returned) % MAX_TICKETS
    s.returned[place] = ticket
    s.returned_by[place] = seat
    s.n_returned += 1


def next_to_keep(s: State) -> None:
    """The next seat chooses its first tickets (S5), or the first player's turn begins (S7)."""
    s.actor += 1
    if s.actor == s.seats:
        s.starting = 0
        s.actor = s.first
        s.phase = TURN
