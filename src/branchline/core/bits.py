"""Sets as machine words: bit i stands for member i. `bits.pxd` gives C its own, inlined versions.

Cities fit into one word of 64 bits. Routes and tickets take two words, `low` (0 to 63) and `high` (64 to 127). This is
how a set of two words is read, member by member, in ascending order:

    rest = Members(low, high)
    while has_next(rest):
        route = next_member(rest)
"""


def bit(i: int) -> int:
    """The set that holds only `i`."""
    return 1 << i


def lowest(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()


def set_size(low: int, high: int) -> int:
    """How many members a set of two words has."""
    return low.bit_count() + high.bit_count()


def add_sizes(sets: list[int], sizes: list[int]) -> None:
    """Add to eight numbers, one for each colour, how many members each of eight sets of two words has."""
    for i in range(8):
        sizes[i] += sets[2 * i].bit_count() + sets[2 * i + 1].bit_count()


def smaller(one: int, other: int) -> int:
    """The smaller of two numbers. In C without a branch, for numbers that no processor can predict."""
    return one if one < other else other


def larger(one: int, other: int) -> int:
    """The larger of two numbers, as `smaller`."""
    return one if one > other else other


def nth_member(low: int, high: int, n: int) -> int:
    """The member of a set of two words that has n smaller ones in it. There must be one."""
    mask = low | high << 64
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


class Members:
    """An iterator over a set of two words: it holds the members that are still to come."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high


def has_next(members: Members) -> bool:
    """Whether any member is still to come."""
    return members.low != 0 or members.high != 0


def next_member(members: Members) -> int:
    """Take the smallest member out of an iterator that has one."""
    if members.low:
        member = lowest(members.low)
        members.low &= members.low - 1
        return member
    member = 64 + lowest(members.high)
    members.high &= members.high - 1
    return member
