"""Outages of the database: a few lines in the log, a code for clients, and the server goes on by itself."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.outages import Outage

from .players import TIMEOUT, Player
from .postgres import cluster, fresh_database
from .processes import Process
from .running import until
from .test_crash import STOPPED
from .test_health import asked


def seated(server: Process, game: str, invitations: list[dict[str, str]]) -> list[Player]:
    """Somebody at each seat, welcomed."""
    players = []
    for seat, invitation in enumerate(invitations):
        body = {"name": f"player {seat}", "invite": invitation["key"]}
        key = httpx.post(f"{server.url}/api/tables/{game}/join", json=body).json()["key"]
        players.append(Player(server.port, game, key, seat))
        players[-1].hello()
    for player in players:
        player.wait(lambda one: bool(one.legal))
    return players


@pytest.mark.slow
def test_postgresql_goes_away_and_comes_back(tmp_path: Path) -> None:
    with cluster() as postgres:
        server = Process(tmp_path, fresh_database(postgres.address), "--log", "json")
        server.start()
        try:
            opening = server.open("london", 2)
            game = str(opening["table"]["id"])  # type: ignore[index]
            players = seated(server, game, opening["invitations"])  # type: ignore[arg-type]
            postgres.stop()
            away(server, game, players[0])
            postgres.start()
            until(lambda: asked(server.url) == (200, ""))
            for player in players:
                assert player.move(player.legal[0])["type"] == "ack"
            players[0].wait(lambda one: len(one.to_move) == 1)  # it has heard of the other's choice
            for player in players:
                player.close()
        finally:
            assert server.stop() in STOPPED
    told(server.log.read_text())


def away(server: Process, game: str, player: Player) -> None:
    """What clients get while there is no database; they are many, and the log has a line."""
    until(lambda: asked(server.url) == (503, "unreachable"))
    assert asked(server.url, "/livez") == (200, "")
    with httpx.Client(base_url=server.url, timeout=TIMEOUT) as http:
        for number in range(20):
            for answer in (
                http.post("/api/tables", json={"board": "london", "seats": [{}, {}]}),
                http.get(f"/api/tables/{number:016x}"),
                http.get("/api/tables"),
            ):
                assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
    for _ in range(20):
        assert player.move(player.legal[0])["code"] == "not_ready"
    stranger = Player(server.port, "0" * 16, None)
    assert stranger.hello()["code"] == "not_ready"
    with pytest.raises(ConnectionClosed) as closed:
        stranger.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013  # not one of those after which the page gives up


def told(log: str) -> None:
    """Lines, and no tracebacks: one when it began and one when it was over, for each of three things."""
    assert "Traceback" not in log
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    problems = [line["message"] for line in lines if line["level"] in ("warning", "error")]
    assert not any("error" in line for line in lines)
    for what in ("writing to", "reading from"):
        assert sum(f"{what} the database fails (unreachable): " in text for text in problems) == 1, problems
        (over,) = [text for text in problems if f"{what} the database works again" in text]
        assert int(over.split("it failed ")[1].split()[0]) >= 20
    assert len(problems) <= 8, problems


def test_a_long_outage_is_told_every_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    outage = Outage("writing", lambda: now[0])
    with caplog.at_level(logging.WARNING):
        outage.over()
        for now[0] in range(0, 180, 3):
            outage.failed(OSError("no room"))
        outage.over()
        outage.over()
        outage.failed(OSError("no room"))
    assert [record.getMessage() for record in caplog.records] == [
        "writing fails (failed): no room",
        "writing has failed for 60 seconds, 21 times (failed): no room",
        "writing has failed for 120 seconds, 41 times (failed): no room",
        "writing works again: it failed 60 times in 177 seconds",
        "writing fails (failed): no room",
    ]
