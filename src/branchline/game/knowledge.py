"""From a view back to the core: the state of what its viewer knows. Bots decide on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.constants import NOTHING, UNKNOWN
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.possible import why_impossible
from branchline.core.rules.state import State
from branchline.errors import PositionError, short
from branchline.game.codec import BoardCodec, board_codec
from branchline.game.position import (
    TunnelPosition,
    check_seats,
    is_number,
    place_routes,
    place_tunnel,
    refusing,
)
from branchline.game.view import NO_VIEW, PHASES

if TYPE_CHECKING:
    from branchline.game.view import View


def knowledge(view: View) -> Knowledge:
    """What a view says, as a state without its hidden parts (see `core.rules.knowledge`).

    Anybody can make a view. What no game can have is a `PositionError`, before the core trusts it.
    """
    codec = board_codec(view.board)
    with refusing(NO_VIEW):
        known = known_part(view, codec)
        problem = why_impossible(codec.tables, known)
    if problem:
        raise PositionError(f"{NO_VIEW}: {problem}")
    return known


def known_part(view: View, codec: BoardCodec) -> Knowledge:
    """What a view says, as it says it."""
    state = State()
    check_seats(codec.board, len(view.seats), view.first)
    state.reset(codec.tables, len(view.seats), view.first)
    hidden_cards, hidden_tickets = [], []
    for seat, public in enumerate(view.seats):
        known = codec.cards_by_kind(public.known)
        state.set_seat(seat, public.cars, public.kept)
        if seat == view.seat:
            state.set_hand(seat, codec.cards_by_kind(view.hand), known)
            hidden_cards.append(0)
            hidden_tickets.append(0)
        else:
            state.set_hand(seat, known, known)
            state.hide_offer(seat, public.offered)
            hidden_cards.append(public.cards - sum(known))
            hidden_tickets.append(public.tickets)
    set_tickets(state, view)
    set_table(state, view, codec)
    viewer = NOTHING if view.seat is None else view.seat
    return Knowledge(state, viewer, hidden_cards, hidden_tickets)


def set_tickets(state: State, view: View) -> None:
    """The viewer's own tickets and offer, and in the deck every ticket that the viewer cannot place."""
    board, own = view.board, view.seat or 0
    index = board.ticket_index
    for ticket in view.tickets:
        state.add_ticket(own, index(ticket))
    if view.offer:
        state.set_offer(own, [index(ticket) for ticket in view.offer])
    seen = {*view.tickets, *view.offer, *view.removed, *view.bottom}
    pool: list[int] = []
    longs: list[int] = []
    for number, one in enumerate(board.tickets):
        if one.id not in seen:
            (longs if one.long else pool).append(number)
    bottom = [(UNKNOWN, UNKNOWN) if name is None else (index(name), own) for name in view.bottom]
    state.set_deck(pool, longs, bottom)
    state.n_pool = view.tickets_left - len(view.bottom)  # fewer than the viewer cannot place


def set_table(state: State, view: View, codec: BoardCodec) -> None:
    """What lies open on the table, and whose turn it is."""
    place_routes(state, codec, view.routes.items())
    for city, seat in view.stations.items():
        state.add_station(seat, codec.board.city_index(city))
    state.set_row(codec.row_kinds(view.row))
    state.set_piles(codec.cards_by_kind({}), codec.cards_by_kind(view.discards))
    state.n_pile = view.pile
    if view.tunnel:
        laid = dict(view.tunnel.laid)
        wilds = laid.pop("wild", 0)
        colour, count = next(iter(laid.items()), ("wild", 0))
        revealed = tuple(view.tunnel.revealed)
        tunnel = TunnelPosition(view.tunnel.route, colour, count, wilds, revealed, view.tunnel.extra)
        place_tunnel(state, codec, tunnel)
    state.actor, state.phase, state.chance = view.actor or 0, PHASES.index(view.phase), 0
    state.starting, state.passes, state.turns = int(view.starting), view.passes, view.turn
    state.wanted = view.seats[state.actor].offered
    state.last_turns = NOTHING if view.last_turns is None else view.last_turns


def open_routes(view: View, seat: int | None) -> frozenset[str]:
    """The routes that a seat may still claim, or for None, that anybody may (R6)."""
    codec = board_codec(view.board)
    state = State()
    with refusing(NO_VIEW):
        check_seats(view.board, len(view.seats), view.first)
        state.reset(codec.tables, len(view.seats), view.first)
        place_routes(state, codec, view.routes.items())
    if seat is not None and not is_number(seat, 0, len(view.seats) - 1):
        raise PositionError(f"{NO_VIEW}: there is no seat {short(seat)}")
    seats = range(len(view.seats)) if seat is None else [seat]
    return frozenset(name for one in seats for name in codec.route_ids(state.open_to(one)))
