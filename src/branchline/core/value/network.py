"""A small network of whole numbers: inputs, two hidden layers with ReLU, two outputs.

All weights have 16 bits and all sums 32, so the result is the same compiled or not, on every machine. After each layer
the sums are shifted right, cut at 0 and at HIGHEST. Whoever makes weights sees to it that no sum can leave 32 bits
(`branchline.training.quantise`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import cython

from branchline.core.rules.state import State

from .features import Features

if not cython.compiled:
    from branchline.core.bits import Members, has_next, next_member

    MAX_DENSE = 256
    MAX_INPUTS = 640
    FIRST, SECOND, OUTPUTS = 64, 32, 2  # neurons of the layers
    HIGHEST = 32767
    SET = 64  # the input of a route or a ticket that is there
    UNIT = 4096  # an output of 1.0
    STEPS, SPAN = 64, 8  # the logistic function is a table with so many steps for 1.0, up to 8.0
    WHOLE = 65536  # a chance of one


class Network:
    """The weights of a network for one board and number of seats, and room for what it computes.

    `win` is the chance that the seat wins in 65536ths, `logit` its log-odds and `margin` the expected
    tanh(points ahead / 40), both in 4096ths.
    """

    def __init__(
        self,
        dense: int,
        routes: int,
        tickets: int,
        weights: Sequence[int],
        biases: Sequence[int],
        shifts: Sequence[int],
    ) -> None:
        self.dense, self.routes, self.tickets = dense, routes, tickets
        self.inputs = dense + 2 * routes + tickets
        self.win = self.logit = self.margin = 0
        wanted = self.inputs * FIRST + FIRST * SECOND + SECOND * OUTPUTS
        if not 0 < dense <= MAX_DENSE or not self.inputs <= MAX_INPUTS:
            raise ValueError(f"a network can't have {dense} inputs and {self.inputs} in all")
        if len(weights) != wanted or len(biases) != FIRST + SECOND + OUTPUTS or len(shifts) != 3:
            raise ValueError(f"the network needs {wanted} weights and {FIRST + SECOND + OUTPUTS} biases")
        if not cython.compiled:
            self.weights1, self.bias1 = [0] * (MAX_INPUTS * FIRST), [0] * FIRST
            self.weights2, self.bias2 = [0] * (FIRST * SECOND), [0] * SECOND
            self.weights3, self.bias3 = [0] * (SECOND * OUTPUTS), [0] * OUTPUTS
            self.sums1, self.sums2 = [0] * FIRST, [0] * SECOND
            self.logistic = [0] * (2 * SPAN * STEPS + 2)
        self.first_shift, self.second_shift, self.last_shift = shifts[0], shifts[1], shifts[2]
        self._read(weights, biases)

    def _read(self, weights: Sequence[int], biases: Sequence[int]) -> None:
        at = self.inputs * FIRST
        for i in range(at):
            self.weights1[i] = weights[i]
        for i in range(FIRST * SECOND):
            self.weights2[i] = weights[at + i]
        at += FIRST * SECOND
        for i in range(SECOND * OUTPUTS):
            self.weights3[i] = weights[at + i]
        for i in range(FIRST):
            self.bias1[i] = biases[i]
        for i in range(SECOND):
            self.bias2[i] = biases[FIRST + i]
        for i in range(OUTPUTS):
            self.bias3[i] = biases[FIRST + SECOND + i]
        for i in range(2 * SPAN * STEPS + 2):
            self.logistic[i] = int(WHOLE / (1.0 + exp(SPAN - 1.0 * i / STEPS)) + 0.5)

    def evaluate(self, f: Features, s: State, seat: int) -> None:
        """Set `win`, `logit` and `margin` for a seat whose features have been written."""
        for j in range(FIRST):
            self.sums1[j] = self.bias1[j]
        for i in range(self.dense):
            if f.values[i]:
                add_row(self, i, f.values[i])
        low = high = 0
        for other in range(s.seats):
            if other != seat:
                low |= s.owned[2 * other]
                high |= s.owned[2 * other + 1]
        add_set(self, self.dense, s.owned[2 * seat], s.owned[2 * seat + 1])
        add_set(self, self.dense + self.routes, low, high)
        add_set(self, self.dense + 2 * self.routes, s.tickets[2 * seat], s.tickets[2 * seat + 1])
        self._second_layer()
        self._outputs()

    def _second_layer(self) -> None:
        for j in range(SECOND):
            self.sums2[j] = self.bias2[j]
        for i in range(FIRST):
            value = self.sums1[i] >> self.first_shift
            if value > 0:
                value = HIGHEST if value > HIGHEST else value
                for j in range(SECOND):
                    self.sums2[j] += value * self.weights2[SECOND * i + j]

    def _outputs(self) -> None:
        first, second = self.bias3[0], self.bias3[1]
        for i in range(SECOND):
            value = self.sums2[i] >> self.second_shift
            if value > 0:
                value = HIGHEST if value > HIGHEST else value
                first += value * self.weights3[2 * i]
                second += value * self.weights3[2 * i + 1]
        self.logit, self.margin = first >> self.last_shift, second >> self.last_shift
        self.margin = -UNIT if self.margin < -UNIT else UNIT if self.margin > UNIT else self.margin
        self.win = self.chance(self.logit)

    def chance(self, logit: int) -> int:
        """The chance in 65536ths for log-odds in 4096ths: a table, and straight lines between its points."""
        place = logit + SPAN * UNIT
        if place <= 0:
            return self.logistic[0]
        if place >= 2 * SPAN * UNIT:
            return self.logistic[2 * SPAN * STEPS]
        step = place // (UNIT // STEPS)
        part = place - step * (UNIT // STEPS)
        low, high = self.logistic[step], self.logistic[step + 1]
        return low + (high - low) * part // (UNIT // STEPS)


def add_row(n: Network, row: int, value: int) -> None:
    """Add the weights of one input, times its value."""
    for j in range(FIRST):
        n.sums1[j] += value * n.weights1[FIRST * row + j]


def add_set(n: Network, row: int, low: int, high: int) -> None:
    """Add the weights of all members of a set of routes or tickets, the first of which has this row."""
    rest = Members(low, high)
    while has_next(rest):
        add_row(n, row + next_member(rest), SET)
