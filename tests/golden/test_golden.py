"""Every record in `records/` replays; those with an entry in `expected/` come out as it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline import Game
from branchline.bots.verify import check_bots
from branchline.core import COMPILED
from branchline.game import verify
from branchline.game.record import read_record

from .playthrough import EXPECTED, RECORDS, board_of, play_through

ALL = sorted(RECORDS.glob("*.record"))
GOLDEN = sorted(EXPECTED.glob("*.json"))


def test_each_board_has_a_golden_game() -> None:
    assert {"usa", "europe", "london"} <= {path.stem for path in GOLDEN} & {path.stem for path in ALL}


@pytest.mark.parametrize("record", ALL, ids=lambda path: path.stem)
def test_a_record_that_lies_here_replays(record: Path) -> None:
    text = record.read_bytes().decode()
    game = Game.replay(text, board_of(text))
    read = read_record(text, game.board)
    results = verify.verify(read) + check_bots(read)
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_our_bots_play_as_ever(name: str) -> None:
    """If this is meant to change: raise `VERSION` of the bots, then `python -m tests.golden --anew`."""
    if name == "london" and not COMPILED:
        pytest.skip("rollouts want C")
    read = read_record((RECORDS / f"bots-{name}.record").read_text(encoding="utf-8"))
    moves = sum(entry.seat is not None for _, entry in read.moves)
    (told,) = check_bots(read)
    assert told.text == f"{moves} of {moves} moves of bots follow from the secret"


@pytest.mark.parametrize("expected", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_comes_out_as_ever(expected: Path) -> None:
    """If this is meant to change: `python -m tests.golden`, and look at the diff."""
    text = (RECORDS / f"{expected.stem}.record").read_text(encoding="utf-8")
    assert play_through(text) == json.loads(expected.read_text(encoding="utf-8"))
