"""`branchline fsck`: it finds every damage, says where, changes nothing, and needs no pause of the server."""

import random
import re
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from branchline.board import make_known
from branchline.board.loading import OWN
from branchline.cli import main
from branchline.server.storage.connect import connect
from branchline.server.storage.migrate import migrate
from branchline.server.storage.wal import FRAME_HEADER, HEADER, read_wal
from branchline.server.table import log

from .damage import KINDS, Break, break_rows, change
from .players import Player, keep, play_on
from .processes import Process
from .robots import seat_robots
from .test_crash import STOPPED
from .test_damage import waiting_tables
from .test_old_database import copy_database

CHANGED = "UPDATE games SET {} WHERE id = :game"
#: Damage to a table that does not stop it, and what is said of it.
SMALL: dict[str, tuple[Break, str]] = {
    "cut": (
        change("DELETE FROM events WHERE game = :game AND number = 2"),
        "last entries of its log are missing",
    ),
    "public": (change(CHANGED.format("public = 0")), "listed as private and was opened otherwise"),
    "stage": (change(CHANGED.format("stage = 'over', due = NULL")), "listed as over and its game is playing"),
    "summary": (change(CHANGED.format("summary = '{'")), "its summary, which lists show, is not"),
    "name": (change(CHANGED.format("summary = replace(summary, 'london', 'londen')")), "its summary"),
    "kind": (
        change("UPDATE events SET kind = 'left' WHERE game = :game AND number = 2"),
        "entry 2: its columns kind and seat do not fit",
    ),
    "row": (change("DELETE FROM games WHERE id = :game"), "its row is missing, and 2 entries are left"),
}


def fsck(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], str]:
    """The exit status, the lines of the report, the summary."""
    status = main(["fsck", *map(str, arguments)])
    *lines, summary = capsys.readouterr().out.splitlines() or [""]
    return status, lines, summary


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the index of the log, which SQLite makes anew for each first reader."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "branchline.db-shm"}


def test_every_damage_is_found_where_it_is_and_nothing_is_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = waiting_tables(tmp_path, len(KINDS) + len(SMALL) + 2)
    assert fsck(capsys, tmp_path) == (
        0,
        [],
        f"{len(games)} tables with {2 * len(games)} entries: nothing is damaged",
    )
    kinds = dict(zip(games, KINDS, strict=False))
    small = dict(zip(games[len(KINDS) :], SMALL, strict=False))
    break_rows(tmp_path / "branchline.db", kinds)
    with closing(sqlite3.connect(tmp_path / "branchline.db")) as connection, connection:
        for game, kind in small.items():
            SMALL[kind][0](connection, game)
    before = contents(tmp_path)
    status, lines, summary = fsck(capsys, tmp_path / "branchline.db")
    assert status == 1
    assert f"{len(lines)} damaged places" in summary
    for game, kind in kinds.items():
        (line,) = (line for line in lines if game in line)
        assert line.startswith(f"DAMAGED: table {game}: entry {KINDS[kind][1]}: "), kind
        assert KINDS[kind][2] in line
    for game, kind in small.items():
        (line,) = (line for line in lines if game in line)
        assert SMALL[kind][1] in line
    assert not [line for line in lines if any(game in line for game in games[-2:])]
    assert contents(tmp_path) == before


@pytest.mark.parametrize("page", [2, 5, 20, 30])
def test_a_page_that_was_overwritten_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], page: int
) -> None:
    file = copy_database(tmp_path) / "branchline.db"
    with file.open("r+b") as database:
        database.seek(page * 4096)
        database.write(bytes(4096))
    status, lines, _ = fsck(capsys, tmp_path)
    assert status == 1
    assert any(line.startswith("DAMAGED: pages: ") for line in lines)


