"""A board of one's own on a server: `branchline serve --board FILE`."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest

from branchline import Game, load_board
from branchline.board.loading import OWN
from branchline.cli import main

from .players import TIMEOUT
from .processes import Process
from .running import until

BOARDS = Path(__file__).parents[2] / "examples" / "boards"


@pytest.fixture
def isles(tmp_path: Path) -> Path:
    """A board that no other place knows, with its layout."""
    for suffix in (".toml", ".layout.json", ".svg"):
        shutil.copy(BOARDS / f"lantern{suffix}", tmp_path / f"isles{suffix}")
    return tmp_path / "isles.toml"


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes known in this process is forgotten after it."""
    monkeypatch.setenv(OWN, "")


def get(server: Process, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}{path}", timeout=TIMEOUT)


def test_it_is_played_like_the_others_and_set_aside_without_its_file(tmp_path: Path, isles: Path) -> None:
    many = isles.with_name("many.toml")
    many.write_text('extends = "isles"\ndraw = { tickets = 2 }\n', encoding="utf-8")
    plain = isles.with_name("plain.toml")
    shutil.copy(isles, plain)
    files = ("--board", str(isles), "--board", str(many), "--board", str(plain))
    server = Process(tmp_path, "", *files)
    server.start()
    try:
        assert "isles" in [board["id"] for board in get(server, "/api/boards").json()["boards"]]
        assert get(server, "/api/boards/isles").json()["digest"] == load_board(isles).digest
        assert get(server, "/page/boards/isles.json").status_code == 200
        for board in ("isles", "plain"):
            assert get(server, f"/page/boards/{board}/picture/day.svg").text.startswith("<svg")
        opening = server.open("isles", 2, bots=2, public=True)
        game = opening["table"]["id"]  # type: ignore[index]
        until(lambda: get(server, f"/api/games/{game}/record").status_code == 200)
        played = Game.replay(get(server, f"/api/games/{game}/record").text, load_board(isles))
        assert played.over
        layouts = [get(server, f"/page/boards/{name}.json").json()["layout"] for name in ("isles", "many")]
        assert layouts[0] == layouts[1]
        bases = {board["id"]: board["base"] for board in get(server, "/api/boards").json()["boards"]}
        assert (bases["isles"], bases["many"], bases["usa-1910"], bases["usa"]) == (
            "isles",
            "isles",
            "usa",
            "usa",
        )
        other = server.open("isles", 2, bots=1)["table"]["id"]  # type: ignore[index]
    finally:
        server.stop()
    server = Process(tmp_path)
    server.start()
    try:
        assert get(server, f"/api/tables/{other}").json()["code"] == "board_changed"
        assert get(server, "/healthz").status_code == 200
        assert get(server, "/api/tables").status_code == 200
    finally:
        server.stop()


def test_what_has_an_old_layout_or_cannot_be_told_apart_is_refused(
    isles: Path, unknown: None, capsys: pytest.CaptureFixture[str]
) -> None:
    serve = ["serve", "--port", "0", "--data", str(isles.parent), "--board"]
    usa = isles.with_name("usa.toml")
    shutil.copy(isles, usa)
    changed = isles.read_text(encoding="utf-8").replace('name = "Gullhaven"', 'name = "Gull Harbour"')
    isles.write_text(changed, encoding="utf-8")
    for file, said in (
        (isles, f"branchline layout {isles} renews it"),
        (usa, "there is a board usa already"),
        (isles.with_name("none.toml"), "can't be read"),
    ):
        assert main([*serve, str(file)]) == 2
        assert said in capsys.readouterr().err
