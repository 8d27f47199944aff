"""Games to learn from: positions as the seats see them, with how the game ended.

Until a random turn some moves are random candidates, and the move at that turn always is one, so that positions off the
players' usual ways occur. After it the players play on as they do, and only positions after it are recorded: their
result is that of the players themselves.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Refused
from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables
from branchline.core.value.features import Features

from .candidates import Candidates
from .player import Player

if not cython.compiled:
    from branchline.core.buffers import integers, shorts, words
    from branchline.core.constants import A_KEEP, KEEP, LONG_TICKET, MAX_SEATS, OVER, TURN
    from branchline.core.rules.chance import sample
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import apply_chance, step

    ENDLESS = 3000  # moves after which a game is given up
    N_WORDS, N_FACTS, WIN = 6, 5, 60

#: What is known of each row: its game, the turn and the seat, 60ths of a win, points ahead of the best other seat.
FACTS = ("game", "turn", "seat", "win", "margin")


class Recorder:
    """Plays games and writes rows: one for each seat of a position. The rows of a position follow each other.

    A row has the dense inputs of the seat (`shorts`), the sets of its routes, others' routes and its tickets
    (`words`, two each), and FACTS (`integers`).
    """

    def __init__(self, tables: Tables, features: Features, explorer: Player, seats: int) -> None:
        self.tables, self.features, self.explorer, self.seats = tables, features, explorer, seats
        self.zero = self.one = self.two = self.three = self.four = explorer
        self.state, self.scores, self.refused = State(), Scores(), Refused()
        self.cards, self.pool, self.dice = Rng(), Rng(), Rng()
        self.candidates = Candidates()
        self.rows = self.dense = 0

    def seat_players(self, players: Sequence[Player]) -> None:
        """Let these players play, in seat order."""
        seated = [players[i % len(players)] for i in range(MAX_SEATS)]
        self.zero, self.one, self.two, self.three, self.four = seated

    def play(
        self,
        seed: int,
        index: int,
        span: int,
        explore: float,
        rate: float,
        inputs: MutableSequence[int],
        sets: MutableSequence[int],
        facts: MutableSequence[int],
    ) -> int:
        """Play one game and write its rows from the start of the arrays on; how many there are.

        The random turn is below `span`. Before it a move is random with the probability `explore`; after it a turn is
        recorded with the probability `rate`.
        """
        room = min(len(facts) // N_FACTS, len(sets) // N_WORDS)
        values, members, notes = shorts(inputs), words(sets), integers(facts)
        self.begin(seed, index)
        self.dense = len(inputs) // room
        with cython.nogil:
            self._play(span, explore, rate, room, values, members, notes)
        for row in range(self.rows):
            facts[N_FACTS * row] = index
        return self.rows

    def begin(self, seed: int, index: int) -> None:
        """Deal the game with this index, as `SelfPlay` does."""
        self.four.seed(seed, 16 * index + 12)
        self.three.seed(seed, 16 * index + 11)
        self.two.seed(seed, 16 * index + 10)
        self.one.seed(seed, 16 * index + 9)
        self.zero.seed(seed, 16 * index + 8)
        self.cards.seed(seed, 16 * index + 3)
        first = self.cards.below(self.seats)
        self.cards.seed(seed, 16 * index + 1)
        self.pool.seed(seed, 16 * index + 2)
        self.dice.seed(seed, 16 * index + 5)
        self.refused.clear()
        self.state.reset(self.tables, self.seats, first)
        self.deal()

    def play_until(self, turn: int) -> None:
        """Let the players play on to a turn, or to the end of the game."""
        with cython.nogil:
            self._play_until(turn)

    def _play_until(self, turn: int) -> None:
        for _ in range(ENDLESS):
            if self.state.phase == OVER or (self.state.phase == TURN and self.state.turns >= turn):
                return
            self._step(self.choose(self.state.actor))

    def _play(
        self,
        span: int,
        explore: float,
        rate: float,
        room: int,
        inputs: MutableSequence[int],
        sets: MutableSequence[int],
        facts: MutableSequence[int],
    ) -> None:
        self.rows = 0
        start = self.dice.below(span)
        last = -1
        armed = False
        for _ in range(ENDLESS):
            if self.state.phase == OVER:
                break
            if (
                armed
                and self.state.phase == TURN
                and self.state.turns > last
                and self.rows + self.seats <= room
            ):
                if self.rows == 0 or self.dice.random() < rate:
                    self._record(inputs, sets, facts)
                    last = self.state.turns
            random = False
            if not armed and self.state.turns >= start and self.state.phase == TURN:
                armed = random = True
                last = self.state.turns
            elif not armed:
                random = self.dice.random() < (0.3 if self.state.phase == KEEP else explore)
            self._step(self._random_candidate() if random else self.choose(self.state.actor))
        score_game(self.tables, self.state, self.scores)
        for row in range(self.rows):
            self._label(facts, row)

    def choose(self, seat: int) -> int:
        """The action of the player in a seat."""
        if seat == 0:
            return self.zero.choose(self.tables, self.state, self.refused)
        if seat == 1:
            return self.one.choose(self.tables, self.state, self.refused)
        if seat == 2:
            return self.two.choose(self.tables, self.state, self.refused)
        if seat == 3:
            return self.three.choose(self.tables, self.state, self.refused)
        return self.four.choose(self.tables, self.state, self.refused)

    def _random_candidate(self) -> int:
        """One of the moves that a search would consider."""
        self.candidates.find(self.tables, self.state, self.explorer.policy, 6, 6, 2)
        return self.candidates.actions[self.dice.below(self.candidates.count)]

    def _step(self, action: int) -> None:
        if self.tables.action_kind[action] == A_KEEP:
            self.refused.note(self.state, self.tables.action_target[action])
        step(self.tables, self.state, action)
        self.deal()

    def deal(self) -> None:
        """Let chance move until a seat is to move."""
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def _record(
        self, inputs: MutableSequence[int], sets: MutableSequence[int], facts: MutableSequence[int]
    ) -> None:
        """Write a row for each seat."""
        for seat in range(self.seats):
            self.features.write(self.state, seat)
            for i in range(self.dense):
                inputs[self.rows * self.dense + i] = self.features.values[i]
            at = N_WORDS * self.rows
            for word in range(2):
                sets[at + word] = self.state.owned[2 * seat + word]
                sets[at + 2 + word] = 0
                sets[at + 4 + word] = self.state.tickets[2 * seat + word]
                for other in range(self.seats):
                    if other != seat:
                        sets[at + 2 + word] |= self.state.owned[2 * other + word]
            facts[N_FACTS * self.rows + 1] = self.state.turns
            facts[N_FACTS * self.rows + 2] = seat
            self.rows += 1

    def _label(self, facts: MutableSequence[int], row: int) -> None:
        """Write how the game ended for the seat of a row."""
        seat = facts[N_FACTS * row + 2]
        winners = 0
        best = -100000
        for other in range(self.seats):
            if self.scores.rank[other] == 1:
                winners += 1
            if other != seat and self.scores.total[other] > best:
                best = self.scores.total[other]
        facts[N_FACTS * row + 3] = WIN // winners if self.scores.rank[seat] == 1 else 0
        facts[N_FACTS * row + 4] = self.scores.total[seat] - best
