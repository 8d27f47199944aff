"""Whole games of random play, without leaving the core."""

from __future__ import annotations

import cython

from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

from .rng import Rng

if not cython.compiled:
    from branchline.core.constants import MAX_SEATS, OVER
    from branchline.core.rules.chance import deal_all
    from branchline.core.rules.legal import count_legal, legal_at
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import step

SHARE = 60  # a win in units that two to five winners can share
DIGEST = 0xFFFFFFFFFFFF


class Tally:
    """Sums over many games. They do not depend on the order of the games, or on how they are split up."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.points, self.squares = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.win_shares = [0] * MAX_SEATS
            self.games = self.decisions = self.turns = self.stalemates = self.digest = 0
            self.starter_shares = 0

    def to_dict(self) -> dict[str, int | list[int]]:
        """The sums by name, those of each seat as a list."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "turns": self.turns,
            "stalemates": self.stalemates,
            "digest": self.digest,
            "starter_shares": self.starter_shares,
            "points": [self.points[i] for i in range(MAX_SEATS)],
            "squares": [self.squares[i] for i in range(MAX_SEATS)],
            "win_shares": [self.win_shares[i] for i in range(MAX_SEATS)],
        }


class Playout:
    """Plays one random game at a time."""

    def __init__(self) -> None:
        self.state, self.moves, self.scores, self.rng = State(), Moves(), Scores(), Rng()
        self.decisions = 0

    def random_game(self, t: Tables, seats: int, seed: int, index: int) -> None:
        """Play and score the game of a seed with this index. Every legal action is equally likely."""
        self.rng.seed(seed, index)
        self.state.reset(t, seats, self.rng.below(seats))
        self.finish(t)
        score_game(t, self.state, self.scores)

    def finish(self, t: Tables) -> None:
        """Play on at random from the state to the end."""
        self.decisions = 0
        deal_all(t, self.state, self.rng)
        while self.state.phase != OVER:
            n = self.rng.below(count_legal(t, self.state, self.moves))
            step(t, self.state, legal_at(t, self.state, self.moves, n))
            deal_all(t, self.state, self.rng)
            self.decisions += 1

    def run(self, t: Tables, seats: int, seed: int, first: int, count: int, tally: Tally) -> None:
        """Play the games with the indexes first … first + count - 1 and add them to a tally, without the GIL."""
        with cython.nogil:
            for index in range(first, first + count):
                self.random_game(t, seats, seed, index)
                add_game(self, tally)


def add_game(p: Playout, tally: Tally) -> None:
    """Add a scored game to a tally."""
    seats = p.state.seats
    winners = 0
    mark = p.decisions
    for seat in range(seats):
        if p.scores.rank[seat] == 1:
            winners += 1
        points = p.scores.total[seat]
        tally.points[seat] += points
        tally.squares[seat] += points * points
        mark = (mark * 1009 + points + 1000 * p.scores.longest_length[seat] + 1000000) & DIGEST
    for seat in range(seats):
        if p.scores.rank[seat] == 1:
            tally.win_shares[seat] += SHARE // winners
            if seat == p.state.first:
                tally.starter_shares += SHARE // winners
    tally.games += 1
    tally.decisions += p.decisions
    tally.turns += p.state.turns
    if p.state.passes == seats:
        tally.stalemates += 1
    tally.digest = (tally.digest + mark) & DIGEST
