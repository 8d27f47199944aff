"""Random games that the reference plays by itself: the moves, and every outcome of chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from branchline import Board

from .table import WILD, Table

STYLES: dict[str, dict[str, float]] = {
    "even": {"draw": 1, "claim": 1, "tickets": 0.3, "station": 0.3},
    "builder": {"draw": 1, "claim": 20, "tickets": 0.1, "station": 0.1},
    "hoarder": {"draw": 1, "claim": 0.005, "tickets": 0.005, "station": 0.005},
    "traveller": {"draw": 1, "claim": 1, "tickets": 2, "station": 0.1},
    "stationmaster": {"draw": 1, "claim": 0.5, "tickets": 0.1, "station": 5},
}
"""How much a style likes each kind of move; the kinds not named count one."""


class Recorder:
    """Chance by a seeded generator, which writes down what it gave."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.outcomes: list[str] = []

    def __call__(self, weights: Mapping[str, int]) -> str:
        outcome = self.random.choices(sorted(weights), [weights[name] for name in sorted(weights)])[0]
        self.outcomes.append(outcome)
        return outcome


@dataclass(frozen=True)
class Script:
    """A game to follow: what the seats played, and what chance gave from first to last."""

    moves: list[str]
    outcomes: list[str]


def pick(random: Random, moves: list[str], style: str, shy: bool = False) -> str:
    """One of these moves by the style's taste; a shy player leaves face-up wilds to lie."""
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(move.split()[0], []).append(move)
    if shy and kinds.get("draw", [])[1:]:
        kinds["draw"] = [move for move in kinds["draw"] if move != f"draw {WILD}"]
    taste = STYLES[style]
    kind = random.choices(list(kinds), [taste.get(kind, 1) for kind in kinds])[0]
    return random.choice(kinds[kind])


def play_out(table: Table, random: Random, style: str, shy: bool = False, limit: int = 3000) -> list[str]:
    """Play on until the game is over, and give the moves."""
    moves: list[str] = []
    while table.phase != "over":
        move = pick(random, table.legal(), style, shy)
        table.play(move)
        moves.append(move)
        assert len(moves) < limit, "the game does not end"
    return moves


def play_alone(
    board: Board, seats: int, seed: int, style: str = "even", shy: bool = False, first: int = 0
) -> Script:
    """A whole random game from the deal to the end."""
    random = Random(seed)
    chance = Recorder(random)
    table = Table(board, seats, chance, first).deal()
    moves = play_out(table, random, style, shy)
    return Script(moves, chance.outcomes)
