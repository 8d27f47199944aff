"""Whether what a viewer says it knows can be true of any game. The core trusts every number of a position after this.

A view may come from anywhere. With numbers that don't add up, C would write beyond its arrays, deal from an empty pile
or look for a move where there is none.
"""

from __future__ import annotations

import cython

from .knowledge import Knowledge
from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, has_next, next_member, size
    from branchline.core.constants import (
        KEEP,
        KINDS,
        MAX_CARDS,
        MAX_TICKETS,
        NOTHING,
        OVER,
        SECOND_CARD,
        TUNNEL,
        TURN_LIMIT,
        WILD,
    )

    from .cards import row_has_colour
    from .knowledge import count_circulating, count_longs_due, count_unseen


def why_impossible(t: Tables, k: Knowledge) -> str:
    """What does not add up in a viewer's knowledge; nothing if a game can be like that."""
    if not NOTHING <= k.viewer < k.state.seats:
        return f"there is no seat {k.viewer}: seats are 0 to {k.state.seats - 1}"
    return wrong_state(t, k.state) or wrong_cards(t, k) or wrong_tickets(t, k)


def wrong_state(t: Tables, s: State) -> str:
    """What no position can have, whether something is hidden in it or not; nothing if all is well."""
    return (
        wrong_numbers(s) or wrong_pieces(t, s) or wrong_phase(s) or wrong_tunnel(t, s) or wrong_offers(t, s)
    )


def wrong_numbers(s: State) -> str:
    """Numbers that are no seats, phases or counts of turns."""
    if not (0 <= s.actor < s.seats and 0 <= s.first < s.seats):
        return f"actor and first must be seats, 0 to {s.seats - 1}"
    if not KEEP <= s.phase <= OVER:
        return f"there is no phase {s.phase}"
    if not (0 <= s.passes <= s.seats and NOTHING <= s.last_turns <= s.seats):
        return f"passes and last_turns are at most {s.seats}, the number of seats"
    if not 0 <= s.turns <= TURN_LIMIT:
        return f"a game has at most {TURN_LIMIT} turns, not {s.turns}"
    return ""


def wrong_pieces(t: Tables, s: State) -> str:
    """More cars on the board or left than a seat has."""
    for seat in range(s.seats):
        placed = 0
        rest = Members(s.owned[2 * seat], s.owned[2 * seat + 1])
        while has_next(rest):
            placed += t.length[next_member(rest)]
        if placed > t.cars or s.cars[seat] > t.cars:
            return f"seat {seat} has {t.cars} cars, not {placed} placed and {s.cars[seat]} left"
    return ""


def wrong_phase(s: State) -> str:
    """A phase in which nobody could move."""
    if s.starting and s.phase != KEEP:
        return "the first tickets are still being chosen, so the phase must be keep"
    if s.phase == SECOND_CARD and s.n_pile == 0 and not row_has_colour(s):
        return "a second card is to be drawn, but there is none"
    if s.phase != OVER and (s.passes == s.seats or s.last_turns == 0):
        return "all have passed or had their last turn, so the game is over"
    if (s.phase == TUNNEL) != (s.tunnel_route != NOTHING):
        return "the phase must be tunnel exactly when a tunnel is open"
    return ""


def wrong_tunnel(t: Tables, s: State) -> str:
    """A tunnel that is none, or whose cards don't add up (U1, U2)."""
    if s.phase != TUNNEL:
        return ""
    route, extra = s.tunnel_route, 0
    for i in range(s.n_revealed):
        extra += s.revealed[i] == s.tunnel_colour or s.revealed[i] == WILD
    if not t.tunnel[route] or not s.is_open(s.actor, route) or s.cars[s.actor] < t.length[route]:
        return "the tunnel is on a route that the actor can't claim"
    if s.tunnel_count < 0 or s.tunnel_wilds < 0 or s.tunnel_count + s.tunnel_wilds != t.length[route]:
        return f"the tunnel takes {t.length[route]} cards, not {s.tunnel_count} and {s.tunnel_wilds} wild"
    if (s.tunnel_count == 0) != (s.tunnel_colour == WILD):
        return "a tunnel is laid with cards of a colour, or with wilds alone"
    if s.tunnel_count and t.colour[route] != WILD and t.colour[route] != s.tunnel_colour:
        return "the cards laid for the tunnel have another colour than the route"
    if extra == 0 or extra != s.tunnel_extra:
        return f"the tunnel costs {extra} extra by the cards revealed, not {s.tunnel_extra}"
    return ""


