"""Telling: the one place where a table becomes messages. All of it comes from the view of the one who is told."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from branchline import LogEntry, View

from . import news
from .messages import SeatState, Self, Stage, TableState, Update, Welcome, WireView
from .table import Seat, Table

#: News after which the table itself is told anew.
CHANGES_TABLE = (
    news.Joined,
    news.Left,
    news.Filled,
    news.Renewed,
    news.Started,
    news.Over,
    news.Away,
    news.Back,
    news.Rematch,
    news.Closed,
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


def tell(facts: Sequence[news.Fact], viewer: int | None, log: Sequence[LogEntry]) -> tuple[news.AnyItem, ...]:
    """Facts as a viewer is told them (H1)."""
    return tuple(item for item in (tell_one(fact, viewer, log) for fact in facts) if item is not None)


def tell_one(fact: news.Fact, viewer: int | None, log: Sequence[LogEntry]) -> news.AnyItem | None:
    """One fact; None if it is not for this viewer."""
    if isinstance(fact, news.Ply):
        entry = log[fact.index]
        return news.Moved(fact.index, entry.seat, entry.move, tuple(entry.chance))
    if isinstance(fact, news.Offered) and fact.seat != viewer:
        return news.Offered(fact.seat, fact.count)
    if isinstance(fact, news.Said) and fact.seat is None and viewer is not None:
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
