"""Things that must not touch push each other away; neighbour lists keep it fast."""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from .curves import Points
from .samples import Indices

LOOK_AHEAD = 45.0
"""Pairs that are this much further apart than they need are watched until the next look round."""
EVERY = 25
"""Steps between two looks round."""


def scatter(total: Points, index: Indices, values: Points) -> None:
    """total[index] += values, where an index may come more than once."""
    for axis in (0, 1):
        total[:, axis] += np.bincount(index, values[:, axis], len(total))


class Crowd:
    """Points that keep others off: where they are, whose they are, and the gradient at each, to be added to."""

    def __init__(self, places: Points, owner: Indices, gradient: Points | None = None) -> None:
        self.places, self.owner = places, owner
        self.gradient = np.zeros_like(places) if gradient is None else gradient

    def owned_by(self, owner: Indices) -> Crowd:
        """The same points and gradient, under other owners."""
        return Crowd(self.places, owner, self.gradient)


class Repulsion:
    """Hinge forces between the points of two crowds."""

    def __init__(self) -> None:
        self.pairs: dict[str, tuple[Indices, Indices]] = {}

    def forget(self) -> None:
        """Look round again at the next step."""
        self.pairs.clear()

    def __call__(self, name: str, one: Crowd, other: Crowd, need: float, weight: float) -> None:
        """Push apart the points that are closer than `need` and not of one owner."""
        if name not in self.pairs:
            self.pairs[name] = _neighbours(one, other, need + LOOK_AHEAD)
        i, j = self.pairs[name]
        apart = one.places[i] - other.places[j]
        square = np.einsum("ij,ij->i", apart, apart)
        close = square < need**2
        i, j, apart = i[close], j[close], apart[close]
        distance = np.sqrt(square[close]) + 1e-6
        force = (-0.02 * weight * (need - distance) / distance)[:, None] * apart
        scatter(one.gradient, i, force)
        scatter(other.gradient, j, -force)


def _neighbours(one: Crowd, other: Crowd, reach: float) -> tuple[Indices, Indices]:
    """Pairs within reach that have no owner in common; an owner may be a row of several."""
    same = one.places is other.places
    near = KDTree(one.places).query_ball_tree(KDTree(other.places), reach)
    pairs = [(i, j) for i, row in enumerate(near) for j in sorted(row) if not same or i < j]
    if not pairs:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    index = np.array(pairs)
    i, j = index[:, 0], index[:, 1]
    owners = one.owner[i] if one.owner.ndim == 2 else one.owner[i][:, None]
    foreign = np.all(owners != other.owner[j][:, None], axis=1)
    return i[foreign], j[foreign]
