"""A bad day: whatever goes wrong, no log has a key, an invitation, a hidden move, a secret or a password."""

from __future__ import annotations

import base64
import json
import re
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from branchline.cli.command import main
from branchline.server.logs import redacted

from .players import TIMEOUT, Player
from .postgres import cluster, fresh_database
from .processes import Process
from .running import until
from .test_crash import STOPPED
from .test_health import asked, log_size

PASSWORD = "rosebud-of-the-database"
#: A new connection for each request: the server closes it after some that are broken.
ONCE = httpx.Limits(max_keepalive_connections=0)
CHAT = "between-the-two-of-us"


class Day:
    """A table with two players and a bot, and everything that is secret about it."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=TIMEOUT, limits=ONCE)
        seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
        opening = self.http.post("/api/tables", json={"board": "europe", "seats": seats}).json()
        self.game = str(opening["table"]["id"])
        self.secrets: list[str] = [opening["key"], opening["watch"]["key"]]
        self.secrets += [invitation["key"] for invitation in opening["invitations"]]
        self.players: list[Player] = []
        for seat, invitation in enumerate(opening["invitations"]):
            body = {"name": f"player {seat}", "invite": invitation["key"]}
            key = self.http.post(f"/api/tables/{self.game}/join", json=body).json()["key"]
            self.secrets.append(key)
            self.players.append(Player(server.port, self.game, key, seat))
            self.players[-1].hello()
        for player in self.players:
            player.wait(lambda one: bool(one.legal))
        self.secrets += [move for player in self.players for move in player.legal]  # each "keep …" is hidden
        self.secrets.append(CHAT)

    @property
    def key(self) -> str:
        """The key of the first player."""
        return str(self.players[0].key)

    def play(self) -> None:
        """Choices that nobody else may know, and chat at a private table."""
        for player in self.players:
            assert player.move(player.legal[0])["type"] == "ack"
        assert self.players[0].ask(type="chat", text=CHAT)["type"] == "ack"

    def misuse(self) -> None:
        """Keys where they don't belong: in addresses, in broken bodies and headers, in broken messages."""
        key, game = self.key, self.game
        for path in (
            f"/api/tables/{game}?key={key}",
            f"/tables/{game}?join={key}",
            f"/{key}",
            f"/api/tables/{key}",
        ):
            self.http.get(path)
        headers = {"Authorization": f"Bearer {key}", "Cookie": f"branchline={key}", "Origin": f"http://{key}"}
        self.http.post(f"/api/tables/{game}/join", headers=headers, content=f'{{"invite": "{key}"')
        self.http.post(f"/api/tables/{game}/join", headers=headers, json={"invite": key, key: key})
        self.http.request("BREW", f"/api/tables/{game}/join?{key}", headers=headers)
        with socket.create_connection(("127.0.0.1", self.server.port)) as raw:
            raw.sendall(f"GET /{key} nonsense {key}\r\nHost {key}\r\n\r\n".encode())
            raw.recv(1000)
        self.bad_messages()

    def bad_messages(self) -> None:
        """Over the socket, whose address has the key, too."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.game}/socket?key={self.key}"
        keep = self.players[0].legal[0] if self.players[0].legal else "keep nothing"
        for message in (
            f'{{"type": "hello", "key": "{self.key}", "more": 1}}',
            f'{{"type": "hello", "key": "{self.secrets[0][::-1]}"}}',
            f'{{"type": "move", "id": "{self.key}", "move": "{keep}"',
            self.key,
        ):
            with connect(address, close_timeout=0.2) as web:
                web.send(message)
                try:
                    web.recv(timeout=TIMEOUT)
                except ConnectionClosed:
                    continue
        with pytest.raises(InvalidStatus), connect(address, origin=Origin(f"http://{self.key}.example")):
            pass

    def moves_that_fail(self) -> None:
        """Moves while nothing can be written."""
        player = self.players[0]
        for _ in range(3):
            assert player.move(player.legal[0])["code"] == "not_ready"

    def metrics(self) -> str:
        return self.http.get("/metrics").text

    def close(self) -> None:
        for player in self.players:
            player.close()
        self.http.close()


def forms(secret: bytes) -> list[str]:
    """The secret of a deal in every form in which it could be written."""
    return [secret.hex(), repr(secret)[2:-1], base64.b64encode(secret).decode(), str(list(secret))[1:-1]]


def assert_silent(text: str, secrets: list[str]) -> None:
    assert [secret for secret in secrets if secret in text] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
@pytest.mark.parametrize("style", ["json", pytest.param("text", marks=pytest.mark.slow)])
def test_no_log_of_a_bad_day_has_a_secret(tmp_path: Path, style: str) -> None:
    """Misuse, a full disk, kill -9, rows that are broken, a table without its secret, and a stop."""
    server = Process(tmp_path, "", "--log", style)
    server.start()
    try:
        day = Day(server)
        day.misuse()
        full_disk(server, tmp_path, day)
        day.play()
        metrics = day.metrics()
        server.kill()
        day.close()
        day.secrets += break_rows(tmp_path / "branchline.db", day.game)
        server.start()
        metrics += visit(server, day, others(tmp_path, day.game))
    finally:
        stopped = server.stop()
    assert stopped in STOPPED
    log = server.log.read_text()
    if style == "json":
        assert f"GET /api/tables/{day.game}?… HTTP/1.1" in log
        assert all(json.loads(line) for line in log.splitlines() if line.startswith("{"))
    assert "writing to the database fails" in log
    assert_silent(log + metrics, day.secrets)


def full_disk(server: Process, folder: Path, day: Day) -> None:
    """Moves while the system refuses to let the files of the server grow."""
    import resource

    for _ in range(20):  # so that the log of the database is the largest of its files
        server.open("london", 2)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log_size(folder), resource.RLIM_INFINITY))
    until(lambda: asked(server.url) == (503, "disk_error"))
    day.moves_that_fail()
    day.bad_messages()
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    until(lambda: asked(server.url) == (200, ""))


def visit(server: Process, day: Day, games: list[str]) -> str:
    """Ask for the tables whose rows are broken; the metrics afterwards."""
    with httpx.Client(base_url=server.url, timeout=TIMEOUT, limits=ONCE) as http:
        headers = {"Authorization": f"Bearer {day.key}"}
        for game in (day.game, *games):
            http.get(f"/api/tables/{game}", headers=headers)
            http.post(f"/api/tables/{game}/join?key={day.key}", headers=headers, json={"name": day.key})
        return http.get("/metrics").text


def others(folder: Path, game: str) -> list[str]:
    with sqlite3.connect(folder / "branchline.db") as database:
        return [found for (found,) in database.execute("SELECT id FROM games WHERE id <> ?", (game,))][:4]


def break_rows(file: Path, game: str) -> list[str]:
    """Break the log of the table in its middle, and the secrets of others; what was in them."""
    with sqlite3.connect(file) as database:
        secrets = [text for (deal,) in database.execute("SELECT secret FROM games") for text in forms(deal)]
        rows = database.execute("SELECT number, payload FROM events WHERE game = ? ORDER BY number", (game,))
        payloads: list[tuple[int, str]] = rows.fetchall()
        number, payload = next(row for row in payloads if "keep" in row[1])
        database.execute(
            "UPDATE events SET payload = ? WHERE game = ? AND number = ?", (payload[:-2] + "☠", game, number)
        )
        ids = [one for (one,) in database.execute("SELECT id FROM games WHERE id <> ?", (game,))]
        database.execute("UPDATE games SET secret = 'hello' WHERE id = ?", (ids[0],))
        database.execute("UPDATE events SET number = number + 1 WHERE game = ?", (ids[1],))
        database.execute("UPDATE events SET at = 'never' WHERE game = ?", (ids[2],))
    database.close()
    return secrets


@pytest.mark.slow
def test_no_log_of_an_outage_has_a_secret_or_the_password(tmp_path: Path) -> None:
    with cluster() as postgres:
        address = fresh_database(postgres.address)
        with_password = re.sub(r"//postgres(:[^@]*)?@", f"//postgres:{PASSWORD}@", address)
        assert PASSWORD in with_password
        server = Process(tmp_path, with_password, "--log", "json")
        server.start()
        try:
            day = Day(server)
            with psycopg.connect(address) as connection:
                deals: list[Any] = connection.execute("SELECT secret FROM games").fetchall()
            postgres.stop()
            until(lambda: asked(server.url)[0] == 503)
            day.moves_that_fail()
            day.misuse()
            postgres.start()
            until(lambda: asked(server.url) == (200, ""))
            day.play()
            metrics = day.metrics()
            day.close()
            postgres.stop()
        finally:
            stopped = server.stop()
        assert stopped in STOPPED
        secrets = [*day.secrets, PASSWORD, *(text for (deal,) in deals for text in forms(bytes(deal)))]
        assert_silent(server.log.read_text() + metrics, secrets)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/games",
        f"postgresql://ann:x@{PASSWORD}@127.0.0.1:1/games",
        f"postgresql://ann:{PASSWORD}@127.0.0.1:port/games",
        f"postgresql://127.0.0.1:1/games?password={PASSWORD}",
        f"gold://ann:{PASSWORD}@127.0.0.1/games",
        PASSWORD,
    ],
)
def test_no_message_about_an_address_has_its_password(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--database", address]) == 2
    error = capsys.readouterr().err
    assert PASSWORD not in error
    assert error.count("\n") == 1


def test_what_looks_like_a_secret_is_left_out_and_the_rest_stays() -> None:
    key = "Ab3_-" * 8 + "xyz"
    assert redacted(f"GET /tables/12#join={key} 200") == "GET /tables/12#join=[key] 200"
    assert redacted(f"table {'0f' * 8}: {'0f' * 32}") == f"table {'0f' * 8}: [secret]"
    assert redacted("postgresql://ann:a@b:c@host/db is away") == "postgresql://ann:[password]@host/db is away"
    assert redacted("Branchline is at http://localhost:8000/") == "Branchline is at http://localhost:8000/"
