"""Acts: what somebody may do at a table. Each gives the deed to be stored, or refuses with a code."""

from __future__ import annotations

from typing import NamedTuple

from branchline import Game, IllegalMove, NotationError
from branchline.game.action import Action
from branchline.game.grammar import parse
from branchline.server import keys
from branchline.server.errors import Refusal
from branchline.server.wire.messages import Move

from . import events
from .table import Table
from .text import CHAT_LENGTH, NAME_LENGTH, REACTIONS, clean


class Role(NamedTuple):
    """What a key opens at a table."""

    seat: int | None = None
    host: bool = False
    watch: bool = False


def role(table: Table, key: str | None) -> Role:
    """Who the holder of a key is here. Every key of the table is compared, in constant time."""
    facts = table.facts
    seats = [i for i, seat in enumerate(table.seats) if keys.opens(key, seat.holder) and not seat.reserved]
    host, watcher = keys.opens(key, facts.host), keys.opens(key, facts.watch)
    seat = seats[0] if seats else None
    return Role(seat, host, facts.public or host or watcher or seat is not None or is_awaited(table, key))


def is_awaited(table: Table, key: str | None) -> bool:
    """Whether a seat is reserved for the holder of a key."""
    return any(keys.opens(key, seat.holder) for seat in table.seats)


def join(table: Table, key: str, name: str, invite: str | None, seat: int | None) -> events.Joined:
    """Take a seat: by invitation, because it is reserved, or, at a public table, because it is free."""
    name = clean(name, NAME_LENGTH)
    if not name:
        raise Refusal("bad_name", limit=NAME_LENGTH)
    if table.stage in ("over", "closed"):
        raise Refusal("already_over" if table.stage == "over" else "table_closed")
    place = seat_for(table, key, invite, seat)
    if role(table, key).seat not in (None, place):
        raise Refusal("already_seated")
    return events.Joined(place, name, keys.digest(key))


def seat_for(table: Table, key: str, invite: str | None, wanted: int | None) -> int:
    """The seat that somebody may take."""
    if invite is not None:
        for number, seat in enumerate(table.seats):
            if keys.opens(invite, seat.invite):
                return number
        raise Refusal("wrong_key")
    for number, seat in enumerate(table.seats):
        if seat.reserved and keys.opens(key, seat.holder):
            return number
    if not table.facts.public:
        raise Refusal("no_key")
    if table.stage != "open":
        raise Refusal("already_started")
    return open_seat(table, wanted)


def open_seat(table: Table, wanted: int | None = None) -> int:
    """A free seat, or the one that is wanted."""
    if wanted is not None:
        existing(table, wanted)
        if table.seats[wanted].taken or table.seats[wanted].reserved:
            raise Refusal("seat_taken", seat=wanted)
        return wanted
    for number, seat in enumerate(table.seats):
        if not seat.taken and not seat.reserved:
            return number
    raise Refusal("table_full")


def existing(table: Table, seat: int) -> int:
    """A seat that the table has."""
    if not 0 <= seat < len(table.seats):
        raise Refusal("no_such_seat", seat=seat)
    return seat


def leave(table: Table, who: Role) -> events.Left | events.Away:
    """Give the seat up before the start; later a bot plays on."""
    seat = seated(who)
    if table.stage == "open":
        return events.Left(seat)
    in_play(table)
    if table.seats[seat].away:
        raise Refusal("not_allowed")
    return events.Away(seat, "left")


def renew(table: Table, who: Role, seat: int, invite: str) -> events.Renewed:
    """A new link to a seat, made by the host."""
    hosting(who)
    existing(table, seat)
    if table.seats[seat].bot:
        raise Refusal("seat_taken", seat=seat)
    if table.stage in ("over", "closed"):
        raise Refusal("already_over" if table.stage == "over" else "table_closed")
    return events.Renewed(seat, keys.digest(invite))


