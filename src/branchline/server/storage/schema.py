"""The tables of the database. A change here needs a migration in `migrations/versions`; a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)

#: One row for each table at which a game is played: the secret of its deal, and what lists and sweeps search by.
#: Everything else is in the log.
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("stage", sa.String(16), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("due", sa.Double, nullable=True),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Index("ix_games_listed", "public", "stage", "changed"),
    sa.Index("ix_games_due", "due"),
)

#: The log. The pair (game, number) is unique, so of two processes that append the same number only one succeeds.
#: `digest` is the chain of log.py; `kind` and `seat` only repeat what the payload says.
events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: Where browsers want to be called when it is their turn. `holder` is the digest of a player's key, `id` that of the
#: endpoint. They belong to no table: a key may hold seats at many.
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("receiver", sa.LargeBinary, nullable=False),
    sa.Column("auth", sa.LargeBinary, nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

#: The private key with which push messages are signed. There is one, with the id 1.
push_keys = sa.Table(
    "push_keys",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("private", sa.LargeBinary, nullable=False),
)

#: Reviews of finished games, one for each level. They follow from the log: whatever is deleted can be made again.
#: `version` is what they were made with; `saved` lets one that is not done go on, `result` (gzip) is one that is.
#: `wanted` is when somebody last waited for it; `holder` is the process that works on it, which others respect `until`
#: then.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("level", sa.String(16), primary_key=True),
    sa.Column("version", sa.String(80), nullable=False),
    sa.Column("progress", sa.Double, nullable=False),
    sa.Column("saved", sa.LargeBinary, nullable=False),
    sa.Column("result", sa.LargeBinary, nullable=True),
    sa.Column("wanted", sa.Double, nullable=False),
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("until", sa.Double, nullable=False),
)
