"""Commands: what a client may do at a table. Each checks whether it is allowed and returns the event to store.

If it is not allowed, it raises `RequestError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from branchline import Game, IllegalMove, NotationError
from branchline.game.action import Action
from branchline.game.grammar import parse
from branchline.server import keys
from branchline.server.errors import RequestError
from branchline.server.settings import TableLimits

from . import events
from .table import Table
from .text import chat_text, spectator_name

REACTIONS = ("hello", "well_played", "thanks", "oops", "wow", "hurry", "good_game")


@dataclass(frozen=True, slots=True)
class Choice:
    """A move by its index among the legal moves that a seat had at a number of the log."""

    index: int
    number: int


class Role(NamedTuple):
    """What a key allows at a table: to play for a seat, to act as host, to watch."""

    seat: int | None = None
    host: bool = False
    watch: bool = False


def role(table: Table, key: str | None) -> Role:
    """The role of whoever has this key. It is compared with every key of the table, in constant time."""
    options = table.options
    seats = [i for i, seat in enumerate(table.seats) if keys.opens(key, seat.holder) and not seat.reserved]
    links = (options.host, options.watch, table.invite)
    host, watcher, invited = (keys.opens(key, link) for link in links)
    seat = seats[0] if seats else None
    may_watch = options.public or host or watcher or invited or seat is not None or is_awaited(table, key)
    return Role(seat, host, may_watch)


def is_awaited(table: Table, key: str | None) -> bool:
    """Whether this key holds a seat, or one is reserved for it."""
    return any(keys.opens(key, seat.holder) for seat in table.seats)


def existing(table: Table, seat: int) -> int:
    """The seat, if the table has it."""
    if not 0 <= seat < len(table.seats):
        raise RequestError("no_such_seat", seat=seat)
    return seat


def leave(table: Table, who: Role, limits: TableLimits) -> events.Left | events.Away:
    """Give up the seat. Once the game has started, a bot plays for it."""
    seat = settled(table, seated(who), limits)
    if table.stage == "open":
        return events.Left(seat)
    in_play(table)
    staying(table, seat)
    if table.seats[seat].away:
        raise RequestError("not_allowed")
    return events.Away(seat, "left")


def resign(table: Table, who: Role) -> events.Resigned:
    """Give the game up. A bot plays for the seat to the end."""
    seat = seated(who)
    in_play(table)
    return events.Resigned(staying(table, seat))


def staying(table: Table, seat: int) -> int:
    """The seat, unless its player has resigned or was removed."""
    if table.seats[seat].out:
        raise RequestError("resigned", seat=seat)
    return seat


def kick(table: Table, who: Role, seat: int, agree: bool, limits: TableLimits) -> events.RemovalVoted:
    """Vote that the player of a seat be removed, or take that back. Of two players neither can remove the other."""
    by = seated(who)
    in_play(table)
    if by == staying(table, held(table, seat)):
        raise RequestError("not_allowed")
    if by not in table.jury(seat):
        raise RequestError("away")
    if len(table.jury(seat)) < 2:
        raise RequestError("too_few")
    if agree == (by in table.removals.get(seat, ())):
        raise RequestError("already_voted")
    settled(table, by, limits)
    return events.RemovalVoted(seat, by, agree)


def renew(
    table: Table, who: Role, seat: int, invite: str, now: float, limits: TableLimits
) -> events.Renewed | events.Handed:
    """Replace the invitation to a seat. For its player, who takes it to another device, and for the host.

    During the game the host has to ask first: whoever has the link sees the hand of that seat.
    """
    if who.seat != seat:
        hosting(who)
    staying(table, settled(table, held(table, seat), limits))
    if table.stage in ("over", "closed"):
        raise RequestError("already_over" if table.stage == "over" else "table_closed")
    if who.seat == seat:
        return events.Handed(seat, keys.digest(invite))
    if table.stage == "playing":
        granted(table, seat, now)
    return events.Renewed(seat, keys.digest(invite))


def granted(table: Table, seat: int, now: float) -> None:
    """Refuse a new link to a seat as long as the others do not agree, and its player is not away for long enough."""
    if seat not in table.requests:
        raise RequestError("ask_first", seat=seat)
    after = table.link_after(seat)
    if table.agreed(seat) or (after is not None and now >= after):
        return
    if after is None:
        raise RequestError("not_agreed", seat=seat)
    raise RequestError("not_agreed", seat=seat, after=round(after - now, 1))


def ask(table: Table, who: Role, seat: int, now: float, wait: float, limits: TableLimits) -> events.Asked:
    """Ask for a new link to the seat of somebody else during the game; for the host."""
    in_play(table)
    hosting(who)
    staying(table, settled(table, held(table, seat), limits))
    if who.seat == seat:
        raise RequestError("not_allowed")
    if seat in table.requests:
        raise RequestError("already_asked", seat=seat)
    again = table.asked.get(seat, -wait) + wait
    if now < again:
        raise RequestError("too_early", after=round(again - now, 1))
    return events.Asked(seat, wait)


def answer(table: Table, who: Role, seat: int, agree: bool) -> events.Answered:
    """Say whether the host may have a new link to a seat; for its own player and for the others, but the host."""
    by = seated(who)
    in_play(table)
    existing(table, seat)
    request = table.requests.get(seat)
    if request is None:
        raise RequestError("not_asked", seat=seat)
    if by != seat and by not in table.electors(seat):
        raise RequestError("away" if table.seats[by].away else "not_allowed")
    if by in request.agreed or by in request.declined:
        raise RequestError("already_voted")
    return events.Answered(seat, by, agree)


def held(table: Table, seat: int) -> int:
    """The seat, if the table has it and no bot sits there."""
    if table.seats[existing(table, seat)].bot:
        raise RequestError("seat_taken", seat=seat)
    return seat


def settled(table: Table, seat: int, limits: TableLimits) -> int:
    """The seat, unless it was left, returned to or given a link too often: all that is stored for ever."""
    if table.changes[seat] >= limits.changes:
        raise RequestError("too_often", limit=limits.changes)
    return seat


def move(
    table: Table, seat: int, wanted: str | Choice | None, id_: str, bot: bool = False
) -> events.Kept | events.Moved:
    """Move, if that is legal now. While a seat is away only its bot may move for it."""
    in_play(table)
    if bot != bool(table.seats[seat].bot or table.seats[seat].away):
        raise RequestError("away")
    if table.starting and table.chosen[seat]:
        raise RequestError("already_chosen")
    if seat not in table.to_move():
        raise RequestError("not_your_turn")
    game = table.game_at_turn_of(seat)
    action = read_move(table, game, seat, wanted)
    reason = game.why_not(action, seat)
    if reason is not None:
        raise RequestError(reason.code)
    kind = events.Kept if table.starting else events.Moved
    return kind(seat, str(action), id_)


def undo(table: Table, who: Role, number: int, id_: str, now: float, limits: TableLimits) -> events.Undone:
    """Take back the own move with that number, as long as nobody has acted after it and nothing was revealed.

    The clock has run on meanwhile: a move whose time would be up can't be taken back.
    """
    seat = seated(who)
    in_play(table)
    if not table.options.undo:
        raise RequestError("no_undo")
    if table.seats[seat].away:
        raise RequestError("away")
    made, clock = table.undoable.get(seat), table.options.clock
    if made is None or made.number != number:
        raise RequestError("not_undoable" if number == table.position else "too_late")
    if clock is not None and now >= made.since + clock:
        raise RequestError("too_late")
    if table.undone[seat] >= limits.undos:
        raise RequestError("too_many_undos", limit=limits.undos)
    return events.Undone(seat, number, id_)


def read_move(table: Table, game: Game, seat: int, wanted: str | Choice | None) -> Action:
    """The action that a text or a choice stands for."""
    if isinstance(wanted, str):
        try:
            return parse(wanted, game.board)
        except IllegalMove as error:
            raise RequestError(error.reason.code) from None
        except NotationError:
            raise RequestError("not_a_move") from None
    if wanted is None:
        raise RequestError("bad_request", field="move")
    if wanted.number != table.number:
        raise RequestError("stale", number=table.number)
    legal = table.view(seat).legal
    if wanted.index >= len(legal):
        raise RequestError("not_a_move", count=len(legal))
    return legal[wanted.index]


def hint(table: Table, who: Role) -> int:
    """The seat that wants to know what a bot would do, if it may."""
    seat = seated(who)
    in_play(table)
    if not table.hints:
        raise RequestError("no_hints")
    if table.seats[seat].away:
        raise RequestError("away")
    if seat not in table.to_move():
        raise RequestError("not_your_turn")
    return seat


def say(table: Table, who: Role, text: str, name: str, now: float, limits: TableLimits) -> events.Said:
    """Chat: seats write to the whole table, spectators only to spectators."""
    has_words(table, who.seat, now, limits)
    words = chat_text(text)
    if who.seat is not None:
        return events.Said(words, who.seat)
    return events.Said(words, None, spectator_name(name))


def react(table: Table, who: Role, reaction: str, now: float, limits: TableLimits) -> events.Reacted:
    """Send one of the quick reactions."""
    seat = seated(who)
    if reaction not in REACTIONS:
        raise RequestError("bad_text")
    has_words(table, seat, now, limits)
    return events.Reacted(seat, reaction)


def has_words(table: Table, seat: int | None, now: float, limits: TableLimits) -> None:
    """Refuse chat of a seat, or of the spectators, that has said all it may, or long after the end."""
    over = table.stage == "over"
    limit = limits.chat_after if over else limits.chat
    if table.chat[seat] >= limit or (over and now > table.times[table.end - 1] + limits.chat_for):
        raise RequestError("chat_full", limit=limit)


def vote(table: Table, who: Role, seat: int, now: float, patience: float) -> events.Voted:
    """Vote that a bot plays for a seat that has kept the table waiting for `patience` seconds."""
    by = seated(who)
    in_play(table)
    existing(table, seat)
    if seat == by or seat not in table.to_move() or seat in table.automatic():
        raise RequestError("not_away", seat=seat)
    if now < table.since + patience:
        raise RequestError("too_early", after=round(table.since + patience - now, 1))
    if by in table.votes.get(seat, ()):
        raise RequestError("already_voted")
    return events.Voted(seat, by)


def back(table: Table, who: Role, limits: TableLimits) -> events.Back:
    """Take the seat back from the bot that plays for it."""
    seat = seated(who)
    in_play(table)
    if not table.seats[seat].away:
        raise RequestError("not_away", seat=seat)
    return events.Back(settled(table, staying(table, seat), limits))


def seated(who: Role) -> int:
    """The seat of this role; spectators are refused."""
    if who.seat is None:
        raise RequestError("not_allowed")
    return who.seat


def hosting(who: Role) -> None:
    """Refuse all but the host."""
    if not who.host:
        raise RequestError("not_allowed")


def in_play(table: Table) -> None:
    """Refuse before the start and after the end."""
    if table.stage == "open":
        raise RequestError("not_started")
    if table.stage != "playing":
        raise RequestError("game_over" if table.stage == "over" else "table_closed")
