"""Branchline: an open engine for the train games of the Ticket to Ride family."""

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
    "BoardError",
    "BranchlineError",
    "IllegalMove",
    "NotationError",
    "Reason",
    "RecordError",
    "__version__",
]
