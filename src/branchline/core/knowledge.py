"""What one viewer knows of a position, and complete positions that agree with it.

The known part is a state with the hidden parts left out: other hands hold only the cards that everybody has seen,
the pile is empty but for its size, the pool holds every regular ticket that the viewer cannot place, the long ones
likewise, and tickets in places that the viewer cannot see are UNKNOWN.
"""

from __future__ import annotations

import cython

from .rng import Rng
from .state import State
from .tables import Tables

if not cython.compiled:
    from .bits import bit, size
    from .chance import pick
    from .constants import KINDS, MAX_OFFER, MAX_SEATS, MAX_TICKETS, NOTHING, ROW, UNKNOWN, WILD


class Knowledge:
    """A viewer's part of a position: the known state and how much is hidden in each place."""

    def __init__(self, state: State, viewer: int, hidden_cards: list[int], hidden_tickets: list[int]) -> None:
        self.state, self.viewer = state, viewer
        if not cython.compiled:
            self.hidden_cards, self.hidden_tickets = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.unseen = [0] * KINDS
            self.longs_due = 0
        for seat in range(state.seats):
            self.hidden_cards[seat], self.hidden_tickets[seat] = hidden_cards[seat], hidden_tickets[seat]

    def fill(self, t: Tables, rng: Rng, out: State) -> None:
        """A complete position, drawn evenly from all that agree with the counts."""
        determinise(t, self, rng, out)


def determinise(t: Tables, k: Knowledge, rng: Rng, out: State) -> None:
    """Deal the hidden cards and tickets anew."""
    out.copy_from(k.state)
    deal_cards(t, k, rng, out)
    k.longs_due = count_longs_due(t, k, out)
    for seat in range(out.seats):
        if seat != k.viewer:
            deal_held(t, k, rng, out, seat)
    for seat in range(out.seats):
        if seat != k.viewer:
            deal_offer(rng, out, seat)
    for i in range(out.n_returned):
        place = (out.returned_head + i) % MAX_TICKETS
        if out.returned[place] == UNKNOWN:
            out.returned[place] = take_regular(rng, out)
    for _ in range(size(out.pool[0]) + size(out.pool[1]) - out.n_pool):
        take_regular(rng, out)  # S6: refused and out of the game, nobody else knows which
    if not out.starting:
        out.longs[0] = out.longs[1] = 0


def deal_cards(t: Tables, k: Knowledge, rng: Rng, out: State) -> None:
    """The cards that the viewer has not seen go to the other hands and the pile."""
    left = count_unseen(t, k, out)
    for seat in range(out.seats):
        for _ in range(k.hidden_cards[seat]):
            n = rng.below(left)
            kind = 0
            while n >= k.unseen[kind]:
                n -= k.unseen[kind]
                kind += 1
            k.unseen[kind] -= 1
            left -= 1
            out.hands[KINDS * seat + kind] += 1
    for kind in range(KINDS):
        out.pile[kind] = k.unseen[kind]


def count_unseen(t: Tables, k: Knowledge, s: State) -> int:
    """Count the cards that the viewer has not seen in the known state, by kind and in all."""
    for kind in range(KINDS):
        k.unseen[kind] = t.cards[kind] - s.discards[kind]
        for seat in range(s.seats):
            k.unseen[kind] -= s.hands[KINDS * seat + kind]
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            k.unseen[s.row[slot]] -= 1
    for i in range(s.n_revealed):
        k.unseen[s.revealed[i]] -= 1
    k.unseen[s.tunnel_colour] -= s.tunnel_count
    k.unseen[WILD] -= s.tunnel_wilds
    left = 0
    for kind in range(KINDS):
        left += k.unseen[kind]
    return left


def count_longs_due(t: Tables, k: Knowledge, out: State) -> int:
    """How many hidden tickets must be long, because there are not regular ones enough for all places."""
    due = out.n_pool - size(out.pool[0]) - size(out.pool[1])
    for seat in range(out.seats):
        due += k.hidden_tickets[seat]
        if seat != k.viewer:
            due += out.n_offer[seat] - (t.deal_long if out.starting and out.n_offer[seat] else 0)
    for i in range(out.n_returned):
        due += out.returned[(out.returned_head + i) % MAX_TICKETS] == UNKNOWN
    return due


def deal_held(t: Tables, k: Knowledge, rng: Rng, out: State, seat: int) -> None:
    """The hidden tickets of a seat: long ones only among those kept at the start, each as likely as any other."""
    hidden = k.hidden_tickets[seat]
    longs = t.deal_long
    offered = t.deal_long + t.deal_regular
    for _ in range(out.kept_start[seat] if longs else 0):
        chosen = rng.below(offered) < longs
        if hidden and longs and out.longs[0] | out.longs[1] and (chosen or k.longs_due > 0):
            give_ticket(out, seat, take_long(rng, out))
            longs -= 1
            hidden -= 1
            k.longs_due -= 1
        offered -= 1
    for _ in range(hidden):
        give_ticket(out, seat, take_regular(rng, out))
    for i in range(out.n_offer[seat]):
        if out.starting and i < t.deal_long:
            out.offers[MAX_OFFER * seat + i] = take_long(rng, out)


def deal_offer(rng: Rng, out: State, seat: int) -> None:
    """The tickets that another seat is just choosing from."""
    for i in range(out.n_offer[seat]):
        if out.offers[MAX_OFFER * seat + i] == UNKNOWN:
            out.offers[MAX_OFFER * seat + i] = take_regular(rng, out)


def give_ticket(out: State, seat: int, ticket: int) -> None:
    """Put a ticket into a seat's hand."""
    out.tickets[2 * seat + (ticket >> 6)] |= bit(ticket & 63)


def take_regular(rng: Rng, out: State) -> int:
    """A random ticket of the pool, which it leaves."""
    ticket = pick(out.pool[0], out.pool[1], rng)
    out.pool[ticket >> 6] ^= bit(ticket & 63)
    return ticket


def take_long(rng: Rng, out: State) -> int:
    """A random long ticket of those that the viewer cannot place."""
    ticket = pick(out.longs[0], out.longs[1], rng)
    out.longs[ticket >> 6] ^= bit(ticket & 63)
    return ticket
