"""The observation of a `View`: the same numbers that the core writes, for bots that have learned from them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.core.constants import KINDS
from branchline.core.env.observation import PARTS, Layout
from branchline.game.codec import board_codec
from branchline.game.view import PHASES, View

MOST = 255


def parts(board: Board, seats: int) -> dict[str, slice]:
    """Where each part of an observation lies, by name; `core/env/observation.py` says what is in them."""
    layout = Layout(board_codec(board).tables, seats)
    starts = [*layout.starts(), layout.size]
    return {name: slice(starts[i], starts[i + 1]) for i, name in enumerate(PARTS)}


def encode(view: View) -> NDArray[np.uint8]:
    """What a seat's view says, as an observation."""
    if view.seat is None:
        raise ValueError("a spectator has no observation: take the view of a seat")
    board, seats = view.board, len(view.seats)
    order = [(view.seat + i) % seats for i in range(seats)]
    found = {
        "held": _flags(len(board.tickets), map(board.ticket_index, view.tickets)),
        "offer": _offer(view),
        "done": _flags(len(board.tickets), _completed(view)),
        "open": _flags(len(board.routes), map(board.route_index, view.open_routes())),
        "routes": [flag for seat in order for flag in _placed(view, seat)],
        "stations": [flag for seat in order for flag in _stations(view, seat)],
        "hand": board_codec(board).cards_by_kind(view.hand),
        "row": _count_row(view),
        "discards": board_codec(board).cards_by_kind(view.discards),
        "seats": [number for seat in order for number in _seat(view, seat)],
        "phase": [int(view.seat == view.actor and view.phase == phase) for phase in PHASES[:4]],
        "table": _table(view, seats),
        "tunnel": _tunnel(view),
    }
    numbers = [min(number, MOST) for name in PARTS for number in found[name]]
    return np.array(numbers, dtype=np.uint8)


def _flags(count: int, members: Iterable[int]) -> list[int]:
    flags = [0] * count
    for member in members:
        flags[member] = 1
    return flags


def _offer(view: View) -> list[int]:
    places = [0] * len(view.board.tickets)
    for place, ticket in enumerate(view.offer, start=1):
        places[view.board.ticket_index(ticket)] = place
    return places


def _completed(view: View) -> list[int]:
    """The own tickets whose cities the own routes connect."""
    label = {city.id: city.id for city in view.board.cities}

    def root(city: str) -> str:
        while label[city] != city:
            city = label[city]
        return city

    for name, seat in view.routes.items():
        if seat == view.seat:
            route = view.board.route(name)
            label[root(route.a)] = root(route.b)
    held = [view.board.ticket_index(ticket) for ticket in view.tickets]
    tickets = view.board.tickets
    return [i for i in held if root(tickets[i].a) == root(tickets[i].b)]


def _placed(view: View, seat: int) -> list[int]:
    index = view.board.route_index
    return _flags(
        len(view.board.routes), (index(name) for name, owner in view.routes.items() if owner == seat)
    )


def _stations(view: View, seat: int) -> list[int]:
    if not view.board.stations:
        return []
    index = view.board.city_index
    return _flags(
        len(view.board.cities), (index(name) for name, owner in view.stations.items() if owner == seat)
    )


def _count_row(view: View) -> list[int]:
    counts = [0] * KINDS
    for card in view.row:
        if card is not None:
            counts[board_codec(view.board).card_kinds[card]] += 1
    return counts


def _seat(view: View, seat: int) -> list[int]:
    one = view.seats[seat]
    public = [one.cars, one.cards, one.tickets, one.stations, one.score, one.kept, one.offered]
    return public + board_codec(view.board).cards_by_kind(one.known)


def _table(view: View, seats: int) -> list[int]:
    assert view.seat is not None
    return [
        view.pile,
        view.tickets_left,
        0 if view.last_turns is None else view.last_turns + 1,
        view.passes,
        view.turn,
        int(view.starting),
        0 if view.actor is None else (view.actor - view.seat) % seats,
        (view.first - view.seat) % seats,
    ]


def _tunnel(view: View) -> list[int]:
    numbers = [0] * (4 + 2 * KINDS)
    if view.tunnel is None:
        return numbers
    kinds = board_codec(view.board).card_kinds
    laid = dict(view.tunnel.laid)
    wilds = laid.pop("wild", 0)
    colour, count = next(iter(laid.items()), ("wild", 0))
    numbers[:4] = [view.board.route_index(view.tunnel.route) + 1, count, wilds, view.tunnel.extra]
    numbers[4 + kinds[colour]] = 1
    for card in view.tunnel.revealed:
        numbers[4 + KINDS + kinds[card]] += 1
    return numbers
