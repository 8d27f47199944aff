"""The state machine of a game: apply a seat's action or an outcome of chance, and go on to the next decision."""

from __future__ import annotations

import cython

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.constants import (
        A_BLIND,
        A_CLAIM,
        A_DRAW,
        A_KEEP,
        A_PAY,
        A_STATION,
        A_TICKETS,
        A_WITHDRAW,
        AFTER_CARD,
        AFTER_DEAL,
        AFTER_TURN,
        BLIND_CARD,
        HAND_CARD,
        KINDS,
        LAST_CARS,
        LONG_TICKET,
        NOTHING,
        OVER,
        ROW_CARD,
        SECOND_CARD,
        TUNNEL_CARD,
        TURN,
        WILD,
    )

    from .cards import gap, receive_openly, row_has_colour, settled, slot_of, take_from_pile
    from .claims import complete_claim, lay_cards
    from .stations import build_station
    from .tickets import deal_next_ticket, draw_tickets, keep_tickets, receive_ticket
    from .tunnels import begin_tunnel, pay_extra, reveal, withdraw


def step(t: Tables, s: State, action: int) -> None:
    """Play an action of the actor (T1). The caller makes sure that it is legal."""
    kind = t.action_kind[action]
    target, colour = t.action_target[action], t.action_colour[action]
    count, wilds = t.action_count[action], t.action_wilds[action]
    if kind == A_DRAW:
        s.passes = 0
        draw_face_up(t, s, colour)
    elif kind == A_BLIND:
        s.passes = 0
        s.after = AFTER_CARD if s.phase == TURN else AFTER_TURN
        s.chance = BLIND_CARD
    elif kind == A_CLAIM:
        s.passes = 0
        lay_cards(s, target, colour, count, wilds)
        if not begin_tunnel(t, s):
            complete_claim(t, s)
            advance(t, s)
    elif kind == A_STATION:
        s.passes = 0
        build_station(s, target, colour, count, wilds)
        advance(t, s)
    elif kind == A_KEEP:
        if keep_tickets(t, s, target):
            end_turn(s)
    elif kind == A_TICKETS:
        s.passes = 0
        draw_tickets(t, s)
    elif kind == A_PAY:
        pay_extra(t, s, colour, count, wilds)
        advance(t, s)
    elif kind == A_WITHDRAW:
        withdraw(s)
        advance(t, s)
    else:
        s.passes += 1  # T3
        end_turn(s)


def draw_face_up(t: Tables, s: State, kind: int) -> None:
    """Take a face-up card; the row is filled up at once (D2). A wild is the only card of its turn (D3)."""
    s.row[slot_of(s, kind)] = NOTHING
    receive_openly(s, s.actor, kind, 1)
    s.after = AFTER_CARD if s.phase == TURN and kind != WILD else AFTER_TURN
    advance(t, s)


def apply_chance(t: Tables, s: State, outcome: int) -> None:
    """Apply what chance deals: a ticket, a card for a tunnel, the row, a starting hand (S2), or one drawn blind.

    A wild drawn blind is an ordinary card (D5), and a hand may hold any number of cards (D9).
    """
    if s.chance >= LONG_TICKET:
        receive_ticket(t, s, outcome)
    elif s.chance == TUNNEL_CARD:
        if reveal(t, s, outcome):
            advance(t, s)
    else:
        take_from_pile(s, outcome)
        if s.chance == ROW_CARD:
            s.row[gap(s)] = outcome
        elif s.chance == HAND_CARD:
            s.hands[KINDS * (s.dealt // t.hand) + outcome] += 1
            s.dealt += 1
            if s.dealt < t.hand * s.seats:
                return
            s.dealt = 0
        else:
            s.hands[KINDS * s.actor + outcome] += 1
        advance(t, s)


def advance(t: Tables, s: State) -> None:
    """Bring pile and row in order; once that is done, go on to the next card, turn or ticket."""
    if not settled(s):
        return
    if s.after == AFTER_CARD:
        begin_second_card(s)
    elif s.after == AFTER_TURN:
        end_turn(s)
    elif s.after == AFTER_DEAL:
        deal_next_ticket(t, s)


def begin_second_card(s: State) -> None:
    """After the first card the actor takes a second one (D1); the turn ends if there is none that it may take (D8)."""
    s.phase = SECOND_CARD
    if s.n_pile == 0 and not row_has_colour(s):
        end_turn(s)


def end_turn(s: State) -> None:
    """The next seat's turn. The game is over after everybody's last turn (E1), or when all have passed (T3)."""
    s.turns += 1
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.last_turns == NOTHING and s.cars[s.actor] <= LAST_CARS:
        s.last_turns = s.seats
    s.actor = s.actor + 1 if s.actor + 1 < s.seats else 0
    s.phase = OVER if s.last_turns == 0 or s.passes == s.seats else TURN
