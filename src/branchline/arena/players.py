"""What the arena needs to know of a bot: whether the core can play it, and how many cores it keeps busy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from branchline.bots import make_bot
from branchline.bots.policy_bot import PolicyBot
from branchline.errors import BranchlineError


class Player(NamedTuple):
    """A bot as the arena sees it: its policy if the core can play it, and the threads it thinks with."""

    policy: str | None
    weights: Mapping[str, float]
    threads: int


@lru_cache(maxsize=1024)
def player(spec: str) -> Player:
    """What a spec stands for; an error if no bot has it."""
    with make_bot(spec) as bot:
        if isinstance(bot, PolicyBot):
            return Player(bot.policy, bot.weights, 1)
        return Player(None, {}, int(getattr(bot, "threads", 1)))


def is_native(spec: str) -> bool:
    """Whether a bot can play whole games inside the core."""
    return player(spec).policy is not None


def all_native(bots: Iterable[str]) -> bool:
    """Whether games among these bots can be played inside the core."""
    return all(map(is_native, bots))


def cores_for(bots: Iterable[str]) -> int:
    """How many cores a game among these bots keeps busy: those of the bot with the most threads."""
    return max(player(bot).threads for bot in bots)


def policy_of(spec: str) -> tuple[str, Mapping[str, float]]:
    """The policy of a bot that the core can play, and its own weights."""
    found = player(spec)
    if found.policy is None:
        raise BranchlineError(f"{spec} is no policy of the core")
    return found.policy, found.weights
