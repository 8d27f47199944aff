"""Subscriptions to push messages, and the server's key for them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("receiver", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("holder", "id", name="pk_subscriptions"),
    )
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("private", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_keys"),
    )


def downgrade() -> None:
    op.drop_table("push_keys")
    op.drop_table("subscriptions")
