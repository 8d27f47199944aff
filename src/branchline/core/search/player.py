"""A player of whole games inside the core: a policy, a look one turn ahead, or a search by rollouts."""

from __future__ import annotations

from typing import cast

import cython

from branchline.core.policies.policy import Policy
from branchline.core.rules.knowledge import Knowledge, Refused
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables
from branchline.core.value.value import Value

from .belief import Belief
from .candidates import Candidates
from .duels import Duels
from .rollout import Rollout

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.constants import NOTHING

    from .widening import is_certain, widen

    ROUND = 16  # worlds in a round by rollouts; what is dropped is decided between rounds


class Player:
    """A policy that may look ahead: with `worlds` it compares its candidates in so many, with `rollouts` it searches.

    Without either it plays the policy's move. Each seat and thread needs its own.
    """

    def __init__(
        self,
        policy: Policy,
        value: Value | None = None,
        belief: Belief | None = None,
        duels: Duels | None = None,
        worlds: int = 0,
        rollouts: int = 0,
        depth: int = -1,
    ) -> None:
        self.policy, self.worlds, self.rollouts = policy, worlds, rollouts
        self.candidates, self.duels = Candidates(), duels or Duels()
        self.claims, self.draws, self.stations, self.extras = 4, 4, 2, 0
        self.believes = belief is not None
        self.belief, self.rollout = cast(Belief, belief), cast(Rollout, None)
        self.seed_now = self.moves = 0
        if not cython.compiled:
            self.values = [0.0] * 64
        if worlds or rollouts:
            assert value is not None
            knowledge = Knowledge(State(), NOTHING, [], [])
            self.rollout = Rollout(value.tables, knowledge, policy.copy(), [], value, depth)

    def seed(self, seed: int, stream: int) -> None:
        """Seed the random numbers for a game."""
        self.policy.seed(seed, stream)
        self.seed_now = self.policy.workspace.rng.next()
        self.policy.seed(seed, stream)
        self.moves = 0

    def choose(self, t: Tables, s: State, refused: Refused) -> int:
        """The action of the seat that is to move in a complete position; only what the seat knows counts."""
        if self.worlds == 0 and self.rollouts == 0:
            return self.policy.choose(t, s)
        self.candidates.find(t, s, self.policy, self.claims, self.draws, self.stations)
        if self.candidates.count == 1:
            return self.candidates.actions[0]
        self.moves += 1
        self.rollout.knowledge.see(t, s, s.actor, refused)
        if self.believes:
            self.belief.weigh(self.rollout.knowledge)
        if self.extras:
            widen(t, s, self.candidates, self.rollout, self.seed_now + self.moves, self.extras)
        self.duels.begin(self.candidates.count)
        if self.worlds:
            self._compare(t, self.seed_now + self.moves)
        else:
            self._search(self.seed_now + self.moves)
        return self.candidates.actions[self.duels.best()]

    def _compare(self, t: Tables, seed: int) -> None:
        """Try every candidate in each world. A claim that leaves nothing to chance is valued once."""
        for world in range(self.worlds):
            self.rollout.deal(seed, world)
            for i in range(self.candidates.count):
                if world == 0 or self.rollout.depth or not is_certain(t, self.candidates.actions[i]):
                    self.values[i] = self.rollout.play_out(self.candidates.actions[i], seed, world)
                if i:
                    self.duels.note(i, self.values[i] - self.values[0])
            self.duels.count_worlds(1)

    def _search(self, seed: int) -> None:
        """Play rollouts in rounds until the budget is used up or one candidate is left."""
        used = 0
        while self.duels.live > 1 and used + self.duels.live <= self.rollouts:
            worlds = round_of(self.rollouts, used, self.duels.live)
            for world in range(self.duels.worlds, self.duels.worlds + worlds):
                self.rollout.deal(seed, world)
                for i in range(self.candidates.count):
                    if self.duels.active & bit(i):
                        self.values[i] = self.rollout.play_out(self.candidates.actions[i], seed, world)
                        if i:
                            self.duels.note(i, self.values[i] - self.values[0])
            self.duels.count_worlds(worlds)
            used += worlds * self.duels.live
            self.duels.drop()


def round_of(budget: int, used: int, live: int) -> int:
    """How many worlds the next round has."""
    fair = budget // 4 // live
    left = (budget - used) // live
    worlds = ROUND if fair > ROUND else fair if fair > 1 else 1
    return left if left < worlds else worlds
