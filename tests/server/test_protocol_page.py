"""The page about the protocol: its example of a bot plays, and nothing that the code has is missing from it."""

import re
from pathlib import Path
from typing import Any

from branchline.server.table import notices
from branchline.server.web.about import endpoints as about
from branchline.server.web.archive import endpoints as archive
from branchline.server.web.calls import endpoints as calls
from branchline.server.web.lobby import endpoints as lobby
from branchline.server.web.waiting import endpoints as waiting
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
    for endpoint in (*lobby.all, *waiting.all, *archive.all, *calls.all, *about.all):
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
    import json

    from branchline import View

    _, players = server.play(board="europe")
    keep(players)
    mover = players[players[0].to_move[0]]
    view = View.from_json(json.dumps(mover.view))
    assert [str(action) for action in view.legal] == mover.legal
    assert view.seat == view.actor == mover.seat
