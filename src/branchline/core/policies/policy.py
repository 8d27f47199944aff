"""Policy: a way to play, by name. It reads only what the actor's seat may know (H1, H2)."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .weights import OWN, Weights
from .workspace import Workspace

if not cython.compiled:
    from .hybrid import choose_hybrid
    from .planner import choose_planner
    from .simple import choose_greedy, choose_random, choose_rush
    from .styles import choose_hungry, choose_long_route, choose_one_step, choose_path

#: The names of the policies; the place of each is its number.
POLICIES = (
    "random",
    "greedy",
    "path",
    "one-step",
    "long-route",
    "hungry",
    "planner",
    "rush",
    "hybrid",
    "hybrid-1",
)


class Policy:
    """One way to play, with its weights, its random numbers and its workspace. Each seat and thread needs its own."""

    def __init__(self, name: str, weights: Mapping[str, float] | None = None) -> None:
        self.name, self.number = name, POLICIES.index(name)
        self.workspace = Workspace(Weights({**OWN.get(name, {}), **(weights or {})}))

    def copy(self) -> Policy:
        """A policy that plays in the same way, with a workspace of its own."""
        twin = Policy(self.name)
        twin.workspace = Workspace(self.workspace.weights)
        return twin

    def seed(self, seed: int, stream: int) -> None:
        """Seed the random numbers. Each seed has many independent streams."""
        self.workspace.rng.seed(seed, stream)

    def choose(self, t: Tables, s: State) -> int:
        """The action of the seat that is to move."""
        if self.number >= 8:
            return choose_hybrid(t, s, self.workspace)
        if self.number == 7:
            return choose_rush(t, s, self.workspace)
        if self.number == 6:
            return choose_planner(t, s, self.workspace)
        if self.number == 5:
            return choose_hungry(t, s, self.workspace)
        if self.number == 4:
            return choose_long_route(t, s, self.workspace)
        if self.number == 3:
            return choose_one_step(t, s, self.workspace)
        if self.number == 2:
            return choose_path(t, s, self.workspace)
        if self.number == 1:
            return choose_greedy(t, s, self.workspace)
        return choose_random(t, s, self.workspace)
