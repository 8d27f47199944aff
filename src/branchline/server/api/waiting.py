"""Waiting: endpoints for a table before its start. The host changes seats and makes links; players choose colours."""

from __future__ import annotations

from functools import partial

from branchline.server import keys
from branchline.server.errors import RequestError, within
from branchline.server.table import commands, events, seating
from branchline.server.table.text import player_name
from branchline.server.wire import forms

from .access import Call, called_table
from .endpoints import Endpoints
from .lobby import board_for, carry_out, invitation, known_bot

endpoints = Endpoints()


@endpoints.add(
    "POST",
    "/api/tables/{id}/link",
    forms.Invitation,
    codes=("no_such_table", "not_allowed", "already_started", "table_closed", "too_often"),
)
async def share_link(call: Call) -> forms.Invitation:
    """Make a new link to all free seats. For the host; the former one is void."""
    live, who = await called_table(call)
    invite, limits = keys.new_key(), call.services.settings.tables
    await call.services.hub.append(live, partial(seating.invite_all, live.table, who, invite, limits))
    return invitation(live.table.id, invite)


@endpoints.add(
    "POST",
    "/api/tables/{id}/seats",
    forms.TableAnswer,
    body=forms.Arrangement,
    codes=(
        "no_such_table",
        *("not_allowed", "no_such_board", "bad_seats", "no_such_seat", "bad_bot", "bad_name"),
        *("already_started", "table_closed", "too_often", "position_fixed"),
    ),
)
async def arrange_seats(call: Call) -> forms.TableAnswer:
    """Change the seats, the board, the clock or the hints before the start. For the host."""
    form: forms.Arrangement = call.body
    live, who = await called_table(call)
    commands.hosting(who)
    board = board_for(form.board, len(form.seats))
    seats = tuple(seat_change(n, seat) for n, seat in enumerate(form.seats))
    hints = live.table.options.hints if form.hints is None else form.hints
    wanted = events.Arranged(board.id, board.digest, seats, form.clock, hints)
    limits = call.services.settings.tables
    return await carry_out(call, live, partial(seating.arrange, live.table, who, wanted, limits))


def seat_change(n: int, request: forms.SeatChange) -> events.SeatChange:
    """Seat `n` as requested."""
    if request.kind == "keep":
        if request.was is None:
            raise RequestError("bad_seats", seat=-1, field=f"seats[{n}].was")
        return events.SeatChange(was=request.was)
    if request.kind == "bot":
        with within(f"seats[{n}]"):
            return events.SeatChange(
                bot=known_bot(request.bot), name=request.name and player_name(request.name)
            )
    return events.SeatChange(private=request.kind == "friend")


@endpoints.add(
    "POST",
    "/api/tables/{id}/introduce",
    forms.TableAnswer,
    body=forms.Introduction,
    codes=(
        "no_such_table",
        *("not_allowed", "bad_name", "bad_colour", "colour_taken"),
        *("already_started", "table_closed", "too_often"),
    ),
)
async def introduce(call: Call) -> forms.TableAnswer:
    """Choose another name and colour before the start."""
    form: forms.Introduction = call.body
    live, who = await called_table(call)
    name, limits = player_name(form.name), call.services.settings.tables
    return await carry_out(call, live, partial(seating.introduce, live.table, who, name, form.colour, limits))
