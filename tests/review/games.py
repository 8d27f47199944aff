"""Finished games to review."""

from functools import lru_cache

from branchline import Game, load_board
from branchline.arena.jobs import deal_game, play_out


@lru_cache(maxsize=8)
def played(board: str = "london", bots: tuple[str, ...] = ("novice", "hard"), deal: int = 0) -> Game:
    """A game that bots have played; the caller must not change it."""
    game = deal_game(load_board(board), len(bots), 11, deal)
    play_out(game, 11, deal, bots, limit=60)
    return game
