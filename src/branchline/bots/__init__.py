"""Bots: players that are programs. A bot sees a View and nothing else; `make_bot("rush:min=5")` makes one."""

from branchline.bots.bot import Bot
from branchline.bots.own import offer_bot, own_bots
from branchline.bots.registry import (
    LEVELS,
    BotKind,
    Level,
    bot_names,
    clock_seconds,
    exact_spec,
    make_bot,
    offered_names,
    parse_spec,
    register,
)

__all__ = [
    "LEVELS",
    "Bot",
    "BotKind",
    "Level",
    "bot_names",
    "clock_seconds",
    "exact_spec",
    "make_bot",
    "offer_bot",
    "offered_names",
    "own_bots",
    "parse_spec",
    "register",
]
