"""Points along the corridors whose places are linear in the unknowns.

The unknowns X are the places of the cities, then one Bézier control point per corridor. A point of a curve
at a fixed parameter is a fixed mixture of three of them, so all samples are one sparse product M·X, and a
gradient at the samples comes back to the unknowns as the transposed product.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from branchline.drawing.plan import Plan, Trims, target_lengths

from .curves import Points

Indices: TypeAlias = NDArray[np.intp]
SPACING = 12.0


class Samples:
    """The samples of all corridors for given trims, and for extra length where a corridor needs some."""

    def __init__(self, plan: Plan, trims: Trims, extra: Points) -> None:
        self.targets: Points = np.array(target_lengths(plan, trims)) + extra
        rows: list[tuple[int, float]] = []
        firsts: list[int] = []
        for index, corridor in enumerate(plan.corridors):
            firsts.append(len(rows))
            start = trims[index, corridor.a]
            stop = self.targets[index] - trims[index, corridor.b]
            count = max(2, round((stop - start - 10) / SPACING) + 1)
            marks = [0.0, *np.linspace(start + 5, stop - 5, count), float(self.targets[index])]
            rows += [(index, float(mark / self.targets[index])) for mark in marks]
        self.corridor: Indices = np.array([index for index, _ in rows])
        self.parameter: Points = np.array([t for _, t in rows])
        self.inner: Indices = np.flatnonzero((self.parameter > 0) & (self.parameter < 1))
        self.starts: Indices = np.flatnonzero(self.parameter < 1)
        self.matrix = self._matrix(plan)
        self._add_tracks(plan)

    def _matrix(self, plan: Plan) -> Any:
        a = np.array([one.a for one in plan.corridors])[self.corridor]
        b = np.array([one.b for one in plan.corridors])[self.corridor]
        t, number = self.parameter, np.arange(len(self.parameter))
        values = np.concatenate([(1 - t) ** 2, t * t, 2 * t * (1 - t)])
        columns = np.concatenate([a, b, plan.cities + self.corridor])
        shape = (len(t), plan.cities + len(plan.corridors))
        return csr_matrix((values, (np.tile(number, 3), columns)), shape=shape)

    def _add_tracks(self, plan: Plan) -> None:
        """Discs along every track: which sample each belongs to, and how far beside it it lies."""
        sample: list[int] = []
        offset: list[float] = []
        for number in self.inner:
            for one in plan.corridors[self.corridor[number]].offsets(plan.sizes):
                sample.append(int(number))
                offset.append(one)
        self.disc_sample: Indices = np.array(sample)
        self.disc_offset: Points = np.array(offset)
        self.disc_corridor: Indices = self.corridor[self.disc_sample]

    def places(self, unknowns: Points) -> Points:
        out: Points = self.matrix @ unknowns
        return out

    def discs(self, samples: Points) -> Points:
        """The middles of the discs; their sideways shift follows the present direction of the curve."""
        number = self.disc_sample
        along = samples[number + 1] - samples[number - 1]
        along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
        sideways = np.stack([-along[:, 1], along[:, 0]], 1)
        out: Points = samples[number] + self.disc_offset[:, None] * sideways
        return out

    def pull_back(self, gradient: Points) -> Points:
        """A gradient at the samples as a gradient of the unknowns."""
        out: Points = self.matrix.T @ gradient
        return out
