"""Further candidates for searches with many rollouts: moves that the network likes, and the policy does not try."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .candidates import Candidates
from .rollout import Rollout

if not cython.compiled:
    from branchline.core.constants import A_CLAIM

    WORLDS = 4  # in which moves that leave something to chance are valued
    FIRST_WORLD = 1 << 30  # others than those in which candidates are compared


def widen(t: Tables, s: State, candidates: Candidates, rollout: Rollout, seed: int, wanted: int) -> None:
    """Add at most so many of the other legal moves: those after whose turn the network likes the position best.

    `rollout` deals the worlds from what the seat to move knows.
    """
    candidates.list_rest(t, s, rollout.policy.workspace.moves)
    if candidates.n_rest > wanted:
        depth = rollout.depth
        rollout.depth = 0
        for world in range(WORLDS):
            rollout.deal(seed, FIRST_WORLD + world)
            for i in range(candidates.n_rest):
                value_rest(t, candidates, rollout, i, seed, world)
        rollout.depth = depth
    candidates.add_rest(wanted)


def value_rest(t: Tables, candidates: Candidates, rollout: Rollout, i: int, seed: int, world: int) -> None:
    """Add the value of a move in one world. A claim that leaves nothing to chance has the same in all of them."""
    action = candidates.rest[i]
    if not is_certain(t, action):
        candidates.rest_values[i] += rollout.play_out(action, seed, FIRST_WORLD + world)
    elif world == 0:
        candidates.rest_values[i] = WORLDS * rollout.play_out(action, seed, FIRST_WORLD)


def is_certain(t: Tables, action: int) -> bool:
    """Whether an action ends the turn and leaves nothing to chance: a claim of a route that is no tunnel."""
    return t.action_kind[action] == A_CLAIM and not t.tunnel[t.action_target[action]]
