"""Lobby: endpoints to open, list, join, start and leave tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec

from branchline import Board, load_board
from branchline.board import is_known
from branchline.server import keys
from branchline.server.errors import RequestError, within
from branchline.server.live.tables import LiveTable
from branchline.server.live.thinking import bot_names
from branchline.server.table import commands, events, seating
from branchline.server.table.table import COLOURS, Seat, Table
from branchline.server.table.text import player_name
from branchline.server.wire import forms
from branchline.server.wire.messages import Self
from branchline.server.wire.present import table_state

from . import positions
from .access import Call, called_or_invited, called_table
from .endpoints import Endpoints

#: How many public tables are listed.
LISTED = 100
endpoints = Endpoints()


def self_of(who: commands.Role) -> Self:
    return Self(who.seat, who.host)


async def carry_out(call: Call, live: LiveTable, command: Callable[[], events.AnyEvent]) -> forms.TableAnswer:
    """Append the event of a command; the table then, and who the caller is there now."""
    await call.services.hub.append(live, command)
    return forms.TableAnswer(table_state(live.table), self_of(commands.role(live.table, call.key)))


def give_key(call: Call, key: str, cookie: bool) -> str | None:
    """Put the caller's key into a cookie, or return it for the answer."""
    if cookie:
        call.cookie = key
        return None
    return key


@endpoints.add(
    "POST",
    "/api/tables",
    forms.OpenedTable,
    status=201,
    body=forms.NewTable,
    codes=(
        *("no_such_board", "bad_seats", "bad_first", "bad_bot", "bad_name", "too_many_tables"),
        *positions.CODES,
    ),
    with_record=True,
)
async def open_table(call: Call) -> forms.OpenedTable:
    """Open a table."""
    form: forms.NewTable = call.body
    key, watch, shared = call.key or keys.new_key(), keys.new_key(), keys.new_key()
    invites = [keys.new_key() for _ in form.seats]
    open_seats = [n for n, seat in enumerate(form.seats) if seat.kind in ("open", "friend")]
    opened = opened_event(form, key, watch, invites)
    if open_seats:
        opened = msgspec.structs.replace(opened, invite=keys.digest(shared))
    call.services.limits.tables.take(call.address)
    secret = secrets.token_bytes(32)
    if form.position is not None:
        opened = await positions.in_position(call, form.position, opened, secret)
    live = await call.services.hub.open(keys.new_id(), secret, opened)
    live.opener = call.address
    game = live.table.id
    return forms.OpenedTable(
        table=table_state(live.table),
        you=self_of(commands.role(live.table, key)),
        key=give_key(call, key, form.cookie),
        invitations=tuple(invitation(game, invites[n], n) for n in open_seats),
        watch=forms.Invitation(f"/tables/{game}#watch={watch}", watch),
        shared=invitation(game, shared) if open_seats else None,
    )


def invitation(game: str, key: str, seat: int | None = None) -> forms.Invitation:
    return forms.Invitation(f"/tables/{game}#join={key}", key, seat)


def opened_event(form: forms.NewTable, key: str, watch: str, invites: list[str]) -> events.Opened:
    """The event that opens a table as requested."""
    board = board_for(form.board, len(form.seats))
    if sum(seat.kind == "me" for seat in form.seats) > 1:
        raise RequestError("bad_seats", me=1)
    if form.first is not None and form.first >= len(form.seats):
        raise RequestError("bad_first", seats=len(form.seats))
    return events.Opened(
        board=board.id,
        digest=board.digest,
        seats=tuple(
            seat_plan(n, seat, form.name, key, keys.digest(invite))
            for n, (seat, invite) in enumerate(zip(form.seats, invites, strict=True))
        ),
        host=keys.digest(key),
        watch=keys.digest(watch),
        public=form.public,
        first=form.first,
        clock=form.clock,
        hints=form.hints,
        undo=form.undo,
    )


def board_for(name: str, seats: int) -> Board:
    """The board of that name, if so many can play on it."""
    if not is_known(name):
        raise RequestError("no_such_board")
    board = load_board(name)
    if not board.min_seats <= seats <= board.max_seats:
        raise RequestError("bad_seats", least=board.min_seats, most=board.max_seats)
    return board


