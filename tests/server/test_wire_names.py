"""What is stored and sent keeps its names, whatever the classes are called.

`data/shapes.json` is version 0.1.0's, with the kinds of events and messages that have been added since.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from branchline import load_board
from branchline.board.json import board_json
from branchline.server import app
from branchline.server.table import events, notices
from branchline.server.wire.board_drawing import BoardDrawing
from branchline.server.wire.messages import AnyClientMessage, AnyServerMessage

from .make_database import BOARDS
from .shapes import shape
from .test_old_database import DATA, OLD, lost

SHAPES: dict[str, Any] = json.loads((DATA / "shapes.json").read_text(encoding="utf-8"))
ENDPOINTS = {f"{one.method} {one.path}": one for one in app.ENDPOINTS}


def test_stored_events_are_what_they_were() -> None:
    assert shape(events.AnyEvent) == SHAPES["events"]


def test_messages_of_clients_are_what_they_were() -> None:
    assert shape(AnyClientMessage) == SHAPES["client"]


@pytest.mark.parametrize(
    ("name", "type_"),
    [("server", AnyServerMessage), ("notices", notices.AnyNotice), ("board_file", BoardDrawing)],
)
def test_what_the_server_sends_has_lost_nothing(name: str, type_: Any) -> None:
    assert set(SHAPES[name]) - set(shape(type_)) == set()


@pytest.mark.parametrize("name", [name for name in SHAPES if " " in name])
def test_an_endpoint_takes_what_it_took_and_answers_with_no_less(name: str) -> None:
    endpoint, old = ENDPOINTS[name], SHAPES[name]
    assert (shape(endpoint.body, "body") if endpoint.body else []) == old["request"]
    assert shape(endpoint.query, "query") == old["query"]
    assert set(old["answer"]) <= set(["text"] if endpoint.text else shape(endpoint.answer))
    assert set(old["codes"]) <= set(endpoint.codes)
    assert endpoint.status == old["status"]


@pytest.mark.parametrize("board", BOARDS)
def test_programs_are_told_no_less_of_a_board(board: str) -> None:
    new = json.loads(msgspec.json.encode(board_json(load_board(board))))
    assert list(lost(OLD["programs"][board], new)) == []
