"""The tables of the database. A change here needs a migration (`migrations/versions`); a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)

#: One row per table at which a game is played: the secret of its deal, and what lists and sweeps ask for.
#: All the rest is in the log.
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("due", Double, nullable=True),
    Column("summary", Text, nullable=False),
    Index("ix_games_listed", "public", "stage", "changed"),
    Index("ix_games_due", "due"),
)

#: The log: the pair (game, number) is unique, so that of two processes only one can append.
events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("payload", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)
