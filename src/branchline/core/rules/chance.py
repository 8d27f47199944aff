"""Chance as a player: what it may deal now, with which weights, and a random choice by these."""

from __future__ import annotations

import cython

from branchline.core.rng import Rng

from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, has_next, next_member, nth_member, set_size
    from branchline.core.constants import KINDS, LONG_TICKET, WILD

    from .step import apply_chance


def outcomes(s: State) -> list[tuple[int, int]]:
    """What chance may deal now, as (kind of card or ticket, weight); empty if it is not chance's move."""
    if not s.chance:
        return []
    if s.chance < LONG_TICKET:
        return [(kind, s.pile[kind]) for kind in range(KINDS) if s.pile[kind]]
    found = []
    rest = Members(s.pool[0], s.pool[1])
    if s.chance == LONG_TICKET:
        rest = Members(s.longs[0], s.longs[1])
    while has_next(rest):
        found.append((next_member(rest), 1))
    return found


def sample(s: State, rng: Rng) -> int:
    """A random outcome by its weight: a card of the pile (S2), or a ticket of the pool."""
    if s.chance < LONG_TICKET:
        n = rng.below(s.n_pile)
        found = 0
        for kind in range(WILD):  # nobody can predict where the card lies, so every kind is looked at
            n -= s.pile[kind]
            found += 1 + (n >> 31)
        return found
    if s.chance == LONG_TICKET:
        return pick(s.longs[0], s.longs[1], rng)
    return pick(s.pool[0], s.pool[1], rng)


def pick(low: int, high: int, rng: Rng) -> int:
    """A random member of a set of two words."""
    return nth_member(low, high, rng.below(set_size(low, high)))


def deal_all(t: Tables, s: State, rng: Rng) -> None:
    """Let chance move until a seat is to move, or the game is over."""
    while s.chance:
        apply_chance(t, s, sample(s, rng))
