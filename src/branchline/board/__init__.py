"""The board: its file format, the checks of a file and their messages, and the boards that come with Branchline."""

from branchline.board.board import Board, City, District, Route, Ticket
from branchline.board.loading import board_names, known_board, load_board, make_known, own_boards

__all__ = [
    "Board",
    "City",
    "District",
    "Route",
    "Ticket",
    "board_names",
    "known_board",
    "load_board",
    "make_known",
    "own_boards",
]