def stored(file: Path) -> list[Any]:
    """All that the log and the lists of a database say; not the summaries and times that a sweep mends."""
    with closing(sqlite3.connect(file)) as connection:
        connection.text_factory = bytes
        games = "SELECT id, secret, public, created, changed FROM games ORDER BY id"
        return [
            *connection.execute(games),
            *connection.execute("SELECT * FROM events ORDER BY game, number"),
            *connection.execute("SELECT * FROM alembic_version"),
        ]


def test_any_flipped_bit_that_matters_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copy_database(tmp_path) / "branchline.db"
    engine = connect(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    whole, before = file.read_bytes(), stored(file)
    chance, counts = random.Random(12), Counter[int]()
    for _ in range(25):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        status = main(["fsck", str(file)])
        counts[status] += 1
        if status == 0:  # a byte that is not used
            assert stored(file) == before
    assert counts[1] > 12
    assert "Traceback" not in capsys.readouterr().err


def play_and_kill(folder: Path) -> tuple[Process, list[Player]]:
    """A server that was killed after it had acknowledged moves, and the players."""
    server = Process(folder)
    server.start()
    robots = seat_robots(server.url, [[server.port]] * 2, server.open("london", 2))
    players = [Player(server.port, robot.game, robot.key, robot.seat) for robot in robots]
    for player in players:
        player.hello()
    keep(players)
    play_on(players, 6)
    server.kill()
    for player in players:
        player.close()
    return server, players


def flip(file: Path, offset: int) -> None:
    """Change one bit; negative offsets count from the end."""
    data = bytearray(file.read_bytes())
    data[offset] ^= 4
    file.write_bytes(data)


@pytest.mark.parametrize("power", [True, False], ids=["killed", "power-failed"])
def test_moves_that_vanish_from_the_end_of_the_log_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], power: bool
) -> None:
    server, players = play_and_kill(tmp_path)
    wal = tmp_path / "branchline.db-wal"
    state = read_wal(tmp_path / "branchline.db")
    assert state is not None
    assert (state.damaged, state.known) == (False, state.used)
    assert fsck(capsys, tmp_path)[0] == 0
    shm = (tmp_path / "branchline.db-shm").read_bytes()
    flip(wal, HEADER + state.used * (FRAME_HEADER + 4096) - 100)
    if power:
        (tmp_path / "branchline.db-shm").write_bytes(shm)
    else:
        (tmp_path / "branchline.db-shm").unlink()
    damaged = wal.read_bytes()
    status, (line,), _ = fsck(capsys, tmp_path)
    assert status == 1
    assert line.startswith(f"DAMAGED: branchline.db-wal: frame {state.used} is damaged or incomplete")
    if power:
        assert f"Committed moves are lost (1 of {state.used} frames)" in line
        (tmp_path / "branchline.db-shm").write_bytes(shm)  # the reader has made it anew
    else:
        assert "If power failed while it was written, nothing acknowledged is lost" in line
    assert wal.read_bytes() == damaged
    server.start()
    said = server.log.read_text()
    (copy,) = tmp_path.glob("branchline.db-wal.damaged-*")
    assert f"frame {state.used} is damaged or incomplete" in said
    assert f"A copy is kept as {copy.name}" in said
    assert copy.read_bytes() == damaged
    again = Player(server.port, players[0].game, players[0].key, 0)
    assert again.hello()["type"] == "welcome"  # and goes on with what is left
    again.close()
    assert server.stop() in STOPPED
    assert fsck(capsys, tmp_path)[0] == 0


