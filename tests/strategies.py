"""Hypothesis strategies that all property tests share: boards, games somewhere in their middle, odd positions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from branchline import Board, Game, load_board

from .reference.grand import grand
from .reference.scripts import STYLES, pick
from .reference.table import ROW, WILD, Position

POCKET = Path(__file__).parent / "reference" / "pocket.toml"


BOARDS = ("pocket", "london", "usa", "europe", "grand")


@cache
def board(name: str) -> Board:
    """A built-in board, or one of the two made for tests: the smallest and the largest."""
    if name == "grand":
        return grand()
    return load_board(POCKET if name == "pocket" else name)


boards = st.sampled_from(BOARDS).map(board)
styles = st.sampled_from(sorted(STYLES))
seeds = st.integers(0, 2**32 - 1)


@st.composite
def games(draw: st.DrawFn, finished: bool = False) -> Game:
    """A game after a random number of random moves, by players of one style."""
    game_board = draw(boards)
    seats = draw(st.integers(game_board.min_seats, game_board.max_seats))
    seed, style, shy = draw(seeds), draw(styles), draw(st.booleans())
    length = 10_000 if finished else draw(st.integers(0, 60 * seats))
    game = Game(game_board, seats=seats, seed=seed)
    random = Random(seed)
    for _ in range(length):
        if game.over:
            break
        game.play(pick(random, [str(move) for move in game.legal()], style, shy))
    return game


@st.composite
def scarce_positions(draw: st.DrawFn) -> tuple[Board, Position]:
    """Few cards on the table and many in hand, few cars and open routes: where piles run dry."""
    game_board = draw(boards)
    seats = draw(st.integers(game_board.min_seats, game_board.max_seats))
    random = Random(draw(seeds))
    cards = list(Counter(game_board.card_counts).elements())
    random.shuffle(cards)
    about = cards[: draw(st.integers(0, 12))]
    hands = [Counter(cards[len(about) + seat :: seats]) for seat in range(seats)]
    row, left = _lay_out(about)
    thrown = left[: draw(st.integers(0, max(0, len(left) - 1)))]
    tickets = [ticket.id for ticket in game_board.tickets if not ticket.long]
    random.shuffle(tickets)
    held = draw(st.integers(0, len(tickets)))
    routes, cars = _build(game_board, seats, random, draw(st.floats(0, 1)))
    position = Position(
        hands=[dict(hand) for hand in hands],
        row=row,
        pile=dict(Counter(left[len(thrown) :])),
        discards=dict(Counter(thrown)),
        routes=routes,
        stations={},
        tickets=[tickets[:held][seat::seats] for seat in range(seats)],
        cars=cars,
        actor=draw(st.integers(0, seats - 1)),
    )
    return game_board, position


def _build(
    game_board: Board, seats: int, random: Random, share: float
) -> tuple[dict[int, list[str]], list[int]]:
    """About this share of the routes as far as the cars reach, no double twice, and three cars or more left."""
    routes: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    cars = [game_board.cars] * seats
    taken: set[str] = set()
    for route in random.sample(game_board.routes, len(game_board.routes)):
        seat = random.randrange(seats)
        if random.random() < share and route.twin not in taken and cars[seat] - route.length >= 3:
            routes[seat].append(route.id)
            taken.add(route.id)
            cars[seat] -= route.length
    return routes, [random.randint(3, min(left, 12)) for left in cars]


def _lay_out(about: list[str]) -> tuple[list[str], list[str]]:
    """A row of five with at most two wilds if it can be had (D6), and the cards that are left."""
    wilds = [card for card in about if card == WILD]
    others = [card for card in about if card != WILD]
    row = others[: max(3, ROW - len(wilds))][:ROW]
    row += wilds[: ROW - len(row)]
    left = Counter(about)
    left.subtract(row)
    return row, list(left.elements())
