"""The value of a position to a seat: the network's estimate at the start of a turn, the exact result at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import cython

from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .features import Features
from .network import Network

if not cython.compiled:
    from math import tanh

    from branchline.core.constants import OVER
    from branchline.core.rules.scoring import score_game

    from .network import UNIT, WHOLE

    MARGIN = 40.0  # points that count as a clear win


class Value:
    """Values positions of one board. Each thread needs its own object, with its own network.

    Without a network only games that are over have a value.

    After `estimate`, `win` is the chance of the seat in 65536ths, or its share of the victory. After `result`, `share`
    is that share, `points` are the seat's, and `ahead` says by how many it is ahead of the best other.
    """

    def __init__(self, tables: Tables, weights: Mapping[str, float], network: Network | None) -> None:
        self.tables, self.network = tables, cast(Network, network)
        self.features, self.scores = Features(tables, weights), Scores()
        self.win = self.points = self.ahead = 0
        self.share = 0.0

    def estimate(self, s: State, seat: int) -> float:
        """0.75 for a win and up to 0.25 by the margin, expected at the start of a turn, exact at the end of a game."""
        if s.phase == OVER:
            return self.result(s, seat)
        self.features.write(s, seat)
        self.network.evaluate(self.features, s, seat)
        self.win = self.network.win
        return 0.125 + 0.75 / WHOLE * self.network.win + 0.125 / UNIT * self.network.margin

    def result(self, s: State, seat: int) -> float:
        """The same for a game that is over: 0.75 for a win (shared among winners), and up to 0.25 by the margin."""
        score_game(self.tables, s, self.scores)
        winners = 0
        best = -100000
        for other in range(s.seats):
            if self.scores.rank[other] == 1:
                winners += 1
            if other != seat and self.scores.total[other] > best:
                best = self.scores.total[other]
        self.win = WHOLE // winners if self.scores.rank[seat] == 1 else 0
        self.share = 1.0 / winners if self.scores.rank[seat] == 1 else 0.0
        self.points, self.ahead = self.scores.total[seat], self.scores.total[seat] - best
        won = 0.75 / winners if self.scores.rank[seat] == 1 else 0.0
        return won + 0.125 + 0.125 * tanh(self.ahead / MARGIN)

    def logit(self, s: State, seat: int) -> int:
        """The log-odds of a seat in 4096ths, at the start of a turn."""
        self.features.write(s, seat)
        self.network.evaluate(self.features, s, seat)
        return self.network.logit
