"""Check a whole database, table by table, and change nothing: `branchline fsck`."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from branchline import CommittedDealer
from branchline.errors import BranchlineError
from branchline.review import Review
from branchline.server.errors import RequestError
from branchline.server.push.encryption import AUTH, is_point, is_private_key
from branchline.server.storage.connect import connect_read_only, is_text, says_corrupt, sqlite_file
from branchline.server.storage.lock import in_use
from branchline.server.storage.migrate import check_known, newest, revision
from branchline.server.storage.schema import events as event_rows
from branchline.server.storage.schema import games, push_keys, reviews, subscriptions
from branchline.server.storage.subscriptions import id_of
from branchline.server.storage.wal import beside, read_wal
from branchline.server.table import events
from branchline.server.table.log import (
    CHANGED,
    GAP,
    UNREADABLE,
    Damaged,
    Row,
    StoredEvent,
    apply_entry,
    chain_start,
    decode,
    follow,
)
from branchline.server.table.table import WHOLE_TABLE, Table
from branchline.server.wire.present import table_state

from .database import opening, place_of

#: Tables read at a time.
PAGE = 500
#: A server that begins its log anew can make it look damaged once.
TRIES = 3
UNKNOWN_BOARD = "not replayed: the board {board} is unknown here or has changed; --board FILE gives your own"
#: What of the summary of a table never changes.
FIXED = ("id", "public", "commitment", "created", "after")
#: What else never changes unless the host has changed the table before its start.
ARRANGED = ("board", "first", "clock")
#: The schema in which entries have no digests.
WITHOUT_DIGESTS = "0001"
#: The schemas in which nobody can be called.
WITHOUT_CALLS = ("0001", "0002")
#: The schemas that have no reviews.
WITHOUT_REVIEWS = (*WITHOUT_CALLS, "0003")


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong, and what it means. Without `damage` it is only worth knowing."""

    place: str
    what: str
    damage: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(slots=True)
class Check:
    """The check of one database. `advance` is called after each table with the number of all."""

    url: str
    advance: Callable[[int], None] = lambda total: None
    tables: int = 0
    entries: int = 0
    _digests: bool = True
    _calls: bool = True
    _reviews: bool = True

    def findings(self) -> Iterator[Finding]:
        """All that is wrong: first in the log of SQLite, before SQLite looks at it."""
        with opening(self.url):
            file = sqlite_file(self.url)
        if file is None:
            yield from self._check_through(connect_read_only(self.url))
            return
        if not file.is_file():
            raise BranchlineError(f"there is no database {file}")
        running = in_use(file)
        yield from check_log(file, running)
        yield from self._check_through(connect_read_only(self.url, alone=not running))
        if not running and in_use(file):
            raise BranchlineError(f"a server has started on {file} meanwhile; run this again")

    def _check_through(self, engine: sa.Engine) -> Iterator[Finding]:
        try:
            with opening(self.url), engine.connect() as connection:
                yield from self._check_database(connection)
        finally:
            engine.dispose()

    def _check_database(self, connection: Connection) -> Iterator[Finding]:
        found = revision(connection)
        check_known(found)
        if found is None:
            raise BranchlineError(f"{place_of(self.url)} has no tables of Branchline")
        self._digests = found != WITHOUT_DIGESTS
        self._calls = found not in WITHOUT_CALLS
        self._reviews = found not in WITHOUT_REVIEWS
        if found != newest():
            yield Finding("schema", f"{found}; the next start makes it {newest()}", damage=False)
        if connection.dialect.name == "sqlite":
            yield from check_pages(connection)
        try:
            yield from self._check_tables(connection)
        except DBAPIError as error:
            if not says_corrupt(error):
                raise
            yield Finding("tables", "they can't be listed to the end, and not all were checked")

    def _check_tables(self, connection: Connection) -> Iterator[Finding]:
        ids = connection.execute(sa.select(games.c.id).order_by(games.c.id)).scalars().all()
        for game in ids:
            if is_text(game):
                with snapshot(connection):
                    yield from self._check_table(connection, game)
            else:
                yield Finding(f"table {shown(game)}", "its id is damaged, so that nobody can find it")
            self.tables += 1
            self.advance(len(ids))
        yield from check_orphans(connection)
        if self._calls:
            yield from check_subscriptions(connection)
        if self._reviews:
            yield from check_reviews(connection)

    def _check_table(self, connection: Connection, game: str) -> Iterator[Finding]:
        place = f"table {game}"
        try:
            listed = connection.execute(sa.select(games).where(games.c.id == game)).mappings().one_or_none()
            if listed is not None:
                yield from (
                    Finding(place, *found) for found in self._check_log(connection, game, dict(listed))
                )
        except Damaged as damage:
            yield Finding(place, f"entry {damage.number}: {damage.why}. The server sets this table aside")
        except DBAPIError as error:
            if not says_corrupt(error):
                raise
            yield Finding(place, f"{UNREADABLE}. The server sets this table aside")

    def _check_log(
        self, connection: Connection, game: str, listed: dict[str, Any]
    ) -> Iterator[tuple[str, bool]]:
        """Follow the chain, replay the game if its board is known, and compare what only repeats the log."""
        table, last = Table(game, listed["secret"], CommittedDealer), None
        if not isinstance(table.secret, bytes):
            raise Damaged(game, 1, CHANGED)
        replayed = True
        for stored, columns in self._entries(connection, table):
            self.entries += 1
            last = stored.at
            try:
                if replayed:
                    apply_entry(table, stored)
            except RequestError as error:
                replayed = False
                yield UNKNOWN_BOARD.format(board=error.data.get("board")), False
            if columns != (events.kind(stored.event), getattr(stored.event, "seat", None)):
                yield f"entry {stored.number}: its columns kind and seat do not fit its payload", True
        if last is None:
            raise Damaged(game, 1, GAP)
        if last != listed["changed"]:
            yield (
                "the last entries of its log are missing: its row was changed at another time than the log",
                True,
            )
        if replayed:
            yield from ((what, True) for what in check_listing(table, listed))

    def _entries(self, connection: Connection, table: Table) -> Iterator[tuple[StoredEvent, tuple[Any, Any]]]:
        """The entries of a table with their columns kind and seat."""
        columns = event_rows.c
        digest = columns.digest if self._digests else sa.literal(b"")
        wanted = sa.select(columns.number, columns.at, columns.payload, digest, columns.kind, columns.seat)
        found = connection.execute(wanted.where(columns.game == table.id).order_by(columns.number))
        last: list[tuple[Any, Any]] = []

        def rows() -> Iterator[Row]:
            for number, at, payload, digest, kind, seat in found.yield_per(PAGE):
                last[:] = [(kind, seat)]
                yield Row(number, at, payload, digest)

        if self._digests:
            checked = follow(table.id, rows(), 0, chain_start(table.id, table.secret))
        else:
            checked = unchained(table.id, rows())
        for stored in checked:
            yield stored, last[0]


