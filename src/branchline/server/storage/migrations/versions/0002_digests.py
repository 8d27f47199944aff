"""Each entry of the log carries a digest, chained to the one before."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from branchline.server.table.log import chain_next, chain_start

revision = "0002"
down_revision = "0001"

GAMES = sa.text("SELECT id, secret FROM games")
EVENTS = sa.text("SELECT number, at, payload FROM events WHERE game = :game ORDER BY number")
FILL = sa.text("UPDATE events SET digest = :digest WHERE game = :game AND number = :number")


def upgrade() -> None:
    op.add_column("events", sa.Column("digest", sa.LargeBinary, nullable=False, server_default=""))
    connection = op.get_bind()
    with connection.execute(GAMES, execution_options={"yield_per": 500}) as games:
        for game, secret in games:
            filled = chained(connection, game, secret)
            if filled:
                connection.execute(FILL, filled)
    if connection.dialect.name == "postgresql":  # SQLite can't; there the default stays, and fits no entry
        op.alter_column("events", "digest", server_default=None)


def downgrade() -> None:
    op.drop_column("events", "digest")


def chained(connection: sa.Connection, game: str, secret: bytes) -> list[dict[str, Any]]:
    """The digests of a table's entries. What can't be read is left without one, and found when the table is read."""
    filled = []
    try:
        head = chain_start(game, secret)
        for number, at, payload in connection.execute(EVENTS, {"game": game}).all():
            head = chain_next(head, number, at, payload)
            filled.append({"game": game, "number": number, "digest": head})
    except Exception:
        if connection.dialect.name == "postgresql":  # a failed statement ends its transaction
            raise
    return filled