def seat_plan(n: int, request: forms.SeatRequest, name: str, key: str, invite: str) -> events.SeatPlan:
    """Seat `n` as requested."""
    if request.kind == "bot":
        with within(f"seats[{n}]"):
            return events.SeatPlan(
                bot=known_bot(request.bot), name=request.name and player_name(request.name)
            )
    if request.kind != "me":
        return events.SeatPlan(invite=invite, private=request.kind == "friend")
    colour = n if request.colour is None else request.colour
    if request.colour is not None and colour >= COLOURS:
        raise RequestError("bad_colour", count=COLOURS, field=f"seats[{n}].colour")
    return events.SeatPlan(
        name=player_name(name), holder=keys.digest(key), colour=colour if colour < COLOURS else None
    )


def known_bot(spec: str) -> str:
    if spec not in bot_names():
        raise RequestError("bad_bot")
    return spec


@endpoints.add("GET", "/api/tables", forms.TableList)
async def list_tables(call: Call) -> forms.TableList:
    """Public tables that are open or in play, the latest first."""
    return forms.TableList(await call.services.hub.public_tables(LISTED))


@endpoints.add("GET", "/api/tables/{id}", forms.TableAnswer, codes=("no_such_table",))
async def show_table(call: Call) -> forms.TableAnswer:
    """One table, and who the caller is there. Also for those who have an invitation as their key."""
    live, who = await called_or_invited(call, call.key)
    invited = seating.leads_to_seat(live.table, call.key)
    return forms.TableAnswer(table_state(live.table), self_of(who), live.table.to_move(), invited)


@endpoints.add(
    "POST",
    "/api/tables/{id}/join",
    forms.TakenSeat,
    body=forms.JoinRequest,
    codes=(
        "no_such_table",
        *("no_key", "wrong_key", "bad_name", "no_such_seat", "seat_taken", "table_full"),
        *("already_seated", "already_started", "already_over", "table_closed"),
        *("bad_colour", "colour_taken"),
    ),
)
async def join_table(call: Call) -> forms.TakenSeat:
    """Take a seat, by invitation or at a public table. The game starts when all seats are taken."""
    form: forms.JoinRequest = call.body
    live, _ = await called_or_invited(call, form.invite)
    return await join(call, live, msgspec.structs.replace(form, name=player_name(form.name)))


async def join(call: Call, live: LiveTable, form: forms.JoinRequest) -> forms.TakenSeat:
    """Take a seat with the caller's key, or with a new one."""
    key = call.key or keys.new_key()
    taking = partial(seating.join, live.table, key, form.name, form.invite, form.seat, form.colour)
    await call.services.hub.append(live, taking)
    you = self_of(commands.role(live.table, key))
    return forms.TakenSeat(table_state(live.table), you, give_key(call, key, form.cookie))


@endpoints.add(
    "POST",
    "/api/tables/{id}/start",
    forms.TableAnswer,
    body=forms.StartRequest,
    codes=("no_such_table", "not_allowed", "bad_bot", "already_started", "table_closed"),
)
async def start_table(call: Call) -> forms.TableAnswer:
    """Fill the open seats with bots, and start the game. For the host."""
    form: forms.StartRequest = call.body
    bot = known_bot(form.bot)
    live, who = await called_table(call)
    table, append = live.table, call.services.hub.append
    waited = table.waits and table.full
    if not waited:
        await append(live, partial(seating.fill, table, who, bot))
    while table.stage == "open" and not table.full:
        await append(live, partial(seating.fill, table, who, bot))
    if waited or (table.waits and table.stage == "open"):
        await append(live, partial(seating.start, table, who))
    return forms.TableAnswer(table_state(live.table), self_of(who))


@endpoints.add(
    "POST",
    "/api/tables/{id}/leave",
    forms.TableAnswer,
    codes=("no_such_table", "not_allowed", "too_often", "game_over", "table_closed"),
)
async def leave_table(call: Call) -> forms.TableAnswer:
    """Give up the own seat. During a game a bot plays for it, and the player may come back."""
    live, who = await called_table(call)
    limits = call.services.settings.tables
    return await carry_out(call, live, partial(commands.leave, live.table, who, limits))


