"""Matches between bots: many games on the same deals, honest intervals, ratings, and results that outlive a stop."""

from branchline.arena.lineups import Table, seatings, tables
from branchline.arena.match import Match, play_match
from branchline.arena.results import GameResult, SeatResult, Store

__all__ = ["GameResult", "Match", "SeatResult", "Store", "Table", "play_match", "seatings", "tables"]