def unchained(game: str, rows: Iterator[Row]) -> Iterator[StoredEvent]:
    """The entries of a database without digests."""
    for number, row in enumerate(rows, 1):
        if row.number != number:
            raise Damaged(game, number, GAP)
        yield StoredEvent(game, number, row.at, decode(game, row), b"")


def check_listing(table: Table, listed: dict[str, Any]) -> Iterator[str]:
    """What is wrong with what lists and sweeps know of a table. Until a sweep it may be older than the log."""
    if bool(listed["public"]) != table.options.public:
        yield f"it is listed as {'public' if listed['public'] else 'private'} and was opened otherwise"
    if listed["created"] != table.created:
        yield "it is listed with another time of its opening"
    fresh = listed["due"] != listed["changed"]  # otherwise it may be older than the log, until the next sweep
    if fresh and listed["stage"] != table.stage:
        yield f"it is listed as {listed['stage']} and its game is {table.stage}"
    try:
        summary = msgspec.json.decode(listed["summary"], type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        summary = {}
    right = msgspec.to_builtins(table_state(table))
    fixed = FIXED if table.changes[WHOLE_TABLE] else (*FIXED, *ARRANGED)
    names = right if fresh else fixed
    if not summary or not all(fits(summary.get(name), right[name]) for name in names if name in summary):
        yield "its summary, which lists show, is not what was written. Its next change mends it"


def fits(stored: Any, right: Any) -> bool:
    """Whether stored JSON is the right one. Newer versions may have added fields."""
    if isinstance(stored, dict) and isinstance(right, dict):
        return all(name in right and fits(value, right[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(right, list | tuple):
        return len(stored) == len(right) and all(map(fits, stored, right))
    return bool(stored == right)


def check_log(file: Path, running: bool) -> Iterator[Finding]:
    """The write-ahead log of SQLite. While a server writes it, only what is known to be committed counts."""
    for _ in range(TRIES if running else 1):
        state = read_wal(file)
        certain = state is not None and (state.known or 0) > state.used
        if state is None or not state.damaged or (running and not certain):
            return
    yield Finding(beside(file, "-wal").name, str(state))


def check_pages(connection: Connection) -> Iterator[Finding]:
    """SQLite's own check of its pages and indexes."""
    try:
        for (line,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if line != "ok":
                yield Finding("pages", " ".join(str(line).split()))
    except DBAPIError as error:
        if not says_corrupt(error):
            raise
        yield Finding("pages", f"{error.orig}")


def shown(game: str) -> str:
    """The id of a table, in a form that can always be printed."""
    return game.encode("ascii", "backslashreplace").decode()


def check_orphans(connection: Connection) -> Iterator[Finding]:
    """Entries whose table is not there."""
    wanted = sa.select(event_rows.c.game, sa.func.count()).group_by(event_rows.c.game)
    wanted = wanted.where(event_rows.c.game.not_in(sa.select(games.c.id)))
    for game, count in connection.execute(wanted):
        yield Finding(f"table {shown(game)}", f"its row is missing, and {count} entries are left")


def check_subscriptions(connection: Connection) -> Iterator[Finding]:
    """The key for calls, and where browsers want to be called. No game depends on them."""
    for private in connection.execute(sa.select(push_keys.c.private)).scalars():
        if not is_private_key(private):
            yield Finding(
                "push_keys",
                "the key can't be read, so nobody is called. Delete its row, and the next start makes one",
            )
    for row in connection.execute(sa.select(subscriptions)).mappings():
        key = isinstance(row["receiver"], bytes) and is_point(row["receiver"])
        whole = key and isinstance(row["auth"], bytes) and len(row["auth"]) == AUTH
        if not whole or not is_text(row["endpoint"]) or row["id"] != id_of(row["endpoint"]):
            yield Finding(
                f"subscription {shown(str(row['id']))[:16]}", "it can't be used; its browser makes a new one"
            )


def check_reviews(connection: Connection) -> Iterator[Finding]:
    """Reviews that are done. No game depends on them, and they can be made again."""
    for row in connection.execute(sa.select(reviews).where(reviews.c.result.is_not(None))).mappings():
        try:
            Review.from_json(gzip.decompress(row["result"]))
        except (BranchlineError, OSError, EOFError, zlib.error, TypeError):
            place = f"review {shown(str(row['game']))} {shown(str(row['level']))}"
            yield Finding(place, "it can't be read. Delete its row, and it is made again when it is wanted")


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """Let all queries of the block see the same state, while a server writes."""
    connection.rollback()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    try:
        yield
    finally:
        connection.rollback()
