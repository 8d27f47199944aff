"""Who plays the other seats."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots import Bot, make_bot
from branchline.errors import BranchlineError


def make_opponents(specs: Sequence[str], count: int, seed: int) -> list[Bot]:
    """As many bots as there are seats to fill; the last one named is repeated."""
    if len(specs) > count:
        raise BranchlineError(f"{len(specs)} bots are named for {count} seats: {' '.join(specs)}")
    names = [*specs, *[specs[-1]] * (count - len(specs))]
    return [make_bot(name, seed=seed + place) for place, name in enumerate(names, 1)]
