"""From real weights to whole ones, such that no sum can leave 32 bits; and the same sums in NumPy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from branchline.value.network_file import NetworkFile

FIRST, SECOND = 64, 32
LIMIT, SET = 1000, 64  # the largest dense input, and that of a member of a set
HIGHEST = 32767
HIDDEN = 8  # bits behind the point of a hidden value
OUTPUT = 12  # and of an output
MOST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole weights of all layers, with the shifts after each."""

    w1: np.ndarray
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray
    w3: np.ndarray
    b3: np.ndarray
    shifts: tuple[int, int, int]

    def outputs(self, inputs: np.ndarray) -> np.ndarray:
        """Log-odds and margin in 4096ths, as `core.value.network` computes them."""
        hidden = inputs.astype(np.int64) @ self.w1 + self.b1
        hidden = np.clip(hidden >> self.shifts[0], 0, HIGHEST)
        hidden = np.clip((hidden @ self.w2 + self.b2) >> self.shifts[1], 0, HIGHEST)
        found: np.ndarray = (hidden @ self.w3 + self.b3) >> self.shifts[2]
        return found

    def biases(self) -> tuple[int, ...]:
        return tuple(int(bias) for part in (self.b1, self.b2, self.b3) for bias in part)

    def weights(self) -> list[int]:
        return [int(weight) for part in (self.w1, self.w2, self.w3) for weight in part.ravel()]


def stored(file: NetworkFile, inputs: int) -> Whole:
    """The whole weights in the file of a network with so many inputs."""
    numbers, biases = np.array(file.numbers(), dtype=np.int64), np.array(file.biases)
    first, second = inputs * FIRST, inputs * FIRST + FIRST * SECOND
    return Whole(
        numbers[:first].reshape(inputs, FIRST),
        biases[:FIRST],
        numbers[first:second].reshape(FIRST, SECOND),
        biases[FIRST : FIRST + SECOND],
        numbers[second:].reshape(SECOND, 2),
        biases[FIRST + SECOND :],
        file.shifts,
    )


def quantise(weights: dict[str, np.ndarray], dense: int) -> Whole:
    """The closest whole weights. Each layer gets as many bits behind the point as fit."""
    reach1 = np.full(len(weights["w1"]), SET, dtype=np.float64)
    reach1[:dense] = LIMIT
    w1, b1, bits1 = _layer(weights["w1"], weights["b1"], reach1, 0)
    w2, b2, bits2 = _layer(weights["w2"], weights["b2"], np.full(FIRST, HIGHEST), HIDDEN)
    w3, b3, bits3 = _layer(weights["w3"], weights["b3"], np.full(SECOND, HIGHEST), HIDDEN)
    return Whole(w1, b1, w2, b2, w3, b3, (bits1 - HIDDEN, bits2, bits3 + HIDDEN - OUTPUT))


def _layer(
    weights: np.ndarray, biases: np.ndarray, reach: np.ndarray, bits_in: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """Whole weights of a layer, and its bits behind the point. The largest possible sum decides how many."""
    for bits in range(20, 7, -1):
        whole = np.rint(weights * 2.0**bits)
        offsets = np.rint(biases * 2.0 ** (bits + bits_in))
        most = np.abs(whole).T @ reach + np.abs(offsets)
        if np.abs(whole).max() <= HIGHEST and most.max() <= MOST:
            return whole.astype(np.int64), offsets.astype(np.int64), bits
    raise ValueError("the weights are too large for whole numbers")
