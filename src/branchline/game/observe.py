"""From the state to a view. The one place that decides what a viewer sees (H1, H2)."""

from __future__ import annotations

from branchline.core.constants import KEEP, KINDS, MAX_OFFER, NOTHING, OVER
from branchline.core.engine import Engine
from branchline.core.rules.state import State
from branchline.core.rules.tables import members
from branchline.game.action import Action, Cards
from branchline.game.codec import BoardCodec
from branchline.game.log import Log
from branchline.game.position import of_seat, row_names, ticket_ids
from branchline.game.view import PHASES, Score, SeatView, TunnelView, View

Arrays = dict[str, list[int]]


def observe(engine: Engine, codec: BoardCodec, log: Log, seat: int | None) -> View:
    """What a seat, or a spectator (None), knows now."""
    state, board = engine.state, codec.board
    arrays = state.dump()
    over = state.phase == OVER
    seats = range(state.seats)
    hand = Cards() if seat is None else codec.counts(arrays["hands"][KINDS * seat : KINDS * seat + KINDS])
    offer = () if seat is None else offered(arrays, codec, seat)
    return View(
        board=board,
        seat=seat,
        first=state.first,
        actor=None if over else state.actor,
        phase=PHASES[state.phase],
        starting=bool(state.starting),
        turn=state.turns,
        row=list(row_names(arrays["row"], codec)),
        pile=state.n_pile,
        discards=codec.counts(arrays["discards"]),
        hand=hand,
        tickets=[] if seat is None else list(ticket_ids(board, of_seat(arrays["tickets"], seat))),
        offer=list(offer),
        seats=[seat_view(arrays, codec, p) for p in seats],
        routes={board.routes[r].id: p for p in seats for r in of_seat(arrays["owned"], p)},
        stations={board.cities[c].id: p for p in seats for c in members(arrays["stations_at"][p], 0)},
        tunnel=tunnel_view(state, arrays, codec),
        tickets_left=state.n_pool + state.n_returned,
        bottom=bottom(arrays, codec, seat),
        removed=list(removed(log, codec, seat)),
        last_turns=None if state.last_turns == NOTHING else state.last_turns,
        passes=state.passes,
        legal=legal(engine, codec, offer) if seat == state.actor and not over else [],
        log=log.seen_by(seat),
        scores=scores(engine) if over else None,
        revealed=[list(ticket_ids(board, of_seat(arrays["tickets"], p))) for p in seats] if over else None,
    )


def seat_view(arrays: Arrays, codec: BoardCodec, seat: int) -> SeatView:
    """What everybody knows of a seat."""
    first = KINDS * seat
    tickets = arrays["tickets"][2 * seat].bit_count() + arrays["tickets"][2 * seat + 1].bit_count()
    return SeatView(
        cars=arrays["cars"][seat],
        cards=sum(arrays["hands"][first : first + KINDS]),
        tickets=tickets,
        stations=arrays["stations"][seat],
        score=arrays["score"][seat],
        known=codec.counts(arrays["known"][first : first + KINDS]),
        kept=arrays["kept_start"][seat],
        offered=arrays["n_offer"][seat],
    )


def tunnel_view(state: State, arrays: Arrays, codec: BoardCodec) -> TunnelView | None:
    """The tunnel that waits for its extra cards, if there is one."""
    if state.tunnel_route == NOTHING:
        return None
    laid = Cards({codec.card_names[state.tunnel_colour]: state.tunnel_count} if state.tunnel_count else {})
    if state.tunnel_wilds:
        laid["wild"] = state.tunnel_wilds
    revealed = [codec.card_names[kind] for kind in arrays["revealed"][: state.n_revealed]]
    return TunnelView(codec.board.routes[state.tunnel_route].id, laid, revealed, state.tunnel_extra)


def offered(arrays: Arrays, codec: BoardCodec, seat: int) -> tuple[str, ...]:
    """The tickets that a seat chooses from."""
    first = MAX_OFFER * seat
    return ticket_ids(codec.board, arrays["offers"][first : first + arrays["n_offer"][seat]])


def bottom(arrays: Arrays, codec: BoardCodec, seat: int | None) -> list[str | None]:
    """The returned tickets from the top down: those of the seat by name, None for the others."""
    placed = zip(arrays["returned"], arrays["returned_by"], strict=True)
    return [codec.board.tickets[ticket].id if by == seat else None for ticket, by in placed]


def removed(log: Log, codec: BoardCodec, seat: int | None) -> tuple[str, ...]:
    """The first tickets that a seat refused, where those leave the game (S6)."""
    if seat is None or codec.board.refused != "out":
        return ()
    return log.refused(seat)


def legal(engine: Engine, codec: BoardCodec, offer: tuple[str, ...]) -> list[Action]:
    """The actor's legal actions."""
    if engine.state.phase == KEEP:
        return [codec.action(number, offer) for number in engine.legal()]
    actions = codec.actions
    return [actions[number] for number in engine.legal()]


def scores(engine: Engine) -> list[Score]:
    """The final scores in seat order."""
    found = engine.scores()
    return [Score(*found.row(seat)) for seat in range(engine.state.seats)]