def wrong_cards(t: Tables, k: Knowledge) -> str:
    """More cards of a kind than there are, or other numbers of cards than the hidden places take."""
    s = k.state
    for i in range(KINDS * s.seats):
        if not 0 <= s.known[i] <= s.hands[i] <= t.cards[i % KINDS]:
            return f"the cards of seat {i // KINDS} are more than there are, or fewer than are known"
    places = s.n_pile
    for seat in range(s.seats):
        if not 0 <= k.hidden_cards[seat] <= MAX_CARDS:
            return f"seat {seat} can't have {k.hidden_cards[seat]} cards more than are known of its hand"
        places += k.hidden_cards[seat]
    left = count_unseen(t, k, s)
    for kind in range(KINDS):
        if k.unseen[kind] < 0:
            return f"the cards don't add up: card {kind} is shown {-k.unseen[kind]} times too often"
    if s.n_pile < 0 or left != places:
        return f"the cards don't add up: {left} are hidden, and pile and other hands have {places}"
    return ""


def wrong_offers(t: Tables, s: State) -> str:
    """Tickets offered to the wrong seats, or too many. At the start those choose who have not yet chosen (S4, S5)."""
    for seat in range(s.seats):
        least = most = 0
        if s.starting and seat >= s.actor:
            least = most = t.deal_long + t.deal_regular
        elif s.phase == KEEP and seat == s.actor:
            least, most = 1, t.draw_tickets
        if not least <= s.n_offer[seat] <= most:
            return f"seat {seat} can't choose from {s.n_offer[seat]} tickets now"
        if s.kept_start[seat] > t.deal_long + t.deal_regular or (s.starting and least and s.kept_start[seat]):
            return f"seat {seat} can't have kept {s.kept_start[seat]} of its first tickets"
    return ""


def wrong_tickets(t: Tables, k: Knowledge) -> str:
    """Fewer tickets left than the hidden places take, or more long ones in sight than were dealt (S4)."""
    s = k.state
    for seat in range(s.seats):
        if not 0 <= k.hidden_tickets[seat] <= MAX_TICKETS:
            return f"seat {seat} can't have {k.hidden_tickets[seat]} tickets"
    if s.n_pool < 0:
        return "fewer tickets are left than lie under the deck"
    lacking = count_longs_due(t, k, s) - most_longs(t, k) if t.refused_leave else lacking_regular(t, k, s)
    if lacking > 0:
        return f"the tickets don't add up: {lacking} too few are left for other hands, offers and the deck"
    if k.viewer != NOTHING and s.starting and s.n_offer[k.viewer] and longs_offered(t, k) != t.deal_long:
        return f"{t.deal_long} of the first tickets are long, not {longs_offered(t, k)}"
    if size(s.longs[0]) + size(s.longs[1]) < needed_longs(t, k):
        return "more long tickets are in sight than were dealt"
    return ""


def lacking_regular(t: Tables, k: Knowledge, s: State) -> int:
    """If refused tickets go under the deck: how many regular tickets are missing for the hidden places."""
    count_circulating(t, k, s)
    lacking = k.places - k.longs_due + s.n_pool - size(s.pool[0]) - size(s.pool[1])
    for seat in range(s.seats):
        if s.starting and seat != k.viewer and s.n_offer[seat]:
            lacking += t.deal_regular
    return lacking


def most_longs(t: Tables, k: Knowledge) -> int:
    """How many of the other seats' hidden tickets can be long: those kept at the start, as many as were dealt (S4)."""
    found = 0
    for seat in range(k.state.seats):
        if seat != k.viewer:
            found += min(t.deal_long, k.state.kept_start[seat], k.hidden_tickets[seat])
    return found


def needed_longs(t: Tables, k: Knowledge) -> int:
    """How many long tickets the hidden places can take, after `lacking_regular` has counted them."""
    found = 0 if t.refused_leave else k.longs_due
    for seat in range(k.state.seats):
        if seat != k.viewer and (t.refused_leave or (k.state.starting and k.state.n_offer[seat])):
            found += t.deal_long
    return found


def longs_offered(t: Tables, k: Knowledge) -> int:
    """How many of the tickets that the viewer chooses from are long."""
    found = 0
    for ticket in k.state.offer_of(k.viewer):
        found += (t.long_tickets[ticket >> 6] >> (ticket & 63)) & 1
    return found
