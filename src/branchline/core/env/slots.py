"""Positions of many games side by side, uncompiled. Compiled, `batch.pxd` keeps them as blocks of bytes."""

from __future__ import annotations

from branchline.core.rules.state import State


def make_slots(count: int) -> list[State]:
    """Room for so many positions."""
    return [State() for _ in range(count)]


def slots_in(memory: list[State]) -> list[State]:
    """The positions in what `make_slots` has made."""
    return memory


def load_slot(s: State, slots: list[State], i: int) -> None:
    """Make a state the position in a place."""
    s.copy_from(slots[i])


def save_slot(s: State, slots: list[State], i: int) -> None:
    """Keep the position of a state in a place."""
    slots[i].copy_from(s)
