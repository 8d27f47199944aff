"""The moves that a search considers: the policy's own, and the best few of each kind by the policy's scores."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from branchline.core.policies.policy import Policy
from branchline.core.policies.workspace import Workspace
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, lowest, next_member
    from branchline.core.constants import (
        A_BLIND,
        A_CLAIM,
        A_DRAW,
        A_KEEP,
        A_STATION,
        NOTHING,
        TURN,
        WILD,
    )
    from branchline.core.policies.draws import blind_gain
    from branchline.core.policies.keep import keep_value
    from branchline.core.policies.payments import claim, station
    from branchline.core.rules.legal import legal_into

    MAX_CANDIDATES, MAX_RANKED = 64, 512
    NEVER = -1e18


class Candidates:
    """Room for the moves of one decision: `actions`, of which the first is the policy's own."""

    def __init__(self) -> None:
        self.count = self.n_claims = self.n_draws = self.n_others = self.n_rest = 0
        if not cython.compiled:
            self.actions = [0] * MAX_CANDIDATES
            self.claims, self.claim_scores = [0] * MAX_RANKED, [0.0] * MAX_RANKED
            self.draws, self.draw_scores = [0] * MAX_RANKED, [0.0] * MAX_RANKED
            self.others = [0] * MAX_CANDIDATES
            self.rest, self.rest_values = [0] * MAX_RANKED, [0.0] * MAX_RANKED

    def find(self, t: Tables, s: State, policy: Policy, claims: int, draws: int, stations: int) -> None:
        """The policy's move, then at most so many claims, draws (or choices of tickets) and stations, and the rest."""
        self.actions[0], self.count = policy.choose(t, s), 1
        self._list(t, s, policy.workspace)
        self._add_best(self.claims, self.claim_scores, self.n_claims, claims)
        self._add_best(self.draws, self.draw_scores, self.n_draws, draws)
        if stations and s.phase == TURN and s.stations[s.actor]:
            self._add_stations(t, s, policy.workspace, stations)
        for i in range(self.n_others):
            self._add(self.others[i])

    def list_rest(self, t: Tables, s: State, moves: Moves) -> None:
        """List the legal moves that are no candidates in `rest`; for each colour only the payment with fewest wilds."""
        self.n_rest = 0
        for i in range(legal_into(t, s, moves, True)):
            if self.n_rest < MAX_RANKED and not self._has(moves.items[i]):
                self.rest[self.n_rest] = moves.items[i]
                self.rest_values[self.n_rest] = 0.0
                self.n_rest += 1

    def add_rest(self, wanted: int) -> None:
        """Add at most so many moves of the `rest`, those with the highest `rest_values`."""
        self._add_best(self.rest, self.rest_values, self.n_rest, wanted)

    def to_list(self) -> list[int]:
        """The moves found."""
        return [self.actions[i] for i in range(self.count)]

    def _list(self, t: Tables, s: State, w: Workspace) -> None:
        """Sort the legal moves by their kind. Of the payments for a route only the preferred one counts."""
        self.n_claims = self.n_draws = self.n_others = 0
        for i in range(legal_into(t, s, w.moves, True)):
            action = w.moves.items[i]
            kind = t.action_kind[action]
            if kind == A_CLAIM:
                if self.n_claims < MAX_RANKED and claim(t, w, t.action_target[action]) == action:
                    self.claims[self.n_claims] = action
                    self.claim_scores[self.n_claims] = w.score[t.action_target[action]]
                    self.n_claims += 1
            elif kind == A_DRAW or kind == A_BLIND or kind == A_KEEP:
                if self.n_draws < MAX_RANKED:
                    self.draws[self.n_draws] = action
                    self.draw_scores[self.n_draws] = draw_score(t, s, w, action)
                    self.n_draws += 1
            elif kind != A_STATION and self.n_others < MAX_CANDIDATES:
                self.others[self.n_others] = action
                self.n_others += 1

    def _add_best(
        self, actions: MutableSequence[int], scores: MutableSequence[float], count: int, wanted: int
    ) -> None:
        """Add the moves with the best scores; of equal ones the first."""
        for i in range(wanted if wanted < count else count):
            best = i
            for j in range(i + 1, count):
                if scores[j] > scores[best] or (scores[j] == scores[best] and actions[j] < actions[best]):
                    best = j
            actions[i], actions[best] = actions[best], actions[i]
            scores[i], scores[best] = scores[best], scores[i]
            self._add(actions[i])

    def _add_stations(self, t: Tables, s: State, w: Workspace, wanted: int) -> None:
        """Add stations at the ends of others' routes that lie on the way of an unfinished ticket (B3)."""
        cities = 0
        for i in range(w.n_tickets):
            rest = Members(w.goal_path[2 * i] & ~w.open[0], w.goal_path[2 * i + 1] & ~w.open[1])
            while has_next(rest):
                route = next_member(rest)
                cities |= bit(t.end_a[route]) | bit(t.end_b[route])
        cities &= s.free_cities
        while cities and wanted:
            action = station(t, s, w, lowest(cities))
            cities &= cities - 1
            if action != NOTHING:
                self._add(action)
                wanted -= 1

    def _has(self, action: int) -> bool:
        """Whether a move is a candidate."""
        for i in range(self.count):
            if self.actions[i] == action:
                return True
        return False

    def _add(self, action: int) -> None:
        """Add a move, unless it is the policy's own or there is no room."""
        if action != self.actions[0] and self.count < MAX_CANDIDATES:
            self.actions[self.count] = action
            self.count += 1


def draw_score(t: Tables, s: State, w: Workspace, action: int) -> float:
    """How good a draw or a choice of tickets looks to the policy that has just chosen."""
    kind = t.action_kind[action]
    if kind == A_KEEP:
        return keep_value(t, s, w, t.action_target[action])
    if kind == A_BLIND:
        return blind_gain(t, s, w)
    if t.action_colour[action] == WILD:
        return w.face_up_wild / 2
    return w.gain[t.action_colour[action]]
