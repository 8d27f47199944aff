"""The log: every move with what chance then dealt, and how each viewer saw it (H1, H2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from branchline.core.constants import LONG_TICKET, ROW_CARD, TUNNEL_CARD
from branchline.game.codec import BoardCodec
from branchline.game.view import HIDDEN, LogEntry


class LoggedMove(NamedTuple):
    """A seat's action (None for the deal), the tickets it kept, and the events that chance added."""

    seat: int | None
    number: int | None
    tickets: tuple[str, ...]
    events: Sequence[int]


class Log:
    """What happened, in order. Each viewer's version is made once and then only added to."""

    def __init__(self, codec: BoardCodec) -> None:
        self._codec = codec
        self.entries: list[LoggedMove] = []
        #: The first tickets of each seat, where a log begins while they are being chosen.
        self.offers: tuple[tuple[str, ...], ...] = ()
        self._past: dict[int | None, tuple[LogEntry, ...]] = {}
        self._seen: dict[int | None, list[LogEntry]] = {}
        self._refused: dict[int | None, tuple[str, ...]] = {}

    def add(self, entry: LoggedMove) -> None:
        """One more entry."""
        self.entries.append(entry)

    def remember(self, viewer: int | None, past: Iterable[LogEntry], refused: Sequence[str]) -> None:
        """What a viewer saw before this log begins, and which of its first tickets it had refused."""
        self._past[viewer] = tuple(past)
        if refused:
            self._refused[viewer] = tuple(refused)

    def copy(self) -> Log:
        """An independent log with the same entries."""
        twin = Log(self._codec)
        twin.entries, twin.offers = self.entries[:], self.offers
        twin._past, twin._refused = dict(self._past), dict(self._refused)
        return twin

    @property
    def moves(self) -> int:
        """How many of the entries are moves of seats."""
        return sum(entry.seat is not None for entry in self.entries)

    def seen_by(self, viewer: int | None) -> list[LogEntry]:
        """The log as a viewer saw it."""
        seen = self._seen.setdefault(viewer, [])
        for entry in self.entries[len(seen) :]:
            seen.append(self.seen_entry(entry, viewer))
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
        dealt = self.entries[0].events if self.entries[0].seat is None else ()
        return [self.name(e) for e in dealt if e >> 16 >= LONG_TICKET and (e >> 8 & 255) == seat]

    def seen_entry(self, entry: LoggedMove, viewer: int | None) -> LogEntry:
        """An entry with the secrets of other seats hidden."""
        mine = entry.seat is not None and entry.seat == viewer
        chance = tuple(self.name(event) if is_open(event, viewer) else HIDDEN for event in entry.events)
        return self._line(entry, chance, entry.tickets if mine else (HIDDEN,) * len(entry.tickets))

    def full_entry(self, entry: LoggedMove) -> LogEntry:
        """An entry with all its secrets."""
        return self._line(entry, tuple(self.name(event) for event in entry.events), entry.tickets)

    def _line(self, entry: LoggedMove, chance: tuple[str, ...], kept: tuple[str, ...]) -> LogEntry:
        if entry.number is None:
            return LogEntry(None, "deal", chance)
        if kept:
            return LogEntry(entry.seat, " ".join(("keep", *kept)), chance)
        return LogEntry(entry.seat, str(self._codec.actions[entry.number]), chance)

    def name(self, event: int) -> str:
        """What chance dealt, by name."""
        if event >> 16 >= LONG_TICKET:
            return self._codec.board.tickets[event & 255].id
        return self._codec.card_names[event & 255]


def is_open(event: int, viewer: int | None) -> bool:
    """Whether a viewer sees what chance dealt: face-up cards all do, the others only the seat they are for."""
    return event >> 16 in (ROW_CARD, TUNNEL_CARD) or (event >> 8 & 255) == viewer
