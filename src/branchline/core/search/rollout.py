"""Rollouts: every candidate move is tried in the same worlds, and a policy plays on in each.

A rollout goes to the end of the game, or for some turns and is then valued by a network. A world and its luck depend
only on the seed and the number of the world. So moves are compared on the same cards, and the values do not depend on
the thread that finds them. The games run without the GIL.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables
from branchline.core.value.value import Value

if not cython.compiled:
    from branchline.core.bits import bit
    from branchline.core.buffers import doubles
    from branchline.core.constants import LONG_TICKET, OVER, TURN
    from branchline.core.rules.chance import sample
    from branchline.core.rules.knowledge import determinise
    from branchline.core.rules.step import apply_chance, step

    MAX_CANDIDATES = 64
    MAX_TURNS = 1000  # a game that is not over by then is scored as it is


class Rollout:
    """One thread's part of a search: what the seat knows, a policy that plays all seats, and a state to play in.

    `depth` is the number of turns after the seat's own at which a rollout is cut and valued; -1 plays to the end, and
    then `value` needs no network.
    """

    def __init__(
        self,
        tables: Tables,
        knowledge: Knowledge,
        policy: Policy,
        actions: Sequence[int],
        value: Value,
        depth: int = -1,
    ) -> None:
        self.tables, self.knowledge, self.policy = tables, knowledge, policy
        self.value, self.depth = value, depth
        self.world, self.state = State(), State()
        self.cards, self.pool = Rng(), Rng()
        self.luck = 0
        self.fixed = False
        if not cython.compiled:
            self.actions = [0] * MAX_CANDIDATES
        self.count = min(len(actions), MAX_CANDIDATES)
        for i in range(self.count):
            self.actions[i] = actions[i]

    def run(self, seed: int, first: int, worlds: int, active: int, out: MutableSequence[float]) -> None:
        """Values of the candidates in `active` (a bit each) in the worlds from `first` on, row by row."""
        if len(out) < worlds * self.count:
            raise ValueError("too little room for the values")
        values = doubles(out)
        with cython.nogil:
            for world in range(worlds):
                self.deal(seed, first + world)
                for i in range(self.count):
                    if active & bit(i):
                        values[world * self.count + i] = self.play_out(self.actions[i], seed, first + world)

    def fix(self, world: State) -> None:
        """Play in this world from now on, whatever the seat knows; only luck to come differs from world to world."""
        self.world.copy_from(world)
        self.fixed = True

    def outcomes(self, seed: int, first: int, worlds: int, out: MutableSequence[float]) -> None:
        """Play every candidate to the end of the game in the worlds from `first` on, world by world.

        `out` takes the viewer's share of the victory, its points, and by how many it is ahead of the best other.
        """
        if self.depth >= 0 or len(out) < 3 * worlds * self.count:
            raise ValueError("rollouts must go to the end, and there must be room for what comes of them")
        values = doubles(out)
        with cython.nogil:
            for world in range(worlds):
                self.deal(seed, first + world)
                for i in range(self.count):
                    self.play_out(self.actions[i], seed, first + world)
                    place = 3 * (world * self.count + i)
                    values[place] = self.value.share
                    values[place + 1] = self.value.points
                    values[place + 2] = self.value.ahead

    def deal(self, seed: int, world: int) -> None:
        """Deal the world with this number."""
        self.cards.seed(seed, 4 * world)
        self.pool.seed(seed, 4 * world + 1)
        self.policy.seed(seed, 4 * world + 2)
        if not self.fixed:
            determinise(self.tables, self.knowledge, self.cards, self.world)

    def play_out(self, action: int, seed: int, world: int) -> float:
        """Play an action in the present world, let the policy play on for all seats, and give the value."""
        self.state.copy_from(self.world)
        self.cards.seed(seed, 4 * world + 3)
        self.luck = self.cards.next()
        self.pool.seed(seed, 4 * world + 1)
        stop = self.depth if self.state.starting else self.state.turns + 1 + self.depth
        self._play(action)
        while self.state.phase != OVER and self.state.turns < MAX_TURNS:
            if self.depth >= 0 and self.state.phase == TURN and self.state.turns >= stop:
                return self.value.estimate(self.state, self.knowledge.viewer)
            self._play(self.policy.choose(self.tables, self.state))
        return self.value.result(self.state, self.knowledge.viewer)

    def finish_turn(self, seed: int, world: int) -> None:
        """In the present world, let the policy play until a turn begins or the game is over."""
        self.state.copy_from(self.world)
        self.cards.seed(seed, 4 * world + 3)
        self.luck = self.cards.next()
        while self.state.phase != OVER and self.state.phase != TURN:
            self._play(self.policy.choose(self.tables, self.state))

    def _play(self, action: int) -> None:
        """Play an action, then chance until a seat is to move. The luck of a turn does not depend on earlier turns."""
        self.cards.seed(self.luck, 4 * self.state.turns + self.state.phase)
        step(self.tables, self.state, action)
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))
