"""The log: every move with what chance then dealt, and how each viewer saw it (H1, H2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from branchline.board import Board
from branchline.core.constants import LONG_TICKET, ROW_CARD, TUNNEL_CARD
from branchline.core.engine import decode_event
from branchline.game.codec import BoardCodec, board_codec
from branchline.game.view import HIDDEN, LogEntry


class LoggedMove(NamedTuple):
    """A move in numbers of the core: the seat and its action (None for the deal), the tickets kept, chance's events."""

    seat: int | None
    number: int | None
    tickets: tuple[str, ...]
    events: Sequence[int]


class Log:
    """What happened, in order. Entries by name are made once, for each viewer who asks."""

    def __init__(self, codec: BoardCodec) -> None:
        self._codec = codec
        self.entries: list[LoggedMove] = []
        #: The first tickets of each seat, if the log begins while they are being chosen.
        self.offers: tuple[tuple[str, ...], ...] = ()
        self._past: dict[int | None, tuple[LogEntry, ...]] = {}
        self._seen: dict[int | None, list[LogEntry]] = {}
        self._full: list[LogEntry] = []
        self._refused: dict[int | None, tuple[str, ...]] = {}

    def add(self, entry: LoggedMove) -> None:
        """Add an entry."""
        self.entries.append(entry)

    def remember(self, viewer: int | None, past: Iterable[LogEntry]) -> None:
        """Store what a viewer saw before this log begins."""
        self._past[viewer] = tuple(past)

    def note_removed(self, tickets: Iterable[tuple[str, ...]]) -> None:
        """Store which first tickets each seat had refused before this log begins."""
        for seat, mine in enumerate(tickets):
            if mine:
                self._refused[seat] = mine

    def copy(self) -> Log:
        """An independent log with the same entries."""
        twin = Log(self._codec)
        twin.entries, twin.offers = self.entries[:], self.offers
        twin._past, twin._refused = dict(self._past), dict(self._refused)
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return restore_log, (self._codec.board, self.entries, self.offers, self._past, self._refused)

    @property
    def moves(self) -> int:
        """How many of the entries are moves of seats."""
        return sum(entry.seat is not None for entry in self.entries)

    def full(self) -> list[LogEntry]:
        """The log with all its secrets."""
        self._name_all()
        return self._full[:]

    def latest(self) -> list[LogEntry]:
        """The last entry with all its secrets, if there is one. A replay asks after every move."""
        self._name_all()
        return self._full[-1:]

    def _name_all(self) -> None:
        for entry in self.entries[len(self._full) :]:
            chance = tuple(self.name(event) for event in entry.events)
            self._full.append(self._by_name(entry, chance, entry.tickets))

    def seen_by(self, viewer: int | None) -> list[LogEntry]:
        """The log as a viewer saw it."""
        seen = self._seen.setdefault(viewer, [])
        for entry in self.entries[len(seen) :]:
            seen.append(self._seen_entry(entry, viewer))
        return [*self._past.get(viewer, ()), *seen]

    def refused(self, seat: int) -> tuple[str, ...]:
        """The first tickets that a seat was dealt and did not keep."""
        if seat not in self._refused:
            for entry in self.entries[: seat + 2]:
                if entry.seat == seat and entry.tickets:
                    mine = self._first_offer(seat)
                    self._refused[seat] = tuple(ticket for ticket in mine if ticket not in entry.tickets)
        return self._refused.get(seat, ())

    def _first_offer(self, seat: int) -> Sequence[str]:
        """The first tickets that a seat chose from, as far as this log knows."""
        if self.offers:
            return self.offers[seat]
        found = []
        for event in self.entries[0].events if self.entries[0].seat is None else ():
            kind, whose, _ = decode_event(event)
            if kind >= LONG_TICKET and whose == seat:
                found.append(self.name(event))
        return found

    def _seen_entry(self, entry: LoggedMove, viewer: int | None) -> LogEntry:
        """An entry with the secrets of other seats hidden."""
        mine = entry.seat is not None and entry.seat == viewer
        chance = tuple(self.name(event) if is_open(event, viewer) else HIDDEN for event in entry.events)
        return self._by_name(entry, chance, entry.tickets if mine else (HIDDEN,) * len(entry.tickets))

    def _by_name(self, entry: LoggedMove, chance: tuple[str, ...], kept: tuple[str, ...]) -> LogEntry:
        if entry.number is None:
            return LogEntry(None, "deal", chance)
        if kept:
            return LogEntry(entry.seat, " ".join(("keep", *kept)), chance)
        return LogEntry(entry.seat, str(self._codec.actions[entry.number]), chance)

    def name(self, event: int) -> str:
        """What chance dealt, by name."""
        kind, _, outcome = decode_event(event)
        return (
            self._codec.board.tickets[outcome].id if kind >= LONG_TICKET else self._codec.card_names[outcome]
        )


def restore_log(
    board: Board,
    entries: list[LoggedMove],
    offers: tuple[tuple[str, ...], ...],
    past: dict[int | None, tuple[LogEntry, ...]],
    refused: dict[int | None, tuple[str, ...]],
) -> Log:
    """A log from its pickle."""
    log = Log(board_codec(board))
    log.entries, log.offers, log._past, log._refused = entries, offers, past, refused
    return log


def is_open(event: int, viewer: int | None) -> bool:
    """Whether a viewer sees what chance dealt: everybody sees face-up cards, only the receiver sees the others."""
    kind, seat, _ = decode_event(event)
    return kind in (ROW_CARD, TUNNEL_CARD) or seat == viewer
