"""Apply: each event of the log changes the table, and gives the notices that viewers get of it."""

from __future__ import annotations

from functools import singledispatch

import msgspec

from branchline import load_board
from branchline.board import is_known
from branchline.server.errors import RequestError

from . import events, notices
from .plays import Notices, over, play_move
from .table import KEPT_BEFORE, WHOLE_TABLE, LinkRequest, Seat, Table, Undoable

#: Moves that can be taken back, if chance has dealt nothing after them: they show nobody anything new.
UNDOABLE = ("claim", "station", "keep")
#: What is told of a move only as long as it is not taken back.
OF_A_MOVE = (notices.LogIndex, notices.LastRound)


def apply(table: Table, number: int, at: float, event: events.Event) -> None:
    """Apply the next event of the log to a table."""
    if number != table.number + 1:
        raise ValueError(f"table {table.id} is at number {table.number}, so {number} can't be applied next")
    table.views.clear()
    made = tuple(change(event, table, at))
    table.number, table.changed = number, at
    table.created = table.created or at
    table.times.append(at)
    table.history.append(made)


@singledispatch
def change(event: events.Event, table: Table, at: float) -> Notices:
    """Change the table as one kind of event does, and return its notices."""
    raise TypeError(f"there is no way to apply {type(event).__name__}")


@change.register
def _(event: events.Opened, table: Table, at: float) -> Notices:
    check_digest(event)
    table.opened = event
    table.seats = [
        Seat(
            plan.name,
            plan.bot,
            plan.holder,
            plan.invite,
            plan.reserved,
            private=plan.private,
            colour=plan.colour,
        )
        for plan in event.seats
    ]
    table.invite, table.waits = event.invite, event.waits
    return []


def check_digest(event: events.Opened | events.Arranged) -> None:
    """Refuse to go on if the board is no longer what it was."""
    if not is_known(event.board) or load_board(event.board).digest != event.digest:
        raise RequestError("board_changed", board=event.board)


@change.register
def _(event: events.Arranged, table: Table, at: float) -> Notices:
    check_digest(event)
    table.changes[WHOLE_TABLE] += 1
    table.seats = [
        Seat(bot=one.bot, name=one.name, private=one.private) if one.was is None else table.seats[one.was]
        for one in event.seats
    ]
    first = table.options.first
    table.opened = msgspec.structs.replace(
        table.options,
        board=event.board,
        digest=event.digest,
        clock=event.clock,
        hints=event.hints,
        first=first if first is not None and first < len(table.seats) else None,
    )
    return [notices.Arranged()]


@change.register
def _(event: events.Invited, table: Table, at: float) -> Notices:
    table.changes[WHOLE_TABLE] += 1
    table.invite = event.invite
    return [notices.Invited()]


@change.register
def _(event: events.Introduced, table: Table, at: float) -> Notices:
    table.changes[event.seat] += 1
    table.seats[event.seat].name, table.seats[event.seat].colour = event.name, event.colour
    return [notices.Introduced(event.seat, event.name)]


@change.register
def _(event: events.Joined, table: Table, at: float) -> Notices:
    before = table.seats[event.seat]
    table.seats[event.seat] = Seat(
        name=event.name,
        holder=event.holder,
        away=before.away,
        since=before.since,
        private=before.private,
        colour=before.colour if event.colour is None else event.colour,
        out=before.out,
    )
    table.requests.pop(event.seat, None)
    return [notices.Joined(event.seat, event.name)]


@change.register
def _(event: events.Left, table: Table, at: float) -> Notices:
    table.seats[event.seat] = Seat(private=table.seats[event.seat].private)
    table.changes[event.seat] += 1
    return [notices.Left(event.seat)]


@change.register
def _(event: events.Renewed, table: Table, at: float) -> Notices:
    table.changes[event.seat] += 1
    request = table.requests.get(event.seat)
    if request is None:
        table.seats[event.seat].invite = event.invite
    else:
        request.invite = event.invite
    return [notices.Renewed(event.seat)]


@change.register
def _(event: events.Handed, table: Table, at: float) -> Notices:
    table.changes[event.seat] += 1
    table.seats[event.seat].handed = event.invite
    return []


