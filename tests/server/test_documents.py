"""Documents made from the code: OpenAPI, JSON Schema and TypeScript say what the server does."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from jsonschema_rs import validator_for
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from branchline import Board
from branchline.board.json import BoardJson
from branchline.server.app import ENDPOINTS
from branchline.server.errors import STATUS
from branchline.server.web.openapi import openapi, protocol
from branchline.server.web.typescript import typescript
from branchline.server.wire.messages import AnyClientMessage

from .players import keep, play_on
from .running import Server

ROOT = Path(__file__).parents[2]
DOCUMENT = openapi(ENDPOINTS)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
#: Every status by which a request is refused here. Schemathesis by itself does not know 413: a body that is too large.
REFUSALS = sorted({str(status) for status in STATUS.values() if status < 500})
CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
schema = schemathesis.openapi.from_dict(DOCUMENT, config=SchemathesisConfig.from_dict(CONFIG))


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[str, str]:
    """A game that is over, for requests that find one, and a key that opens it."""
    id_, players = server.play()
    keep(players)
    play_on(players)
    for player in players:  # the pings of open sockets use `random`, which Hypothesis watches
        player.close()
    return id_, str(players[0].key)


@schema.parametrize()
def test_the_http_part_keeps_what_its_openapi_document_says(
    case: schemathesis.Case[Any], server: Server, game: tuple[str, str]
) -> None:
    id_, key = game
    if "id" in case.path_parameters and len(repr(case.body)) % 2:
        case.path_parameters["id"] = id_
    headers = {"Authorization": f"Bearer {key}"} if len(repr(case)) % 3 else {}
    case.call_and_validate(base_url=server.url, headers=headers, checks=CHECKS)


def test_every_endpoint_says_what_it_does_and_every_code_has_a_status() -> None:
    for endpoint in ENDPOINTS:
        assert endpoint.summary, endpoint.path
        assert set(endpoint.codes) <= STATUS.keys(), endpoint.path


def test_both_documents_are_served(server: Server) -> None:
    assert server.get("/api/openapi.json").json() == json.loads(msgspec.json.encode(DOCUMENT))
    assert server.get("/api/protocol.json").json() == json.loads(msgspec.json.encode(protocol()))


def test_every_message_of_a_game_fits_the_json_schema(server: Server) -> None:
    document = json.loads(msgspec.json.encode(protocol()))
    tell = validator_for({**document["properties"]["tell"], "$defs": document["$defs"]})
    _, players = server.play(board="europe", seats=2)
    keep(players)
    play_on(players)
    for text in players[0].raw:
        message: Any = json.loads(text)
        errors = [error.message for error in tell.iter_errors(message)]
        assert not errors, (message["type"], errors[:2])


def test_what_the_schema_lets_clients_send_is_what_the_server_reads() -> None:
    document = json.loads(msgspec.json.encode(protocol()))
    ask = validator_for({**document["properties"]["ask"], "$defs": document["$defs"]})
    for message in (
        {"type": "hello"},
        {"type": "hello", "key": "x", "last": 3},
        {"type": "move", "id": "1", "move": "draw red"},
        {"type": "move", "id": "1", "index": 1, "number": 7},
        {"type": "chat", "id": "1", "text": "hi"},
        {"type": "vote", "id": "1", "seat": 0},
        {"type": "move", "id": ""},
        {"type": "move"},
        {"type": "chat", "id": "1", "text": ""},
        {"type": "vote", "id": "1", "seat": -1},
        {"type": "shout", "id": "1"},
        {"type": "hello", "more": 1},
    ):
        try:
            msgspec.convert(message, AnyClientMessage)
            read = True
        except msgspec.ValidationError:
            read = False
        assert ask.is_valid(message) is read, message


def test_everything_about_a_board_is_told() -> None:
    public = {field.name for field in dataclasses.fields(Board) if not field.name.startswith("_")}
    assert set(BoardJson.__struct_fields__) == public


def test_the_typescript_types_are_up_to_date() -> None:
    written = (ROOT / "web/src/protocol.ts").read_text(encoding="utf-8")
    assert written == typescript(), "run `make protocol`"
