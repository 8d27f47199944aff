"""Migrations, by Alembic: at every start the database gets the tables that this version needs."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from branchline.errors import BranchlineError

#: Any number that is the same in all processes. Only one of them migrates at a time.
LOCK = 0x6272616E6368


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing, all or none."""
    with engine.connect() as connection:
        if revision(connection) == newest():
            return
    with engine.begin() as connection:
        config = _begin(connection)
        check_known(revision(connection))
        command.upgrade(config, "head")


def downgrade(engine: Engine, target: str) -> None:
    """Undo the migrations after a revision, so that an older version can use the database."""
    if target not in revisions():
        raise BranchlineError(f"there is no schema {target}; known are {', '.join(sorted(revisions()))}")
    with engine.begin() as connection:
        config = _begin(connection)
        check_known(revision(connection))
        command.downgrade(config, target)


def _begin(connection: Connection) -> Config:
    """Wait until no other process migrates; Alembic's settings for this connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        # sqlite3 does not begin by itself for changes of tables
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = configuration()
    config.attributes["connection"] = connection
    return config


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if it has no tables yet."""
    return MigrationContext.configure(connection).get_current_revision()


def revisions() -> set[str]:
    """All revisions that this version knows."""
    return {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}


def newest() -> str:
    """The revision that this version needs."""
    return max(revisions())


def check_known(found: str | None) -> None:
    """Refuse a database of a newer version."""
    if found is not None and found not in revisions():
        raise BranchlineError(
            f"the database was written by a newer version of Branchline (schema {found}; this one knows up to "
            f"{newest()}): install that version, or use a backup from before its installation"
        )


def configuration() -> Config:
    """Settings of Alembic, without a file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