@change.register
def _(event: events.Asked, table: Table, at: float) -> Notices:
    table.changes[event.seat] += 1
    table.asked[event.seat] = at
    table.requests[event.seat] = LinkRequest(at, event.wait)
    return [notices.Asked(event.seat)]


@change.register
def _(event: events.Answered, table: Table, at: float) -> Notices:
    made: Notices = [notices.Answered(event.seat, event.by, event.agree)]
    if event.by != event.seat or not event.agree:
        made += note_presence(table, event.by)
    request = table.requests.get(event.seat)
    if request is not None:
        (request.agreed if event.agree else request.declined).add(event.by)
    return made


def note_presence(table: Table, seat: int | None) -> Notices:
    """The player of a seat has done something. So nobody else needs a link to it."""
    if seat is None or table.requests.pop(seat, None) is None:
        return []
    return [notices.Present(seat)]


@change.register
def _(event: events.Filled, table: Table, at: float) -> Notices:
    table.seats[event.seat] = Seat(bot=event.bot, name=event.name)
    return [notices.Filled(event.seat, event.bot)]


@change.register
def _(event: events.Started, table: Table, at: float) -> Notices:
    for seat in table.seats:
        seat.invite = ""  # otherwise a link that the host has kept would open a player's hand
    table.game = game = table.deal()
    table.stage, table.since = "playing", at
    chosen = (game.actor or 0) if game.view(None).starting else game.seats
    table.chosen = [KEPT_BEFORE if seat < chosen else "" for seat in range(game.seats)]
    offers = [game.view(n).offer for n in range(game.seats)]
    offered = [notices.Offered(n, len(offer), tuple(offer)) for n, offer in enumerate(offers) if offer]
    return [notices.Started(game.first), notices.LogIndex(0), *offered]


@change.register
def _(event: events.Kept, table: Table, at: float) -> Notices:
    first = table.playing.actor or 0  # those before it had chosen when the game was continued
    present = note_move(table, event, event.seat - first)
    made: Notices = [notices.Chosen(event.seat), *hurried(event, event.seat - first), *present]
    table.chosen[event.seat] = event.move
    if table.starting:
        if table.options.undo and not event.by:
            table.undoable[event.seat] = Undoable(table.number + 1, at, table.since)
    else:
        table.since, table.position = at, table.number + 1
        table.undoable.clear()
        for seat, move in enumerate(table.chosen[first:], first):
            table.playing.play(move, seat)
            table.moves.append((seat, move, at))
            made.append(notices.LogIndex(len(table.moves)))
    return made


@change.register
def _(event: events.Moved, table: Table, at: float) -> Notices:
    before = len(table.moves)
    present = note_move(table, event, before)
    undoable = Undoable(table.number + 1, at, table.since, table.playing.copy())
    played = play_move(table.playing, event.seat, event.move, before + 1)
    made = [*played, *hurried(event, before), *present]
    table.moves.append((event.seat, event.move, at))
    table.since, table.position = at, table.number + 1
    table.undoable = {event.seat: undoable} if can_be_undone(table, event) else {}
    if table.playing.over:
        table.stage, table.end = "over", table.number + 1
        table.requests.clear()
        table.removals.clear()
        table.chat.clear()
        made.append(over(table))
    return made


def can_be_undone(table: Table, event: events.Moved) -> bool:
    """Whether a move that has just been played may be taken back: a player's, after which nothing was revealed."""
    if event.by or not table.options.undo or table.playing.over:
        return False
    return event.move.split(" ")[0] in UNDOABLE and not table.playing.latest()[0].chance


@change.register
def _(event: events.Undone, table: Table, at: float) -> Notices:
    """The game is what it was before the move, and the time of its maker runs on as if there had been none."""
    made = table.undoable.pop(event.seat)
    if made.number != event.number:
        raise ValueError(f"seat {event.seat} can take back {made.number}, not {event.number}")
    table.undone[event.seat] += 1
    if event.id:
        table.done[event.seat, event.id] = table.number + 1
    present = note_presence(table, event.seat)
    if made.game is None:
        table.chosen[event.seat] = ""
        return [notices.Undone(event.seat, None), *present]
    ply = len(table.moves)
    table.moves.pop()
    table.game, table.since, table.position = made.game, made.since, table.number + 1
    past = table.history[made.number - 1]
    table.history[made.number - 1] = tuple(one for one in past if not isinstance(one, OF_A_MOVE))
    return [notices.Undone(event.seat, ply), *present]


