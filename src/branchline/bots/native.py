"""Bots that can play whole games inside the core: policies, `value`, and `search` by a number of rollouts."""

from __future__ import annotations

from branchline.board import Board
from branchline.bots.bot import Bot
from branchline.bots.policy_bot import PolicyBot, make_policy
from branchline.bots.search_bot import TO_THE_END, SearchBot, Style, make_thinker
from branchline.bots.value_bot import ValueBot
from branchline.core.search.duels import Duels
from branchline.core.search.player import Player


def is_native(bot: Bot) -> bool:
    """Whether the core can play a bot without asking it."""
    return isinstance(bot, (PolicyBot, ValueBot)) or (isinstance(bot, SearchBot) and bot.rollouts is not None)


def make_player(bot: Bot, board: Board, seats: int) -> Player:
    """A player of the core that decides as a native bot does."""
    if isinstance(bot, PolicyBot):
        return Player(make_policy(bot.policy, board, seats, bot.weights))
    style = bot.style if isinstance(bot, SearchBot) else Style()
    thinker = make_thinker(board, seats, style)
    if isinstance(bot, ValueBot) and thinker.valued:
        duels = Duels(bot.margin, gated=False)
        return Player(thinker.policy, thinker.value, thinker.belief, duels, worlds=bot.worlds, depth=0)
    if isinstance(bot, SearchBot) and bot.rollouts:
        depth = bot.rollout_depth(board, seats) if thinker.valued else TO_THE_END
        player = Player(thinker.policy, thinker.value, thinker.belief, rollouts=bot.rollouts, depth=depth)
        player.stations = style.stations
        player.extras = bot.extras if thinker.valued else 0
        return player
    return Player(thinker.policy)
