"""Arrays of numbers that the core writes its results into. `buffers.pxd` gives C the memory behind them.

Plain pointers, because the code that Cython adds for memoryviews takes seconds to compile in each module.
"""

from collections.abc import MutableSequence


def doubles(numbers: MutableSequence[float]) -> MutableSequence[float]:
    """The memory of an `array("d")`."""
    return numbers


def integers(numbers: MutableSequence[int]) -> MutableSequence[int]:
    """The memory of an `array("i")`."""
    return numbers


def shorts(numbers: MutableSequence[int]) -> MutableSequence[int]:
    """The memory of an `array("h")`."""
    return numbers


def words(numbers: MutableSequence[int]) -> MutableSequence[int]:
    """The memory of an `array("Q")`."""
    return numbers


def octets(numbers: MutableSequence[int]) -> MutableSequence[int]:
    """The memory of an `array("B")`."""
    return numbers


def floats(numbers: MutableSequence[float]) -> MutableSequence[float]:
    """The memory of an `array("f")`."""
    return numbers
