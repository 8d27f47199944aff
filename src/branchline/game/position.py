"""Positions by name: a whole game state as plain data, for set-ups, records and determinising."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from branchline.board import Board
from branchline.core.constants import (
    KINDS,
    MAX_OFFER,
    NOTHING,
    UNKNOWN,
)
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.rules.tables import members
from branchline.game.codec import BoardCodec, board_codec
from branchline.game.view import PHASES

if TYPE_CHECKING:
    from branchline.game.view import View


class TunnelPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tunnel that waits for its extra cards."""

    route: str
    colour: str
    count: int
    wilds: int
    revealed: tuple[str, ...]
    extra: int


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a game is at a moment when a seat is to move, or when it is over. Lists go by seat.

    `returned` are the tickets under the deck from the top down, with the seat that put each there (None: unknown).
    """

    first: int
    actor: int
    phase: str
    hands: tuple[dict[str, int], ...]
    row: tuple[str | None, ...]
    pile: dict[str, int]
    discards: dict[str, int]
    routes: tuple[tuple[str, ...], ...]
    stations: tuple[tuple[str, ...], ...]
    tickets: tuple[tuple[str, ...], ...]
    cars: tuple[int, ...]
    pool: tuple[str, ...]
    returned: tuple[tuple[str, int | None], ...] = ()
    offers: tuple[tuple[str, ...], ...] = ()
    known: tuple[dict[str, int], ...] = ()
    kept_start: tuple[int, ...] = ()
    starting: bool = False
    tunnel: TunnelPosition | None = None
    last_turns: int | None = None
    passes: int = 0
    turns: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)


def describe(state: State, codec: BoardCodec) -> Position:
    """A state of the core by name."""
    board, arrays = codec.board, state.dump()
    seats = range(state.seats)
    hands, known, offers = arrays["hands"], arrays["known"], arrays["offers"]
    tunnel = None
    if state.tunnel_route != NOTHING:
        tunnel = TunnelPosition(
            board.routes[state.tunnel_route].id,
            codec.card_names[state.tunnel_colour],
            state.tunnel_count,
            state.tunnel_wilds,
            tuple(codec.card_names[kind] for kind in arrays["revealed"][: state.n_revealed]),
            state.tunnel_extra,
        )
    return Position(
        first=state.first,
        actor=state.actor,
        phase=PHASES[state.phase],
        hands=tuple(codec.counts(hands[KINDS * p : KINDS * p + KINDS]) for p in seats),
        row=row_names(arrays["row"], codec),
        pile=codec.counts(arrays["pile"]),
        discards=codec.counts(arrays["discards"]),
        routes=tuple(tuple(board.routes[r].id for r in of_seat(arrays["owned"], p)) for p in seats),
        stations=tuple(
            tuple(board.cities[c].id for c in members(arrays["stations_at"][p], 0)) for p in seats
        ),
        tickets=tuple(ticket_ids(board, of_seat(arrays["tickets"], p)) for p in seats),
        cars=tuple(arrays["cars"][: state.seats]),
        pool=ticket_ids(board, of_seat(arrays["pool"], 0)),
        returned=tuple(
            (name, None if seat == UNKNOWN else seat)
            for name, seat in zip(ticket_ids(board, arrays["returned"]), arrays["returned_by"], strict=True)
        ),
        offers=tuple(
            ticket_ids(board, offers[MAX_OFFER * p : MAX_OFFER * p + arrays["n_offer"][p]]) for p in seats
        ),
        known=tuple(codec.counts(known[KINDS * p : KINDS * p + KINDS]) for p in seats),
        kept_start=tuple(arrays["kept_start"][: state.seats]),
        starting=bool(state.starting),
        tunnel=tunnel,
        last_turns=None if state.last_turns == NOTHING else state.last_turns,
        passes=state.passes,
        turns=state.turns,
    )


def build(position: Position, codec: BoardCodec) -> State:
    """The state of the core that a position describes. It must have been checked, or come from `describe`."""
    board = codec.board
    state = State()
    state.reset(codec.tables, position.seats, position.first)
    arrays = state.dump()
    for seat in range(position.seats):
        put(arrays["hands"], KINDS * seat, position.hands[seat], codec)
        put(arrays["known"], KINDS * seat, position.known[seat], codec)
        for city in position.stations[seat]:
            add(arrays["stations_at"], seat, board.city_index(city), 1)
            state.free_cities &= ~(1 << board.city_index(city))
        for ticket in position.tickets[seat]:
            add(arrays["tickets"], seat, board.ticket_index(ticket))
        for i, ticket in enumerate(position.offers[seat]):
            arrays["offers"][MAX_OFFER * seat + i] = board.ticket_index(ticket)
        arrays["n_offer"][seat] = len(position.offers[seat])
        arrays["stations"][seat] = board.stations - len(position.stations[seat])
        arrays["cars"][seat] = position.cars[seat]
        arrays["kept_start"][seat] = position.kept_start[seat]
    place_routes(arrays, position, board)
    arrays["pile"], arrays["discards"] = [0] * KINDS, [0] * KINDS
    put(arrays["pile"], 0, position.pile, codec)
    put(arrays["discards"], 0, position.discards, codec)
    arrays["row"] = [NOTHING if card is None else codec.card_kinds[card] for card in position.row]
    arrays["pool"], arrays["longs"] = [0, 0], [0, 0]
    for ticket in position.pool:
        add(arrays["pool"], 0, board.ticket_index(ticket))
    arrays["returned"] = [board.ticket_index(ticket) for ticket, _ in position.returned]
    arrays["returned_by"] = [UNKNOWN if seat is None else seat for _, seat in position.returned]
    lay_tunnel(state, arrays, position, codec)
    state.load(arrays)
    set_numbers(state, position)
    return state


def set_numbers(state: State, position: Position) -> None:
    """The single numbers of a position."""
    state.actor, state.phase, state.chance = position.actor, PHASES.index(position.phase), 0
    state.starting, state.dealt = int(position.starting), 0
    state.n_pile, state.n_discards = sum(position.pile.values()), sum(position.discards.values())
    state.n_pool = len(position.pool)
    state.wanted = len(position.offers[position.actor])
    state.last_turns = NOTHING if position.last_turns is None else position.last_turns
    state.passes, state.turns = position.passes, position.turns


def place_routes(arrays: dict[str, list[int]], position: Position, board: Board) -> None:
    """Everybody's routes: owned and scored, and closed to others as the rules say (R5, R6)."""
    closed, twins = 0, [0] * position.seats
    for seat, owned in enumerate(position.routes):
        for name in owned:
            route, index = board.route(name), board.route_index(name)
            add(arrays["owned"], seat, index)
            arrays["score"][seat] += board.points[route.length]
            closed |= 1 << index
            if route.twin:
                twins[seat] |= 1 << board.route_index(route.twin)
    if position.seats <= board.closed_doubles:
        for twin in twins:
            closed |= twin
    for seat in range(position.seats):
        shut = closed | twins[seat]
        arrays["open"][2 * seat] &= ~shut
        arrays["open"][2 * seat + 1] &= ~(shut >> 64)


