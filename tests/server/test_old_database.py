"""A database made by version 0.1.0 (`make_database.py`) opens, and its tables are what they were."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .make_database import BOARDS, NEVER, Json, answers
from .players import Player, play_on
from .running import Clock, Server, running

DATA = Path(__file__).parent / "data"
OLD: Json = json.loads(lzma.decompress((DATA / "answers.json.xz").read_bytes()))
TABLES: list[Json] = OLD["tables"]
GOES_ON = ("filled", "playing", "pending")


def lost(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Where something old is missing or has changed; new fields are welcome."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name in new:
                yield from lost(value, new[name], f"{path}.{name}")
            else:
                yield f"{path}.{name} is missing"
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for n, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from lost(one, other, f"{path}[{n}]")
    elif old != new:
        yield f"{path}: {old!r} is now {new!r}"


def name_of(table: Json) -> str:
    return f"{table['what']}-{next(iter(table['answers']['table'].values()))['table']['board']}"


def copy_database(folder: Path) -> Path:
    (folder / "branchline.db").write_bytes(lzma.decompress((DATA / "branchline.db.xz").read_bytes()))
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of today on a copy, at the time when the old one stopped; its bots wait."""
    folder = copy_database(tmp_path_factory.mktemp("old"))
    with running(folder, now=Clock(OLD["now"]), bot_delay=NEVER) as here:
        yield here


def test_the_database_has_every_stage_on_every_board_public_and_private() -> None:
    states = [next(iter(table["answers"]["table"].values()))["table"] for table in TABLES]
    assert {(state["board"], state["stage"]) for state in states} == {
        (board, stage) for board in BOARDS for stage in ("open", "playing", "over", "closed")
    }
    for stage in ("open", "playing", "over", "closed"):
        assert {state["public"] for state in states if state["stage"] == stage} == {True, False}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_table_answers_as_it_did(server: Server, table: Json) -> None:
    """States, views of every seat, records, statistics and replays."""
    assert list(lost(table["answers"], answers(server, table))) == []


def test_the_list_of_public_tables_is_what_it_was(server: Server) -> None:
    assert list(lost(OLD["listed"], server.get("/api/tables").json())) == []


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_told_of_a_board_is_what_it_was(server: Server, board: str) -> None:
    assert list(lost(OLD["boards"][board], server.get(f"/api/boards/{board}").json())) == []


def test_running_games_go_on_to_their_end(tmp_path: Path) -> None:
    with running(copy_database(tmp_path), now=Clock(OLD["now"])) as server:
        for table in TABLES:
            if table["what"] in GOES_ON:
                ((seat, key),) = table["keys"]["seats"].items()
                finish(server.player(table["id"], key, int(seat)))
                assert server.get(f"/api/games/{table['id']}/record").text.startswith("branchline record")


def finish(player: Player) -> None:
    """Play on to the end, beginning with the first tickets if they are not chosen."""
    player.hello()
    play_on([player])
    assert player.over


def test_the_seats_of_old_keys_can_be_taken_left_and_used_for_a_rematch(tmp_path: Path) -> None:
    with running(copy_database(tmp_path), now=Clock(OLD["now"])) as server:
        (over,) = (table for table in TABLES if name_of(table) == "over-usa")
        again = server.post(f"/api/tables/{over['id']}/rematch", {}, over["keys"]["seats"]["1"]).json()
        assert again["table"]["after"] == over["id"]
        (opened,) = (table for table in TABLES if name_of(table) == "open-europe")
        key = opened["keys"]["seats"]["1"]
        left = server.post(f"/api/tables/{opened['id']}/leave", None, key).json()
        assert [seat["kind"] for seat in left["table"]["seats"]] == ["open", "open", "bot"]


def test_finished_games_can_be_played_on(tmp_path: Path) -> None:
    with running(copy_database(tmp_path), now=Clock(OLD["now"])) as server:
        for table in (one for one in TABLES if one["what"] == "over"):
            state = server.get(f"/api/tables/{table['id']}").json()["table"]
            assert state["origin"] is None
            bots = [{"kind": "bot", "bot": "random"} for _ in state["seats"][1:]]
            position = {"game": table["id"], "ply": 20, "anew": 0}
            body = {
                "board": state["board"],
                "seats": [{"kind": "me"}, *bots],
                "name": "Ann",
                "position": position,
            }
            opening = server.post("/api/tables", body).json()
            finish(server.player(opening["table"]["id"], opening["key"], 0))
