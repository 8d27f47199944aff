"""Needs: the cards that routes take beyond what the hand has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from branchline.board import Board, Route
from branchline.game.action import Cards

from .holdings import Here, holdings


@dataclass(frozen=True, slots=True)
class Needs:
    """The cards that some routes take: `cards` in all, of which the hand has `have`; so many are tunnels.

    `missing` lists the others as (colour, count): `gray` is a set of any one colour, `wild` what a ferry asks for.
    """

    cards: int
    have: int
    missing: tuple[tuple[str, int], ...]
    tunnels: int

    @property
    def lacking(self) -> int:
        """How many cards are missing."""
        return self.cards - self.have


@dataclass(slots=True)
class Gap:
    """Cards that a route lacks."""

    colour: str
    count: int


def card_needs(here: Here, routes: Iterable[str | Route], seat: int | None = None) -> Needs:
    """What a set of routes still takes, if the hand pays as much of them as it can. A card pays for one route only.

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"white": 2, "wild": 1}, {}])
    >>> card_needs(game.view(0), ["frankfurt-paris/white", "london-amsterdam"])
    Needs(cards=5, have=3, missing=(('white', 1), ('wild', 1)), tunnels=0)
    """
    have = holdings(here, seat)
    board = have.board
    names = dict.fromkeys(route if isinstance(route, str) else route.id for route in routes)
    chosen = [board.route(name) for name in names]
    left = Cards(have.hand)
    gaps = [*_pay_coloured(left, chosen), *_pay_gray(board, left, chosen)]
    ferries = sum(route.ferry for route in chosen)
    gaps.append(Gap("wild", max(0, ferries - left["wild"])))
    _fill_up(gaps, max(0, left["wild"] - ferries))
    missing = tuple(_summed(board, gaps))
    cards = sum(route.length for route in chosen)
    lacking = sum(count for _, count in missing)
    return Needs(cards, cards - lacking, missing, sum(route.tunnel for route in chosen))


def _pay_coloured(left: Cards, routes: list[Route]) -> Iterator[Gap]:
    """Short routes first: so most of them can be claimed at once."""
    for route in sorted(routes, key=lambda one: one.length):
        if route.colour != "gray":
            yield Gap(route.colour, route.length - _take(left, route.colour, route.length))


def _pay_gray(board: Board, left: Cards, routes: list[Route]) -> Iterator[Gap]:
    """Long routes first, each with one colour: the smallest set that pays all of it, or else the largest one.

    Less than half of the cards does not settle the colour: then it is still open, and all of them are missing.
    """
    for need in sorted((one.length - one.ferry for one in routes if one.colour == "gray"), reverse=True):
        by_size = sorted(board.colours, key=lambda colour: left[colour])
        best = next((colour for colour in by_size if left[colour] >= need), by_size[-1])
        if 2 * left[best] < need:
            yield Gap("gray", need)
        else:
            yield Gap(best, need - _take(left, best, need))


def _take(left: Cards, colour: str, most: int) -> int:
    taken = min(left[colour], most)
    left[colour] -= taken
    return taken


def _fill_up(gaps: list[Gap], wilds: int) -> None:
    """Wilds go where the fewest are missing."""
    for gap in sorted((gap for gap in gaps if gap.colour != "wild"), key=lambda gap: gap.count):
        filled = min(gap.count, wilds)
        gap.count -= filled
        wilds -= filled


def _summed(board: Board, gaps: list[Gap]) -> Iterator[tuple[str, int]]:
    """One entry for each colour in the board's order, one for each route of any colour, and the wilds at the end."""
    for colour in (*board.colours, "gray", "wild"):
        counts = sorted((gap.count for gap in gaps if gap.colour == colour and gap.count), reverse=True)
        if colour == "gray":
            yield from ((colour, count) for count in counts)
        elif counts:
            yield colour, sum(counts)
