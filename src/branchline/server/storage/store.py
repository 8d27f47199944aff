"""Store: the event log in a database. All of this blocks, so it is called from threads."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from secrets import token_hex
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from branchline.server.table import events
from branchline.server.table.log import (
    CHANGED,
    UNREADABLE,
    Damaged,
    Row,
    StoredEvent,
    chain_start,
    follow,
)

from .connect import connect, is_text, says_corrupt
from .schema import events as event_rows
from .schema import games

CHANNEL = "branchline"


class Conflict(Exception):
    """Another process has already stored an event with this number."""


class Listing(msgspec.Struct, frozen=True):
    """What lists and sweeps need to know about a table. It may be older than the log, but never newer."""

    game: str
    stage: str
    due: float | None
    summary: str


class Probe(msgspec.Struct, frozen=True):
    """Nothing to store: it only shows whether something could be."""


class NewGame(msgspec.Struct, frozen=True):
    """A table to create: the secret of its deal, its first event, its listing."""

    secret: bytes
    public: bool
    opening: StoredEvent
    listing: Listing


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.notifies = self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        self.engine.dispose()

    def probe(self) -> None:
        """Commit a real write that leaves nothing behind: a row that is added and removed in one transaction."""
        row = {"id": f"probe-{token_hex(8)}", "secret": b"", "public": False, "stage": "probe"}
        with self.engine.begin() as connection:
            connection.execute(sa.insert(games), {**row, "created": 0.0, "changed": 0.0, "summary": ""})
            connection.execute(sa.delete(games).where(games.c.id == row["id"]))

    def time(self) -> float:
        """The time of day: PostgreSQL's, which is the same for all processes, or this machine's."""
        if not self.notifies:
            return time.time()
        with self.engine.connect() as connection:
            return float(
                connection.execute(sa.select(sa.extract("epoch", sa.func.clock_timestamp()))).scalar_one()
            )

    def wake(self, now: float) -> None:
        """Make those tables due that are of the future: the clock was set back, and what is due would wait for it."""
        late = sa.update(games).where(games.c.due > now, games.c.changed > now)
        with self.engine.begin() as connection:
            connection.execute(late.values(due=now))

    def create(self, new: NewGame) -> None:
        """Create a table."""
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
            connection.execute(sa.insert(games), row)
            connection.execute(sa.insert(event_rows), _row(new.opening))

    def write(self, batch: Sequence[StoredEvent], listings: Sequence[Listing] = ()) -> None:
        """Append events to the logs of any tables, all or none. `Conflict` if a number is already there.

        Each of these tables becomes due, so that a sweep picks it up if this process dies now. The listings are older
        than the events of the same batch, which therefore win.
        """
        # All processes write rows in the same order, so that they can't deadlock.
        rows = sorted((_row(stored) for stored in batch), key=itemgetter("game", "number"))
        with self.engine.begin() as connection:
            try:
                if rows:
                    connection.execute(sa.insert(event_rows), rows)
            except IntegrityError as error:
                raise Conflict from error
            connection.execute(UPDATE_GAMES, _game_rows(batch, listings))
            if self.notifies:
                self._notify(connection, batch)

    def _notify(self, connection: Connection, batch: Iterable[StoredEvent]) -> None:
        for stored in batch:
            connection.execute(NOTIFY, {"channel": CHANNEL, "payload": f"{stored.game} {stored.number}"})

    def set_aside(self, game: str) -> None:
        """Exclude a table from sweeps."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(games).where(games.c.id == game).values(due=None))

    def secret(self, game: str) -> bytes | None:
        """The secret of a table's deal; None if there is no such table."""
        wanted = sa.select(games.c.secret).where(games.c.id == game)
        with self.engine.connect() as connection, _damage(game, 1):
            found = connection.execute(wanted).scalar_one_or_none()
        if found is not None and not isinstance(found, bytes):  # SQLite takes any value in any column
            raise Damaged(game, 1, CHANGED)
        return found

    def read(self, game: str, after: int = 0, head: bytes | None = None) -> list[StoredEvent]:
        """The events of a table after a number; `Damaged` if its log is.

        `head` is the digest of that number. Without it the chain is followed from the first event on.
        """
        if head is not None:
            return list(follow(game, self._rows(game, after), after, head))
        secret = self.secret(game)
        if secret is None:
            return []
        return list(follow(game, self._rows(game, 0), 0, chain_start(game, secret)))[after:]

    def _rows(self, game: str, after: int) -> list[Row]:
        columns = event_rows.c
        wanted = sa.select(columns.number, columns.at, columns.payload, columns.digest)
        wanted = wanted.where(columns.game == game, columns.number > after).order_by(columns.number)
        with self.engine.connect() as connection, _damage(game, after + 1):
            return [Row(*row) for row in connection.execute(wanted)]

    def public_tables(self, limit: int) -> list[tuple[str, str]]:
        """The ids and summaries of public tables that are open or in play, the latest first."""
        wanted = sa.select(games.c.id, games.c.summary)
        wanted = wanted.where(games.c.public, games.c.stage.in_(("open", "playing")))
        with self.engine.connect() as connection:
            found = connection.execute(wanted.order_by(games.c.changed.desc()).limit(limit))
            return [(game, summary) for game, summary in found if is_text(game)]

    def played_since(self, at: float, limit: int = 1_000) -> list[str]:
        """The tables at which something has happened since then, and the game goes on."""
        wanted = sa.select(games.c.id).where(games.c.stage == "playing", games.c.changed >= at).limit(limit)
        with self.engine.connect() as connection:
            return list(filter(is_text, connection.execute(wanted).scalars()))

    def due(self, now: float, limit: int = 100) -> list[str]:
        """The tables at which automation should have done something by now."""
        wanted = sa.select(games.c.id).where(games.c.due <= now).order_by(games.c.due).limit(limit)
        with self.engine.connect() as connection:
            return list(filter(is_text, connection.execute(wanted).scalars()))


@contextmanager
def _damage(game: str, number: int) -> Iterator[None]:
    """Raise `Damaged` where the database says that it can't read this table because it is damaged."""
    try:
        yield
    except (DBAPIError, UnicodeDecodeError) as error:
        if says_corrupt(error):
            raise Damaged(game, number, UNREADABLE) from None
        raise


UPDATE_GAMES = sa.text(
    "UPDATE games SET stage = COALESCE(:stage, stage), summary = COALESCE(:summary, summary), due = :due, "
    "changed = COALESCE(:changed, changed) WHERE id = :game"
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")


def _game_rows(batch: Iterable[StoredEvent], listings: Iterable[Listing]) -> list[dict[str, Any]]:
    """The new values for `games`: from the listing, and due at once if there is a newer event."""
    rows = {listing.game: {**msgspec.structs.asdict(listing), "changed": None} for listing in listings}
    for stored in batch:
        row = rows.setdefault(stored.game, {"game": stored.game, "stage": None, "summary": None})
        row["due"] = row["changed"] = stored.at
    return [rows[game] for game in sorted(rows)]


def _row(stored: StoredEvent) -> dict[str, Any]:
    return {
        "game": stored.game,
        "number": stored.number,
        "kind": events.kind(stored.event),
        "seat": getattr(stored.event, "seat", None),
        "payload": events.write(stored.event),
        "at": stored.at,
        "digest": stored.digest,
    }
