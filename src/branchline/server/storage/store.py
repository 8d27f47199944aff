"""Store: the event log in a database. Everything here blocks, and is called from threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import IntegrityError

from branchline.server.table import events

from .schema import events as event_rows
from .schema import games

CHANNEL = "branchline"


class Conflict(Exception):
    """Another process has already written this number of the log."""


class Entry(msgspec.Struct, frozen=True):
    """One row of the log."""

    game: str
    number: int
    at: float
    deed: events.AnyDeed


class Listing(msgspec.Struct, frozen=True):
    """What lists and sweeps need to know of a table; may lag behind the log, never the other way round."""

    game: str
    stage: str
    due: float | None
    summary: str


class NewGame(msgspec.Struct, frozen=True):
    """A table to be made: its first entry, and the secret of the deal."""

    secret: bytes
    public: bool
    opening: Entry
    listing: Listing


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.notifies = self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        self.engine.dispose()

    def alive(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return connection.execute(select(1)).scalar() == 1

    def create(self, new: NewGame) -> None:
        """Make a table."""
        row = {
            "id": new.opening.game,
            "secret": new.secret,
            "public": new.public,
            "stage": new.listing.stage,
            "created": new.opening.at,
            "changed": new.opening.at,
            "due": new.listing.due,
            "summary": new.listing.summary,
        }
        with self.engine.begin() as connection:
            connection.execute(insert(games), row)
            connection.execute(insert(event_rows), _row(new.opening))

    def write(self, entries: Sequence[Entry], listings: Sequence[Listing] = ()) -> None:
        """Add to the logs of any number of tables, all or nothing. `Conflict` if one number is already there.

        Each table is marked as due, so that somebody looks after it even if this process dies right now. Listings were
        made before these entries, and are written before them.
        """
        # rows in one order everywhere, so that two processes never wait for each other in a circle
        rows = sorted((_row(entry) for entry in entries), key=itemgetter("game", "number"))
        with self.engine.begin() as connection:
            try:
                if rows:
                    connection.execute(insert(event_rows), rows)
            except IntegrityError as error:
                raise Conflict from error
            connection.execute(LIST, _listed(entries, listings))
            if self.notifies:
                self._notify(connection, entries)

    def _notify(self, connection: Connection, entries: Iterable[Entry]) -> None:
        for entry in entries:
            connection.execute(NOTIFY, {"channel": CHANNEL, "payload": f"{entry.game} {entry.number}"})

    def set_aside(self, game: str) -> None:
        """Let sweeps pass over a table."""
        with self.engine.begin() as connection:
            connection.execute(update(games).where(games.c.id == game).values(due=None))

    def secret(self, game: str) -> bytes | None:
        """The secret of a table's deal; None if there is no such table."""
        with self.engine.connect() as connection:
            found: bytes | None = connection.execute(
                select(games.c.secret).where(games.c.id == game)
            ).scalar_one_or_none()
            return found

    def read(self, game: str, after: int = 0) -> list[Entry]:
        """The log of a table from a number on."""
        wanted = select(event_rows.c.number, event_rows.c.at, event_rows.c.payload)
        wanted = wanted.where(event_rows.c.game == game, event_rows.c.number > after).order_by(
            event_rows.c.number
        )
        with self.engine.connect() as connection:
            rows = connection.execute(wanted).all()
        return [Entry(game, number, at, events.read(payload)) for number, at, payload in rows]

    def public_tables(self, limit: int) -> list[str]:
        """The summaries of public tables that are open or being played, the latest first."""
        wanted = select(games.c.summary).where(games.c.public, games.c.stage.in_(("open", "playing")))
        with self.engine.connect() as connection:
            return list(connection.execute(wanted.order_by(games.c.changed.desc()).limit(limit)).scalars())

    def due(self, now: float, limit: int = 100) -> list[str]:
        """The tables at which something should have happened by itself by now."""
        wanted = select(games.c.id).where(games.c.due <= now).order_by(games.c.due).limit(limit)
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())


LIST = text(
    "UPDATE games SET stage = COALESCE(:stage, stage), summary = COALESCE(:summary, summary), due = :due, "
    "changed = COALESCE(:changed, changed) WHERE id = :game"
)
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


def _listed(entries: Iterable[Entry], listings: Iterable[Listing]) -> list[dict[str, Any]]:
    """What the tables' rows become: as their listing says, and due at once where there is a newer entry."""
    rows = {listing.game: {**msgspec.structs.asdict(listing), "changed": None} for listing in listings}
    for entry in entries:
        row = rows.setdefault(entry.game, {"game": entry.game, "stage": None, "summary": None})
        row["due"] = row["changed"] = entry.at
    return [rows[game] for game in sorted(rows)]


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "number": entry.number,
        "kind": events.kind(entry.deed),
        "seat": getattr(entry.deed, "seat", None),
        "payload": events.write(entry.deed),
        "at": entry.at,
    }


def connect(url: str) -> Engine:
    """An engine for a database's address; a SQLite file's folder is made."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_engine(place, pool_size=8, max_overflow=8, pool_pre_ping=True)
    if place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(place, pool_size=8, max_overflow=8)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers never wait for the writer (WAL), and a commit is on the disk when it returns (FULL)."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")
