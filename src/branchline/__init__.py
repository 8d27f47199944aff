"""Branchline: an open engine for the train games of the Ticket to Ride family."""

from branchline.board import Board, City, District, Route, Ticket, board_names, load_board, variant_names
from branchline.errors import (
    BoardError,
    BranchlineError,
    DealError,
    IllegalMove,
    NotationError,
    PositionError,
    Reason,
    RecordError,
)
from branchline.game import (
    Action,
    CommittedDealer,
    Dealer,
    Game,
    LogEntry,
    Score,
    ScriptedDealer,
    SeatView,
    SeededDealer,
    TunnelView,
    View,
)

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Board",
    "BoardError",
    "BranchlineError",
    "City",
    "CommittedDealer",
    "DealError",
    "Dealer",
    "District",
    "Game",
    "IllegalMove",
    "LogEntry",
    "NotationError",
    "PositionError",
    "Reason",
    "RecordError",
    "Route",
    "Score",
    "ScriptedDealer",
    "SeatView",
    "SeededDealer",
    "Ticket",
    "TunnelView",
    "View",
    "__version__",
    "board_names",
    "load_board",
    "variant_names",
]
