"""Bots whose whole thinking is a policy of the core."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from branchline.board import Board
from branchline.bots.bot import Bot, policy_move
from branchline.core.policies.policy import Policy
from branchline.core.policies.weights import DEFAULTS, OWN
from branchline.game.action import Action
from branchline.game.view import View

#: The policies with tuned weights, which lie in a file of this name. Those of `hybrid` are written by tools/tune.py.
TUNED = {"hybrid": "hybrid.toml", "hybrid-1": "hybrid-1.toml"}


@cache
def _tuned(name: str) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """The tuned weights of a policy by board and number of seats."""
    text = files("branchline.bots").joinpath(TUNED[name]).read_text(encoding="utf-8")
    boards: Mapping[str, Mapping[str, Mapping[str, float]]] = tomllib.loads(text)
    return boards


def tuned_weights(name: str, board: Board, seats: int) -> Mapping[str, float]:
    """A policy's weights for a board and the nearest number of seats that was tuned.

    A variant has those of its base, and a board of one's own has none.
    """
    found = _tuned(name).get(board.base, {}) if name in TUNED else {}
    return found[min(found, key=lambda n: abs(int(n) - seats))] if found else {}


def full_weights(name: str, board: Board, seats: int) -> dict[str, float]:
    """All weights by which a policy plays on a board."""
    return {**DEFAULTS, **OWN.get(name, {}), **tuned_weights(name, board, seats)}


def make_policy(name: str, board: Board, seats: int, weights: Mapping[str, float] | None = None) -> Policy:
    """A policy of the core with the weights tuned for a board and a number of seats, where there are such."""
    return Policy(name, {**tuned_weights(name, board, seats), **(weights or {})})


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
        policy.seed(self.seed, decision_stream(view))
        return policy_move(policy, view)


def decision_stream(view: View) -> int:
    """A number that differs from decision to decision of a game: the stream of the bot's random numbers."""
    return 8 * len(view.log) + (view.seat or 0)
