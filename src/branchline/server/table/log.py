"""The log of a table: its entries, and the chain of digests by which a changed or missing entry is found.

The digest of an entry is over the digest before it, so a chain holds only if every entry is as it was written. It
begins with the id of the table and the secret of its deal.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from branchline.errors import BranchlineError
from branchline.server.errors import RequestError
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.table import Table

#: Bytes of a digest. Damage is found, not forgery: who can write the database can also compute digests.
SIZE = 16
#: What can be wrong with an entry.
GAP = "the entry is missing"
CHANGED = "the digest does not fit: this entry, or the secret of the deal, is not what was written"
UNREADABLE = "the entry can't be read"
NO_EVENT = "the entry is no event that this version knows"
NO_REPLAY = "the event can't happen at this point of the game"


class Damaged(BranchlineError):
    """The log of a table can't be used. The message says where and why, and nothing of what the log contains."""

    def __init__(self, game: str, number: int, why: str) -> None:
        super().__init__(f"table {game}, entry {number}: {why}")
        self.game, self.number, self.why = game, number, why


class Row(NamedTuple):
    """An entry as it stands in the database."""

    number: int
    at: float
    payload: str
    digest: bytes


class StoredEvent(msgspec.Struct, frozen=True):
    """One entry of the log."""

    game: str
    number: int
    at: float
    event: events.AnyEvent
    digest: bytes


def chain_start(game: str, secret: bytes) -> bytes:
    """The digest before the first entry."""
    return hashlib.sha256(b"branchline log\n" + raw(game) + b"\n" + secret).digest()[:SIZE]


def chain_next(before: bytes, number: int, at: float, payload: str) -> bytes:
    """The digest of an entry."""
    return hashlib.sha256(before + struct.pack(">qd", number, at) + raw(payload)).digest()[:SIZE]


def raw(text: str) -> bytes:
    """The bytes of a text from the database, even if they are no valid UTF-8."""
    return text.encode("utf-8", "surrogateescape")


def entry(head: bytes, game: str, number: int, at: float, event: events.AnyEvent) -> StoredEvent:
    """The entry that comes after the one with the digest `head`."""
    return StoredEvent(game, number, at, event, chain_next(head, number, at, events.write(event)))


def follow(game: str, rows: Iterable[Row], number: int, head: bytes) -> Iterator[StoredEvent]:
    """The events after a number and its digest. `Damaged` where the chain breaks or an entry can't be decoded."""
    for row in rows:
        number += 1
        if row.number != number:
            raise Damaged(game, number, GAP)
        try:
            head = chain_next(head, number, row.at, row.payload)
        except Exception:  # not even the types are right
            raise Damaged(game, number, UNREADABLE) from None
        if row.digest != head:
            raise Damaged(game, number, CHANGED)
        yield StoredEvent(game, number, row.at, decode(game, row), head)


def decode(game: str, row: Row) -> events.AnyEvent:
    """The event of an entry."""
    try:
        return events.read(row.payload)
    except Exception:  # errors of msgspec quote what they read
        raise Damaged(game, row.number, NO_EVENT) from None


def apply_entry(table: Table, stored: StoredEvent) -> None:
    """Apply the next entry to a table. `Damaged` if that can't be done, unless it is for a board that has changed."""
    try:
        apply(table, stored.number, stored.at, stored.event)
    except Exception as error:
        if isinstance(error, RequestError) and error.code == "board_changed":
            raise
        raise Damaged(table.id, stored.number, f"{NO_REPLAY} ({type(error).__name__})") from None
