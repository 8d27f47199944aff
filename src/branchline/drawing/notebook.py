"""How boards and games show themselves in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.board import Board

from .layout_files import stale
from .scene import board_svg, view_svg

if TYPE_CHECKING:
    from branchline.game.game import Game


def board_picture(board: Board) -> str | None:
    """The map of a board; None where it has no layout that fits, so that the notebook falls back to text."""
    return board_svg(board) if stale(board) is None else None


def game_picture(game: Game) -> str | None:
    """The position as a spectator sees it: no secrets."""
    return view_svg(game.view(None)) if stale(game.board) is None else None
