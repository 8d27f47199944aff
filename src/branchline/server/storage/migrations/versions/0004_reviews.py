"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("saved", sa.LargeBinary, nullable=False),
        sa.Column("result", sa.LargeBinary, nullable=True),
        sa.Column("wanted", sa.Double, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "level", name="pk_reviews"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_reviews_game"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
