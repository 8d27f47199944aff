"""Advice: the moves that come next after the best one, by rollouts on the same worlds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from branchline.bots.bot import SEED_COUNT
from branchline.bots.search_bot import (
    TO_THE_END,
    Search,
    Style,
    depth_for,
    find_candidates,
    make_rollout,
    make_thinker,
)
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View

#: Worlds in which the moves are compared.
WORLDS = 24


def next_best(view: View, best: Action, seed: int = 0, count: int = 2) -> list[Action]:
    """At most `count` other moves of the viewer, whose turn it is, the better one first."""
    codec = board_codec(view.board)
    thinker = make_thinker(view.board, len(view.seats), Style())
    knowledge = view.knowledge()
    found = find_candidates(view, knowledge, thinker.policy, seed % SEED_COUNT)
    if len(found) > 1:
        depth = depth_for(view.board, len(view.seats)) if thinker.valued else TO_THE_END
        worker = make_rollout(view.board, knowledge, thinker, found, depth)
        with ThreadPoolExecutor(1, "advice") as pool:
            search = Search([worker], seed % SEED_COUNT, pool)
            search.by_worlds(WORLDS)
        gains = {action: search.duels.mean(i) for i, action in enumerate(found)}
        found = sorted(found, key=lambda action: -gains[action])
    actions = (codec.action(action, view.offer) for action in found)
    return [action for action in actions if action != best][:count]