def note_move(table: Table, event: events.Kept | events.Moved, before: int) -> Notices:
    """Remember the id of a move, so that it is not played twice, and which bot chose it; `before` moves were made.

    The seat is there, so votes against it are void.
    """
    table.votes.pop(event.seat, None)
    if event.id:
        table.done[event.seat, event.id] = table.number + 1
    if event.by:
        table.bots[before] = event.by
    return [] if table.seats[event.seat].away else note_presence(table, event.seat)


def hurried(event: events.Kept | events.Moved, before: int) -> Notices:
    """The notice that a bot was short of time, if it was; `before` moves were made."""
    if not event.haste:
        return []
    plain = {"type": "hurried", "ply": before + 1, "seat": event.seat, "how": event.haste}
    return [msgspec.convert(plain, notices.Hurried)]


@change.register
def _(event: events.Away, table: Table, at: float) -> Notices:
    table.seats[event.seat].away, table.seats[event.seat].since = True, at
    table.votes.pop(event.seat, None)
    away = msgspec.convert({"type": "away", "seat": event.seat, "why": event.why}, notices.Away)
    return [away, *(note_presence(table, event.seat) if event.why == "left" else ())]


@change.register
def _(event: events.Back, table: Table, at: float) -> Notices:
    table.seats[event.seat].away = False
    table.since = at
    table.changes[event.seat] += 1
    return [notices.Back(event.seat), *note_presence(table, event.seat)]


@change.register
def _(event: events.Resigned, table: Table, at: float) -> Notices:
    seat = table.seats[event.seat]
    seat.away, seat.since, seat.out, seat.handed = True, at, "resigned", ""
    forget(table, event.seat)
    return [notices.Resigned(event.seat)]


@change.register
def _(event: events.RemovalVoted, table: Table, at: float) -> Notices:
    table.changes[event.by] += 1
    voters = table.removals.setdefault(event.seat, set())
    (voters.add if event.agree else voters.discard)(event.by)
    if not voters:
        del table.removals[event.seat]
    return [notices.RemovalVoted(event.seat, event.by, event.agree), *note_presence(table, event.by)]


@change.register
def _(event: events.Removed, table: Table, at: float) -> Notices:
    before = table.seats[event.seat]
    table.seats[event.seat] = Seat(name=before.name, bot=event.bot, colour=before.colour, out="removed")
    forget(table, event.seat)
    return [notices.Removed(event.seat)]


def forget(table: Table, seat: int) -> None:
    """A player is gone for good: nothing is asked about the seat any more, and its votes do not count."""
    for other, voters in list(table.removals.items()):
        voters.discard(seat)
        if not voters:
            del table.removals[other]
    for asked in (table.votes, table.requests, table.removals, table.undoable):
        asked.pop(seat, None)


@change.register
def _(event: events.Voted, table: Table, at: float) -> Notices:
    table.votes.setdefault(event.seat, set()).add(event.by)
    return [notices.Voted(event.seat, event.by), *note_presence(table, event.by)]


@change.register
def _(event: events.Said, table: Table, at: float) -> Notices:
    name = event.name if event.seat is None else table.seats[event.seat].name
    table.chat[event.seat] += 1
    return [notices.Said(event.text, event.seat, name), *note_presence(table, event.seat)]


@change.register
def _(event: events.Reacted, table: Table, at: float) -> Notices:
    table.chat[event.seat] += 1
    return [notices.Reacted(event.seat, event.reaction), *note_presence(table, event.seat)]


@change.register
def _(event: events.Rematched, table: Table, at: float) -> Notices:
    table.rematch = event.table
    return [notices.Rematch(event.table)]


@change.register
def _(event: events.Closed, table: Table, at: float) -> Notices:
    table.stage = "closed"
    table.undoable.clear()
    return [notices.Closed()]
