"""Each candidate against the policy's own move, on the same worlds: which are dropped, and which is surely better."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from math import sqrt

    from branchline.core.bits import bit
    from branchline.core.buffers import doubles

    MAX_CANDIDATES = 64
    MIN_WORLDS = 8  # before anything is dropped
    BEHIND = 1.0  # standard errors behind at which a candidate is dropped
    GATE = 1.5  # standard errors by which a candidate must beat the policy's own move
    FEW = 10.0  # worlds after which the gate is twice as wide: one of several moves soon looks good by luck


class Duels:
    """Sums of the differences to the first candidate, world by world. `active` has a bit for each that is not dropped.

    A candidate must gain more than `margin` to be chosen, and more than the noise allows unless there is no `gate`.
    """

    def __init__(self, margin: float = 0.0, gated: bool = True) -> None:
        self.margin, self.gated = margin, gated
        self.count = self.worlds = self.live = 0
        self.active = 0
        if not cython.compiled:
            self.total, self.squares = [0.0] * MAX_CANDIDATES, [0.0] * MAX_CANDIDATES

    def begin(self, count: int) -> None:
        """A new decision between so many candidates."""
        self.count = self.live = count
        self.worlds = 0
        self.active = 0
        for i in range(count):
            self.total[i] = self.squares[i] = 0.0
            self.active |= bit(i)

    def add(self, values: MutableSequence[float], first: int, worlds: int) -> None:
        """Add the values of all candidates in some worlds, from a place in an `array("d")` on, a row for each world."""
        numbers = doubles(values)
        if len(values) < (first + worlds) * self.count:
            raise ValueError("there are too few values")
        for world in range(first, first + worlds):
            for i in range(1, self.count):
                if self.active & bit(i):
                    self.note(i, numbers[world * self.count + i] - numbers[world * self.count])
        self.worlds += worlds

    def count_worlds(self, worlds: int) -> None:
        """All differences in so many more worlds have been added."""
        self.worlds += worlds

    def note(self, i: int, difference: float) -> None:
        """Add one difference of a candidate."""
        self.total[i] += difference
        self.squares[i] += difference * difference

    def mean(self, i: int) -> float:
        """The mean gain of a candidate over the policy's own move."""
        return self.total[i] / self.worlds if self.worlds else 0.0

    def error(self, i: int) -> float:
        """The standard error of the mean."""
        if self.worlds < 2:
            return 1e9
        mean = self.total[i] / self.worlds
        spread = self.squares[i] / self.worlds - mean * mean
        return sqrt(spread / (self.worlds - 1)) if spread > 0.0 else 0.0

    def drop(self) -> None:
        """Drop the hopeless."""
        if self.worlds < MIN_WORLDS:
            return
        for i in range(1, self.count):
            if self.active & bit(i) and self.mean(i) + BEHIND * self.error(i) < 0.0:
                self.active &= ~bit(i)
                self.live -= 1

    def best(self) -> int:
        """The candidate with the highest mean of those that are better enough, or the policy's own (0)."""
        best = 0
        top = self.margin
        for i in range(1, self.count):
            if self.active & bit(i) and self.worlds:
                mean = self.mean(i)
                doubt = GATE * (1.0 + FEW / self.worlds) * self.error(i) if self.gated else 0.0
                if mean - doubt > self.margin and mean > top:
                    best, top = i, mean
        return best
