"""Why the answer of a puzzle is better than the next best move: kinds and parameters, to be said in any language.

The facts come from games that are played to their end after both moves, in the same worlds: which part of the score
they differ in, and how often another seat takes the route that was not claimed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from branchline.core.engine import engine_at
from branchline.core.review.prospect import Prospect
from branchline.core.rules.state import State
from branchline.core.search.rollout import Rollout
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import SCORE_PARTS, Score, View
from branchline.review.analysis import Thinker
from branchline.review.result import Explanation, Params
from branchline.review.ways import find_way

from .themes import blocked_seat, ends_game, serves_ticket

#: Games that are played to their end after each move.
GAMES = 100
#: A part of the score is named from so many points on, and at most so many parts are.
POINTS, MOST = 1.0, 2
#: A route is in danger from this part of the worlds on.
DANGER = 0.15
#: Reasons at most.
REASONS = 4


class Outcome(NamedTuple):
    """The mean end of many games: the mover's parts of the score, the best total of the others, the mover's turns."""

    parts: tuple[float, ...]
    rivals: float
    turns: float


class Explainer:
    """Explains the answer of one position."""

    def __init__(self, view: View, thinker: Thinker, seed: int) -> None:
        self.view, self.board, self.thinker, self.seed = view, view.board, thinker, seed
        self.codec = board_codec(view.board)
        self.known = view.knowledge()
        self.state = self.known.state
        self.prospect = Prospect(self.codec.tables, thinker.estimator.file.plan)

    def reasons(self, best: Action, second: Action, gap: float) -> tuple[Explanation, ...]:
        """What speaks for the best move, the most telling first; at last by how much it is ahead."""
        found = [*self._about(best, second), *self._about_scores(best, second)][: REASONS - 1]
        found.append(("ahead", {"percent": round(100 * gap), "move": str(second)}))
        return tuple(Explanation(kind, params) for kind, params in found)

    def _about(self, best: Action, second: Action) -> Iterator[tuple[str, Params]]:
        """What a move does on the map."""
        if best.kind == "claim":
            yield from self._about_claim(best, second)
        elif best.kind == "keep":
            yield from self._about_keep(best, second)
        elif best.kind == "station":
            yield from self._about_station(best)
        if ends_game(self.board, self.state, best):
            yield "ends_game", {}
        elif ends_game(self.board, self.state, second):
            yield "too_early", {"route": second.target}
        if second.kind == "claim" and self.board.route(second.target).tunnel and best.kind != "claim":
            yield "tunnel_risk", {"route": second.target}

    def _about_claim(self, best: Action, second: Action) -> Iterator[tuple[str, Params]]:
        ticket = serves_ticket(self.board, self.state, best.target)
        if ticket is not None:
            yield "on_way", {"route": best.target, "ticket": ticket}
        else:
            seat = blocked_seat(self.board, self.state, best.target)
            if seat is not None:
                yield "cuts", {"route": best.target, "seat": seat}
        if second.target == best.target:
            return
        seat, part = self._taken(best.target, second)
        if part >= DANGER:
            yield "taken_soon", {"route": best.target, "seat": seat, "percent": round(100 * part)}

    def _about_keep(self, best: Action, second: Action) -> Iterator[tuple[str, Params]]:
        mine, other = self._turns_after(best), self._turns_after(second)
        if mine is not None and other is not None and round(mine) < round(other):
            yield (
                "keep_turns",
                {"turns": round(mine), "other": round(other), "tickets": list(second.tickets)},
            )

    def _about_station(self, best: Action) -> Iterator[tuple[str, Params]]:
        for ticket in sorted(
            (self.board.ticket(one) for one in self.view.tickets), key=lambda one: -one.points
        ):
            way = find_way(self.board, self.state, self.state.actor, ticket)
            if way is not None and way.borrowed and best.target:
                yield "station_for", {"city": best.target, "ticket": ticket.id}
                return

    def _turns_after(self, action: Action) -> float | None:
        """The turns that the tickets take after a choice, by hybrid's plan; None if it has none."""
        number = self.codec.number(action, self.view.offer)
        assert number is not None
        self.prospect.look_after(self.state, number)
        return self.prospect.turns if self.prospect.turns >= 0 else None

    def _about_scores(self, best: Action, second: Action) -> Iterator[tuple[str, Params]]:
        """The parts of the final scores that differ most."""
        one, other = self._outcomes(best, second)
        gains = [(a - b, name) for name, a, b in zip(SCORE_PARTS, one.parts, other.parts, strict=True)]
        gains.append((other.rivals - one.rivals, "rivals"))
        gains.sort(key=lambda gain: -gain[0])
        for gain, name in gains[:MOST]:
            if gain >= POINTS:
                yield "gains", {"part": name, "points": round(gain, 1)}
        costs = gains[-1]
        if costs[0] <= -POINTS:
            yield "costs", {"part": costs[1], "points": round(-costs[0], 1)}

    def _outcomes(self, best: Action, second: Action) -> tuple[Outcome, Outcome]:
        """How games end after both moves, in the same worlds."""
        me = self.state.actor
        sums = [[0.0] * (len(SCORE_PARTS) + 2) for _ in range(2)]
        for place, state in self._played((best, second), -1, GAMES):
            found = engine_at(self.codec.tables, state).scores()
            scores = [Score(*found.row(seat)) for seat in range(state.seats)]
            rivals = max(score.total for seat, score in enumerate(scores) if seat != me)
            mine = [getattr(scores[me], part) for part in SCORE_PARTS]
            for i, number in enumerate((*mine, rivals, state.turns - self.state.turns)):
                sums[place][i] += number / GAMES
        ends = [Outcome(tuple(one[:-2]), one[-2], one[-1] / self.state.seats) for one in sums]
        return ends[0], ends[1]

    def _taken(self, route: str, instead: Action) -> tuple[int, float]:
        """Who most often takes a route within a round if the mover does something else, and how often."""
        index = self.board.route_index(route)
        taken = [0] * self.state.seats
        twin = self.board.route(route).twin
        for _, state in self._played((instead,), self.state.seats, GAMES):
            if not state.is_open(self.state.actor, index):
                for seat in range(state.seats):
                    owned = self.codec.route_ids(state.routes_of(seat))
                    if seat != self.state.actor and (route in owned or twin in owned):
                        taken[seat] += 1
        most = max(range(len(taken)), key=lambda seat: taken[seat])
        return most, sum(taken) / GAMES

    def _played(self, actions: tuple[Action, ...], depth: int, games: int) -> Iterator[tuple[int, State]]:
        """The positions some turns after each of the actions, world by world; -1: at the end of the game."""
        numbers = [self.codec.number(one, self.view.offer) or 0 for one in actions]
        estimator = self.thinker.estimator
        estimator.belief.weigh(self.known)
        rollout = Rollout(self.codec.tables, self.known, estimator.policy, numbers, estimator.value, depth)
        out = array("d", [0.0] * len(numbers))
        for world in range(games):
            for place in range(len(numbers)):
                rollout.run(self.seed, world, 1, 1 << place, out)
                yield place, rollout.state
