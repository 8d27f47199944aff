"""A table whose rows are damaged is set aside, and its players are told. All other tables go on."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.storage.store import CHANNEL

from .damage import KINDS, break_rows
from .make_database import NEVER
from .running import Server, running, until

REFUSED = 4403


def waiting_tables(folder: Path, count: int, board: str = "london", **settings: Any) -> list[str]:
    """Tables at which only bots sit, which have begun and wait for the bots' moves."""
    with running(folder, bot_delay=NEVER, **settings) as server:
        games = [server.open(board, bots=2, public=True)["table"]["id"] for _ in range(count)]
        until(lambda: all(stage(server, game) == "playing" for game in games))
    return games


def stage(server: Server, game: str) -> str:
    return str(server.get(f"/api/tables/{game}").json()["table"]["stage"])


def test_every_kind_of_damage_stops_its_table_and_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    *games, nameless = waiting_tables(tmp_path, len(KINDS) + 4)
    kinds, healthy = dict(zip(games, KINDS, strict=False)), games[len(KINDS) :]
    break_rows(tmp_path / "branchline.db", kinds)
    with closing(sqlite3.connect(tmp_path / "branchline.db")) as connection, connection:
        connection.execute("UPDATE games SET due = 2")
        connection.executemany("UPDATE games SET due = 1 WHERE id = ?", [(game,) for game in kinds])
        connection.execute("UPDATE games SET due = 0, id = CAST(x'ff66' AS TEXT) WHERE id = ?", (nameless,))
    with running(tmp_path) as server:
        until(lambda: all(stage(server, game) == "over" for game in healthy))
        for game, kind in kinds.items():
            answer = server.get(f"/api/tables/{game}")
            assert (answer.status_code, answer.json()["code"]) == (500, "table_damaged"), kind
            assert answer.json()["data"] == {"number": KINDS[kind][1]}, kind
            player = server.player(game, None)
            assert player.hello()["code"] == "table_damaged"
            with pytest.raises(ConnectionClosed):
                player.receive()
            assert player.socket.close_code == REFUSED
        assert server.get("/api/tables").status_code == 200
        assert not server.services.hub.store.due(1e12)
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    for game, kind in kinds.items():
        said = [line for line in lines if game in line]
        assert len(said) == 1, kind  # once, however often it is asked for
        assert f"entry {KINDS[kind][1]}: " in said[0]
        assert KINDS[kind][2] in said[0]
    assert not [line for line in lines if "teleported" in line or "draw blind" in line or "Traceback" in line]


def test_a_listing_that_cannot_be_read_is_left_out_and_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    games = waiting_tables(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / "branchline.db")) as connection, connection:
        connection.execute("UPDATE games SET due = NULL")
        connection.execute("UPDATE games SET summary = '{' WHERE id = ?", games[:1])
        connection.execute("UPDATE games SET summary = CAST(x'22ff22' AS TEXT) WHERE id = ?", games[1:2])
    with running(tmp_path, bot_delay=NEVER) as server:
        first = server.get("/api/tables")
        assert first.status_code == 200
        assert [table["id"] for table in first.json()["tables"]] == games[2:]
        until(lambda: len(server.get("/api/tables").json()["tables"]) == 3)
    assert len([line for line in caplog.messages if "can't be read, and is made anew" in line]) == 2


def test_a_table_damaged_while_it_is_played_tells_its_players(tmp_path: Path, database: str) -> None:
    """Several processes write one PostgreSQL, and this one reads what another has left behind."""
    with running(tmp_path, database=database) as server:
        game, players = server.play(seats=2)
        other, others = server.play(seats=2)
        until(server.services.fanout.ready.is_set)
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO events (game, number, kind, seat, payload, at, digest) SELECT game, number + 1, kind, "
                "seat, payload, at, digest FROM events WHERE game = %s ORDER BY number DESC LIMIT 1",
                (game,),
            )
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{game} {players[0].number + 1}"))
        for player in players:
            message = player.receive()
            assert (message["type"], message["code"]) == ("error", "table_damaged")
            with pytest.raises(ConnectionClosed):
                player.receive()
        assert server.get(f"/api/tables/{game}").json()["code"] == "table_damaged"
        assert others[0].move(others[0].legal[0])["type"] == "ack"
        assert server.get(f"/api/tables/{other}", others[0].key).status_code == 200
