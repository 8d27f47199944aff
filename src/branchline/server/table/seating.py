"""Seating: commands to take seats by links, to choose a colour, and to change the seats before the start."""

from __future__ import annotations

from branchline.server import keys
from branchline.server.errors import RequestError
from branchline.server.settings import TableLimits

from . import events
from .commands import Role, existing, hosting, role, seated, settled
from .table import COLOURS, WHOLE_TABLE, Table


def is_invited(table: Table, invite: str | None) -> bool:
    """Whether a key is that of an invitation: to one seat, or to all that are free."""
    return invited_seat(table, invite) is not None or keys.opens(invite, table.invite)


def leads_to_seat(table: Table, invite: str | None) -> bool:
    """Whether a seat can be taken with this invitation now."""
    if not keys.opens(invite, table.invite):
        return invited_seat(table, invite) is not None and table.stage in ("open", "playing")
    return table.stage == "open" and any(not seat.taken and not seat.reserved for seat in table.seats)


def join(
    table: Table, key: str, name: str, invite: str | None, seat: int | None, colour: int | None = None
) -> events.Joined:
    """Take a seat by an invitation, a reserved seat, or a free seat of a public table."""
    if table.stage in ("over", "closed"):
        raise RequestError("already_over" if table.stage == "over" else "table_closed")
    place = seat_for(table, key, invite, seat)
    if role(table, key).seat not in (None, place):
        raise RequestError("already_seated")
    return events.Joined(place, name, keys.digest(key), new_colour(table, place, colour))


def new_colour(table: Table, seat: int, wanted: int | None) -> int | None:
    """The colour of somebody who takes a seat: the wanted one, if no player has it. During a game it stays."""
    if table.stage != "open":
        return None
    if wanted is not None:
        return free_colour(table, seat, wanted)
    taken = player_colours(table, seat)
    before = table.seats[seat].colour
    own = [seat if before is None else before, *range(COLOURS)]
    return next((colour for colour in own if colour < COLOURS and colour not in taken), None)


def player_colours(table: Table, seat: int) -> set[int | None]:
    """The colours of the players at the other seats. Bots take what is left."""
    return {one.colour for n, one in enumerate(table.seats) if n != seat and one.holder}


def free_colour(table: Table, seat: int, colour: int) -> int:
    """The colour, if there is one of that number and no other player has it."""
    if not 0 <= colour < COLOURS:
        raise RequestError("bad_colour", count=COLOURS)
    if colour in player_colours(table, seat):
        raise RequestError("colour_taken", colour=colour)
    return colour


def introduce(
    table: Table, who: Role, name: str, colour: int | None, limits: TableLimits
) -> events.Introduced:
    """Choose another name and colour before the start."""
    seat = settled(table, seated(who), limits)
    not_started(table)
    wanted = table.colours()[seat] if colour is None else free_colour(table, seat, colour)
    return events.Introduced(seat, name, wanted)


def invite_all(table: Table, who: Role, invite: str, limits: TableLimits) -> events.Invited:
    """Replace the link to all free seats; for the host."""
    hosting(who)
    not_started(table)
    settled(table, WHOLE_TABLE, limits)
    return events.Invited(keys.digest(invite))


def arrange(table: Table, who: Role, wanted: events.Arranged, limits: TableLimits) -> events.Arranged:
    """Change the seats, the board and the clock before the start; for the host. Who is left out loses the seat.

    If the game begins in a position, the board and the number of seats are its own.
    """
    hosting(who)
    not_started(table)
    if table.origin and (wanted.board, len(wanted.seats)) != (table.options.board, len(table.seats)):
        raise RequestError("position_fixed", seats=len(table.seats))
    settled(table, WHOLE_TABLE, limits)
    kept = [existing(table, one.was) for one in wanted.seats if one.was is not None]
    if len(set(kept)) < len(kept):
        raise RequestError("bad_seats", seat=max(kept, key=kept.count))
    return wanted


def start(table: Table, who: Role) -> events.Started:
    """Start the game of a table that waits for its host; for the host."""
    hosting(who)
    not_started(table)
    if not table.full:
        raise RequestError("seats_open")
    return events.Started()


def not_started(table: Table) -> None:
    """Refuse once the game has started, or the table was closed."""
    if table.stage != "open":
        raise RequestError("table_closed" if table.stage == "closed" else "already_started")


def seat_for(table: Table, key: str, invite: str | None, wanted: int | None) -> int:
    """The seat that this key or invitation may take."""
    if keys.opens(invite, table.invite):
        return shared_seat(table, key)
    if invite is not None:
        invited = invited_seat(table, invite)
        if invited is None:
            raise RequestError("wrong_key")
        return invited
    for number, seat in enumerate(table.seats):
        if seat.reserved and keys.opens(key, seat.holder):
            return number
    if not table.options.public:
        raise RequestError("no_key")
    if table.stage != "open":
        raise RequestError("already_started")
    return open_seat(table, wanted)


def shared_seat(table: Table, key: str) -> int:
    """The seat for somebody with the link to all free seats: one reserved for the key, or the first free one."""
    if role(table, key).seat is not None:
        raise RequestError("already_seated")
    if table.stage != "open":
        raise RequestError("already_started")
    for number, seat in enumerate(table.seats):
        if keys.opens(key, seat.holder):
            return number
    return open_seat(table, private=True)


def invited_seat(table: Table, invite: str | None) -> int | None:
    """The seat to which an invitation leads."""
    links = [(number, link) for number, seat in enumerate(table.seats) for link in (seat.invite, seat.handed)]
    links += [(number, request.invite) for number, request in table.requests.items()]
    found = [number for number, link in links if keys.opens(invite, link)]
    return found[0] if found else None


def open_seat(table: Table, wanted: int | None = None, private: bool = False) -> int:
    """The wanted seat if it is free, or the first free one; those for friends only if `private`."""
    free = [
        number
        for number, seat in enumerate(table.seats)
        if not seat.taken and not seat.reserved and (private or not seat.private)
    ]
    if wanted is not None and existing(table, wanted) not in free:
        raise RequestError("seat_taken", seat=wanted)
    if not free:
        raise RequestError("table_full")
    return free[0] if wanted is None else wanted


def fill(table: Table, who: Role, bot: str) -> events.Filled:
    """Give the first seat that is not taken to a bot; for the host."""
    hosting(who)
    if table.stage != "open":
        raise RequestError("already_started" if table.stage == "playing" else "table_closed")
    for number, seat in enumerate(table.seats):
        if not seat.taken:
            return events.Filled(number, bot)
    raise RequestError("already_started")
