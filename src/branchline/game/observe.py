"""From the state to a view: the one place that decides what a viewer sees (H1, H2)."""

from __future__ import annotations

from branchline.core.constants import KEEP, NOTHING, OVER
from branchline.core.engine import Engine
from branchline.core.rules.state import State
from branchline.game.action import Action, Cards
from branchline.game.codec import BoardCodec
from branchline.game.log import Log
from branchline.game.view import PHASES, Score, SeatView, TunnelView, View


def observe(engine: Engine, codec: BoardCodec, log: Log, seat: int | None) -> View:
    """What a seat, or a spectator (None), knows now."""
    state, board = engine.state, codec.board
    over = state.phase == OVER
    seats = range(state.seats)
    offer = () if seat is None else offered(state, codec, seat)
    return View(
        board=board,
        seat=seat,
        first=state.first,
        actor=None if over else state.actor,
        phase=PHASES[state.phase],
        starting=bool(state.starting),
        turn=state.turns,
        row=codec.row_names(state.row_cards()),
        pile=state.n_pile,
        discards=codec.cards_by_name(state.discarded_cards()),
        hand=Cards() if seat is None else codec.cards_by_name(state.hand(seat)),
        tickets=[] if seat is None else list(codec.ticket_ids(state.tickets_of(seat))),
        offer=list(offer),
        seats=[seat_view(state, codec, p) for p in seats],
        routes={board.routes[r].id: p for p in seats for r in state.routes_of(p)},
        stations={board.cities[c].id: p for p in seats for c in state.stations_of(p)},
        tunnel=tunnel_view(state, codec),
        tickets_left=state.n_pool + state.n_returned,
        bottom=bottom(state, codec, seat),
        removed=list(removed(log, codec, seat)),
        last_turns=None if state.last_turns == NOTHING else state.last_turns,
        passes=state.passes,
        legal=legal_actions(engine, codec, offer) if seat == state.actor and not over else [],
        log=log.seen_by(seat),
        scores=final_scores(engine) if over else None,
        revealed=[list(codec.ticket_ids(state.tickets_of(p))) for p in seats] if over else None,
    )


def seat_view(state: State, codec: BoardCodec, seat: int) -> SeatView:
    """What everybody knows of a seat."""
    return SeatView(
        cars=state.cars_of(seat),
        cards=state.cards_in_hand(seat),
        tickets=state.count_tickets(seat),
        stations=state.stations_left(seat),
        score=state.points_of(seat),
        known=codec.cards_by_name(state.known_cards(seat)),
        kept=state.kept_at_start(seat),
        offered=state.count_offered(seat),
    )


def tunnel_view(state: State, codec: BoardCodec) -> TunnelView | None:
    """The tunnel that waits for its extra cards, if there is one."""
    if state.tunnel_route == NOTHING:
        return None
    laid = Cards({codec.card_names[state.tunnel_colour]: state.tunnel_count} if state.tunnel_count else {})
    if state.tunnel_wilds:
        laid["wild"] = state.tunnel_wilds
    revealed = [codec.card_names[kind] for kind in state.revealed_cards()]
    return TunnelView(codec.board.routes[state.tunnel_route].id, laid, revealed, state.tunnel_extra)


def offered(state: State, codec: BoardCodec, seat: int) -> tuple[str, ...]:
    """The tickets that a seat chooses from."""
    return codec.ticket_ids(state.offer_of(seat))


def bottom(state: State, codec: BoardCodec, seat: int | None) -> list[str | None]:
    """The returned tickets from the top down: those of the seat by name, None for the others."""
    tickets = codec.board.tickets
    return [tickets[ticket].id if by == seat else None for ticket, by in state.returned_tickets()]


def removed(log: Log, codec: BoardCodec, seat: int | None) -> tuple[str, ...]:
    """The first tickets that a seat refused, where those leave the game (S6)."""
    if seat is None or codec.board.refused != "out":
        return ()
    return log.refused(seat)


def legal_actions(engine: Engine, codec: BoardCodec, offer: tuple[str, ...]) -> list[Action]:
    """The actor's legal actions."""
    if engine.state.phase == KEEP:
        return [codec.action(number, offer) for number in engine.legal()]
    actions = codec.actions
    return [actions[number] for number in engine.legal()]


def final_scores(engine: Engine) -> list[Score]:
    """The final scores in seat order."""
    found = engine.scores()
    return [Score(*found.row(seat)) for seat in range(engine.state.seats)]