def lay_tunnel(state: State, arrays: dict[str, list[int]], position: Position, codec: BoardCodec) -> None:
    """The cards laid for a tunnel and those revealed."""
    tunnel = position.tunnel
    if tunnel is None:
        return
    state.tunnel_route = codec.board.route_index(tunnel.route)
    state.tunnel_colour = codec.card_kinds[tunnel.colour]
    state.tunnel_count, state.tunnel_wilds, state.tunnel_extra = tunnel.count, tunnel.wilds, tunnel.extra
    state.n_revealed = len(tunnel.revealed)
    for i, card in enumerate(tunnel.revealed):
        arrays["revealed"][i] = codec.card_kinds[card]


def knowledge(view: View) -> Knowledge:
    """What a view tells, as a state without its hidden parts (see `core.knowledge`)."""
    codec = board_codec(view.board)
    board, seats = view.board, range(len(view.seats))
    own = [p == view.seat for p in seats]
    tunnel = None
    if view.tunnel:
        colours = [colour for colour in view.tunnel.laid if colour != "wild"]
        colour = colours[0] if colours else "wild"
        tunnel = TunnelPosition(
            view.tunnel.route,
            colour,
            view.tunnel.laid[colour] if colours else 0,
            view.tunnel.laid.get("wild", 0),
            tuple(view.tunnel.revealed),
            view.tunnel.extra,
        )
    seen = {*view.tickets, *view.offer, *view.removed, *(ticket for ticket in view.bottom if ticket)}
    unseen = [ticket for ticket in board.tickets if ticket.id not in seen]
    position = Position(
        first=view.first,
        actor=view.actor or 0,
        phase=view.phase,
        hands=tuple(view.hand if own[p] else view.seats[p].known for p in seats),
        row=tuple(view.row),
        pile={},
        discards=view.discards,
        routes=by_seat(view.routes, seats),
        stations=by_seat(view.stations, seats),
        tickets=tuple(tuple(view.tickets) if own[p] else () for p in seats),
        cars=tuple(seat.cars for seat in view.seats),
        pool=tuple(ticket.id for ticket in unseen if not ticket.long),
        offers=tuple(tuple(view.offer) if own[p] else () for p in seats),
        known=tuple(seat.known for seat in view.seats),
        kept_start=tuple(seat.kept for seat in view.seats),
        starting=view.starting,
        tunnel=tunnel,
        last_turns=view.last_turns,
        passes=view.passes,
        turns=view.turn,
    )
    state = build(position, codec)
    hide(state, view, [board.ticket_index(ticket.id) for ticket in unseen if ticket.long])
    return Knowledge(
        state,
        NOTHING if view.seat is None else view.seat,
        [0 if own[p] else view.seats[p].cards - sum(view.seats[p].known.values()) for p in seats],
        [0 if own[p] else view.seats[p].tickets for p in seats],
    )


