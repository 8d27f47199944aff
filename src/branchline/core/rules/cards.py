"""The draw pile, the discards and the row of face-up cards (S3, D2, D6, D7, D8)."""

from __future__ import annotations

import cython

from .state import State

if not cython.compiled:
    from branchline.core.bits import lowest
    from branchline.core.constants import KINDS, NO_CHANCE, NOTHING, ROW, ROW_CARD, ROW_WILDS, WILD


def restock(s: State) -> None:
    """An empty draw pile takes the discards at once (D7)."""
    if s.n_pile == 0 and s.n_discards:
        shuffle_in(s)


def shuffle_in(s: State) -> None:
    """The discards are shuffled into the pile."""
    for kind in range(KINDS):
        s.pile[kind] += s.discards[kind]
        s.discards[kind] = 0
    s.n_pile += s.n_discards
    s.n_discards = 0


def take_from_pile(s: State, kind: int) -> None:
    """A card leaves the pile."""
    s.pile[kind] -= 1
    s.n_pile -= 1


def discard(s: State, kind: int, count: int) -> None:
    """Cards go onto the discards. An empty pile takes them over later, in `restock`."""
    s.discards[kind] += count
    s.n_discards += count


def spend(s: State, seat: int, kind: int, count: int) -> None:
    """Cards leave a hand. All players see them (H2)."""
    i = KINDS * seat + kind
    s.hands[i] -= count
    s.known[i] = s.known[i] - count if s.known[i] > count else 0


def receive_openly(s: State, seat: int, kind: int, count: int) -> None:
    """Cards come into a hand of any size (D9). All players see them (H2)."""
    s.hands[KINDS * seat + kind] += count
    s.known[KINDS * seat + kind] += count


def gap(s: State) -> int:
    """The leftmost empty place of the row, or NOTHING."""
    gaps = places_of(s, NOTHING)
    return lowest(gaps) if gaps else NOTHING


def slot_of(s: State, kind: int) -> int:
    """The leftmost place of the row with a card of this kind. There must be one."""
    return lowest(places_of(s, kind))


def places_of(s: State, kind: int) -> int:
    """The set of places of the row with a card of this kind, or with a gap for NOTHING."""
    places = 0
    for slot in range(ROW):
        places |= (s.row[slot] == kind) << slot
    return places


def row_has_colour(s: State) -> bool:
    """Whether any face-up card is not wild, and so can be taken second (D4)."""
    for slot in range(ROW):
        if s.row[slot] != NOTHING and s.row[slot] != WILD:
            return True
    return False


def too_many_wilds(s: State) -> bool:
    """Whether the row must be replaced: it has three wilds, and there are enough other cards for that to end (D6)."""
    wilds = 0
    for slot in range(ROW):
        wilds += s.row[slot] == WILD
    if wilds < ROW_WILDS:
        return False
    others = s.n_pile - s.pile[WILD] + s.n_discards - s.discards[WILD]
    for slot in range(ROW):
        if s.row[slot] != WILD and s.row[slot] != NOTHING:
            others += 1
    return others >= ROW - ROW_WILDS + 1


def sweep_row(s: State) -> None:
    """Discard all five face-up cards (D6). A row with a gap is never swept: too few cards are left then.

    With five cards in the pile and no discards, row and pile would change places for ever. There the swept cards
    are shuffled into the pile at once.
    """
    only_swaps = s.n_pile == ROW and s.n_discards == 0
    for slot in range(ROW):
        discard(s, s.row[slot], 1)
        s.row[slot] = NOTHING
    if only_swaps:
        shuffle_in(s)


def settled(s: State) -> bool:
    """Bring pile and row in order; False if chance must first turn up a card for the row (D2, D7).

    The wild limit (D6) holds for the first five cards too (S3). Gaps stay while there is no card for them (D8).
    """
    restock(s)
    if gap(s) == NOTHING or s.n_pile == 0:
        if not too_many_wilds(s):
            s.chance = NO_CHANCE
            return True
        sweep_row(s)
        restock(s)
    s.chance = ROW_CARD
    return False
