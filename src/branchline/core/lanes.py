"""Short rows of small numbers, eight at a time. `lanes.pxd` gives C its own, inlined versions.

A row has eight numbers in each of its blocks. Sets of places in a row are machine words, as in `bits.py`.
"""

from collections.abc import MutableSequence, Sequence


def fill(numbers: MutableSequence[int], value: int, blocks: int) -> None:
    """Set every number of a row."""
    for i in range(8 * blocks):
        numbers[i] = value


def lower(numbers: MutableSequence[int], others: Sequence[int], start: int, more: int, blocks: int) -> None:
    """Lower each number of a row to that of another row, which begins at `start`, plus `more`, if that is less."""
    for i in range(8 * blocks):
        if more + others[start + i] < numbers[i]:
            numbers[i] = more + others[start + i]


def least_above(numbers: Sequence[int], start: int, limit: int, blocks: int) -> int:
    """The least number above a limit in a row that begins at `start`; without one, more than 32,000."""
    return min((number for number in numbers[start : start + 8 * blocks] if number > limit), default=1 << 15)


def pick_within(
    numbers: MutableSequence[float], picked: Sequence[float], needs: Sequence[float], limit: float, count: int
) -> float:
    """Set each number to the one picked for its place if its need is within a limit, else to -1e9; the largest."""
    for i in range(count):
        numbers[i] = picked[i] if needs[i] <= limit else -1e9
    return max(numbers[:count])


def places_above(numbers: Sequence[float], start: int, limit: float, count: int) -> int:
    """The places of so many numbers from `start` on, at most 64, that are above a limit; maybe of one more."""
    return sum(1 << i for i in range(count) if numbers[start + i] > limit)


def places_of(numbers: Sequence[int], value: int, blocks: int) -> int:
    """The places of a row that have a value."""
    return sum(1 << i for i in range(8 * blocks) if numbers[i] == value)


def places_of_sum(numbers: Sequence[int], others: Sequence[int], start: int, value: int, blocks: int) -> int:
    """The places where a row and another one, which begins at `start`, add up to a value."""
    return sum(1 << i for i in range(8 * blocks) if numbers[i] + others[start + i] == value)


def spread(numbers: MutableSequence[int], start: int, low: int, high: int, count: int) -> None:
    """Write the first `count` members of a set of two words from `start` on: 1 for a member, else 0.

    In C up to seven zeros more are written behind them.
    """
    members = low | high << 64
    for i in range(count):
        numbers[start + i] = members >> i & 1


def clear(numbers: MutableSequence[int], start: int, count: int) -> None:
    """Set so many numbers from `start` on to zero."""
    for i in range(count):
        numbers[start + i] = 0
