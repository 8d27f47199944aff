"""hybrid-1 is frozen: it plays the games that hybrid played before version 2 of the bots, move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from branchline import Board, Game, board_names, load_board
from branchline.arena.native import self_play
from branchline.bots import make_bot
from branchline.bots.check import seat_counts
from tests.odd_boards import odd_board

#: Digests of games of `hybrid`, made by `digests("hybrid")` with the code of version 1. They never change.
RECORDED: dict[str, str] = json.loads((Path(__file__).parent / "hybrid_1.json").read_text(encoding="utf-8"))
TABLES = [(board, seats) for board in board_names() for seats in seat_counts(board)]
OTHERS = ("one-step", "rush", "greedy", "hungry")
GAMES = 40
ODD = range(6)


def digests(bot: str, folder: Path) -> dict[str, str]:
    """The digests of all games, by table."""
    found = {f"{board}.{seats}": table_digest(bot, load_board(board), seats) for board, seats in TABLES}
    for seed in ODD:
        board = odd_board(seed, folder)
        found[f"odd.{seed}"] = table_digest(bot, board, board.max_seats)
    return found


def table_digest(bot: str, board: Board, seats: int) -> str:
    """One digest of a game through views and of many in the core, against itself and among others."""
    told = sha256()
    for bots in ((bot,) * seats, (bot, *OTHERS[: seats - 1])):
        told.update(" ".join(moves(board, bots)).encode())
        games = self_play(board, bots)
        for deal in range(GAMES):
            games.play(71, deal)
            told.update(str([list(games.result(seat).values()) for seat in range(seats)]).encode())
    return told.hexdigest()[:16]


def moves(board: Board, bots: tuple[str, ...]) -> Iterator[str]:
    """The moves of a game whose bots see views, as text."""
    game, seated = Game(board, seats=len(bots), seed=9), [make_bot(bot, 5) for bot in bots]
    while (seat := game.actor) is not None and game.moves < 600:
        move = seated[seat].choose(game.view(seat))
        yield str(move)
        game.play(move)


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_hybrid_1_plays_the_games_that_were_recorded(board: str, seats: int) -> None:
    assert table_digest("hybrid-1", load_board(board), seats) == RECORDED[f"{board}.{seats}"]


@pytest.mark.parametrize("seed", ODD)
def test_hybrid_1_plays_the_games_recorded_on_boards_without_weights(seed: int, tmp_path: Path) -> None:
    board = odd_board(seed, tmp_path)
    assert table_digest("hybrid-1", board, board.max_seats) == RECORDED[f"odd.{seed}"]
