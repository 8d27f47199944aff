"""Sets of up to 64 members as machine words. `bits.pxd` gives C its own, inlined versions."""


def bit(i: int) -> int:
    """The set that holds only `i`."""
    return 1 << i


def lowest(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()
