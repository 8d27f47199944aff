"""Puzzles: positions of games with one clearly best move, with the analysis of it."""

from .library import Collection, boards, daily, find, load, read_collection, search, write_collection
from .puzzle import DIFFICULTIES, THEMES, Candidate, Puzzle
from .solving import Verdict, judge

__all__ = [
    "DIFFICULTIES",
    "THEMES",
    "Candidate",
    "Collection",
    "Puzzle",
    "Verdict",
    "boards",
    "daily",
    "find",
    "judge",
    "load",
    "read_collection",
    "search",
    "write_collection",
]
