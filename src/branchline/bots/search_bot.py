"""search: deals the unknown out many times, and plays the policy's best moves to the end in each of those worlds."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from branchline.bots.bot import SEED_COUNT, Bot
from branchline.bots.policy_bot import make_policy, stream
from branchline.bots.search import Search
from branchline.core.policies.candidates import candidates
from branchline.core.policies.policy import Policy
from branchline.core.policies.rollout import Rollout
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View

SECONDS = 1.0
CLAIMS, DRAWS = 4, 4


class SearchBot(Bot):
    """Thinks for a time, or for a number of rollouts; with those its moves depend on view and seed alone."""

    def __init__(
        self,
        seconds: float | None = None,
        rollouts: int | None = None,
        threads: int | None = None,
        seed: int = 0,
        policy: str = "hybrid",
    ) -> None:
        super().__init__(seed)
        self.seconds, self.rollouts, self.policy = seconds or SECONDS, rollouts, policy
        self.threads = threads or os.cpu_count() or 2
        self._pool = ThreadPoolExecutor(self.threads, "search")
        self._policies: dict[tuple[str, int], list[Policy]] = {}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        codec = board_codec(view.board)
        policies = self._at(view)
        policies[0].seed(self.seed, stream(view))
        found = candidates(codec.tables, view.knowledge().state, policies[0], CLAIMS, DRAWS)
        choice = self._search(view, policies, found) if len(found) > 1 else 0
        return codec.action(found[choice], view.offer)

    def _search(self, view: View, policies: Sequence[Policy], found: Sequence[int]) -> int:
        """The place of the best of the moves found."""
        tables = board_codec(view.board).tables
        workers = [Rollout(tables, view.knowledge(), policy, found) for policy in policies]
        search = Search(workers, (self.seed * 1000003 + stream(view)) % SEED_COUNT, self._pool)
        return search.by_rollouts(self.rollouts) if self.rollouts else search.by_time(self.seconds)

    def _at(self, view: View) -> list[Policy]:
        """A policy for every thread, with the weights of the board and seats."""
        key = view.board.digest, len(view.seats)
        if key not in self._policies:
            self._policies[key] = [
                make_policy(self.policy, view.board, len(view.seats)) for _ in range(self.threads)
            ]
        return self._policies[key]

    def close(self) -> None:
        self._pool.shutdown()
