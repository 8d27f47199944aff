"""The moves that a search considers: the policy's own, and the best few of each kind by the policy's scores."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .policy import Policy

if not cython.compiled:
    from branchline.core.constants import A_BLIND, A_CLAIM, A_DRAW, A_KEEP, A_STATION, WILD
    from branchline.core.rules.legal import legal_into

    from .draws import blind_gain
    from .keep import keep_value
    from .payments import claim

    NEVER = -1e18


def candidates(t: Tables, s: State, policy: Policy, claims: int, draws: int) -> list[int]:
    """The policy's move first, then at most so many claims, so many draws (or choices of tickets), and the rest."""
    base = policy.choose(t, s)
    legal_into(t, s, policy.workspace.moves, True)
    claimed: list[tuple[float, int]] = []
    drawn: list[tuple[float, int]] = []
    others: list[int] = []
    for action in policy.workspace.moves.to_list():
        kind, score = t.action_kind[action], prior(t, s, policy, action)
        if kind == A_CLAIM:
            if score > NEVER:
                claimed.append((-score, action))
        elif kind == A_DRAW or kind == A_BLIND or kind == A_KEEP:
            drawn.append((-score, action))
        elif kind != A_STATION:
            others.append(action)
    claimed.sort()
    drawn.sort()
    found = [action for _, action in claimed[:claims] + drawn[:draws]] + others
    return [base] + [action for action in found if action != base]


def prior(t: Tables, s: State, policy: Policy, action: int) -> float:
    """How good an action looks to the policy that has just chosen; comparable among actions of one kind."""
    kind = t.action_kind[action]
    if kind == A_CLAIM:
        route = t.action_target[action]
        if claim(t, policy.workspace, route) != action:
            return NEVER  # another payment for the same route is preferred
        return policy.workspace.score[route]
    if kind == A_KEEP:
        return keep_value(t, s, policy.workspace, t.action_target[action])
    if kind == A_BLIND:
        return blind_gain(t, s, policy.workspace)
    if kind == A_DRAW:
        if t.action_colour[action] == WILD:
            return policy.workspace.face_up_wild / 2
        return policy.workspace.gain[t.action_colour[action]]
    return 0.0
