"""Lineups: who plays whom, and who sits where. On every deal each bot of a lineup sits once in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

from branchline.errors import BranchlineError, check_list

#: The ways to form lineups, with their descriptions. With two seats, `one` and `mixed` are every pairing.
PAIRINGS = {
    "one": "each bot alone against a table of another",
    "first": "the first bot alone against tables of the others",
    "mixed": "every table of different bots",
}


class Lineup(NamedTuple):
    """Bots that play together. `alone` is the one that sits alone against copies of another, if there is one."""

    bots: tuple[str, ...]
    alone: str | None = None

    @property
    def name(self) -> str:
        """A short name: `hybrid v rush`, `hybrid v 3 rush`, `a, b, c, d`."""
        if self.alone is not None:
            return f"{self.alone} v {len(self.bots) - 1} {self.bots[1]}"
        return (" v " if len(self.bots) == 2 else ", ").join(self.bots)

    @property
    def measured(self) -> tuple[str, ...]:
        """The bots whose results this lineup measures."""
        return self.bots if self.alone is None else (self.alone,)


def make_lineups(bots: Sequence[str], seats: int, pairing: str = "one") -> list[Lineup]:
    """What `PAIRINGS` says."""
    check_list("bots", bots)
    if len(set(bots)) < len(bots):
        raise BranchlineError("a bot is named twice: name each once")
    if len(bots) < 2:
        raise BranchlineError("a match needs at least two bots")
    if pairing not in PAIRINGS:
        raise BranchlineError(f"there is no pairing {pairing!r}: take one of {', '.join(PAIRINGS)}")
    if seats == 2:
        pairs = combinations(bots, 2)
        return [Lineup(pair) for pair in pairs if pairing != "first" or pair[0] == bots[0]]
    if pairing in ("one", "first"):
        alone = bots if pairing == "one" else bots[:1]
        return [
            Lineup((one, *[other] * (seats - 1)), one) for one, other in permutations(bots, 2) if one in alone
        ]
    if len(bots) < seats:
        raise BranchlineError(
            f"{seats} seats of different bots need {seats} bots, not {len(bots)}; or take --pairing one"
        )
    return [Lineup(group) for group in combinations(bots, seats)]


def seatings(lineup: Lineup, deal: int) -> list[tuple[str, ...]]:
    """All rotations of a lineup: the games of one deal.

    If all bots are different, their neighbours change from deal to deal: the circular orders take turns.
    """
    bots = lineup.bots
    if len(set(bots)) == len(bots):
        bots = (bots[0], *_order(bots[1:], deal % factorial(len(bots) - 1)))
    return list(dict.fromkeys((*bots[-turn:], *bots[:-turn]) for turn in range(len(bots))))


def _order(bots: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The permutation with this number."""
    left, found = list(bots), []
    for size in range(len(bots), 0, -1):
        place, number = divmod(number, factorial(size - 1))
        found.append(left.pop(place))
    return tuple(found)
