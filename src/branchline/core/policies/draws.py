"""Which card to take. `Workspace.gain` says what a card of each kind is worth."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.constants import BLIND, DRAW, KINDS, NOTHING, ROW, TURN, WILD

    from .workspace import count_unseen


def choose_draw(t: Tables, s: State, w: Workspace) -> int:
    """The best card to take now, or NOTHING if none can be taken. A face-up wild costs the second card (D3, D4)."""
    best, best_gain, second_gain = NOTHING, -1.0, 0.0
    wild = False
    for slot in range(ROW):
        kind = s.row[slot]
        if kind == WILD:
            wild = s.phase == TURN
        elif kind != NOTHING:
            if w.gain[kind] > best_gain:
                second_gain = best_gain if best_gain > 0 else 0.0
                best, best_gain = DRAW + kind, w.gain[kind]
            elif w.gain[kind] > second_gain:
                second_gain = w.gain[kind]
    if s.n_pile:
        blind = blind_gain(t, s, w)
        if blind > best_gain:
            best, best_gain, second_gain = BLIND, blind, blind
        elif blind > second_gain:
            second_gain = blind
    if wild and (best == NOTHING or w.face_up_wild > best_gain + second_gain):
        return DRAW + WILD
    return best


def blind_gain(t: Tables, s: State, w: Workspace) -> float:
    """What a card of the pile is worth on average, by what the actor knows."""
    count_unseen(t, s, w)
    cards = 0
    total = 0.0
    for kind in range(KINDS):
        if w.unseen[kind] > 0:
            cards += w.unseen[kind]
            total += w.unseen[kind] * w.gain[kind]
    return total / cards if cards else 0.0
