"""Telling: the one place where a table becomes messages. All of it comes from the view of the one who is told."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from branchline import LogEntry, View
from branchline.server.table import notices
from branchline.server.table.table import Seat, Table

from .messages import SeatState, Self, Stage, TableState, Update, Welcome, WireView

#: News after which the table itself is told anew.
CHANGES_TABLE = (
    notices.Joined,
    notices.Left,
    notices.Filled,
    notices.Renewed,
    notices.Started,
    notices.Over,
    notices.Away,
    notices.Back,
    notices.Rematch,
    notices.Closed,
)


def welcome(table: Table, viewer: int | None, host: bool, last: int | None) -> Welcome:
    """Everything as it stands, and what the viewer has missed."""
    view = table.view(viewer) if table.game else None
    log = view.log if view else ()
    return Welcome(
        number=table.number,
        you=Self(viewer, host),
        table=table_state(table),
        to_move=table.to_move(),
        deadline=table.deadline(),
        view=wire_view(view, view.log) if view else None,
        missed=tuple(missed(table, viewer, last or 0, log)),
    )


def missed(table: Table, viewer: int | None, last: int, log: Sequence[LogEntry]) -> Iterator[Update]:
    """The news after a number, without the views of moments that are gone."""
    for number in range(last + 1, table.number + 1):
        told = tell(table.history[number - 1], viewer, log)
        if told:
            yield Update(number, table.times[number - 1], told)


def update(table: Table, viewer: int | None) -> Update:
    """The last entry of the log, to a viewer who knows all before it."""
    view = table.view(viewer) if table.game else None
    facts = table.history[-1]
    changed = any(isinstance(fact, CHANGES_TABLE) for fact in facts)
    return Update(
        number=table.number,
        at=table.times[-1],
        news=tell(facts, viewer, view.log if view else ()),
        to_move=table.to_move(),
        deadline=table.deadline(),
        table=table_state(table) if changed else None,
        view=wire_view(view, ()) if view else None,
    )


def tell(
    facts: Sequence[notices.Fact], viewer: int | None, log: Sequence[LogEntry]
) -> tuple[notices.AnyNotice, ...]:
    """Facts as a viewer is told them (H1)."""
    return tuple(item for item in (tell_one(fact, viewer, log) for fact in facts) if item is not None)


def tell_one(fact: notices.Fact, viewer: int | None, log: Sequence[LogEntry]) -> notices.AnyNotice | None:
    """One fact; None if it is not for this viewer."""
    if isinstance(fact, notices.Ply):
        entry = log[fact.index]
        return notices.Moved(fact.index, entry.seat, entry.move, tuple(entry.chance))
    if isinstance(fact, notices.Offered) and fact.seat != viewer:
        return notices.Offered(fact.seat, fact.count)
    if isinstance(fact, notices.Said) and fact.seat is None and viewer is not None:
        return None
    return fact


def wire_view(view: View, log: Sequence[LogEntry]) -> WireView:
    """A view as it is sent."""
    plain = msgspec.structs.asdict(view)
    plain["log"], plain["board"] = list(log), view.board.id
    plain["legal"] = [str(action) for action in view.legal]
    return WireView(**plain)


def table_state(table: Table) -> TableState:
    """The table as everybody may know it."""
    facts = table.facts
    stage: Stage = table.stage
    return TableState(
        id=table.id,
        board=facts.board,
        stage=stage,
        public=facts.public,
        seats=tuple(seat_state(seat) for seat in table.seats),
        first=facts.first,
        clock=facts.clock,
        commitment=hashlib.sha256(table.secret).hexdigest(),
        secret=table.secret.hex() if stage == "over" else None,
        created=table.created,
        rematch=table.rematch or None,
        after=facts.after or None,
        hints=table.hints,
    )


def seat_state(seat: Seat) -> SeatState:
    """A seat without its keys."""
    if seat.bot:
        return SeatState("bot", "", seat.bot, False)
    if seat.taken:
        return SeatState("player", seat.name, "", seat.away)
    return SeatState("reserved" if seat.reserved else "open", seat.name, "", False)
