"""The database of a server, before it is used: one server alone, nobody else can read it, nothing lost, migrated."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from branchline.errors import BranchlineError
from branchline.server.storage.connect import connect, connect_read_only, make_private, sqlite_file
from branchline.server.storage.lock import Holder, InUse, Lock, holder, locked
from branchline.server.storage.migrate import check_known, downgrade, migrate, revision
from branchline.server.storage.wal import WalState, beside, read_wal

from .listen import is_branchline

#: A level and a line for the log, which is configured later.
Note = tuple[int, str]
#: Seconds that the other server gets to say where it is.
ANSWER_WITHIN = 10.0
#: Everybody but the owner.
OTHERS = 0o077


class AlreadyServed(BranchlineError):
    """Another server uses this database. `address` is where it answers, or empty."""

    def __init__(self, file: Path, other: Holder | None, answers: bool) -> None:
        process = f" (process {other.process})" if other else ""
        self.address = other.address if other and answers else ""
        where = f"it is at {self.address}" if answers else f"it does not answer{at(other)}"
        super().__init__(
            f"a server already uses {file}: {where}{process}; for a second one give another folder by --data"
        )


def at(other: Holder | None) -> str:
    return f" at {other.address}" if other and other.address else ""


@contextmanager
def only_server(url: str) -> Iterator[Lock | None]:
    """Be the only server on a SQLite file; `AlreadyServed` if there is one. On PostgreSQL there may be several."""
    with opening(url):
        file = sqlite_file(url)
        file = file.resolve() if file else None
    if file is None:
        yield None
        return
    with ExitStack() as held:
        try:
            with opening(url):
                lock = held.enter_context(locked(file))
        except InUse:
            raise _already_served(file) from None
        yield lock


def _already_served(file: Path) -> AlreadyServed:
    """Wait for the other server to answer at the address in its note: it may just be starting."""
    end = time.monotonic() + ANSWER_WITHIN
    while True:
        other = holder(file)
        if other is not None and other.address and is_branchline(other.address):
            return AlreadyServed(file, other, answers=True)
        if time.monotonic() > end:
            return AlreadyServed(file, other, answers=False)
        time.sleep(0.1)


def prepare(url: str) -> list[Note]:
    """Check and migrate the database, so that its problems are reported before anything runs; what is to be logged."""
    notes: list[Note] = []
    with opening(url):
        file = sqlite_file(url)
        if file is not None and file.exists():
            state = read_wal(file)  # before SQLite opens it
            check_revision(url)  # a newer version's database is left as it is
            notes += keep_private(file)
            if state is not None and state.damaged:
                notes.append(keep_log(file, state))
        engine = connect(url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
    return notes


def take_back(url: str, target: str) -> None:
    """Undo migrations, for an older version. No server may use the database meanwhile."""
    with opening(url):
        file = sqlite_file(url)
        if file is not None and not file.is_file():
            raise BranchlineError(f"there is no database {file}")
    with only_server(url), opening(url):
        engine = connect(url)
        try:
            downgrade(engine, target)
        finally:
            engine.dispose()


def check_revision(url: str) -> None:
    """Refuse a database of a newer version, and change nothing."""
    engine = connect_read_only(url, alone=True)
    try:
        with engine.connect() as connection:
            check_known(revision(connection))
    finally:
        engine.dispose()


def keep_private(file: Path) -> Iterator[Note]:
    """Take the rights to a database away from everybody but its owner."""
    if os.name != "posix":
        return
    for one in (file, beside(file, "-wal"), beside(file, "-shm")):
        with suppress(FileNotFoundError):
            mode = one.stat().st_mode
            if not mode & OTHERS:
                continue
            try:
                one.chmod(mode & 0o700)
                yield logging.WARNING, f"{one} could be read by others; now only its owner can"
            except OSError as error:
                yield logging.WARNING, f"{one} can be read by others, and stays so: {error.strerror}"


def keep_log(file: Path, state: WalState) -> Note:
    """Keep a copy of a damaged write-ahead log. SQLite uses what comes before the damage and overwrites the rest."""
    copy = beside(file, time.strftime("-wal.damaged-%Y-%m-%d-%H%M%S", time.gmtime()))
    make_private(copy)
    shutil.copyfile(beside(file, "-wal"), copy)
    return logging.ERROR, f"{beside(file, '-wal')}: {state}. A copy is kept as {copy.name}"


@contextmanager
def opening(url: str) -> Iterator[None]:
    """Report whatever hinders that a database is opened or read in one sentence, without its password."""
    place = place_of(url)
    try:
        yield
    except (OSError, ArgumentError, DBAPIError, NoSuchModuleError, sqlite3.Error) as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise BranchlineError(f"{place} can't be opened: {why}") from None


def place_of(url: str) -> str:
    """The address of a database as messages show it: without its password and its query, which may have one, too."""
    try:
        parsed = make_url(url)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        return "the database"
    except ValueError:
        raise BranchlineError("the port in the address of the database is not a number") from None
    if "@" in (parsed.host or ""):
        raise BranchlineError("write %40 for the @ in the password of the database")
    return parsed.set(query={}).render_as_string()
