"""Sets of routes, cities and tickets as Python sees them: lists of their members."""

from __future__ import annotations

import cython

if not cython.compiled:
    from branchline.core.bits import lowest


def members(low: int, high: int) -> list[int]:
    """The members of a set of two words, in ascending order."""
    found = []
    while low:
        found.append(lowest(low))
        low &= low - 1
    while high:
        found.append(64 + lowest(high))
        high &= high - 1
    return found
