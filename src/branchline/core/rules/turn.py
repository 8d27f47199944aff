"""From one decision to the next: the second card, the end of a turn, the end of the game (T1, T3, D8, E1)."""

from __future__ import annotations

import cython

from .state import State

if not cython.compiled:
    from branchline.core.constants import LAST_CARS, NOTHING, OVER, SECOND_CARD, TURN

    from .cards import row_has_colour


def go_on_to_second_card(s: State) -> None:
    """After the first card: a second one, unless none can be taken (D1, D8)."""
    s.phase = SECOND_CARD
    if s.n_pile == 0 and not row_has_colour(s):
        end_turn(s)


def end_turn(s: State) -> None:
    """The next seat's turn, or the end of the game (E1, T3)."""
    s.turns += 1
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.last_turns == NOTHING and s.cars[s.actor] <= LAST_CARS:
        s.last_turns = s.seats
    s.actor = s.actor + 1 if s.actor + 1 < s.seats else 0
    s.phase = OVER if s.last_turns == 0 or s.passes == s.seats else TURN