def hide(state: State, view: View, longs: list[int]) -> None:
    """Sizes of what is hidden from a viewer, and UNKNOWN for the tickets it cannot name."""
    arrays = state.dump()
    arrays["returned"] = [UNKNOWN if name is None else view.board.ticket_index(name) for name in view.bottom]
    arrays["returned_by"] = [UNKNOWN if name is None else view.seat or 0 for name in view.bottom]
    for seat, public in enumerate(view.seats):
        if seat != view.seat:
            arrays["n_offer"][seat] = public.offered
            arrays["offers"][MAX_OFFER * seat : MAX_OFFER * seat + MAX_OFFER] = [UNKNOWN] * MAX_OFFER
    for index in longs:
        add(arrays["longs"], 0, index)
    state.load(arrays)
    state.n_pile = view.pile
    state.n_pool = view.tickets_left - len(view.bottom)
    state.wanted = view.seats[state.actor].offered


def by_seat(owners: Mapping[str, int], seats: Iterable[int]) -> tuple[tuple[str, ...], ...]:
    """Names with their owners, as the names of each owner."""
    return tuple(tuple(name for name, owner in owners.items() if owner == seat) for seat in seats)


def row_names(row: Sequence[int], codec: BoardCodec) -> tuple[str | None, ...]:
    """The face-up cards by name, None for a gap."""
    return tuple(None if kind == NOTHING else codec.card_names[kind] for kind in row)


def ticket_ids(board: Board, tickets: Iterable[int]) -> tuple[str, ...]:
    """Tickets by name."""
    return tuple(board.tickets[i].id for i in tickets)


def of_seat(words: Sequence[int], seat: int) -> list[int]:
    """The members of a seat's set, which takes two words."""
    return members(words[2 * seat], words[2 * seat + 1])


def add(words: list[int], seat: int, member: int, per_seat: int = 2) -> None:
    """Put a member into a seat's set."""
    words[per_seat * seat + (member >> 6)] |= 1 << (member & 63)


def put(counts: list[int], first: int, cards: Mapping[str, int], codec: BoardCodec) -> None:
    """Write counts by colour into counts by kind."""
    for card, count in cards.items():
        counts[first + codec.card_kinds[card]] = count
