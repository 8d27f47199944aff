"""Matches between bots: many games on the same deals, honest intervals, ratings, and results that outlive a stop."""

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
