"""What one viewer knows of a position (H1, H2), and complete positions that agree with it.

The known part is a state without the hidden parts. Other hands hold only the cards that everybody has seen. The pile
has a size, but no cards. The pool holds every regular ticket that the viewer has not located, and `longs` every such
long ticket. Tickets in places that the viewer cannot see are UNKNOWN.
"""

from __future__ import annotations

import cython

from branchline.core.rng import Rng

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, size
    from branchline.core.constants import (
        KINDS,
        MAX_OFFER,
        MAX_SEATS,
        MAX_TICKETS,
        NOTHING,
        ROW,
        ROW_WILDS,
        UNKNOWN,
        WILD,
    )

    from .chance import pick


class Refused:
    """The tickets that each seat has refused so far. A state forgets them where they leave the game (S6)."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.tickets = [0] * (2 * MAX_SEATS)

    def clear(self) -> None:
        """Nothing has been refused yet."""
        for i in range(2 * MAX_SEATS):
            self.tickets[i] = 0

    def add(self, seat: int, ticket: int) -> None:
        """A seat has refused a ticket."""
        if not (0 <= seat < MAX_SEATS and 0 <= ticket < MAX_TICKETS):
            raise ValueError(f"there is no seat {seat}, or no ticket {ticket}")
        self.tickets[2 * seat + (ticket >> 6)] |= bit(ticket & 63)

    def copy_from(self, other: Refused) -> None:
        """Become the same as another."""
        for i in range(2 * MAX_SEATS):
            self.tickets[i] = other.tickets[i]

    def note(self, s: State, kept: int) -> None:
        """The actor keeps some of its offered tickets, a bit each, and refuses the others."""
        for i in range(s.n_offer[s.actor]):
            if not kept & bit(i):
                ticket = s.offers[MAX_OFFER * s.actor + i]
                self.tickets[2 * s.actor + (ticket >> 6)] |= bit(ticket & 63)


class Knowledge:
    """A viewer's part of a position: the known state and how much is hidden in each place."""

    def __init__(self, state: State, viewer: int, hidden_cards: list[int], hidden_tickets: list[int]) -> None:
        self.state, self.viewer = state, viewer
        if not cython.compiled:
            self.hidden_cards, self.hidden_tickets = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.unseen = [0] * KINDS
            self.weights = [0] * (MAX_SEATS * MAX_TICKETS)
        self.weighted = False
        self.longs_due = self.places = 0
        for seat in range(state.seats):
            self.hidden_cards[seat], self.hidden_tickets[seat] = hidden_cards[seat], hidden_tickets[seat]

    def see(self, t: Tables, s: State, viewer: int, refused: Refused) -> None:
        """Know what a seat knows of a complete position, and which tickets it has refused (S6)."""
        self.state.copy_from(s)
        self.viewer, self.weighted = viewer, False
        for word in range(2):
            seen = s.tickets[2 * viewer + word]
            if t.refused_leave:
                seen |= refused.tickets[2 * viewer + word]
            self.state.pool[word] = t.regular_tickets[word] & ~seen
            self.state.longs[word] = t.long_tickets[word] & ~seen
        for i in range(s.n_offer[viewer]):
            locate(self.state, s.offers[MAX_OFFER * viewer + i])
        for i in range(s.n_returned):
            place = (s.returned_head + i) % MAX_TICKETS
            if s.returned_by[place] == viewer:
                locate(self.state, s.returned[place])
            else:
                self.state.returned[place] = UNKNOWN
        for kind in range(KINDS):
            self.state.pile[kind] = 0
        for seat in range(s.seats):
            self.hidden_cards[seat] = self.hidden_tickets[seat] = 0
            if seat != viewer:
                self._hide(s, seat)

    def _hide(self, s: State, seat: int) -> None:
        """Forget what another seat holds, but not how much of it."""
        hidden = 0
        for kind in range(KINDS):
            hidden += s.hands[KINDS * seat + kind] - s.known[KINDS * seat + kind]
            self.state.hands[KINDS * seat + kind] = s.known[KINDS * seat + kind]
        self.hidden_cards[seat] = hidden
        self.hidden_tickets[seat] = size(s.tickets[2 * seat]) + size(s.tickets[2 * seat + 1])
        self.state.tickets[2 * seat] = self.state.tickets[2 * seat + 1] = 0
        for i in range(MAX_OFFER):
            self.state.offers[MAX_OFFER * seat + i] = UNKNOWN

    def fill(self, t: Tables, rng: Rng, out: State) -> None:
        """Write into `out` a random complete position that agrees with what is known.

        All are equally likely, unless `weights` says that a seat rather holds this ticket than that.
        """
        determinise(t, self, rng, out)


def locate(known: State, ticket: int) -> None:
    """The viewer knows where a ticket is: it is in no hidden place."""
    known.pool[ticket >> 6] &= ~bit(ticket & 63)
    known.longs[ticket >> 6] &= ~bit(ticket & 63)


