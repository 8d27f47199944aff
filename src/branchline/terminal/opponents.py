"""Who plays the other seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from branchline.actions import Action
from branchline.errors import BranchlineError
from branchline.view import View


class Opponent(Protocol):
    """Anything that chooses a move from what its seat sees."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action: ...


class RandomOpponent:
    """Plays any legal move; first it chooses what to do, so that it does not only claim."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        kind = self._random.choice(sorted({action.kind for action in legal}))
        return self._random.choice([action for action in legal if action.kind == kind])


def make_opponent(spec: str, seed: int) -> Opponent:
    """An opponent by its name."""
    if spec != "random":
        raise BranchlineError(f"there is no bot {spec!r}; there is random")
    return RandomOpponent(seed)


def make_opponents(specs: str, count: int, seed: int) -> list[Opponent]:
    """As many opponents as there are seats to fill; of `a,b` the last one is repeated."""
    names = specs.split(",")
    if len(names) > count:
        raise BranchlineError(f"{len(names)} bots are named for {count} seats: {specs}")
    names += names[-1:] * (count - len(names))
    return [make_opponent(name.strip(), seed + place) for place, name in enumerate(names, 1)]
