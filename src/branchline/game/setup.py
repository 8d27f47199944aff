"""Set-up: a position from what a test or a puzzle gives; the rest is as after the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from branchline.board import Board, City, Route, Ticket
from branchline.board.limits import ROW
from branchline.errors import PositionError, short
from branchline.game.position import Position, check_seats

T = TypeVar("T")
Cards = Mapping[str, int]
BySeat = Sequence[T] | Mapping[int, T]
Named = City | Route | Ticket


def make_position(
    board: Board,
    *,
    seats: int | None = None,
    hands: BySeat[Cards] = (),
    row: Sequence[str | None] | None = None,
    pile: Cards | None = None,
    discards: Cards | None = None,
    routes: BySeat[Iterable[str]] = (),
    stations: BySeat[Iterable[str]] = (),
    tickets: BySeat[Iterable[str]] = (),
    cars: BySeat[int | None] = (),
    actor: int = 0,
    first: int = 0,
    last_turns: int | None = None,
    pool: Iterable[str] | None = None,
    returned: Iterable[str | tuple[str, int]] = (),
    known: BySeat[Cards] = (),
) -> Position:
    """A position at the start of the actor's turn.

    What goes by seat is a sequence or a mapping from the seat. Left out: hands and tickets are empty; the row takes one
    card each of the first colours that are left; the pile is all the rest, or the discards are if a pile is given; cars
    are what the routes have left; the ticket deck is every regular ticket that nobody holds.
    """
    count = max(2, *map(_length, (hands, routes, stations, tickets, cars))) if seats is None else seats
    check_seats(board, count, first)
    held = _names(board.route, "route", routes, count)
    built = _names(board.city, "city", stations, count)
    kept = _names(board.ticket, "ticket", tickets, count)
    bottom = tuple(_returned(board, entry) for entry in returned)
    hand = [_counts(cards, "a hand") for cards in _seats(hands, count, {}, "hands")]
    seen = [_counts(cards, "known") for cards in _seats(known, count, {}, "known")]
    deck = _pool(board, pool, kept, [ticket for ticket, _ in bottom])
    face_up, left, thrown = _cards(board, hand, row, pile, discards)
    offered = board.deal_long + board.deal_regular
    return Position(
        first=first,
        actor=actor,
        phase="turn",
        hands=tuple(hand),
        row=face_up,
        pile=left,
        discards=thrown,
        routes=held,
        stations=built,
        tickets=kept,
        cars=_cars(board, held, cars, count),
        pool=deck,
        returned=bottom,
        offers=((),) * count,
        known=tuple(seen),
        kept_start=tuple(min(len(mine), offered) for mine in kept),
        last_turns=last_turns,
    )


def _length(part: BySeat[T]) -> int:
    return max(part, default=-1) + 1 if isinstance(part, Mapping) else len(part)


def _seats(part: BySeat[T], count: int, empty: T, what: str) -> list[T]:
    if _length(part) > count:
        raise PositionError(f"{what} are given for {_length(part)} seats, and there are {count}")
    if isinstance(part, Mapping):
        return [part.get(seat, empty) for seat in range(count)]
    return [*part, *[empty] * (count - len(part))]


def _names(
    look_up: Callable[[str], Named], what: str, part: BySeat[Iterable[str]], count: int
) -> tuple[tuple[str, ...], ...]:
    """Names by seat; each must be known to the board and given once."""
    found = []
    for given in _seats(part, count, (), f"{what} names"):
        try:
            found.append(tuple(look_up(name).id for name in given))
        except KeyError as error:
            raise PositionError(error.args[0]) from None
    for name, times in Counter(name for mine in found for name in mine).items():
        if times > 1:
            raise PositionError(f"the {what} {name} is given {times} times")
    return tuple(found)


def _cars(
    board: Board, held: tuple[tuple[str, ...], ...], given: BySeat[int | None], count: int
) -> tuple[int, ...]:
    found = []
    for seat, cars in enumerate(_seats(given, count, None, "cars")):
        left = board.cars - sum(board.route(name).length for name in held[seat])
        found.append(left if cars is None else cars)
    return tuple(found)


def _returned(board: Board, entry: str | tuple[str, int]) -> tuple[str, int]:
    ticket, seat = (entry, 0) if isinstance(entry, str) else entry
    try:
        return board.ticket(ticket).id, seat
    except KeyError as error:
        raise PositionError(error.args[0]) from None


def _pool(
    board: Board, given: Iterable[str] | None, kept: tuple[tuple[str, ...], ...], returned: list[str]
) -> tuple[str, ...]:
    """The ticket deck above the returned ones; no ticket in two places."""
    elsewhere = Counter([name for mine in kept for name in mine] + returned)
    if given is None:
        pool = tuple(ticket.id for ticket in board.tickets if not ticket.long and ticket.id not in elsewhere)
    else:
        pool = _names(board.ticket, "ticket", [tuple(given)], 1)[0]
    for name, times in (elsewhere + Counter(pool)).items():
        if times > 1:
            raise PositionError(f"the ticket {name} is in {times} places")
    return pool


def _cards(
    board: Board,
    hands: list[dict[str, int]],
    row: Sequence[str | None] | None,
    pile: Cards | None,
    discards: Cards | None,
) -> tuple[tuple[str | None, ...], dict[str, int], dict[str, int]]:
    """Row, pile and discards, so that every card of the board is in one place."""
    left = Counter(board.card_counts)
    pile = None if pile is None else _counts(pile, "the pile")
    discards = None if discards is None else _counts(discards, "discards")
    for where, cards in (
        *((f"seat {seat}'s hand", hand) for seat, hand in enumerate(hands)),
        ("discards", discards),
    ):
        _take(left, cards or {}, where)
    if row is None:
        row = [colour for colour in board.colours if left[colour] - (pile or {}).get(colour, 0) > 0][:ROW]
    if len(row) > ROW:
        raise PositionError(f"the row has {ROW} places, not {len(row)}")
    _take(left, Counter(card for card in row if card), "the row")
    thrown = dict(discards or {})
    if pile is None:
        pile = +left
    else:
        _take(left, pile, "the pile")
        if discards is None:
            thrown = dict(+left)
        elif +left:
            missing = ", ".join(f"{count} {card}" for card, count in (+left).items())
            raise PositionError(f"the cards don't add up: {missing} are nowhere")
    return (*row, *[None] * (ROW - len(row))), dict(pile), thrown


def _counts(cards: object, where: str) -> dict[str, int]:
    if not isinstance(cards, Mapping) or not all(type(count) is int for count in cards.values()):
        raise PositionError(f"{where}: cards are whole numbers by colour, as in {{'red': 2}}")
    return dict(cards)


def _take(left: Counter[str], cards: Mapping[str, int], where: str) -> None:
    for card, count in cards.items():
        if card not in left:
            raise PositionError(f"{where}: there is no card {short(card)!r}; there are {', '.join(left)}")
        if count < 0:
            raise PositionError(f"{where}: {short(count)} {card} is less than nothing")
        left[card] -= count
        if left[card] < 0:
            raise PositionError(f"the cards don't add up: {where} takes {short(-left[card])} {card} too many")