def determinise(t: Tables, k: Knowledge, rng: Rng, out: State) -> None:
    """Deal at random what is secret (H1), so that it agrees with what is public (H2)."""
    out.copy_from(k.state)
    deal_cards(t, k, rng, out)
    if t.refused_leave:
        k.longs_due = count_longs_due(t, k, out)
    else:
        count_circulating(t, k, out)
    for seat in range(out.seats):
        if seat != k.viewer:
            deal_held(t, k, rng, out, seat)
    for seat in range(out.seats):
        if seat != k.viewer:
            deal_offer(t, k, rng, out, seat)
    for i in range(out.n_returned):
        place = (out.returned_head + i) % MAX_TICKETS
        if out.returned[place] == UNKNOWN:
            out.returned[place] = take_hidden(t, k, rng, out)
    for _ in range(size(out.pool[0]) + size(out.pool[1]) - out.n_pool):
        take_regular(rng, out)  # S6: refused and out of the game; only the seat that refused it knows which
    if not out.starting:
        out.longs[0] = out.longs[1] = 0


def deal_cards(t: Tables, k: Knowledge, rng: Rng, out: State) -> None:
    """The cards that the viewer has not seen go to the other hands and the pile."""
    left = count_unseen(t, k, out)
    pile_first = deal_pile(k, rng, out, left, spare_others(out))
    if pile_first:
        left -= out.n_pile
    for seat in range(out.seats):
        for _ in range(k.hidden_cards[seat]):
            out.hands[KINDS * seat + take_card(k, rng, left)] += 1
            left -= 1
    if not pile_first:
        for kind in range(KINDS):
            out.pile[kind] = k.unseen[kind]


def take_card(k: Knowledge, rng: Rng, left: int) -> int:
    """Take one of the first `left` unseen cards, counted from the first kind on."""
    n = rng.below(left)
    kind = 0
    while n >= k.unseen[kind]:
        n -= k.unseen[kind]
        kind += 1
    k.unseen[kind] -= 1
    return kind


def spare_others(s: State) -> int:
    """How many cards that are not wild the pile can hold, if three wilds lie in the row and were not replaced.

    Then everybody knows that too few other cards are left (D6). NOTHING if there is no such limit.
    """
    wilds = 0
    spare = ROW - ROW_WILDS - s.n_discards + s.discards[WILD]
    for slot in range(ROW):
        if s.row[slot] == WILD:
            wilds += 1
        elif s.row[slot] != NOTHING:
            spare -= 1
    for i in range(s.n_revealed):
        if s.revealed[i] != WILD:
            spare -= 1
    return spare if wilds >= ROW_WILDS and spare >= 0 else NOTHING


def deal_pile(k: Knowledge, rng: Rng, out: State, left: int, spare: int) -> bool:
    """If D6 limits the pile, deal it first: every possible pile is equally likely. False if nothing is dealt."""
    wilds = k.unseen[WILD]
    total = 0.0
    for others in range(spare + 1):
        total += ways(left - wilds, others) * ways(wilds, out.n_pile - others)
    if total == 0.0:
        return False
    mark = (rng.next() >> 11) / 9007199254740992.0 * total
    others = 0
    while others < spare:
        mark -= ways(left - wilds, others) * ways(wilds, out.n_pile - others)
        if mark < 0.0:
            break
        others += 1
    for i in range(others):
        out.pile[take_card(k, rng, left - wilds - i)] += 1
    k.unseen[WILD] -= out.n_pile - others
    out.pile[WILD] = out.n_pile - others
    return True


def ways(n: int, count: int) -> float:
    """In how many ways so many of n cards can be chosen."""
    if count < 0 or count > n:
        return 0.0
    found = 1.0
    for i in range(count):
        found = found * (n - i) / (i + 1)
    return found


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
    """How many hidden tickets must be long, because there are not enough regular ones for all places."""
    due = out.n_pool - size(out.pool[0]) - size(out.pool[1])
    for seat in range(out.seats):
        due += k.hidden_tickets[seat]
        if seat != k.viewer:
            due += out.n_offer[seat] - (t.deal_long if out.starting and out.n_offer[seat] else 0)
    for i in range(out.n_returned):
        due += out.returned[(out.returned_head + i) % MAX_TICKETS] == UNKNOWN
    return due


def count_circulating(t: Tables, k: Knowledge, out: State) -> None:
    """If refused tickets go under the deck: count the hidden places, and the long tickets that lie in them."""
    k.places = k.longs_due = 0
    for seat in range(out.seats):
        k.places += k.hidden_tickets[seat]
        if not out.starting:
            k.longs_due += t.deal_long
            k.places += out.n_offer[seat] if seat != k.viewer else 0
        elif out.n_offer[seat] == 0:
            k.longs_due += t.deal_long
    for i in range(out.n_returned):
        k.places += out.returned[(out.returned_head + i) % MAX_TICKETS] == UNKNOWN
    k.longs_due -= count_longs_seen(t, k, out)
    if k.longs_due < 0:
        k.longs_due = 0
    elif k.longs_due > k.places:  # a set-up can leave them out
        k.longs_due = k.places


