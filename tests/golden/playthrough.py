"""What a replayed game looks like from all sides, in a few lines; a change of behaviour is a diff of these."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from branchline import Board, Game, ScriptedDealer, load_board
from branchline.game.record import read_record, start_game
from tests.strategies import POCKET

RECORDS = Path(__file__).parent / "records"
EXPECTED = Path(__file__).parent / "expected"


def board_of(text: str) -> Board | None:
    """The board of a record that is not built in, if it is one of the tests'."""
    return load_board(POCKET) if text.splitlines()[1].startswith("board pocket ") else None


def play_through(text: str) -> dict[str, Any]:
    """Replay a record, looking at it through every viewer's eyes after every move."""
    game = Game.replay(text, board_of(text))
    told: dict[str, Any] = {"moves": game.moves, "over": game.over}
    if game.over:
        told["winners"] = game.winners()
        told["scores"] = [msgspec.to_builtins(score) for score in game.scores()]
        told["borrowed"] = game.borrowed()
    return told | {"views": digest_of_views(text)}


def digest_of_views(text: str) -> str:
    """SHA-256 over the JSON of all views after the deal and after each move; it has the legal moves in it."""
    digest = sha256()
    for game in positions(text):
        for viewer in (None, *range(game.seats)):
            digest.update(game.view(viewer).to_json())
    return digest.hexdigest()


def positions(text: str) -> Iterator[Game]:
    """The game after the deal and after each of its moves."""
    record = read_record(text, board_of(text))
    moves = [entry for _, entry in record.moves]
    dealt = moves.pop(0).chance if moves and moves[0].seat is None else ()
    game = start_game(record, ScriptedDealer(dealt))
    yield game
    for entry in moves:
        game.dealer = ScriptedDealer(entry.chance)
        game.play(entry.move, entry.seat)
        yield game
