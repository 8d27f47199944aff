"""The write-ahead log of SQLite, read by its published format (sqlite.org/fileformat2.html, sqlite.org/walformat.html).

SQLite takes the first frame whose checksum is wrong for the end of the log. So flipped bytes near the end make
committed transactions disappear without any error, and only here they are found. Look before SQLite opens the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

HEADER, FRAME_HEADER, SHM_HEADER = 32, 24, 48
MAGIC = 0x377F0682
MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Header:
    """The beginning of a write-ahead log. The frames of this run of the log carry its salts."""

    order: str
    page: int
    salts: bytes
    checksum: tuple[int, int]
    right: bool


@dataclass(frozen=True, slots=True)
class WalState:
    """What is in a write-ahead log: frames that SQLite uses, and after them frames that it ignores though they are of
    the same run. `known` is how many frames had been committed, if the file beside it (`-shm`) still says so."""

    used: int
    ignored: int
    known: int | None
    header: bool = True

    @property
    def damaged(self) -> bool:
        return self.ignored > 0 or not self.header or (self.known or 0) > self.used

    def __str__(self) -> str:
        if not self.header:
            what = "its header is damaged, so SQLite ignores all of it"
        elif self.ignored:
            what = f"frame {self.used + 1} is damaged or incomplete; SQLite ignores it and all after it"
        else:
            what = f"it ends after {self.used} frames"
        if self.known is not None and self.known > self.used:
            return f"{what}. Committed moves are lost ({self.known - self.used} of {self.known} frames)"
        return (
            f"{what}. If power failed while it was written, nothing acknowledged is lost; otherwise the latest moves "
            "may be"
        )


def read_wal(database: Path) -> WalState | None:
    """The state of a database's write-ahead log; None if it has none, or an empty one."""
    known = committed_frames(beside(database, "-shm"))
    try:
        with beside(database, "-wal").open("rb") as file:
            start = file.read(HEADER)
            if start:
                return _read(file, start, known)
    except FileNotFoundError:
        return None
    return WalState(0, 0, known[0]) if known and known[0] else None


def beside(database: Path, suffix: str) -> Path:
    """A file that SQLite puts beside a database."""
    return database.with_name(database.name + suffix)


def _read(file: BinaryIO, start: bytes, known: tuple[int, bytes] | None) -> WalState:
    header = read_header(start)
    if header is None or not header.right:
        return WalState(0, 0, known[0] if known else None, header=False)
    used = ignored = 0
    going, checksum = True, header.checksum
    for frame in frames(file, header.page):
        same = [frame[8:12] == header.salts[:4], frame[12:16] == header.salts[4:]]
        if going and all(same) and len(frame) == FRAME_HEADER + header.page:
            checksum = add_up(frame[:8] + frame[FRAME_HEADER:], header.order, checksum)
            going = checksum == struct.unpack(">II", frame[16:24])
            used += going
        elif going:
            going = False  # usually a frame of an earlier run, which has other salts
        ignored += not going and (any(same) or (len(frame) < 16 and not ignored and used > 0))
    return WalState(used, ignored, known[0] if known and known[1] == header.salts else None)


def frames(file: BinaryIO, page: int) -> Iterator[bytes]:
    """The frames of a log, header and page. The last may be incomplete."""
    while frame := file.read(FRAME_HEADER + page):
        yield frame


def read_header(start: bytes) -> Header | None:
    """The header of a log; None if it is none."""
    if len(start) < HEADER:
        return None
    magic, _, page, _ = struct.unpack(">IIII", start[:16])
    if magic & ~1 != MAGIC or not 512 <= page <= 65536:
        return None
    order = ">" if magic & 1 else "<"
    checksum = add_up(start[:24], order, (0, 0))
    return Header(order, page, start[16:24], checksum, checksum == struct.unpack(">II", start[24:32]))


def add_up(data: bytes, order: str, before: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum, continued."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = first + one + second & MASK
        second = second + two + first & MASK
    return first, second


def committed_frames(shm: Path) -> tuple[int, bytes] | None:
    """How many frames were committed, and the salts of that run, from the index beside the log.

    It outlives a process that is killed, but not a power failure: then it may be older, and is no proof of the
    contrary.
    """
    try:
        with shm.open("rb") as file:
            first, second = file.read(SHM_HEADER), file.read(SHM_HEADER)
    except OSError:
        return None
    if len(second) < SHM_HEADER or first != second or not first[12]:
        return None
    if add_up(first[:40], "=", (0, 0)) != struct.unpack("=II", first[40:48]):
        return None
    (count,) = struct.unpack("=I", first[16:20])
    return count, first[32:40]
