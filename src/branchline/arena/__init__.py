"""Matches and simulations: many games of bots, with intervals and ratings, and results that can be continued."""

from branchline.arena.lineups import Lineup, make_lineups, seatings
from branchline.arena.match import Match, play_match
from branchline.arena.results import GameResult, ResultStore, SeatResult

__all__ = [
    "GameResult",
    "Lineup",
    "Match",
    "ResultStore",
    "SeatResult",
    "make_lineups",
    "play_match",
    "seatings",
]