def fill(table: Table, who: Role, bot: str) -> events.Filled:
    """A bot for the first seat that nobody has taken."""
    hosting(who)
    if table.stage != "open":
        raise Refusal("already_started" if table.stage == "playing" else "table_closed")
    for number, seat in enumerate(table.seats):
        if not seat.taken:
            return events.Filled(number, bot)
    raise Refusal("already_started")


def move(table: Table, seat: int, ask: Move, bot: bool = False) -> events.Kept | events.Moved:
    """A move that is legal now. For a seat that is away its bot plays, and nobody else."""
    in_play(table)
    if bot != bool(table.seats[seat].bot or table.seats[seat].away):
        raise Refusal("away")
    if table.starting and table.chosen[seat]:
        raise Refusal("already_chosen")
    if seat not in table.to_move():
        raise Refusal("not_your_turn")
    game = table.choosing(seat)
    action = read_move(table, game, seat, ask)
    reason = game.why_not(action, seat)
    if reason is not None:
        raise Refusal(reason.code)
    deed = events.Kept if table.starting else events.Moved
    return deed(seat, str(action), ask.id)


def read_move(table: Table, game: Game, seat: int, ask: Move) -> Action:
    """The action that a message means."""
    if ask.move is not None:
        try:
            return parse(ask.move, game.board)
        except IllegalMove as error:
            raise Refusal(error.reason.code) from None
        except NotationError:
            raise Refusal("not_a_move") from None
    if ask.index is None or ask.number is None:
        raise Refusal("bad_request")
    if ask.number != table.number:
        raise Refusal("stale", number=table.number)
    legal = table.view(seat).legal
    if ask.index >= len(legal):
        raise Refusal("not_a_move", count=len(legal))
    return legal[ask.index]


def hint(table: Table, who: Role) -> int:
    """The seat that may be told what a bot would do."""
    seat = seated(who)
    in_play(table)
    if not table.hints:
        raise Refusal("no_hints")
    if table.seats[seat].away:
        raise Refusal("away")
    if seat not in table.to_move():
        raise Refusal("not_your_turn")
    return seat


def say(table: Table, who: Role, text: str, name: str) -> events.Said:
    """Chat. Seats speak to all, spectators among themselves."""
    words = clean(text, CHAT_LENGTH)
    if not words:
        raise Refusal("bad_text", limit=CHAT_LENGTH)
    if who.seat is not None:
        return events.Said(words, who.seat)
    return events.Said(words, None, clean(name, NAME_LENGTH))


def react(who: Role, reaction: str) -> events.Reacted:
    """A quick reaction, of those that there are."""
    if reaction not in REACTIONS:
        raise Refusal("bad_text")
    return events.Reacted(seated(who), reaction)


def vote(table: Table, who: Role, seat: int, now: float, patience: float) -> events.Voted:
    """Ask that a bot play on for a seat that has kept the table waiting long enough."""
    by = seated(who)
    in_play(table)
    existing(table, seat)
    if seat == by or seat not in table.to_move() or seat in table.automatic():
        raise Refusal("not_away", seat=seat)
    if now < table.since + patience:
        raise Refusal("too_early", after=round(table.since + patience - now, 1))
    if by in table.votes.get(seat, ()):
        raise Refusal("already_voted")
    return events.Voted(seat, by)


def back(table: Table, who: Role) -> events.Back:
    """Play for oneself again."""
    seat = seated(who)
    in_play(table)
    if not table.seats[seat].away:
        raise Refusal("not_away", seat=seat)
    return events.Back(seat)


def seated(who: Role) -> int:
    """The seat; refused to spectators."""
    if who.seat is None:
        raise Refusal("not_allowed")
    return who.seat


def hosting(who: Role) -> None:
    """Refused to all but the host."""
    if not who.host:
        raise Refusal("not_allowed")


def in_play(table: Table) -> None:
    """Refused before the start and after the end."""
    if table.stage == "open":
        raise Refusal("not_started")
    if table.stage != "playing":
        raise Refusal("game_over" if table.stage == "over" else "table_closed")
