"""Archive: a game at any ply, and records and statistics of games that are over."""

from __future__ import annotations

from functools import partial

from starlette.responses import PlainTextResponse, Response

from branchline.server.errors import RequestError
from branchline.server.live.hub import LiveTable
from branchline.server.live.replay import statistics
from branchline.server.table import commands
from branchline.server.wire import forms

from .access import Call, called_or_over
from .endpoints import Endpoints

endpoints = Endpoints()


@endpoints.add(
    "GET",
    "/api/games/{id}/view",
    forms.Moment,
    query=forms.ReplayQuery,
    codes=("no_such_table", "not_started", "not_allowed", "no_such_seat", "no_such_ply"),
)
async def show_moment(call: Call) -> forms.Moment:
    """A game after any ply, as a spectator or the own seat saw it; once it is over, as any seat did."""
    live, who = await called_or_over(call)
    seat = call.query.seat
    if seat is not None:
        commands.existing(live.table, seat)
        if seat != who.seat and live.table.stage != "over":
            raise RequestError("not_allowed")
    replays = call.services.replays
    return await call.services.hub.in_thread(partial(replays.moment, live.table, call.query.ply, seat))


@endpoints.add("GET", "/api/games/{id}/record", str, text=True, codes=("no_such_table", "not_over"))
async def show_record(call: Call) -> Response:
    """The record of a game that is over, with the secret of its deal. `Game.replay` reads it."""
    live = await finished(call)
    text = await call.services.hub.in_thread(partial(live.table.playing.record, live.table.bots))
    name = f"branchline-{live.table.id}.txt"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@endpoints.add("GET", "/api/games/{id}/statistics", forms.Statistics, codes=("no_such_table", "not_over"))
async def show_statistics(call: Call) -> forms.Statistics:
    """The statistics of a game that is over."""
    live = await finished(call)
    return await call.services.hub.in_thread(partial(statistics, live.table))


async def finished(call: Call) -> LiveTable:
    """A table whose game is over."""
    live, _ = await called_or_over(call)
    if live.table.stage != "over":
        raise RequestError("not_over")
    return live
