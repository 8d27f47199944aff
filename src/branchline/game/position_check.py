"""Whether a position is possible. Set-ups and records are checked here before the core sees them."""

from __future__ import annotations

from collections import Counter

from branchline.board import Board
from branchline.board.limits import MAX_OFFER, REVEAL, ROW
from branchline.core.rules.state import State
from branchline.errors import PositionError
from branchline.game.codec import board_codec
from branchline.game.position import Position, place_routes
from branchline.game.view import PHASES


def check_position(board: Board, position: Position) -> Position:
    """The position itself, or a `PositionError` that says what does not add up."""
    seats = position.seats
    if not board.min_seats <= seats <= board.max_seats:
        raise PositionError(
            f"{board.name} is for {board.min_seats} to {board.max_seats} seats, not for {seats}"
        )
    for name in ("routes", "stations", "tickets", "cars", "offers", "known", "kept_start"):
        if len(getattr(position, name)) != seats:
            raise PositionError(f"{name} must be given for each of the {seats} seats")
    _check_numbers(position, seats)
    _check_cards(board, position)
    _check_tickets(board, position)
    _check_network(board, position)
    return position


def _check_numbers(position: Position, seats: int) -> None:
    turns_left = seats if position.last_turns is None else position.last_turns
    offer = len(position.offers[position.actor]) if 0 <= position.actor < seats else 0
    fits = (
        (0 <= position.actor < seats and 0 <= position.first < seats, "actor and first must be seats"),
        (position.phase in PHASES, f"there is no phase {position.phase!r}"),
        (
            0 <= turns_left <= seats and 0 <= position.passes <= seats,
            "last_turns and passes are at most the seats",
        ),
        (0 <= position.turns < 2**31, "turns can't be that many"),
        (
            all(0 <= kept <= MAX_OFFER for kept in position.kept_start),
            "kept_start can't be more than was offered",
        ),
        (all(len(mine) <= MAX_OFFER for mine in position.offers), f"at most {MAX_OFFER} tickets are offered"),
        (
            (position.phase == "keep") == (offer > 0),
            "the phase is keep when the actor is offered tickets",
        ),
        (
            (position.phase == "tunnel") == (position.tunnel is not None),
            "the phase is tunnel when one is open",
        ),
        (len(position.row) == ROW, f"the row has {ROW} places"),
    )
    for holds, problem in fits:
        if not holds:
            raise PositionError(problem)


def _check_cards(board: Board, position: Position) -> None:
    """Every card of the board is in one place, and hands hold the cards that everybody knows to be in them."""
    found: Counter[str] = Counter(card for card in position.row if card)
    for cards in (*position.hands, position.pile, position.discards):
        if any(count < 0 for count in cards.values()):
            raise PositionError("a number of cards is less than nothing")
        found.update(cards)
    tunnel = position.tunnel
    if tunnel is not None:
        found.update([*tunnel.revealed, *[tunnel.colour] * tunnel.count, *["wild"] * tunnel.wilds])
        counted = sum(card in (tunnel.colour, "wild") for card in tunnel.revealed)
        laid = tunnel.count + tunnel.wilds
        if tunnel.count < 0 or tunnel.wilds < 0 or len(tunnel.revealed) > REVEAL or tunnel.extra != counted:
            raise PositionError("the tunnel's cards don't add up")
        if laid not in {route.length for route in board.routes if route.id == tunnel.route}:
            raise PositionError(f"{laid} cards are laid for {tunnel.route}")
    if +found != +Counter(board.card_counts):
        raise PositionError(f"the cards don't add up: there are {dict(found)}, not {dict(board.card_counts)}")
    for known, hand in zip(position.known, position.hands, strict=True):
        if any(not 0 <= count <= hand.get(card, 0) for card, count in known.items()):
            raise PositionError("cards are known in a hand that does not have them")


def _check_tickets(board: Board, position: Position) -> None:
    """Every ticket is one of the board's, and is in one place at most."""
    places = [*position.pool, *(ticket for ticket, _ in position.returned)]
    for mine in (*position.tickets, *position.offers):
        places += mine
    for ticket, times in Counter(places).items():
        if ticket not in {known.id for known in board.tickets}:
            raise PositionError(f"there is no ticket {ticket!r}")
        if times > 1:
            raise PositionError(f"the ticket {ticket} is in {times} places")
    if any(seat is not None and not 0 <= seat < position.seats for _, seat in position.returned):
        raise PositionError("a ticket was returned by somebody who has no seat")


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
                raise PositionError(f"there is no route {name!r}")
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
