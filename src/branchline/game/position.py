"""Positions by name: the whole state of a game as plain data, for set-ups and records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from branchline.board import Board
from branchline.core.constants import NOTHING, UNKNOWN
from branchline.core.rules.claims import close_route
from branchline.core.rules.possible import wrong_state
from branchline.core.rules.state import State
from branchline.errors import PositionError, short
from branchline.game.codec import BoardCodec
from branchline.game.view import PHASES


class TunnelPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tunnel that waits for its extra cards."""

    route: str
    colour: str
    count: int
    wilds: int
    revealed: tuple[str, ...]
    extra: int


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game at a moment when a seat is to move, or when it is over. Lists go by seat.

    `returned` are the tickets under the deck from the top down, each with the seat that returned it (None: unknown).
    `removed` are the first tickets that each seat refused, where those leave the game (S6): only that seat knows them,
    and a position need not have them.
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
    removed: tuple[tuple[str, ...], ...] = ()

    @property
    def seats(self) -> int:
        return len(self.hands)


class Origin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a game comes from that began in a position of another game.

    It began after `ply` moves of the game with that `history` (`branchline.game.record.history`), which at its
    server has the id `game`. `anew` is the seat from whose knowledge the hidden cards were dealt anew, tickets by the
    weights of `belief` if there are such; None: all cards are those of that game.
    """

    history: str
    ply: int
    game: str = ""
    anew: int | None = None
    belief: tuple[int, ...] = ()


def is_number(value: object, least: int, most: int) -> bool:
    """Whether something that anybody may have given is a whole number within bounds."""
    return isinstance(value, int) and least <= value <= most


def check_seats(board: Board, seats: int, first: int | None = None) -> None:
    """Refuse a number of seats that the board is not made for, and a first player without a seat."""
    if not is_number(seats, board.min_seats, board.max_seats):
        raise PositionError(
            f"{board.name} is for {board.min_seats} to {board.max_seats} seats, not for {short(seats)}"
        )
    if first is not None and not is_number(first, 0, seats - 1):
        raise PositionError(f"first={short(first)} is no seat: seats are 0 to {seats - 1}")


def describe(state: State, codec: BoardCodec) -> Position:
    """The position of a state, by name."""
    seats = range(state.seats)
    return Position(
        first=state.first,
        actor=state.actor,
        phase=PHASES[state.phase],
        hands=tuple(codec.cards_by_name(state.hand(p)) for p in seats),
        row=tuple(codec.row_names(state.row_cards())),
        pile=codec.cards_by_name(state.pile_cards()),
        discards=codec.cards_by_name(state.discarded_cards()),
        routes=tuple(codec.route_ids(state.routes_of(p)) for p in seats),
        stations=tuple(codec.city_ids(state.stations_of(p)) for p in seats),
        tickets=tuple(codec.ticket_ids(state.tickets_of(p)) for p in seats),
        cars=tuple(state.cars_of(p) for p in seats),
        pool=codec.ticket_ids(state.pool_tickets()),
        returned=tuple(
            (codec.board.tickets[ticket].id, None if seat == UNKNOWN else seat)
            for ticket, seat in state.returned_tickets()
        ),
        offers=tuple(codec.ticket_ids(state.offer_of(p)) for p in seats),
        known=tuple(codec.cards_by_name(state.known_cards(p)) for p in seats),
        kept_start=tuple(state.kept_at_start(p) for p in seats),
        starting=bool(state.starting),
        tunnel=describe_tunnel(state, codec),
        last_turns=None if state.last_turns == NOTHING else state.last_turns,
        passes=state.passes,
        turns=state.turns,
    )


def describe_tunnel(state: State, codec: BoardCodec) -> TunnelPosition | None:
    """The tunnel that waits for its extra cards, if there is one."""
    if state.tunnel_route == NOTHING:
        return None
    return TunnelPosition(
        codec.board.routes[state.tunnel_route].id,
        codec.card_names[state.tunnel_colour],
        state.tunnel_count,
        state.tunnel_wilds,
        tuple(codec.card_names[kind] for kind in state.revealed_cards()),
        state.tunnel_extra,
    )


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Turn what the core refuses while a state is being built into a `PositionError`."""
    try:
        yield
    except (LookupError, ValueError, OverflowError) as error:
        raise PositionError(f"{what}: {error.args[0]}") from None


def build(position: Position, codec: BoardCodec) -> State:
    """The state of the core that a position describes. `position_check` has checked it, or it is from `describe`."""
    with refusing("this is no position"):
        state = _build(position, codec)
        problem = wrong_state(codec.tables, state)
    if problem:
        raise PositionError(problem)
    return state


def _build(position: Position, codec: BoardCodec) -> State:
    board = codec.board
    state = State()
    state.reset(codec.tables, position.seats, position.first)
    for seat in range(position.seats):
        hand, known = position.hands[seat], position.known[seat]
        state.set_hand(seat, codec.cards_by_kind(hand), codec.cards_by_kind(known))
        state.set_seat(seat, position.cars[seat], position.kept_start[seat])
        state.set_offer(seat, [board.ticket_index(ticket) for ticket in position.offers[seat]])
        for ticket in position.tickets[seat]:
            state.add_ticket(seat, board.ticket_index(ticket))
        for city in position.stations[seat]:
            state.add_station(seat, board.city_index(city))
        place_routes(state, codec, ((route, seat) for route in position.routes[seat]))
    state.set_row(codec.row_kinds(position.row))
    state.set_piles(codec.cards_by_kind(position.pile), codec.cards_by_kind(position.discards))
    state.set_deck(
        [board.ticket_index(ticket) for ticket in position.pool],
        [],
        [(board.ticket_index(name), UNKNOWN if by is None else by) for name, by in position.returned],
    )
    if position.tunnel:
        place_tunnel(state, codec, position.tunnel)
    state.actor, state.phase, state.chance = position.actor, PHASES.index(position.phase), 0
    state.starting, state.passes, state.turns = int(position.starting), position.passes, position.turns
    state.wanted = len(position.offers[position.actor])
    state.last_turns = NOTHING if position.last_turns is None else position.last_turns
    return state


def place_routes(state: State, codec: BoardCodec, owners: Iterable[tuple[str, int]]) -> None:
    """Give routes to seats: owned, scored (R5), and closed to others by the core's rule (R6)."""
    board, tables = codec.board, codec.tables
    for name, seat in owners:
        index = board.route_index(name)
        state.add_route(seat, index, board.points[board.routes[index].length])
        close_route(tables, state, seat, index)


def place_tunnel(state: State, codec: BoardCodec, tunnel: TunnelPosition) -> None:
    """Lay the cards of a tunnel and show those revealed."""
    state.set_tunnel(
        codec.board.route_index(tunnel.route),
        codec.card_kinds[tunnel.colour],
        tunnel.count,
        tunnel.wilds,
        tunnel.extra,
        [codec.card_kinds[card] for card in tunnel.revealed],
    )
