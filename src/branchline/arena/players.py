"""What the arena needs to know of a bot: whether the core can play it, and how many cores it keeps busy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from branchline.board import Board
from branchline.bots import make_bot, native
from branchline.bots.search_bot import SearchBot
from branchline.core.search import player as core


class Player(NamedTuple):
    """A bot as the arena sees it: whether the core can play it, the threads it thinks with, whether it is slow."""

    native: bool
    threads: int
    slow: bool


@lru_cache(maxsize=1024)
def player(spec: str) -> Player:
    """What a spec stands for; an error if no bot has it."""
    with make_bot(spec) as bot:
        if native.is_native(bot):
            return Player(True, 1, isinstance(bot, SearchBot))
        return Player(False, int(getattr(bot, "threads", 1)), True)


def is_native(spec: str) -> bool:
    """Whether a bot can play whole games inside the core."""
    return player(spec).native


def all_native(bots: Iterable[str]) -> bool:
    """Whether games among these bots can be played inside the core."""
    return all(map(is_native, bots))


def any_slow(bots: Iterable[str]) -> bool:
    """Whether a bot among these searches, or plays outside the core."""
    return any(player(bot).slow for bot in bots)


def cores_for(bots: Iterable[str]) -> int:
    """How many cores a game among these bots keeps busy: those of the bot with the most threads."""
    return max(player(bot).threads for bot in bots)


def core_player(spec: str, board: Board, seats: int) -> core.Player:
    """The player inside the core that a native bot is."""
    with make_bot(spec) as bot:
        return native.make_player(bot, board, seats)
