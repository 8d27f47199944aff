"""How long a seat needs for its tickets, by the plans of hybrid."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from branchline.core.policies.weights import Weights
from branchline.core.policies.workspace import Workspace
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.constants import NOTHING
    from branchline.core.policies.plans import evaluate_plan
    from branchline.core.rules.step import step
    from branchline.core.value.features import plan


class Prospect:
    """Plans for a seat.

    `turns` are those that its unfinished tickets take together, NOTHING if its cars do not suffice or there is no way;
    `turns_left` those that the game will last, and `tickets` how many are unfinished.
    """

    def __init__(self, tables: Tables, weights: Mapping[str, float]) -> None:
        self.tables, self.workspace, self.state = tables, Workspace(Weights(weights)), State()
        self.turns = self.turns_left = 0.0
        self.tickets = 0

    def look(self, s: State, seat: int) -> None:
        """Plan for a seat as if it were its turn."""
        self.state.copy_from(s)
        self._plan(seat)

    def look_after(self, s: State, action: int) -> None:
        """Plan for the seat that is to move, once it has made a move."""
        self.state.copy_from(s)
        step(self.tables, self.state, action)
        self._plan(s.actor)

    def _plan(self, seat: int) -> None:
        self.state.actor = seat
        plan(self.tables, self.state, self.workspace)
        self.tickets, self.turns_left = self.workspace.n_tickets, self.workspace.turns_left
        low = high = 0
        for i in range(self.workspace.n_tickets):
            low |= self.workspace.goal_path[2 * i]
            high |= self.workspace.goal_path[2 * i + 1]
        self.turns = NOTHING
        if evaluate_plan(self.tables, self.state, self.workspace, low, high, 0.0):
            self.turns = self.workspace.plan_turns
