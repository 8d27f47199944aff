"""Bots of one's own on a server: `branchline serve --bot SPEC`."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from branchline import Game
from branchline.bots.own import OWN, offer_bot, own_bots
from branchline.cli import main
from branchline.game.record import read_record

from .players import TIMEOUT
from .processes import Process
from .running import running, until

#: Takes the first legal move; its helper lies beside it. The other one always fails.
MINE = """
import beside
from branchline.bots import Bot

class Mine(Bot):
    def think(self, view, legal):
        return legal[beside.FIRST]

class Broken(Bot):
    def think(self, view, legal):
        raise RuntimeError("out of ideas")
"""
#: A program that says little: ready, and the first legal move.
PROGRAM = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"type": "ready", "name": "script"}', flush=True)
    if asked["type"] == "choose":
        print(json.dumps({"id": asked["id"], "move": asked["view"]["legal"][0]}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots are; what a test offers in this process is forgotten after it."""
    monkeypatch.setenv(OWN, "")
    (tmp_path / "beside.py").write_text("FIRST = 0\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "script.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "script.py").chmod(0o755)
    return tmp_path


def open_game(url: str, *bots: str) -> str:
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    opened = httpx.post(
        f"{url}/api/tables", json={"board": "london", "seats": seats, "public": True}, timeout=TIMEOUT
    )
    assert opened.status_code == 201, opened.text
    return str(opened.json()["table"]["id"])


def finished(url: str, game: str) -> str:
    address = f"{url}/api/games/{game}/record"
    until(lambda: httpx.get(address, timeout=TIMEOUT).status_code == 200)
    return httpx.get(address, timeout=TIMEOUT).text


def test_it_is_offered_by_its_name_and_plays_in_the_worker_processes(folder: Path) -> None:
    settings = folder / "settings.json"
    settings.write_text('{"bot_pace": 0, "unwatched_share": 1}', encoding="utf-8")
    bots = (f"python:{folder / 'mine.py'}:Mine", f"exec:{folder / 'script.py'}")
    server = Process(
        folder, "", "--settings", str(settings), *(word for bot in bots for word in ("--bot", bot))
    )
    server.start()
    try:
        choices = httpx.get(f"{server.url}/api/choices", timeout=TIMEOUT).json()
        assert choices["own_bots"] == ["Mine", "script"]
        assert set(choices["bots"]) > {"medium", "Mine", "script"}
        text = finished(server.url, open_game(server.url, "Mine", "hybrid"))
        assert str(folder) not in text, "where the file lies is nobody's business"
        assert_first_moves(text)
        record = read_record(text)
        told = {entry.seat for line, entry in record.moves if line in record.bots}
        assert told == {1}, "a move of one's own bot can't be made again by others"
    finally:
        server.stop()


def assert_first_moves(text: str) -> None:
    """Seat 0 has always played the first legal move; first tickets are chosen by all at once."""
    log = [entry for entry in Game.replay(text).log if entry.seat is not None]
    for ply in range(2, len(log)):
        if log[ply].seat == 0:
            assert log[ply].move == str(Game.replay(text, ply=ply).legal()[0])


def test_for_one_that_fails_another_moves_and_the_log_says_why(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    offer_bot(f"python:{folder / 'mine.py'}:Broken")
    with running(folder, bot_pace=0, unwatched_share=1) as server:
        assert Game.replay(finished(server.url, open_game(server.url, "Broken", "hybrid"))).over
    said = "bot Broken failed, and another moved for it: RuntimeError: out of ideas"
    assert said in [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("hybrid", "--bot takes a bot of your own"),
        ("python:{0}/none.py:Mine", "none.py can't be read"),
        ("python:{0}/mine.py:Other", "it has Mine, Broken"),
        ("python:{0}/mine.py:Mine", "there is a bot 'Mine' already"),
        ("exec:{0}/absent", "is no program"),
    ],
)
def test_what_cannot_be_offered_is_refused_before_anything_starts(
    folder: Path, capsys: pytest.CaptureFixture[str], spec: str, said: str
) -> None:
    offer_bot(f"python:{folder / 'mine.py'}:Mine")
    assert main(["serve", "--port", "0", "--data", str(folder), "--bot", spec.format(folder)]) == 2
    assert said in capsys.readouterr().err
    assert list(own_bots()) == ["Mine"]


def test_nobody_else_can_name_a_file(folder: Path) -> None:
    with running(folder) as server:
        body = {"board": "london", "seats": [{"kind": "bot", "bot": "python:m.py:Mine"}, {"kind": "me"}]}
        answer = server.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_bot")
