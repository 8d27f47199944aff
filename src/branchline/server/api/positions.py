"""Positions: tables whose game begins in a position of another, with its true cards or with hidden ones dealt anew.

True cards are those of a game that is over, or of a record that somebody has: nothing of a running game is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from branchline import BranchlineError, CommittedDealer, Game, load_board
from branchline.core.rng import Rng
from branchline.game.continuation import deal_anew, hidden_seed
from branchline.game.record import LINE
from branchline.puzzles import Puzzle, find
from branchline.server.errors import RequestError, within
from branchline.server.table import events
from branchline.server.wire import forms
from branchline.value import belief_weights

from .access import Call, is_over, watched_table

#: Why a table can't begin in a position.
CODES = (
    "no_such_table",
    "not_over",
    "bad_record",
    "no_such_ply",
    "no_such_puzzle",
    "no_such_seat",
    "game_over",
    "position_fixed",
)


async def in_position(
    call: Call, wanted: forms.PlayOn, opened: events.Opened, secret: bytes
) -> events.Continued:
    """The event that opens a table in a position; `opened` says the rest."""
    named = "puzzle" if wanted.puzzle is not None else "record" if wanted.record is not None else "game"
    with within("position", named):
        before, name, colours = await position_of(call, wanted, opened.public)
    if (opened.board, len(opened.seats), opened.first) != (before.board.id, before.seats, None):
        raise RequestError("position_fixed", board=before.board.id, seats=before.seats)
    if wanted.anew is not None and wanted.anew >= before.seats:
        raise RequestError("no_such_seat", seat=wanted.anew, field="position.anew")
    if before.over:
        raise RequestError("game_over", field="position.ply")
    belief = belief_weights(before.board, before.seats)
    dealer = CommittedDealer(secret)
    begin = partial(before.play_on, wanted.anew, dealer=dealer, belief=belief, game=name)
    game = await call.services.hub.in_thread(begin)
    assert game.origin is not None
    rest = msgspec.structs.asdict(opened)
    if colours:
        rest["seats"] = in_colours(opened.seats, call.body.seats, colours)
    return events.Continued(**rest, position=game.position(), origin=game.origin)


def in_colours(
    plans: Sequence[events.SeatPlan], requests: Sequence[forms.SeatRequest], colours: Sequence[int]
) -> tuple[events.SeatPlan, ...]:
    """The seats in the colours of the other game, so that its map looks the same. What was chosen stays."""
    chosen = {request.colour for request in requests}
    return tuple(
        msgspec.structs.replace(plan, colour=None if colour in chosen else colour)
        if request.colour is None
        else plan
        for plan, request, colour in zip(plans, requests, colours, strict=True)
    )


async def position_of(call: Call, wanted: forms.PlayOn, public: bool) -> tuple[Game, str, Sequence[int]]:
    """The game after the wanted ply, its id as far as those at the new table may know it, and the colours of its seats.

    A record has neither.
    """
    if sum(one is not None for one in (wanted.game, wanted.record, wanted.puzzle)) != 1:
        raise RequestError("bad_request")
    if wanted.puzzle is not None:
        return await call.services.hub.in_thread(partial(in_puzzle, wanted)), "", ()
    if wanted.game is None:
        return await call.services.hub.in_thread(partial(replayed, wanted.record or "", wanted.ply)), "", ()
    live, _ = await watched_table(call.services, wanted.game, call.key, is_over)
    table = live.table
    if table.stage != "over":
        raise RequestError("not_over")
    at = partial(call.services.replays.game_at, table, wanted.ply)
    # whoever knows the id of a private game can look at it, and strangers see a public table
    name = table.id if table.options.public or not public else ""
    return await call.services.hub.in_thread(at), name, table.colours()


def in_puzzle(wanted: forms.PlayOn) -> Game:
    """A game in the position of a puzzle. Nobody knows what its seat can't see: that must be dealt anew."""
    puzzle = puzzle_named(wanted.puzzle or "")
    if wanted.ply != 0 or wanted.anew != puzzle.seat:
        raise RequestError("bad_request")
    return puzzle.view.determinise(Rng(0))


def puzzle_named(name: str) -> Puzzle:
    """A puzzle by its id."""
    try:
        return find(name)
    except BranchlineError:
        raise RequestError("no_such_puzzle") from None


def replayed(record: str, ply: int) -> Game:
    """The game of a record after so many moves."""
    try:
        return Game.replay(record, ply=ply)
    except BranchlineError as error:
        line = LINE.match(str(error))
        raise RequestError("bad_record", **({"line": int(line[1])} if line else {})) from None


def in_position_again(options: events.Continued, secret: bytes) -> events.Continued:
    """The same for a rematch. Cards that were dealt anew are dealt anew again, by the new secret."""
    origin = options.origin
    if origin.anew is None:
        return options
    dealer = CommittedDealer(secret)
    start = Game.from_position(load_board(options.board), options.position, dealer, origin)
    position = deal_anew(start, origin, hidden_seed(dealer, origin))
    return msgspec.structs.replace(options, position=position)