def test_each_byte_of_a_log_is_watched_over(tmp_path: Path) -> None:
    """One bit in the header, in each part of a frame's header, in a page; a frame cut off, or two."""
    source = tmp_path / "from"
    source.mkdir()
    with closing(sqlite3.connect(source / "x.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (a)")
        for _ in range(5):
            connection.execute("INSERT INTO t VALUES (hex(randomblob(200)))")
        for name in ("x.db", "x.db-wal", "x.db-shm"):
            shutil.copy(source / name, tmp_path / name)
    file, wal = tmp_path / "x.db", tmp_path / "x.db-wal"
    whole, shm = wal.read_bytes(), (tmp_path / "x.db-shm").read_bytes()
    frame = FRAME_HEADER + 4096
    last = len(whole) - frame
    for keep_index in (True, False):
        for offset in (0, 9, 17, 25, 31, HEADER + 50, *(last + n for n in (1, 5, 9, 13, 17, 21, 24, 4119))):
            (tmp_path / "x.db-shm").write_bytes(shm if keep_index else b"")
            wal.write_bytes(whole)
            state = read_wal(file)
            assert state is not None
            assert not state.damaged
            flip(wal, offset)
            state = read_wal(file)
            assert state is not None
            assert state.damaged, offset
        for cut in (1, frame - 1, frame - 8):
            wal.write_bytes(whole[:-cut])
            state = read_wal(file)
            assert state is not None
            assert state.damaged, cut
    for rest in (whole[:-frame], b""):  # only the index knows that there was more
        wal.write_bytes(rest)
        (tmp_path / "x.db-shm").write_bytes(shm)
        state = read_wal(file)
        assert state is not None
        assert state.damaged
        (tmp_path / "x.db-shm").unlink()
        state = read_wal(file)
        assert state is None or not state.damaged
    wal.unlink()
    assert read_wal(file) is None


def test_it_can_be_run_while_a_server_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Process(tmp_path)
    server.start()
    try:
        games = [str(server.open("london", 2, bots=2)["table"]["id"]) for _ in range(4)]  # type: ignore[index]
        seen: set[str] = set()
        while len(seen) < 4:
            status, lines, summary = fsck(capsys, tmp_path)
            assert (status, lines) == (0, [])
            seen.add(summary)
        assert summary.startswith(f"{len(games)} tables with ")
    finally:
        assert server.stop() in STOPPED


def test_it_reads_postgresql(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = waiting_tables(tmp_path, 3, database=database)
    assert fsck(capsys, database) == (0, [], "3 tables with 6 entries: nothing is damaged")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE games SET secret = '\\x00' WHERE id = %s", games[:1])
        connection.execute("DELETE FROM events WHERE game = %s AND number = 1", games[1:2])
    status, lines, _ = fsck(capsys, database)
    assert status == 1
    assert {line.partition(" (")[0].partition(".")[0] for line in lines} == {
        f"DAMAGED: table {games[0]}: entry 1: {log.CHANGED}",
        f"DAMAGED: table {games[1]}: entry 1: {log.GAP}",
    }


def test_a_board_of_ones_own_must_be_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = Path(__file__).parents[2] / "examples" / "boards"
    board = tmp_path / "isles.toml"
    shutil.copy(boards / "lantern.toml", board)
    monkeypatch.setenv(OWN, "")
    make_known(board)
    data = tmp_path / "data"
    (game,) = waiting_tables(data, 1, "isles")
    monkeypatch.setenv(OWN, "")
    status, (line,), _ = fsck(capsys, data)
    assert status == 0
    assert line.startswith(
        f"note: table {game}: not replayed: the board isles is unknown here or has changed"
    )
    assert fsck(capsys, data, "--board", board)[:2] == (0, [])
    monkeypatch.setenv(OWN, "")
    break_rows(data / "branchline.db", {game: "changed"})  # what was written can be checked without its board
    status, (line, damaged), _ = fsck(capsys, data)
    assert status == 1
    assert f"table {game}: entry 2: {log.CHANGED}" in damaged


def test_what_cannot_be_read_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("this is no database\n" * 99)
    with closing(sqlite3.connect(tmp_path / "other")) as connection, connection:
        connection.execute("CREATE TABLE t (a)")
    for place, said in (
        (tmp_path, "there is no database"),
        (tmp_path / "text", "file is not a database"),
        (tmp_path / "other", "has no tables of Branchline"),
        ("postgresql://nobody@127.0.0.1:1/nothing", "can't be opened: .*connection"),
    ):
        assert main(["fsck", str(place)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("branchline: ")
        assert error.count("\n") == 1
        assert re.search(said, error), error
