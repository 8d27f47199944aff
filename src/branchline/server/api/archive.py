"""Archive: a game at any ply, and records, statistics and reviews of games that are over."""

from __future__ import annotations

import gzip
from functools import partial

import msgspec

from branchline.server.errors import RequestError
from branchline.server.live.replay import statistics
from branchline.server.live.tables import LiveTable
from branchline.server.table import commands
from branchline.server.wire import forms

from .access import Call, called_or_over
from .endpoints import Compressed, Endpoints, TextFile

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
async def show_record(call: Call) -> TextFile:
    """The record of a game that is over, with the secret of its deal. `Game.replay` reads it."""
    live = (await called_or_over(call))[0] if call.services.hub.portable else await finished(call)
    text = await call.services.hub.in_thread(partial(live.table.playing.record, live.table.bots))
    return TextFile(text, f"branchline-{live.table.id}.txt")


@endpoints.add("GET", "/api/games/{id}/statistics", forms.Statistics, codes=("no_such_table", "not_over"))
async def show_statistics(call: Call) -> forms.Statistics:
    """The statistics of a game that is over."""
    live = await finished(call)
    return await call.services.hub.in_thread(partial(statistics, live.table))


@endpoints.add(
    "POST",
    "/api/games/{id}/review",
    forms.ReviewState,
    body=forms.ReviewRequest,
    codes=("no_such_table", "not_over", "no_network", "reviews_full", "review_failed"),
)
async def ask_for_review(call: Call) -> forms.ReviewState:
    """Have a game reviewed that is over, and learn how far the review is. Who waits asks every few seconds."""
    live = await finished(call)
    return await call.services.reviews.ask(live.table, call.body.level, call.address)


@endpoints.add(
    "GET",
    "/api/games/{id}/review",
    forms.ReviewAnswer,
    query=forms.ReviewQuery,
    codes=("no_such_table", "not_over"),
)
async def show_review(call: Call) -> Compressed:
    """The review of a level, or the deepest that has been made; null if there is none."""
    live = await finished(call)
    made = await call.services.reviews.made(live.table)
    level = call.query.level or next(reversed(made), "")
    work = partial(encode_review, tuple(made), made.get(level))
    return Compressed(await call.services.hub.in_thread(work))


def encode_review(made: tuple[str, ...], stored: bytes | None) -> bytes:
    """The answer with a review that is stored as compressed JSON, compressed as well."""
    review = msgspec.Raw(b"null" if stored is None else gzip.decompress(stored))
    answer = msgspec.json.encode({"made": made, "review": review})
    return gzip.compress(answer, 5, mtime=0)


async def finished(call: Call) -> LiveTable:
    """A table whose game is over."""
    live, _ = await called_or_over(call)
    if live.table.stage != "over":
        raise RequestError("not_over")
    return live
