"""Who sits where in the games of a study."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

from branchline.core.study.collector import GROUPS
from branchline.errors import BranchlineError, check_list


def check_pool(bots: Sequence[str]) -> None:
    """Refuse a pool of bots that can't be told apart, or is too large."""
    check_list("bots", bots)
    if len(set(bots)) < len(bots):
        raise BranchlineError(
            "a bot is named twice: name each once; fewer bots than seats take several seats"
        )
    if not 1 <= len(bots) <= GROUPS:
        raise BranchlineError(f"a study takes 1 to {GROUPS} bots, not {len(bots)}")


@lru_cache(maxsize=16)
def arrangements(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """All ways to seat the bots, in a fixed mixed order. Game number i takes the i-th, over and over.

    With at least as many bots as seats, those at a table are all different. Else every bot has as many seats as the
    others, or one more. Each bot sits equally often in each seat.
    """
    check_pool(bots)
    times, rest = divmod(seats, len(bots))
    tables = [(*bots * times, *more) if times else more for more in combinations(bots, rest)]
    found = sorted({order for table in tables for order in permutations(table)})
    random.Random(0).shuffle(found)
    return found
