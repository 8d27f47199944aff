"""Whether a view is possible. A view from outside is checked here before bots and the core see it.

The numbers and names are compared with the board. Then the view is completed to a whole game, which must be possible
and must look to the same viewer exactly as the view says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec

from branchline.board.limits import MAX_CARDS, TURN_LIMIT
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.errors import PositionError, short
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.position import check_seats, refusing
from branchline.game.position_check import check_position
from branchline.game.view import NO_VIEW, PHASES, View

#: Fields that a completed game says nothing about: what happened before it, and who held what at the end.
NOT_COMPARED = {"board", "log", "scores", "revealed"}
LONGEST_ENTRY = 10_000  # letters of an entry of the log; the longest is the deal of five hands and offers


def check_view(view: View) -> View:
    """The view itself, or a `PositionError` that says which field is wrong and what would be right."""
    with refusing(NO_VIEW):
        check_seats(view.board, len(view.seats), view.first)
    for problem in chain(_wrong_numbers(view), _wrong_names(view), _wrong_log(view), _wrong_end(view)):
        raise PositionError(f"{NO_VIEW}: {problem}")
    state = State()
    view.knowledge().fill(board_codec(view.board).tables, Rng(0), state)
    world = Game.from_view(view, state, 0)
    with refusing(NO_VIEW):
        check_position(view.board, world.start or world.position())
    seen = world.view(view.seat)
    for name in View.__struct_fields__:
        if name not in NOT_COMPARED and getattr(view, name) != getattr(seen, name):
            for problem in _differences(name, getattr(view, name), getattr(seen, name)):
                raise PositionError(f"{NO_VIEW}: {problem}")
    return view


def _wrong_numbers(view: View) -> Iterator[str]:
    if view.phase not in PHASES:
        yield f"there is no phase {short(view.phase)!r}; there are {', '.join(PHASES)}"
    if (view.actor is None) != (view.phase == "over"):
        yield "actor must be the seat to move, and null only once the game is over"
    if not 0 <= view.turn <= TURN_LIMIT:
        yield f"turn is {short(view.turn)}; it must be 0 to {TURN_LIMIT}"
    for name, number in _counts(view):
        if number is not None and not 0 <= number <= MAX_CARDS:
            yield f"{name} is {short(number)}; it must be 0 to {MAX_CARDS}"
    for name, seat in (("seat", view.seat), ("actor", view.actor)):
        if seat is not None and seat >= len(view.seats):
            yield f"{name} is {seat}, and seats are 0 to {len(view.seats) - 1}"


def _counts(view: View) -> Iterator[tuple[str, int | None]]:
    """Every number of a view that counts something small, with its name."""
    for name in ("seat", "first", "actor", "pile", "tickets_left", "last_turns", "passes"):
        yield name, getattr(view, name)
    for place, public in enumerate(view.seats):
        for name in ("cars", "cards", "tickets", "stations", "kept", "offered"):
            yield f"seats[{place}].{name}", getattr(public, name)
    for kind, owners in (("routes", view.routes), ("stations", view.stations)):
        for name, owner in owners.items():
            yield f"{kind}.{short(name)}", owner
    if view.tunnel:
        yield "tunnel.extra", view.tunnel.extra


def _wrong_names(view: View) -> Iterator[str]:
    board = view.board
    tunnel = view.tunnel
    for place, cards in (
        ("hand", view.hand),
        ("discards", view.discards),
        *((f"seats[{seat}].known", public.known) for seat, public in enumerate(view.seats)),
        *((("tunnel.laid", tunnel.laid),) if tunnel else ()),
    ):
        yield from _wrong_cards(place, cards, board.card_counts)
    if tunnel and len(tunnel.laid.keys() - {"wild"}) > 1:
        yield "tunnel.laid has cards of two colours"
    tickets = {ticket.id for ticket in board.tickets}
    shown = (*(card for card in view.row if card), *(tunnel.revealed if tunnel else ()))
    for what, names, known in (
        ("card", shown, board.card_counts),
        ("route", (*view.routes, *((tunnel.route,) if tunnel else ())), {route.id for route in board.routes}),
        ("city", view.stations, {city.id for city in board.cities}),
        ("ticket", (*view.tickets, *view.offer, *view.removed, *filter(None, view.bottom)), tickets),
    ):
        yield from (f"there is no {what} {short(name)!r}" for name in names if name not in known)
    yield from _wrong_removed(view)


def _wrong_cards(place: str, cards: Mapping[str, int], known: Mapping[str, int]) -> Iterator[str]:
    for name, count in cards.items():
        if name not in known:
            yield f"{place}: there is no card {short(name)!r}; there are {', '.join(known)}"
        elif type(count) is not int or not 0 < count <= known[name]:
            yield f"{place}.{name} is {short(count)}; it must be 1 to {known[name]}"


def _wrong_removed(view: View) -> Iterator[str]:
    """The viewer's own first tickets that left the game (S6): once each, nowhere else, fewer than were dealt."""
    elsewhere = {*view.tickets, *view.offer, *view.bottom}
    if len(set(view.removed)) < len(view.removed) or elsewhere.intersection(view.removed):
        yield "a ticket in removed is in two places"
    if view.removed and (view.seat is None or view.board.refused != "out"):
        yield "removed must be empty: refused tickets don't leave the game, or this is nobody's view"
    most = view.board.deal_long + view.board.deal_regular - view.board.keep_start
    if len(view.removed) > most:
        yield f"removed has {len(view.removed)} tickets; at most {most} can be refused at the start"


def _wrong_log(view: View) -> Iterator[str]:
    for number, entry in enumerate(view.log):
        if entry.seat is not None and not 0 <= entry.seat < len(view.seats):
            yield f"log[{number}].seat is {short(entry.seat)}; seats are 0 to {len(view.seats) - 1}"
        text = " ".join((entry.move, *entry.chance))
        if len(text) > LONGEST_ENTRY or not entry.move or not text.isprintable():
            yield f"log[{number}] has {short(text)!r}, which is no move with its outcomes"


def _wrong_end(view: View) -> Iterator[str]:
    """Scores and tickets of all seats are there exactly once the game is over."""
    over, seats = view.phase == "over", len(view.seats)
    for name, found in (("scores", view.scores), ("revealed", view.revealed)):
        if (found is not None) != over or (found is not None and len(found) != seats):
            yield f"{name} must have an entry for each of the {seats} seats once the game is over, not before"
    if view.revealed is not None:
        known = {ticket.id for ticket in view.board.tickets}
        held: list[str] = [ticket for mine in view.revealed for ticket in mine]
        if len(set(held)) < len(held) or not known.issuperset(held):
            yield "revealed has an unknown ticket, or one twice"


def _differences(place: str, given: Any, right: Any) -> Iterator[str]:
    """Where two values of a view differ, from the outside in."""
    if isinstance(right, msgspec.Struct) and isinstance(given, msgspec.Struct):
        for name in right.__struct_fields__:
            yield from _differences(f"{place}.{name}", getattr(given, name), getattr(right, name))
    elif isinstance(right, list) and isinstance(given, list) and len(given) == len(right):
        for number, (one, other) in enumerate(zip(given, right, strict=True)):
            yield from _differences(f"{place}[{number}]", one, other)
    elif given != right:
        yield f"{place} is {_shown(given)}, and should be {_shown(right)}"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple | dict):
        items: Iterable[Any] = value.items() if isinstance(value, dict) else value
        return short("[" + ", ".join(map(str, items)) + "]")
    return short(value)
