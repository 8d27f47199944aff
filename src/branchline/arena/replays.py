"""Games of a file of results, played again: the deal and the bots decide them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from branchline.arena.jobs import DECISION_SECONDS, deal_game, native_game, play_out
from branchline.arena.players import all_native
from branchline.arena.results import DIGEST_LENGTH, GameResult
from branchline.board import Board
from branchline.errors import BranchlineError, first_line
from branchline.game.game import Game


def read_result(path: Path, number: int) -> GameResult:
    """The game in this line of a file of results; the first is 1."""
    if number < 1:
        raise BranchlineError(f"games are counted from 1 on; there is no game {number}")
    with path.open("rb") as file:
        line = next(islice(file, number - 1, None), b"")
    if not line:
        with path.open("rb") as file:
            count = sum(1 for _ in file)
        raise BranchlineError(f"{path} has {count:,} games; there is no game {number}")
    return _decode(path, number, line)


def read_results(path: Path) -> Iterator[GameResult]:
    """All games of a file of results, in their order."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            yield _decode(path, number, line)


def _decode(path: Path, number: int, line: bytes) -> GameResult:
    try:
        return msgspec.json.decode(line, type=GameResult)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BranchlineError(
            f"{path}, line {number}: this is no result of a game: {first_line(error)}"
        ) from None


def record_files(places: Iterable[Path]) -> Iterator[Path]:
    """Files as they are named, and those of folders in the order of their names."""
    for place in places:
        if place.is_dir():
            yield from sorted(path for path in place.iterdir() if path.suffix in (".txt", ".record"))
        else:
            yield place


def play_again(result: GameResult, board: Board) -> Game:
    """The game of a result, move by move.

    It is refused if it comes out differently: a bot that thinks against the clock, or with another program of its own
    now, does not play the same game twice.
    """
    if board.digest[:DIGEST_LENGTH] != result.digest:
        raise BranchlineError(
            f"the game was played on another version of {result.board}: {result.digest}, "
            f"not {board.digest[:DIGEST_LENGTH]}; name the file of its board"
        )
    if result.native and all_native(result.bots):
        game = native_game(board, result.seed, result.deal, result.bots)
    else:
        game = deal_game(board, len(result.bots), result.seed, result.deal)
        play_out(game, result.seed, result.deal, result.bots, DECISION_SECONDS)
    found, stored = [score.total for score in game.scores()], [seat.total for seat in result.seats]
    if found != stored:
        raise BranchlineError(
            f"the game came out differently this time, {found} and not {stored} points: "
            "a bot does not play the same twice (arena --records keeps the games themselves)"
        )
    return game
