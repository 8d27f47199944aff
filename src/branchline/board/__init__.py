"""The board: its file format, the checks of a file and their messages, and the boards that come with Branchline."""

from branchline.board.board import Board, City, District, Route, Ticket
from branchline.board.loading import (
    DEFAULT_BOARD,
    DEFAULT_SEATS,
    board_names,
    comes_with_branchline,
    is_known,
    known_board,
    load_board,
    make_known,
    own_boards,
    problems_of,
    variant_names,
)

__all__ = [
    "DEFAULT_BOARD",
    "DEFAULT_SEATS",
    "Board",
    "City",
    "District",
    "Route",
    "Ticket",
    "board_names",
    "comes_with_branchline",
    "is_known",
    "known_board",
    "load_board",
    "make_known",
    "own_boards",
    "problems_of",
    "variant_names",
]
