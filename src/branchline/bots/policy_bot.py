"""Bots whose whole thinking is a policy of the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from branchline.board import Board
from branchline.bots.bot import Bot, policy_move
from branchline.bots.tuned import tuned_weights
from branchline.core.policies.policy import Policy
from branchline.game.action import Action
from branchline.game.view import View


def make_policy(name: str, board: Board, seats: int, weights: Mapping[str, float] | None = None) -> Policy:
    """A policy of the core with the weights tuned for a board and a number of seats, where there are such."""
    tuned = tuned_weights(board, seats) if name == "hybrid" else {}
    return Policy(name, {**tuned, **(weights or {})})


class PolicyBot(Bot):
    """Plays a policy of the core."""

    def __init__(self, policy: str, weights: Mapping[str, float] | None = None, seed: int = 0) -> None:
        super().__init__(seed)
        self.policy, self.weights = policy, weights or {}
        self._policies: dict[tuple[str, int], Policy] = {}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        key = view.board.digest, len(view.seats)
        if key not in self._policies:
            self._policies[key] = make_policy(self.policy, view.board, len(view.seats), self.weights)
        policy = self._policies[key]
        policy.seed(self.seed, stream(view))
        return policy_move(policy, view)


def stream(view: View) -> int:
    """A number that differs from decision to decision of a game, for the bot's own dice."""
    return 8 * len(view.log) + (view.seat or 0)
