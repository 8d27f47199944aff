"""Present: makes messages from a table. This is the one place that decides what a viewer may see (H1)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from branchline import LogEntry, View
from branchline.game.position import Origin
from branchline.server.table import notices
from branchline.server.table.table import Seat, Table

from .messages import (
    LinkRequestState,
    OriginState,
    Page,
    RemovalState,
    SeatState,
    Self,
    TableState,
    Update,
    Welcome,
    WireView,
    encode,
)

#: Notices after which the state of the table is sent again.
CHANGES_TABLE = (
    notices.Joined,
    notices.Introduced,
    notices.Arranged,
    notices.Left,
    notices.Filled,
    notices.Renewed,
    notices.Asked,
    notices.Answered,
    notices.Present,
    notices.Started,
    notices.Over,
    notices.Away,
    notices.Back,
    notices.Resigned,
    notices.RemovalVoted,
    notices.Removed,
    notices.Rematch,
    notices.Closed,
)


#: A page of updates covers at most so many events, and is at most about so long as JSON.
PAGE_EVENTS, PAGE_BYTES = 200, 65_536


def welcome(
    table: Table, viewer: int | None, host: bool, last: int | None, now: float = 0.0, watchers: int = 0
) -> Welcome:
    """The state of the table, and the latest updates that the viewer has missed. The end is always among them."""
    view = table.view(viewer) if table.game else None
    after = last or 0
    missed, earlier = updates(table, viewer, after, table.number + 1)
    if earlier is not None and after < table.end < earlier:
        missed = (past_update(table, viewer, table.end), *missed)
    return Welcome(
        number=table.number,
        you=Self(viewer, host),
        table=table_state(table),
        to_move=table.to_move(),
        deadline=table.deadline(),
        view=wire_view(view, view.log, table.first_tickets(viewer)) if view else None,
        missed=missed,
        earlier=earlier,
        since=table.since,
        now=now,
        undo=table.undo_number(viewer),
        watchers=watchers,
    )


def updates(
    table: Table, viewer: int | None, after: int, before: int
) -> tuple[tuple[Update, ...], int | None]:
    """A page of the updates between two numbers, the latest; and before which number there are more, if there are.

    However long a log is, a page costs the same.
    """
    found: list[Update] = []
    number, size = min(before, table.number + 1), 0
    least = max(after + 1, number - PAGE_EVENTS)
    while number > least and size < PAGE_BYTES:
        number -= 1
        shown = past_update(table, viewer, number)
        if shown.notices:
            found.append(shown)
            size += len(encode(shown))
    return tuple(reversed(found)), number if number > after + 1 else None


def past_update(table: Table, viewer: int | None, number: int) -> Update:
    """An update without a view, which would be of the past."""
    log = table.view(viewer).log if table.game else ()
    return Update(number, table.times[number - 1], redact(table.history[number - 1], viewer, log))


def page(table: Table, viewer: int | None, id_: str, before: int) -> Page:
    """The updates before a number."""
    return Page(id_, *updates(table, viewer, 0, before))


def update(table: Table, viewer: int | None) -> Update:
    """The last event, for a viewer who has seen all before it."""
    view = table.view(viewer) if table.game else None
    last = table.history[-1]
    changed = any(isinstance(notice, CHANGES_TABLE) for notice in last)
    return Update(
        number=table.number,
        at=table.times[-1],
        notices=redact(last, viewer, view.log if view else ()),
        to_move=table.to_move(),
        deadline=table.deadline(),
        table=table_state(table) if changed else None,
        view=wire_view(view, (), table.first_tickets(viewer)) if view else None,
        undo=table.undo_number(viewer),
    )


def redact(
    made: Sequence[notices.Unredacted], viewer: int | None, log: Sequence[LogEntry]
) -> tuple[notices.AnyNotice, ...]:
    """Notices as a viewer may see them (H1)."""
    return tuple(seen for seen in (redact_one(notice, viewer, log) for notice in made) if seen is not None)


def redact_one(
    notice: notices.Unredacted, viewer: int | None, log: Sequence[LogEntry]
) -> notices.AnyNotice | None:
    """One notice; None if it is not for this viewer."""
    if isinstance(notice, notices.LogIndex):
        entry = log[notice.index]
        return notices.Moved(notice.index, entry.seat, entry.move, tuple(entry.chance))
    if isinstance(notice, notices.Offered) and notice.seat != viewer:
        return notices.Offered(notice.seat, notice.count)
    if isinstance(notice, notices.Said) and notice.seat is None and viewer is not None:
        return None
    return notice


def wire_view(view: View, log: Sequence[LogEntry], chosen: Sequence[str] = ()) -> WireView:
    """A view as it is sent, with these entries of its log, and first tickets that are chosen but not kept yet."""
    plain = msgspec.structs.asdict(view)
    plain["log"], plain["board"] = list(log), view.board.id
    plain["legal"] = [str(action) for action in view.legal]
    return WireView(**plain, closed=closed_routes(view), chosen=list(chosen))


def closed_routes(view: View) -> list[str]:
    """The routes that nobody has and that the viewer may not claim: their twin closes them (R6)."""
    taken = view.routes
    beside = [route.id for route in view.board.routes if route.twin in taken and route.id not in taken]
    still_open = view.open_routes() if beside else frozenset()
    return [route for route in beside if route not in still_open]


def table_state(table: Table) -> TableState:
    """The public state of a table."""
    options = table.options
    return TableState(
        id=table.id,
        board=options.board,
        stage=table.stage,
        public=options.public,
        seats=tuple(
            seat_state(seat, colour, options.public)
            for seat, colour in zip(table.seats, table.colours(), strict=True)
        ),
        first=options.first,
        clock=options.clock,
        commitment=hashlib.sha256(table.secret).hexdigest(),
        secret=table.secret.hex() if table.stage == "over" else None,
        created=table.created,
        rematch=table.rematch or None,
        after=options.after or None,
        hints=table.hints,
        requests=tuple(request_state(table, seat) for seat in sorted(table.requests)),
        undo=options.undo,
        host=table.host_seat(),
        waits=table.waits,
        removals=tuple(removal_state(table, seat) for seat in sorted(table.removals)),
        origin=origin_state(table.origin),
    )


def origin_state(origin: Origin | None) -> OriginState | None:
    """Where a game began that goes on from another."""
    return None if origin is None else OriginState(origin.game or None, origin.ply, origin.anew)


def request_state(table: Table, seat: int) -> LinkRequestState:
    """The public state of a request for a new link. `granted` leaves the clock aside: `after` tells that."""
    request, electors = table.requests[seat], table.electors(seat)
    return LinkRequestState(
        seat=seat,
        agreed=tuple(sorted(request.agreed)),
        declined=tuple(sorted(request.declined)),
        needed=len(electors) // 2 + 1 if electors else None,
        after=table.link_after(seat),
        granted=table.agreed(seat),
        made=bool(request.invite),
    )


def removal_state(table: Table, seat: int) -> RemovalState:
    """The public state of a vote on removing a player. Only the votes of those who are there count."""
    jury = table.jury(seat)
    return RemovalState(seat, tuple(n for n in jury if n in table.removals[seat]), max(2, len(jury) // 2 + 1))


def seat_state(seat: Seat, colour: int, public: bool) -> SeatState:
    """The public state of a seat."""
    if seat.bot:
        return SeatState("bot", seat.name, seat.bot, False, colour, seat.out)
    if seat.taken:
        return SeatState("player", seat.name, "", seat.away, colour, seat.out)
    by_link = seat.reserved or (public and seat.private)
    return SeatState("reserved" if by_link else "open", seat.name, "", False, colour)