@endpoints.add(
    "POST",
    "/api/tables/{id}/seats/{seat:int}/link",
    forms.Invitation,
    codes=(
        "no_such_table",
        *("not_allowed", "no_such_seat", "seat_taken", "ask_first", "not_agreed", "too_often"),
        *("already_over", "table_closed"),
    ),
)
async def renew_link(call: Call) -> forms.Invitation:
    """Make a new link to a seat. For its player, and for the host, who has to ask first during a game."""
    live, who = await called_table(call)
    invite, seat = keys.new_key(), int(call.path["seat"])
    hub, limits = call.services.hub, call.services.settings.tables
    await hub.append(
        live, lambda: commands.renew(live.table, who, seat, invite, hub.time(live.table), limits)
    )
    return invitation(live.table.id, invite, seat)


@endpoints.add(
    "POST",
    "/api/tables/{id}/resign",
    forms.TableAnswer,
    codes=("no_such_table", "not_allowed", "not_started", "resigned", "game_over", "table_closed"),
)
async def resign(call: Call) -> forms.TableAnswer:
    """Give the game up for good: a bot plays for the seat to the end, and it can't win."""
    live, who = await called_table(call)
    return await carry_out(call, live, partial(commands.resign, live.table, who))


@endpoints.add(
    "POST",
    "/api/tables/{id}/rematch",
    forms.TakenSeat,
    body=forms.RematchRequest,
    codes=(
        "no_such_table",
        "not_allowed",
        "not_over",
        "already_seated",
        "already_started",
        "already_over",
        "table_closed",
    ),
)
async def rematch(call: Call) -> forms.TakenSeat:
    """Play again with the same players, seats rotated by one: open the new table, or take the own seat there.

    A game that began in a position begins there again, and everybody keeps the seat.
    """
    live, who = await called_table(call)
    seat = commands.seated(who)
    if live.table.stage != "over":
        raise RequestError("not_over")
    again = await rematch_table(call, live)
    try:
        return await join(
            call, again, forms.JoinRequest(live.table.seats[seat].name, cookie=call.body.cookie)
        )
    except RequestError:
        there = commands.role(again.table, call.key)
        if there.seat is None:
            raise
        return forms.TakenSeat(table_state(again.table), self_of(there), None)


async def rematch_table(call: Call, live: LiveTable) -> LiveTable:
    """The one new table, however many ask at once.

    Its id is stored before it is created. So whoever finds the id without a table creates it: another request may be
    about to do so, or a process has died in between.
    """
    table, hub = live.table, call.services.hub
    if not table.rematch:
        with suppress(RematchKnown):
            await hub.append(live, partial(rematched, table, keys.new_id()))
    try:
        return await hub.live(table.rematch)
    except RequestError as error:
        if error.code != "no_such_table":
            raise
    secret = secrets.token_bytes(32)
    opened = rematch_event(table, call.key or "", call.body.waits, secret)
    new = await hub.open(table.rematch, secret, opened)
    new.opener = call.address
    return new


class RematchKnown(Exception):
    """Somebody else was first to ask for a rematch."""


def rematched(table: Table, game: str) -> events.Rematched:
    """The event that names the new table, unless it has a name."""
    if table.rematch:
        raise RematchKnown
    return events.Rematched(game)


def rematch_event(table: Table, host: str, waits: bool, secret: bytes) -> events.Opened:
    """The event that opens a rematch: the same players in their colours, seats rotated by one. Links are new.

    In a position seats are not rotated: each has its own cards and routes.
    """
    options, seats = table.options, table.seats
    if isinstance(options, events.Continued):
        options = positions.in_position_again(options, secret)
    else:
        seats = [*seats[1:], seats[0]]
    plans = tuple(map(rematch_seat, seats))
    return msgspec.structs.replace(
        options, seats=plans, host=keys.digest(host), after=table.id, invite="", waits=waits
    )


def rematch_seat(seat: Seat) -> events.SeatPlan:
    """A seat of a rematch: reserved for its player, or the bot's. A bot does not keep the name of a player."""
    if seat.bot:
        return events.SeatPlan(bot=seat.bot, name="" if seat.out else seat.name)
    return events.SeatPlan(name=seat.name, holder=seat.holder, reserved=True, colour=seat.colour)
