"""What the arena needs to know of a bot: whether it lives in the core, and how many cores it keeps busy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from branchline.bots import make_bot
from branchline.bots.policy_bot import PolicyBot
from branchline.errors import BranchlineError


class Player(NamedTuple):
    """A bot as the arena sees it: its policy if it lives in the core, and the threads it thinks with."""

    policy: str | None
    weights: Mapping[str, float]
    threads: int


@lru_cache(maxsize=1024)
def player(spec: str) -> Player:
    """What a spec stands for; refused if no bot has it."""
    with make_bot(spec) as bot:
        if isinstance(bot, PolicyBot):
            return Player(bot.policy, bot.weights, 1)
        return Player(None, {}, int(getattr(bot, "threads", 1)))


def is_native(spec: str) -> bool:
    """Whether a bot can play whole games inside the core."""
    return player(spec).policy is not None


def cores_for(spec: str) -> int:
    """How many cores a bot keeps busy while it thinks."""
    return player(spec).threads


def policy_of(spec: str) -> tuple[str, Mapping[str, float]]:
    """The policy of a bot that lives in the core, and its own weights."""
    found = player(spec)
    if found.policy is None:
        raise BranchlineError(f"{spec} does not live in the core")
    return found.policy, found.weights
