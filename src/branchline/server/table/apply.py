"""Folding: one deed after the other becomes the table, and the news that goes with it."""

from __future__ import annotations

from functools import singledispatch

import msgspec

from branchline import Game, board_names, load_board
from branchline.server.errors import Refusal

from . import events, notices
from .happenings import happenings
from .table import Seat, Table

Facts = list[notices.Fact]


def apply(table: Table, number: int, at: float, deed: events.Deed) -> None:
    """Let one more deed of the log happen."""
    if number != table.number + 1:
        raise ValueError(f"table {table.id} stands at {table.number}, and deed {number} was to follow")
    table.views.clear()
    facts = tuple(fold(deed, table, at))
    table.number, table.changed = number, at
    table.created = table.created or at
    table.times.append(at)
    table.history.append(facts)


@singledispatch
def fold(deed: events.Deed, table: Table, at: float) -> Facts:
    """What a deed changes at a table, and the news of it."""
    raise TypeError(f"{type(deed).__name__} is no deed")


@fold.register
def _(deed: events.Opened, table: Table, at: float) -> Facts:
    if deed.board not in board_names() or load_board(deed.board).digest != deed.digest:
        raise Refusal("board_changed", board=deed.board)
    table.opened = deed
    table.seats = [Seat(plan.name, plan.bot, plan.holder, plan.invite, plan.reserved) for plan in deed.seats]
    return []


@fold.register
def _(deed: events.Joined, table: Table, at: float) -> Facts:
    table.seats[deed.seat] = Seat(name=deed.name, holder=deed.holder, away=table.seats[deed.seat].away)
    return [notices.Joined(deed.seat, deed.name)]


@fold.register
def _(deed: events.Left, table: Table, at: float) -> Facts:
    table.seats[deed.seat] = Seat()
    return [notices.Left(deed.seat)]


@fold.register
def _(deed: events.Renewed, table: Table, at: float) -> Facts:
    table.seats[deed.seat].invite = deed.invite
    return [notices.Renewed(deed.seat)]


@fold.register
def _(deed: events.Filled, table: Table, at: float) -> Facts:
    table.seats[deed.seat] = Seat(bot=deed.bot)
    return [notices.Filled(deed.seat, deed.bot)]


@fold.register
def _(deed: events.Started, table: Table, at: float) -> Facts:
    facts = table.facts
    dealer = table.dealer_for(table.secret)
    table.game = game = Game(facts.board, len(table.seats), first=facts.first, dealer=dealer)
    table.stage, table.since = "playing", at
    table.chosen = [""] * game.seats
    offers = [game.view(seat).offer for seat in range(game.seats)]
    offered = [notices.Offered(seat, len(offer), tuple(offer)) for seat, offer in enumerate(offers)]
    return [notices.Started(game.first), notices.Ply(0), *offered]


@fold.register
def _(deed: events.Kept, table: Table, at: float) -> Facts:
    table.chosen[deed.seat] = deed.move
    note(table, deed.seat, deed.id)
    facts: Facts = [notices.Chosen(deed.seat)]
    if not table.starting:
        table.since = at
        for seat, move in enumerate(table.chosen):
            table.playing.play(move, seat)
            table.moves.append((seat, move, at))
            facts.append(notices.Ply(seat + 1))
    return facts


@fold.register
def _(deed: events.Moved, table: Table, at: float) -> Facts:
    note(table, deed.seat, deed.id)
    table.since = at
    facts = happenings(table.playing, deed.seat, deed.move, len(table.moves) + 1)
    table.moves.append((deed.seat, deed.move, at))
    if table.playing.over:
        table.stage = "over"
        facts.append(over(table))
    return facts


def over(table: Table) -> notices.Over:
    game = table.playing
    view = game.view(None)
    return notices.Over(
        winners=tuple(game.winners()),
        scores=tuple(view.scores or ()),
        tickets=tuple(tuple(held) for held in view.revealed or ()),
        borrowed=tuple(game.borrowed()),
        secret=table.secret.hex(),
    )


def note(table: Table, seat: int, id_: str) -> None:
    """Remember that a seat's message was carried out, and that it is there."""
    table.votes.pop(seat, None)
    if id_:
        table.done[seat, id_] = table.number + 1


@fold.register
def _(deed: events.Away, table: Table, at: float) -> Facts:
    table.seats[deed.seat].away = True
    table.votes.pop(deed.seat, None)
    return [msgspec.convert({"type": "away", "seat": deed.seat, "why": deed.why}, notices.Away)]


@fold.register
def _(deed: events.Back, table: Table, at: float) -> Facts:
    table.seats[deed.seat].away = False
    table.since = at
    return [notices.Back(deed.seat)]


@fold.register
def _(deed: events.Voted, table: Table, at: float) -> Facts:
    table.votes.setdefault(deed.seat, set()).add(deed.by)
    return [notices.Voted(deed.seat, deed.by)]


@fold.register
def _(deed: events.Said, table: Table, at: float) -> Facts:
    name = deed.name if deed.seat is None else table.seats[deed.seat].name
    return [notices.Said(deed.text, deed.seat, name)]


@fold.register
def _(deed: events.Reacted, table: Table, at: float) -> Facts:
    return [notices.Reacted(deed.seat, deed.reaction)]


@fold.register
def _(deed: events.Rematched, table: Table, at: float) -> Facts:
    table.rematch = deed.table
    return [notices.Rematch(deed.table)]


@fold.register
def _(deed: events.Closed, table: Table, at: float) -> Facts:
    table.stage = "closed"
    return [notices.Closed()]
