"""Every record in `records/` replays; those with an entry in `expected/` come out as it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline import Game
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
    results = verify.verify(read_record(text, game.board))
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize("expected", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_comes_out_as_ever(expected: Path) -> None:
    """If this is meant to change: `python -m tests.golden`, and look at the diff."""
    text = (RECORDS / f"{expected.stem}.record").read_text(encoding="utf-8")
    assert play_through(text) == json.loads(expected.read_text(encoding="utf-8"))
