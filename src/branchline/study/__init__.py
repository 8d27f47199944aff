"""Studies: what many games of bots say about a board, its tickets, its routes and its players."""

from .figures import Study
from .study import study_board
from .what_if import change_board

__all__ = ["Study", "change_board", "study_board"]
