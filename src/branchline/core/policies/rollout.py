"""Rollouts: every candidate move is tried in the same worlds, and a policy plays each game to its end.

A world and its luck depend only on the seed and the number of the world. So moves are compared on the same cards, and
the values do not depend on the thread that finds them. The games run without the GIL.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .policy import Policy

if not cython.compiled:
    from math import tanh

    from branchline.core.buffers import doubles
    from branchline.core.constants import LONG_TICKET, OVER
    from branchline.core.rules.chance import sample
    from branchline.core.rules.knowledge import determinise
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import apply_chance, step

    MAX_CANDIDATES = 64
    MARGIN = 40.0  # points that count as a clear win
    MAX_TURNS = 1000  # a game that is not over by then is scored as it is


class Rollout:
    """One thread's part of a search: what the seat knows, a policy that plays all seats, and a state to play in."""

    def __init__(self, tables: Tables, knowledge: Knowledge, policy: Policy, actions: Sequence[int]) -> None:
        self.tables, self.knowledge, self.policy = tables, knowledge, policy
        self.world, self.state, self.scores = State(), State(), Scores()
        self.cards, self.pool = Rng(), Rng()
        self.luck = 0
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
                self.cards.seed(seed, 4 * (first + world))
                self.pool.seed(seed, 4 * (first + world) + 1)
                self.policy.seed(seed, 4 * (first + world) + 2)
                determinise(self.tables, self.knowledge, self.cards, self.world)
                for i in range(self.count):
                    if active >> i & 1:
                        values[world * self.count + i] = self.play_out(self.actions[i], seed, first + world)

    def play_out(self, action: int, seed: int, world: int) -> float:
        """Play an action in the present world, let the policy play all seats to the end, and give the value."""
        self.state.copy_from(self.world)
        self.cards.seed(seed, 4 * world + 3)
        self.luck = self.cards.next()
        self.pool.seed(seed, 4 * world + 1)
        self._play(action)
        while self.state.phase != OVER and self.state.turns < MAX_TURNS:
            self._play(self.policy.choose(self.tables, self.state))
        score_game(self.tables, self.state, self.scores)
        return self._value(self.knowledge.viewer)

    def _play(self, action: int) -> None:
        """Play an action, then chance until a seat is to move. The luck of a turn does not depend on earlier turns."""
        self.cards.seed(self.luck, 4 * self.state.turns + self.state.phase)
        step(self.tables, self.state, action)
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def _value(self, seat: int) -> float:
        """0.75 for a win (shared among winners), and up to 0.25 by the margin to the best other seat."""
        winners = 0
        best = -100000
        for other in range(self.state.seats):
            if self.scores.rank[other] == 1:
                winners += 1
            if other != seat and self.scores.total[other] > best:
                best = self.scores.total[other]
        won = 0.75 / winners if self.scores.rank[seat] == 1 else 0.0
        return won + 0.125 + 0.125 * tanh((self.scores.total[seat] - best) / MARGIN)
