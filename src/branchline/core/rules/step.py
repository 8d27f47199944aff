"""The automaton: a seat's action or an outcome of chance goes in, and the game goes on to the next one."""

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
        LONG_TICKET,
        NOTHING,
        ROW_CARD,
        TUNNEL_CARD,
        TURN,
        WILD,
    )

    from .cards import gap, receive_openly, settled, slot_of, take_from_pile
    from .claims import build_station, lay_cards, pay_extra, reveal, withdraw
    from .tickets import deal_next_ticket, draw_tickets, keep_tickets, receive_ticket
    from .turn import end_turn, go_on_to_second_card


def step(t: Tables, s: State, action: int) -> None:
    """Play a legal action of the actor. What is not legal here must never be passed in."""
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
        if lay_cards(t, s, target, colour, count, wilds):
            advance(t, s)
    elif kind == A_STATION:
        s.passes = 0
        build_station(s, target, colour, count, wilds)
        advance(t, s)
    elif kind == A_KEEP:
        keep_tickets(t, s, target)
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
        s.passes += 1
        end_turn(s)


def draw_face_up(t: Tables, s: State, kind: int) -> None:
    """A face-up card; a wild is the only card of its turn (D2, D3)."""
    s.row[slot_of(s, kind)] = NOTHING
    receive_openly(s, s.actor, kind, 1)
    s.after = AFTER_CARD if s.phase == TURN and kind != WILD else AFTER_TURN
    advance(t, s)


def apply_chance(t: Tables, s: State, outcome: int) -> None:
    """Let chance have dealt this card or ticket."""
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
    """Settle the table; once that is done, go on with what comes after."""
    if not settled(s):
        return
    if s.after == AFTER_CARD:
        go_on_to_second_card(s)
    elif s.after == AFTER_TURN:
        end_turn(s)
    elif s.after == AFTER_DEAL:
        deal_next_ticket(t, s)
