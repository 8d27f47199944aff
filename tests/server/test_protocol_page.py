"""The page about the protocol: its example of a bot plays, and nothing that the code has is missing from it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from branchline.server.app import ENDPOINTS
from branchline.server.table import notices
from branchline.server.wire import forms
from branchline.server.wire.messages import AnyClientMessage

from .players import keep
from .running import Server

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
HOSTING = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")


def test_the_example_bot_plays_a_game_to_its_end(server: Server) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "protocol.md", "exec"), names)
    body = {"board": "london", "name": "x", "seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}]}
    opening = server.post("/api/tables", body).json()
    game = opening["table"]["id"]
    names["play"](f"127.0.0.1:{server.port}", game, opening["invitations"][0]["key"])
    assert server.get(f"/api/tables/{game}", opening["key"]).json()["table"]["stage"] == "over"


def test_every_message_notice_and_address_is_described() -> None:
    for union in (AnyClientMessage, notices.AnyNotice):
        for struct in union.__args__:
            assert f"`{struct.__struct_config__.tag}`" in PAGE, struct
    for endpoint in ENDPOINTS:
        last = re.sub(r"{.*?}", "", endpoint.path).rstrip("/").rpartition("/")[2]
        assert last in PAGE, endpoint.path


def test_every_option_of_the_command_is_described() -> None:
    source = (Path(__file__).parents[2] / "src/branchline/cli/serve.py").read_text(encoding="utf-8")
    options = set(re.findall(r'"(--[a-z-]+)"', source))
    assert [option for option in sorted(options) if f"`{option}" not in HOSTING] == []


def test_forms_forbid_what_they_do_not_know() -> None:
    for form in forms.Form.__subclasses__():
        assert form.__struct_config__.forbid_unknown_fields


def test_a_remote_bot_can_read_the_wire_as_a_view(server: Server) -> None:
    from branchline import View

    _, players = server.play(board="europe")
    keep(players)
    mover = players[players[0].to_move[0]]
    view = View.from_json(json.dumps(mover.view))
    assert [str(action) for action in view.legal] == mover.legal
    assert view.seat == view.actor == mover.seat


def test_the_example_of_a_body_opens_a_table_and_that_of_a_refusal_is_what_it_gets(server: Server) -> None:
    body, refusal = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[:2])
    opened = server.post("/api/tables", body)
    assert opened.json()["table"]["board"] == body["board"]
    body["seats"][1]["kind"] = "robot"
    assert server.post("/api/tables", body).json() == refusal


SEATS: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
REFUSED: dict[str, dict[str, Any]] = {
    "board": {"board": "mars"},
    "boord": {"boord": "usa"},
    "name": {"name": "x" * 1000},
    "seats": {"seats": [{"kind": "me"}]},
    "seats[0].colour": {"seats": [{"kind": "me", "colour": "red"}]},
    "seats[0].colour ": {"seats": [{"kind": "me", "colour": 99}, SEATS[1]]},
    "seats[1].bot": {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]},
    "seats[1].name": {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random", "name": "\u200b"}]},
    "first": {"first": 2},
    "clock": {"clock": "fast"},
    "position.ply": {"position": {"game": "x"}},
    "position.game": {"position": {"game": "x", "ply": 1}},
    "position.record": {"position": {"record": "x", "ply": 1}},
    "position.puzzle": {"position": {"puzzle": "x", "ply": 0}},
}


@pytest.mark.parametrize("field", REFUSED)
def test_a_refusal_names_the_field(server: Server, field: str) -> None:
    usual = {"board": "london", "name": "Ana", "seats": SEATS}
    answer = server.post("/api/tables", {**usual, **REFUSED[field]})
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["data"]["field"] == field.strip()