def count_longs_seen(t: Tables, k: Knowledge, out: State) -> int:
    """How many long tickets the viewer has located, of those that were dealt and already kept or refused."""
    longs = size(t.long_tickets[0]) + size(t.long_tickets[1]) - size(out.longs[0]) - size(out.longs[1])
    if k.viewer != NOTHING and out.starting and out.n_offer[k.viewer]:
        longs -= t.deal_long
    return longs


def deal_held(t: Tables, k: Knowledge, rng: Rng, out: State, seat: int) -> None:
    """Deal the hidden tickets of a seat. Long ones can only be among those kept at the start, all equally likely."""
    hidden = k.hidden_tickets[seat]
    longs = t.deal_long if t.refused_leave else 0
    offered = t.deal_long + t.deal_regular
    for _ in range(out.kept_start[seat] if longs else 0):
        chosen = rng.below(offered) < longs
        if hidden and longs and out.longs[0] | out.longs[1] and (chosen or k.longs_due > 0):
            give_ticket(out, seat, take_long_of(k, rng, out, seat))
            longs -= 1
            hidden -= 1
            k.longs_due -= 1
        offered -= 1
    for _ in range(hidden):
        give_ticket(out, seat, take_held(t, k, rng, out, seat))
    for i in range(out.n_offer[seat]):
        if out.starting and i < t.deal_long:
            out.offers[MAX_OFFER * seat + i] = take_long(rng, out)


def deal_offer(t: Tables, k: Knowledge, rng: Rng, out: State, seat: int) -> None:
    """Deal the tickets that another seat chooses from at the moment."""
    for i in range(out.n_offer[seat]):
        if out.offers[MAX_OFFER * seat + i] == UNKNOWN:
            out.offers[MAX_OFFER * seat + i] = (
                take_regular(rng, out) if out.starting else take_hidden(t, k, rng, out)
            )


def give_ticket(out: State, seat: int, ticket: int) -> None:
    """Put a ticket into a seat's hand."""
    out.tickets[2 * seat + (ticket >> 6)] |= bit(ticket & 63)


def take_held(t: Tables, k: Knowledge, rng: Rng, out: State, seat: int) -> int:
    """Take a ticket that a seat has kept."""
    if not k.weighted:
        return take_hidden(t, k, rng, out)
    if not t.refused_leave:
        k.places -= 1
        if rng.below(k.places + 1) < k.longs_due:
            k.longs_due -= 1
            return take_long_of(k, rng, out, seat)
    ticket = pick_weighted(k, rng, out.pool[0], out.pool[1], seat)
    out.pool[ticket >> 6] ^= bit(ticket & 63)
    return ticket


def take_long_of(k: Knowledge, rng: Rng, out: State, seat: int) -> int:
    """Take a long ticket that a seat has kept."""
    if not k.weighted:
        return take_long(rng, out)
    ticket = pick_weighted(k, rng, out.longs[0], out.longs[1], seat)
    out.longs[ticket >> 6] ^= bit(ticket & 63)
    return ticket


def pick_weighted(k: Knowledge, rng: Rng, low: int, high: int, seat: int) -> int:
    """One of some tickets, each as likely as its weight in a seat's hand."""
    total = 0
    rest = Members(low, high)
    while has_next(rest):
        total += k.weights[MAX_TICKETS * seat + next_member(rest)]
    mark = rng.below(total)
    rest = Members(low, high)
    ticket = next_member(rest)
    mark -= k.weights[MAX_TICKETS * seat + ticket]
    while mark >= 0:
        ticket = next_member(rest)
        mark -= k.weights[MAX_TICKETS * seat + ticket]
    return ticket


def take_hidden(t: Tables, k: Knowledge, rng: Rng, out: State) -> int:
    """Take a ticket for a hidden place. It may be a long one, if refused long tickets go under the deck."""
    if not t.refused_leave:
        k.places -= 1
        if rng.below(k.places + 1) < k.longs_due:
            k.longs_due -= 1
            return take_long(rng, out)
    return take_regular(rng, out)


def take_regular(rng: Rng, out: State) -> int:
    """Take a random ticket out of the pool."""
    ticket = pick(out.pool[0], out.pool[1], rng)
    out.pool[ticket >> 6] ^= bit(ticket & 63)
    return ticket


def take_long(rng: Rng, out: State) -> int:
    """Take a random long ticket that the viewer has not located."""
    ticket = pick(out.longs[0], out.longs[1], rng)
    out.longs[ticket >> 6] ^= bit(ticket & 63)
    return ticket
