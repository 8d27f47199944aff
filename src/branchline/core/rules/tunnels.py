"""Tunnels (U1, U2, U3, U4, U5, U6): three cards are revealed, and may make the route cost more.

The laid cards wait in `tunnel_colour`, `tunnel_count` and `tunnel_wilds` of the state until the claim is complete or
the player withdraws.
"""

from __future__ import annotations

import cython

from .state import Moves, State
from .tables import Tables

if not cython.compiled:
    from branchline.core.constants import KINDS, NO_CHANCE, PAY, REVEAL, TUNNEL, TUNNEL_CARD, WILD, WITHDRAW

    from .cards import discard, receive_openly, restock, take_from_pile
    from .claims import complete_claim, end_claim, pay


def begin_tunnel(t: Tables, s: State) -> bool:
    """Let chance reveal cards for the laid set. False if the route is no tunnel, or there is no card to reveal (U1)."""
    if not t.tunnel[s.tunnel_route] or s.n_pile == 0:
        return False
    s.chance = TUNNEL_CARD
    return True


def reveal(t: Tables, s: State, kind: int) -> bool:
    """Reveal one more card of the pile, up to three (U1). True if the tunnel is then claimed at no extra cost."""
    take_from_pile(s, kind)
    restock(s)
    s.revealed[s.n_revealed] = kind
    s.n_revealed += 1
    s.tunnel_extra += extra_cost(s, kind)
    if s.n_revealed < REVEAL and s.n_pile:
        return False
    s.chance = NO_CHANCE
    if s.tunnel_extra:
        s.phase = TUNNEL
        return False
    discard_revealed(s)
    complete_claim(t, s)
    return True


def extra_cost(s: State, kind: int) -> int:
    """One more card for a revealed wild or card of the colour laid (U2). Laid wilds have no colour but wild (U3)."""
    return 1 if kind == WILD or kind == s.tunnel_colour else 0


def list_extra_payments(s: State, out: Moves, canonical: bool) -> int:
    """List what the actor can do now: withdraw (U4), or pay the extra cards in any way (U2, U6).

    If only wilds were laid, only wilds pay (U3).
    """
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


def pay_extra(t: Tables, s: State, colour: int, count: int, wilds: int) -> None:
    """The actor pays the extra cards and claims the tunnel (U2). They place no cars and score nothing (U6)."""
    pay(s, colour, count, wilds)
    discard_revealed(s)
    complete_claim(t, s)


def withdraw(s: State) -> None:
    """The laid cards return to the hand, and everybody has seen them (U4)."""
    receive_openly(s, s.actor, s.tunnel_colour, s.tunnel_count)
    receive_openly(s, s.actor, WILD, s.tunnel_wilds)
    discard_revealed(s)
    end_claim(s)


def discard_revealed(s: State) -> None:
    """The revealed cards are discarded at the end of the turn, whichever way it went (U5)."""
    for i in range(s.n_revealed):
        discard(s, s.revealed[i], 1)
        s.revealed[i] = 0
    s.n_revealed = 0
