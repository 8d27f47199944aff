"""Whole games among players, without leaving the core.

The deal of a game depends only on its seed and index. Cards, tickets and each seat's player have random streams of
their own, so the same index gives the same start, whoever sits where.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import cast

import cython

from branchline.core.policies.policy import Policy
from branchline.core.review.luck import LuckMeter
from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Refused
from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables
from branchline.core.study.collector import Collector

from .player import Player

if not cython.compiled:
    from branchline.core.bits import size
    from branchline.core.buffers import integers
    from branchline.core.constants import (
        A_BLIND,
        A_DRAW,
        A_KEEP,
        A_TICKETS,
        LONG_TICKET,
        MAX_SEATS,
        NOTHING,
        OVER,
        SECOND_CARD,
        TUNNEL,
        WILD,
    )
    from branchline.core.rules.chance import sample
    from branchline.core.rules.legal import legal_into
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import apply_chance, step

    CARDS, TICKETS_STREAM, FIRST_SEAT, ENDING, LUCK, SEATS_STREAM = 1, 2, 3, 4, 6, 8
    N_FIELDS, TRACE = 19, 4096

#: After so many moves a game counts as endless, and its players are not asked any more. Long games have 500 moves.
ENDLESS = 3000

#: The figures of a game for each seat, in this order.
FIELDS = (
    "routes",
    "tickets",
    "longest",
    "stations",
    "districts",
    "total",
    "tickets_done",
    "longest_length",
    "rank",
    "first",
    "turns",
    "decisions",
    "tickets_held",
    "ticket_draws",
    "blind",
    "face_up",
    "wilds",
    "cars_left",
    "forfeits",
)


class SelfPlay:
    """Games with a policy or a player in every seat. Each thread needs its own object and its own players.

    The rules do not end a game whose players try the same tunnels for ever without success. So after `endless` moves
    the players forfeit their decisions, and random legal moves are played until the game ends. With a `meter` the luck
    of each game is measured, and a `collector` adds each game to its sums.
    """

    def __init__(
        self,
        tables: Tables,
        policies: Sequence[Policy | Player],
        endless: int = ENDLESS,
        meter: LuckMeter | None = None,
        collector: Collector | None = None,
    ) -> None:
        self.measures, self.meter = meter is not None, cast(LuckMeter, meter)
        self.collects, self.collector = collector is not None, cast(Collector, collector)
        self.tables, self.seats, self.endless = tables, len(policies), endless
        players = [p if isinstance(p, Player) else Player(p) for p in policies]
        seated = [players[i % len(players)] for i in range(MAX_SEATS)]
        self.zero, self.one, self.two, self.three, self.four = seated
        self.state, self.scores, self.refused = State(), Scores(), Refused()
        self.cards, self.pool, self.dice, self.moves = Rng(), Rng(), Rng(), Moves()
        self.luck_rng = Rng()
        self.played = 0
        if not cython.compiled:
            self.figures = [0] * (N_FIELDS * MAX_SEATS)
            self.turns, self.decisions, self.ticket_draws = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.blind, self.face_up, self.wilds = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.forfeits, self.trace = [0] * MAX_SEATS, [0] * TRACE

    def choose(self, seat: int) -> int:
        """The action of the player in a seat, or a random one if the game is endless."""
        if self.played >= self.endless:
            self.forfeits[seat] += 1
            return self.moves.items[self.dice.below(legal_into(self.tables, self.state, self.moves, False))]
        if seat == 0:
            return self.zero.choose(self.tables, self.state, self.refused)
        if seat == 1:
            return self.one.choose(self.tables, self.state, self.refused)
        if seat == 2:
            return self.two.choose(self.tables, self.state, self.refused)
        if seat == 3:
            return self.three.choose(self.tables, self.state, self.refused)
        return self.four.choose(self.tables, self.state, self.refused)

    def play(self, seed: int, index: int, first: int = -1) -> None:
        """Play and score the game with this index. A random seat begins, if none is given (S7)."""
        if first == NOTHING:
            self.cards.seed(seed, 16 * index + FIRST_SEAT)
            first = self.cards.below(self.seats)
        self._begin(seed, index)
        self.refused.clear()
        self.state.reset(self.tables, self.seats, first)
        if self.measures:
            self.luck_rng.seed(seed, 16 * index + LUCK)
            self.meter.begin(self.seats, first, self.luck_rng.next())
        if self.collects:
            self.collector.begin()
        self._deal()
        self._finish()

    def play_on(self, s: State, refused: Refused, seed: int, index: int) -> None:
        """Play a position with so many seats to the end and score it; `refused`: by its seats so far. Without meter."""
        if s.seats != self.seats or self.measures:
            raise ValueError(f"a position with {self.seats} seats is needed, and no meter")
        self._begin(seed, index)
        self.refused.copy_from(refused)
        self.state.copy_from(s)
        with cython.nogil:
            self._finish()

    def _begin(self, seed: int, index: int) -> None:
        """Seed everything that is random in a game, and begin to count."""
        self._seed(seed, index)
        self.cards.seed(seed, 16 * index + CARDS)
        self.pool.seed(seed, 16 * index + TICKETS_STREAM)
        self.dice.seed(seed, 16 * index + ENDING)
        self.played = 0
        for seat in range(MAX_SEATS):
            self.turns[seat] = self.decisions[seat] = self.ticket_draws[seat] = 0
            self.blind[seat] = self.face_up[seat] = self.wilds[seat] = self.forfeits[seat] = 0

    def _finish(self) -> None:
        """Play to the end, and score the game."""
        while self.state.phase != OVER:
            action = self.choose(self.state.actor)
            if self.measures:
                self.meter.note(self.state, action)
            if self.collects:
                self.collector.note(self.state, action)
            self._count(action)
            if self.tables.action_kind[action] == A_KEEP:
                self.refused.note(self.state, self.tables.action_target[action])
            if self.played < TRACE:
                self.trace[self.played] = action
            self.played += 1
            step(self.tables, self.state, action)
            self._deal()
        if self.measures:
            self.meter.end(self.state)
        score_game(self.tables, self.state, self.scores)
        if self.collects:
            self.collector.end(self.state, self.scores)
        for seat in range(self.seats):
            self._note(seat, N_FIELDS * seat)

    def _seed(self, seed: int, index: int) -> None:
        """Give every seat's player its own stream of this game."""
        self.four.seed(seed, 16 * index + SEATS_STREAM + 4)
        self.three.seed(seed, 16 * index + SEATS_STREAM + 3)
        self.two.seed(seed, 16 * index + SEATS_STREAM + 2)
        self.one.seed(seed, 16 * index + SEATS_STREAM + 1)
        self.zero.seed(seed, 16 * index + SEATS_STREAM)

    def _deal(self) -> None:
        """Let chance move until a seat is to move."""
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def _count(self, action: int) -> None:
        """Count an action of a seat by its kind."""
        seat, kind = self.state.actor, self.tables.action_kind[action]
        self.decisions[seat] += 1
        if self.state.phase != SECOND_CARD and self.state.phase != TUNNEL and not self.state.starting:
            if kind != A_KEEP:
                self.turns[seat] += 1
        if kind == A_BLIND:
            self.blind[seat] += 1
        elif kind == A_TICKETS:
            self.ticket_draws[seat] += 1
        elif kind == A_DRAW:
            self.face_up[seat] += 1
            if self.tables.action_colour[action] == WILD:
                self.wilds[seat] += 1

    def _note(self, seat: int, at: int) -> None:
        """Write the figures of a seat, in the order of FIELDS."""
        self.figures[at] = self.scores.routes[seat]
        self.figures[at + 1] = self.scores.tickets[seat]
        self.figures[at + 2] = self.scores.longest[seat]
        self.figures[at + 3] = self.scores.stations[seat]
        self.figures[at + 4] = self.scores.districts[seat]
        self.figures[at + 5] = self.scores.total[seat]
        self.figures[at + 6] = self.scores.tickets_done[seat]
        self.figures[at + 7] = self.scores.longest_length[seat]
        self.figures[at + 8] = self.scores.rank[seat]
        self.figures[at + 9] = 1 if self.state.first == seat else 0
        self.figures[at + 10] = self.turns[seat]
        self.figures[at + 11] = self.decisions[seat]
        self.figures[at + 12] = size(self.state.tickets[2 * seat]) + size(self.state.tickets[2 * seat + 1])
        self.figures[at + 13] = self.ticket_draws[seat]
        self.figures[at + 14] = self.blind[seat]
        self.figures[at + 15] = self.face_up[seat]
        self.figures[at + 16] = self.wilds[seat]
        self.figures[at + 17] = self.state.cars[seat]
        self.figures[at + 18] = self.forfeits[seat]

    def result(self, seat: int) -> dict[str, int]:
        """The figures of a seat in the game played last."""
        return {name: self.figures[N_FIELDS * seat + i] for i, name in enumerate(FIELDS)}

    def actions(self) -> list[int] | None:
        """The actions of the game played last, in their order; None if there were too many to be noted."""
        return [self.trace[i] for i in range(self.played)] if self.played <= TRACE else None

    def run(self, seed: int, index: int, count: int, first: int, out: MutableSequence[int]) -> None:
        """Play `count` games from an index on, without the GIL; `out` takes FIELDS for each seat of each game."""
        if len(out) < count * self.seats * N_FIELDS:
            raise ValueError("too little room for the results")
        results = integers(out)
        with cython.nogil:
            for game in range(count):
                self.play(seed, index + game, first)
                for i in range(self.seats * N_FIELDS):
                    results[game * self.seats * N_FIELDS + i] = self.figures[i]
