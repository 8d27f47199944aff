"""Apply: each event of the log changes the table, and gives the notices that viewers get of it."""

from __future__ import annotations

from functools import singledispatch

import msgspec

from branchline import Action, Board, Game, View, board_names, load_board
from branchline.board.limits import REVEAL
from branchline.game.grammar import parse
from branchline.server.errors import RequestError

from . import events, notices
from .table import Seat, Table

Notices = list[notices.Unredacted]


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
    if event.board not in board_names() or load_board(event.board).digest != event.digest:
        raise RequestError("board_changed", board=event.board)
    table.opened = event
    table.seats = [Seat(plan.name, plan.bot, plan.holder, plan.invite, plan.reserved) for plan in event.seats]
    return []


@change.register
def _(event: events.Joined, table: Table, at: float) -> Notices:
    table.seats[event.seat] = Seat(name=event.name, holder=event.holder, away=table.seats[event.seat].away)
    return [notices.Joined(event.seat, event.name)]


@change.register
def _(event: events.Left, table: Table, at: float) -> Notices:
    table.seats[event.seat] = Seat()
    return [notices.Left(event.seat)]


@change.register
def _(event: events.Renewed, table: Table, at: float) -> Notices:
    table.seats[event.seat].invite = event.invite
    return [notices.Renewed(event.seat)]


@change.register
def _(event: events.Filled, table: Table, at: float) -> Notices:
    table.seats[event.seat] = Seat(bot=event.bot)
    return [notices.Filled(event.seat, event.bot)]


@change.register
def _(event: events.Started, table: Table, at: float) -> Notices:
    table.game = game = table.deal()
    table.stage, table.since = "playing", at
    table.chosen = [""] * game.seats
    offers = [game.view(seat).offer for seat in range(game.seats)]
    offered = [notices.Offered(seat, len(offer), tuple(offer)) for seat, offer in enumerate(offers)]
    return [notices.Started(game.first), notices.LogIndex(0), *offered]


@change.register
def _(event: events.Kept, table: Table, at: float) -> Notices:
    note_move(table, event.seat, event.id)
    table.chosen[event.seat] = event.move
    made: Notices = [notices.Chosen(event.seat)]
    if not table.starting:
        table.since = at
        for seat, move in enumerate(table.chosen):
            table.playing.play(move, seat)
            table.moves.append((seat, move, at))
            made.append(notices.LogIndex(seat + 1))
    return made


@change.register
def _(event: events.Moved, table: Table, at: float) -> Notices:
    note_move(table, event.seat, event.id)
    table.since = at
    made = play_move(table.playing, event.seat, event.move, len(table.moves) + 1)
    table.moves.append((event.seat, event.move, at))
    if table.playing.over:
        table.stage = "over"
        made.append(over(table))
    return made


def note_move(table: Table, seat: int, id_: str) -> None:
    """Remember the id of a move, so that it is not played twice. The seat is there, so votes against it are void."""
    table.votes.pop(seat, None)
    if id_:
        table.done[seat, id_] = table.number + 1


def play_move(game: Game, seat: int, text: str, ply: int) -> Notices:
    """Play a move, which becomes that ply of the log; its notices."""
    action = parse(text, game.board)
    before = game.view(None) if action.kind in ("claim", "pay") else None
    game.play(action, seat)
    made: Notices = [notices.LogIndex(ply)]
    if action.kind == "tickets":
        offer = game.view(seat).offer
        made.append(notices.Offered(seat, len(offer), tuple(offer)))
    if before is not None:
        after = game.view(None)
        if is_tunnel(game.board, action):
            made.append(tunnel(seat, action, before, after))
        if before.last_turns is None and after.last_turns is not None:
            made.append(notices.LastRound(seat, after.last_turns))
    return made


def is_tunnel(board: Board, action: Action) -> bool:
    """Whether cards are revealed for this move."""
    return action.kind == "claim" and board.route(action.target).tunnel


def tunnel(seat: int, action: Action, before: View, after: View) -> notices.Tunnel:
    """What a tunnel revealed: the first cards that chance dealt, as many as there were (U1)."""
    count = min(REVEAL, before.pile + sum(before.discards.values()))
    extra = after.tunnel.extra if after.tunnel else 0
    return notices.Tunnel(seat, action.target, tuple(after.log[-1].chance[:count]), extra)


def over(table: Table) -> notices.Over:
    """The final scoring."""
    game = table.playing
    view = game.view(None)
    return notices.Over(
        winners=tuple(game.winners()),
        scores=tuple(view.scores or ()),
        tickets=tuple(tuple(held) for held in view.revealed or ()),
        borrowed=tuple(game.borrowed()),
        secret=table.secret.hex(),
    )


@change.register
def _(event: events.Away, table: Table, at: float) -> Notices:
    table.seats[event.seat].away = True
    table.votes.pop(event.seat, None)
    return [msgspec.convert({"type": "away", "seat": event.seat, "why": event.why}, notices.Away)]


@change.register
def _(event: events.Back, table: Table, at: float) -> Notices:
    table.seats[event.seat].away = False
    table.since = at
    return [notices.Back(event.seat)]


@change.register
def _(event: events.Voted, table: Table, at: float) -> Notices:
    table.votes.setdefault(event.seat, set()).add(event.by)
    return [notices.Voted(event.seat, event.by)]


@change.register
def _(event: events.Said, table: Table, at: float) -> Notices:
    name = event.name if event.seat is None else table.seats[event.seat].name
    return [notices.Said(event.text, event.seat, name)]


@change.register
def _(event: events.Reacted, table: Table, at: float) -> Notices:
    return [notices.Reacted(event.seat, event.reaction)]


@change.register
def _(event: events.Rematched, table: Table, at: float) -> Notices:
    table.rematch = event.table
    return [notices.Rematch(event.table)]


@change.register
def _(event: events.Closed, table: Table, at: float) -> Notices:
    table.stage = "closed"
    return [notices.Closed()]
