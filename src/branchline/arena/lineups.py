"""Who plays whom, and who sits where: every bot of a table sits once in every place on every deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

from branchline.errors import BranchlineError

#: How tables of more than two seats are made up, and how that is told.
COMPANIES = {
    "one": "each bot alone against a table of another",
    "mixed": "every table of different bots",
}


class Table(NamedTuple):
    """Bots that play together. `one` is the bot that sits alone against copies of another, if it is such a table."""

    bots: tuple[str, ...]
    one: str | None = None

    @property
    def name(self) -> str:
        """As people say it: `hybrid v rush`, `hybrid v 3 rush`, `a, b, c, d`."""
        if self.one is not None:
            return f"{self.one} v {len(self.bots) - 1} {self.bots[1]}"
        return (" v " if len(self.bots) == 2 else ", ").join(self.bots)

    @property
    def heroes(self) -> tuple[str, ...]:
        """The bots whose results this table measures."""
        return self.bots if self.one is None else (self.one,)


def tables(bots: Sequence[str], seats: int, company: str = "one") -> list[Table]:
    """Every pairing at two seats; with more, what `COMPANIES` says."""
    if len(set(bots)) < len(bots):
        raise BranchlineError("a bot is named twice: name each once")
    if len(bots) < 2:
        raise BranchlineError("a match needs at least two bots")
    if company not in COMPANIES:
        raise BranchlineError(f"there is no company {company!r}: take one of {', '.join(COMPANIES)}")
    if seats == 2:
        return [Table(pair) for pair in combinations(bots, 2)]
    if company == "one":
        return [Table((one, *[other] * (seats - 1)), one) for one, other in permutations(bots, 2)]
    if len(bots) < seats:
        raise BranchlineError(
            f"{seats} seats of different bots need {seats} bots, not {len(bots)}; or take --company one"
        )
    return [Table(group) for group in combinations(bots, seats)]


def seatings(table: Table, deal: int) -> list[tuple[str, ...]]:
    """All rotations of a table: the games of one deal.

    Different bots also change their neighbours from deal to deal: the circular orders take turns.
    """
    bots = table.bots
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
