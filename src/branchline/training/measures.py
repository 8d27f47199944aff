"""How good chances are: log loss, Brier score, and tenths of what was said against what came true."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from branchline.board import Board
from branchline.value.network_file import Decile, Measures

from .games import Rows, whole_inputs
from .quantise import Whole

UNIT = 4096
#: Tenths with fewer rows say nothing.
LEAST = 400
WIN = 60


def logistic(odds: np.ndarray) -> np.ndarray:
    """Chances from log-odds."""
    found: np.ndarray = 1.0 / (1.0 + np.exp(-odds))
    return found


def log_loss(chances: np.ndarray, won: np.ndarray) -> float:
    """The mean surprise, in nats."""
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean())


def measure(chances: np.ndarray, won: np.ndarray, games: int) -> Measures:
    """The measures of some chances."""
    tenth = np.minimum((chances * 10).astype(int), 9)
    deciles = tuple(
        Decile(
            int((tenth == i).sum()),
            round(float(chances[tenth == i].mean()), 4),
            round(float(won[tenth == i].mean()), 4),
        )
        for i in range(10)
        if (tenth == i).any()
    )
    gaps = [abs(one.said - one.seen) for one in deciles if one.rows >= LEAST]
    return Measures(
        games=games,
        rows=len(won),
        log_loss=round(log_loss(chances, won), 4),
        brier=round(float(((chances - won) ** 2).mean()), 4),
        largest_gap=round(max(gaps, default=0.0), 4),
        deciles=deciles,
    )


def shares(rows: Rows) -> np.ndarray:
    """Each row's share of the win."""
    found: np.ndarray = rows.fact("win") / WIN
    return found


def log_odds(whole: Whole, rows: Rows, board: Board) -> np.ndarray:
    """The log-odds of all rows by a network."""
    routes, tickets = len(board.routes), len(board.tickets)
    parts = []
    for first in range(0, rows.count, 8192):
        at = np.arange(first, min(first + 8192, rows.count))
        parts.append(whole.outputs(whole_inputs(rows, at, routes, tickets))[:, 0] / UNIT)
    return np.concatenate(parts)


def cross_fitted(
    odds: np.ndarray, won: np.ndarray, games: np.ndarray, seats: int
) -> tuple[np.ndarray, np.ndarray]:
    """Chances from one seat's knowledge and with open cards, each half of the games calibrated on the other half."""
    alone, together = np.empty(len(odds)), np.empty(len(odds))
    for fold in range(2):
        seen, unseen = games % 2 != fold, games % 2 == fold
        factor, offset = calibrate(odds[seen], won[seen])
        right = factor * odds + offset
        alone[unseen] = logistic(Bend.fit(right[seen], won[seen]).apply(right[unseen]))
        scale = open_scale(right[seen], won[seen], seats)
        together[unseen] = open_chances(right[unseen], seats, scale)
    return alone, together


def calibrate(odds: np.ndarray, won: np.ndarray) -> tuple[float, float]:
    """A factor and an offset for log-odds with which the chances fit best (Platt scaling)."""
    found = minimize(lambda x: log_loss(logistic(x[0] * odds + x[1]), won), np.array([1.0, 0.0]))
    return float(found.x[0]), float(found.x[1])


class Bend(NamedTuple):
    """Log-odds that count more or less above even chances than below (beta calibration, after a line)."""

    scale: float
    bend: float
    offset: float

    @classmethod
    def fit(cls, odds: np.ndarray, won: np.ndarray) -> Bend:
        """The bend with which the chances fit best."""
        found = minimize(lambda x: log_loss(logistic(cls(*x).apply(odds)), won), np.array([1.0, 0.0, 0.0]))
        return cls(*(round(float(one), 4) for one in found.x))

    def apply(self, odds: np.ndarray) -> np.ndarray:
        """The calibrated log-odds."""
        bent: np.ndarray = self.scale * odds + self.bend * np.log1p(np.exp(odds)) + self.offset
        return bent


def open_chances(odds: np.ndarray, seats: int, scale: float) -> np.ndarray:
    """The chances of all seats of each position when the log-odds that each sees are known."""
    table = scale * odds.reshape(-1, seats)
    table = np.exp(table - table.max(axis=1, keepdims=True))
    found: np.ndarray = (table / table.sum(axis=1, keepdims=True)).ravel()
    return found


def open_scale(odds: np.ndarray, won: np.ndarray, seats: int) -> float:
    """How much the log-odds count when the cards of all are open."""

    def surprise(scale: float) -> float:
        return float(-(won * np.log(np.maximum(open_chances(odds, seats, scale), 1e-9))).mean())

    return float(minimize_scalar(surprise, bounds=(0.2, 3.0), method="bounded").x)
