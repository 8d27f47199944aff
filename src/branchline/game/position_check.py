"""Whether a position is possible. Set-ups and records are checked here before the core sees them."""

from __future__ import annotations

from collections import Counter

from branchline.board import Board
from branchline.board.limits import MAX_LENGTH, ROW
from branchline.core.rules.state import State
from branchline.errors import PositionError, short
from branchline.game.codec import board_codec
from branchline.game.position import Position, check_seats, place_routes
from branchline.game.view import PHASES


def check_position(board: Board, position: Position) -> Position:
    """The position itself, or a `PositionError` that says what does not add up.

    Numbers that need no names are left to the core, which looks at them when the state is built.
    """
    seats = position.seats
    check_seats(board, seats, position.first)
    for name in ("routes", "stations", "tickets", "cars", "offers", "known", "kept_start"):
        if len(getattr(position, name)) != seats:
            raise PositionError(f"{name} must be given for each of the {seats} seats")
    if position.phase not in PHASES:
        raise PositionError(f"there is no phase {short(position.phase)!r}; there are {', '.join(PHASES)}")
    if len(position.row) != ROW:
        raise PositionError(f"the row has {ROW} places, not {len(position.row)}")
    if (position.phase == "tunnel") != (position.tunnel is not None):
        raise PositionError("the phase is tunnel when one is open")
    _check_cards(board, position)
    _check_tickets(board, position)
    _check_network(board, position)
    return position


def _check_cards(board: Board, position: Position) -> None:
    """Every card of the board is in one place, and hands hold the cards that everybody knows to be in them."""
    found: Counter[str] = Counter(card for card in position.row if card)
    for cards in (*position.hands, position.pile, position.discards):
        if any(count < 0 for count in cards.values()):
            raise PositionError("a number of cards is less than nothing")
        found.update(cards)
    tunnel = position.tunnel
    if tunnel is not None:
        if not (0 <= tunnel.count <= MAX_LENGTH and 0 <= tunnel.wilds <= MAX_LENGTH):
            raise PositionError(f"{tunnel.count} cards and {tunnel.wilds} wild can't be laid for a tunnel")
        found.update([*tunnel.revealed, *[tunnel.colour] * tunnel.count, *["wild"] * tunnel.wilds])
    for card in {**found, **board.card_counts}:
        if found[card] != board.card_counts.get(card, 0):
            raise PositionError(
                f"the cards don't add up: {short(found[card])} {short(card)} are placed, "
                f"and there are {board.card_counts.get(card, 0)}"
            )
    for known, hand in zip(position.known, position.hands, strict=True):
        if any(not 0 <= count <= hand.get(card, 0) for card, count in known.items()):
            raise PositionError("cards are known in a hand that does not have them")


def _check_tickets(board: Board, position: Position) -> None:
    """Every ticket is one of the board's, and is in one place at most."""
    returned = [ticket for ticket, _ in position.returned]
    places = [*position.pool, *returned]
    for mine in (*position.tickets, *position.offers, *position.removed):
        places += mine
    known = {ticket.id for ticket in board.tickets}
    for ticket, times in Counter(places).items():
        if ticket not in known:
            raise PositionError(f"there is no ticket {short(ticket)!r}")
        if times > 1:
            raise PositionError(f"the ticket {ticket} is in {times} places")
    if any(seat is not None and not 0 <= seat < position.seats for _, seat in position.returned):
        raise PositionError("a ticket was returned by somebody who has no seat")
    _check_removed(board, position)
    _check_long_tickets(board, position, returned)


def _check_removed(board: Board, position: Position) -> None:
    """First tickets have left the game only where they do so, and no more of them than were dealt and not kept (S6)."""
    if not position.removed:
        return
    if board.refused != "out":
        raise PositionError(f"refused tickets go under the deck in {board.name}; none is removed")
    if len(position.removed) != position.seats:
        raise PositionError(f"removed must be given for each of the {position.seats} seats, or for none")
    dealt = board.deal_long + board.deal_regular
    for seat, mine in enumerate(position.removed):
        chosen = dealt - len(position.offers[seat]) if position.starting else dealt
        if len(mine) > max(0, chosen - position.kept_start[seat]):
            raise PositionError(f"seat {seat} can't have refused {len(mine)} of its first tickets")


def _check_long_tickets(board: Board, position: Position, returned: list[str]) -> None:
    """Long tickets are dealt at the start, and later lie under the deck only if refused ones go there (S4, S6)."""
    long = {ticket.id for ticket in board.tickets if ticket.long}
    if long.intersection(position.pool):
        raise PositionError("long tickets are dealt at the start; none is in the deck")
    gone = position.removed or ((),) * position.seats
    held = [long.intersection(mine + out) for mine, out in zip(position.tickets, gone, strict=True)]
    if board.refused == "out":
        if long.intersection(returned):
            raise PositionError(
                f"refused first tickets leave the game in {board.name}; none is under the deck"
            )
        for seat, mine in enumerate(held):
            if len(mine) > board.deal_long:
                raise PositionError(
                    f"seat {seat} has {len(mine)} long tickets, and is dealt {board.deal_long}"
                )
    chosen = sum(len(mine) for mine in held) + len(long.intersection(returned))
    if not position.starting:
        chosen += sum(len(long.intersection(mine)) for mine in position.offers)
    elif any(mine and len(long.intersection(mine)) != board.deal_long for mine in position.offers):
        raise PositionError(f"{board.deal_long} of the first tickets of each seat are long")
    if chosen > board.deal_long * position.seats:
        raise PositionError(f"{chosen} long tickets are placed, and {board.deal_long} dealt to each seat")


def _check_network(board: Board, position: Position) -> None:
    """Routes and stations exist, have one owner, are possible by the rules (R6), and are not more than the pieces."""
    check_routes(board, position.routes, position.cars)
    built = [city for mine in position.stations for city in mine]
    if len(set(built)) < len(built) or not {city.id for city in board.cities}.issuperset(built):
        raise PositionError("a station stands in an unknown city, or two in one")
    if any(len(mine) > board.stations for mine in position.stations):
        raise PositionError(f"a seat has at most {board.stations} stations")


def check_routes(board: Board, held: tuple[tuple[str, ...], ...], cars: tuple[int, ...]) -> None:
    """Refuse routes that are unknown, have two owners or are closed by their twin (R6), and wrong numbers of cars."""
    owner: dict[str, int] = {}
    routes = {route.id: route for route in board.routes}
    for seat, mine in enumerate(held):
        for name in mine:
            if name not in routes:
                raise PositionError(f"there is no route {short(name)!r}")
            if name in owner:
                raise PositionError(f"the route {name} is held twice")
            owner[name] = seat
        placed = sum(routes[name].length for name in mine)
        if placed > board.cars or not 0 <= cars[seat] <= board.cars:
            raise PositionError(
                f"seat {seat} has {board.cars} cars, not {placed} placed and {cars[seat]} left"
            )
    codec, state = board_codec(board), State()
    state.reset(codec.tables, len(held), 0)
    for name, seat in owner.items():
        twin = routes[name].twin
        if not state.is_open(seat, board.route_index(name)):  # it is free: only its twin can close it
            who = (
                f"seat {seat} has" if owner[twin or ""] == seat else f"with {len(held)} seats nobody may have"
            )
            raise PositionError(f"{who} both {twin} and its twin {name}")
        place_routes(state, codec, [(name, seat)])
