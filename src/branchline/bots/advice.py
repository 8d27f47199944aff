"""Advice: the moves that come next after the best one, by rollouts on the same worlds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from branchline.bots.bot import SEED_COUNT
from branchline.bots.policy_bot import decision_stream, make_policy
from branchline.bots.search_bot import CLAIMS, DRAWS, Search
from branchline.core.policies.candidates import candidates
from branchline.core.policies.rollout import Rollout
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View

#: Worlds in which the moves are compared.
WORLDS = 24
POLICY = "hybrid"


def next_best(view: View, best: Action, seed: int = 0, count: int = 2) -> list[Action]:
    """At most `count` other moves of the viewer, whose turn it is, the better one first."""
    codec = board_codec(view.board)
    policy = make_policy(POLICY, view.board, len(view.seats))
    policy.seed(seed % SEED_COUNT, decision_stream(view))
    knowledge = view.knowledge()
    found = candidates(codec.tables, knowledge.state, policy, CLAIMS, DRAWS)
    if len(found) > 1:
        worker = Rollout(codec.tables, knowledge, policy, found)
        with ThreadPoolExecutor(1, "advice") as pool:
            search = Search([worker], seed % SEED_COUNT, pool)
            search.by_worlds(WORLDS)
        found = sorted(found, key=lambda action: -search.duels[found.index(action)].mean)
    actions = (codec.action(action, view.offer) for action in found)
    return [action for action in actions if action != best][:count]
