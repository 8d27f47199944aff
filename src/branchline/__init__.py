"""Branchline: an open engine for the train games of the Ticket to Ride family."""

from branchline.board import Board, City, District, Route, Ticket, board_names, load_board
from branchline.errors import (
    BoardError,
    BranchlineError,
    IllegalMove,
    NotationError,
    Reason,
    RecordError,
)

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BoardError",
    "BranchlineError",
    "City",
    "District",
    "IllegalMove",
    "NotationError",
    "Reason",
    "RecordError",
    "Route",
    "Ticket",
    "__version__",
    "board_names",
    "load_board",
]
