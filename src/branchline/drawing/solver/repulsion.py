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


class Repulsion:
    """Hinge forces between two families of points, each pair at most as close as it needs."""

    def __init__(self) -> None:
        self.pairs: dict[str, tuple[Indices, Indices]] = {}

    def forget(self) -> None:
        """Look round again at the next step."""
        self.pairs.clear()

    def __call__(
        self,
        name: str,
        ones: Points,
        others: Points,
        need: float,
        owner: Indices,
        other_owner: Indices,
        weight: float,
        on_ones: Points,
        on_others: Points,
    ) -> None:
        """Push apart those that are closer than `need` and not of one owner: adds to the two gradients."""
        if name not in self.pairs:
            self.pairs[name] = _neighbours(ones, others, need + LOOK_AHEAD, owner, other_owner)
        i, j = self.pairs[name]
        apart = ones[i] - others[j]
        square = np.einsum("ij,ij->i", apart, apart)
        close = square < need**2
        i, j, apart = i[close], j[close], apart[close]
        distance = np.sqrt(square[close]) + 1e-6
        force = (-0.02 * weight * (need - distance) / distance)[:, None] * apart
        scatter(on_ones, i, force)
        scatter(on_others, j, -force)


def _neighbours(
    ones: Points, others: Points, reach: float, owner: Indices, other_owner: Indices
) -> tuple[Indices, Indices]:
    same = ones is others
    near = KDTree(ones).query_ball_tree(KDTree(others), reach)
    pairs = [(i, j) for i, row in enumerate(near) for j in sorted(row) if not same or i < j]
    if not pairs:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    index = np.array(pairs)
    i, j = index[:, 0], index[:, 1]
    owners = owner[i] if owner.ndim == 2 else owner[i][:, None]
    foreign = np.all(owners != other_owner[j][:, None], axis=1)
    return i[foreign], j[foreign]
