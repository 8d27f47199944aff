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
    """A bot as the arena sees it: whether the core can play it, the threads it thinks with, whether it is slow.

    One with `dice` throws them anew for each decision and remembers nothing: with other dice it might have moved
    differently in the same position.
    """

    native: bool
    threads: int
    slow: bool
    dice: bool


@lru_cache(maxsize=1024)
def player(spec: str) -> Player:
    """What a spec stands for; an error if no bot has it."""
    with make_bot(spec) as bot:
        search = isinstance(bot, SearchBot)
        if native.is_native(bot):
            return Player(True, 1, slow=search, dice=search)
        return Player(False, int(getattr(bot, "threads", 1)), slow=True, dice=search)


def is_native(spec: str) -> bool:
    """Whether a bot can play whole games inside the core."""
    return player(spec).native


def all_native(bots: Iterable[str]) -> bool:
    """Whether games among these bots can be played inside the core."""
    return all(map(is_native, bots))


def any_slow(bots: Iterable[str]) -> bool:
    """Whether a bot among these searches, or plays outside the core."""
    return any(player(bot).slow for bot in bots)


def all_in_core(bots: Iterable[str], luck: bool) -> bool:
    """Whether games among these bots are played inside the core. For luck, dice are thrown again outside of it."""
    chosen = set(bots)
    return all_native(chosen) and not (luck and any(map(throws_dice, chosen)))


def throws_dice(spec: str) -> bool:
    """Whether a bot decides by dice, anew each time."""
    return player(spec).dice


def cores_for(bots: Iterable[str]) -> int:
    """How many cores a game among these bots keeps busy: those of the bot with the most threads."""
    return max(player(bot).threads for bot in bots)


def core_player(spec: str, board: Board, seats: int) -> core.Player:
    """The player inside the core that a native bot is."""
    with make_bot(spec) as bot:
        return native.make_player(bot, board, seats)
