"""Stored reviews: those that are made, and what is known of those that are not. All of this blocks, as `Store` does."""

from __future__ import annotations

import gzip
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .schema import reviews

COLUMNS = reviews.c


class ReviewKey(NamedTuple):
    """Which review: of a game, at a level, made with a version of the program and its network."""

    game: str
    level: str
    version: str


class Saved(NamedTuple):
    """A review that is not done: how far it is, what is known, and when somebody last waited for it."""

    progress: float
    state: bytes
    wanted: float


class StoredReviews:
    """The reviews of one database. `holder` names this process, `lease` are the seconds for which it holds one."""

    def __init__(self, engine: sa.Engine, holder: str, lease: float) -> None:
        self._engine, self._holder, self._lease = engine, holder, lease

    def made(self, game: str, version: str) -> dict[str, bytes]:
        """The reviews of a game that are done, by level, as compressed JSON."""
        wanted = sa.select(COLUMNS.level, COLUMNS.result)
        wanted = wanted.where(COLUMNS.game == game, COLUMNS.version == version, COLUMNS.result.is_not(None))
        with self._engine.connect() as connection:
            return {row.level: row.result for row in connection.execute(wanted)}

    def claim(self, key: ReviewKey, now: float) -> Saved | None:
        """Begin a review, or go on with it; None if another process is at it. That one learns that it is wanted."""
        new = {**key._asdict(), "progress": 0.0, "saved": b"", "result": None, "wanted": now}
        free = sa.or_(COLUMNS.holder == self._holder, COLUMNS.until < now)
        mine = {"holder": self._holder, "until": now + self._lease}
        with self._engine.begin() as connection:
            outdated = sa.delete(reviews).where(*_place(key), COLUMNS.version != key.version, free)
            connection.execute(outdated)
            taken = connection.execute(sa.update(reviews).where(*_place(key), free).values(mine))
            if not taken.rowcount:
                found = connection.execute(sa.update(reviews).where(*_place(key)).values(wanted=now))
                if found.rowcount:
                    return None
        if not taken.rowcount:
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(reviews), {**new, **mine})
            except IntegrityError:  # another process was first
                return None
        return self.find(key)

    def find(self, key: ReviewKey) -> Saved | None:
        """How far a review is that is not done; None if there is none."""
        wanted = sa.select(COLUMNS.progress, COLUMNS.saved, COLUMNS.wanted)
        with self._engine.connect() as connection:
            row = connection.execute(wanted.where(*_place(key), COLUMNS.version == key.version)).one_or_none()
        return Saved(*row) if row is not None else None

    def save(self, key: ReviewKey, progress: float, state: bytes, now: float) -> float:
        """Keep what is known, and hold the review for longer; when somebody last asked another process for it."""
        values = {"progress": progress, "saved": state, "until": now + self._lease}
        mine = sa.update(reviews).where(*_place(key), COLUMNS.holder == self._holder)
        with self._engine.begin() as connection:
            connection.execute(mine.values(values))
        found = self.find(key)
        return found.wanted if found else 0.0

    def release(self, key: ReviewKey) -> None:
        """Let any process go on with a review."""
        mine = sa.update(reviews).where(*_place(key), COLUMNS.holder == self._holder)
        with self._engine.begin() as connection:
            connection.execute(mine.values(until=0.0))

    def finish(self, key: ReviewKey, review: bytes) -> None:
        """Keep a review that is done, given as JSON."""
        done = {"progress": 1.0, "saved": b"", "result": gzip.compress(review, 6, mtime=0), "until": 0.0}
        with self._engine.begin() as connection:
            connection.execute(sa.update(reviews).where(*_place(key)).values(**done, version=key.version))

    def unfinished(self, level: str, limit: int = 200) -> list[str]:
        """The games whose review of a level is not done, those that were wanted first before others."""
        wanted = sa.select(COLUMNS.game).where(COLUMNS.level == level, COLUMNS.result.is_(None))
        with self._engine.connect() as connection:
            return list(connection.execute(wanted.order_by(COLUMNS.wanted).limit(limit)).scalars())


def _place(key: ReviewKey) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return COLUMNS.game == key.game, COLUMNS.level == key.level
