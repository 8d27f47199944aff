"""Deals: the same first seat, cards and tickets for every seating, inside the core and outside of it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.board import Board
from branchline.core.rng import Rng
from branchline.game.dealer import choose
from branchline.game.game import Game

#: Streams of random numbers of a game, as `core.match` numbers them.
STREAMS, CARDS, TICKETS, FIRST, SEATS = 16, 1, 2, 3, 8


class MatchDealer:
    """Deals as the core does in its matches: cards and tickets from two streams, by seed and index of the deal."""

    def __init__(self, board: Board, seed: int, deal: int) -> None:
        self.board, self.seed, self.index = board, seed, deal
        self._tickets = {ticket.id for ticket in board.tickets}
        self._cards, self._pool = stream(seed, deal, CARDS), stream(seed, deal, TICKETS)

    def first(self, seats: int) -> int:
        return stream(self.seed, self.index, FIRST).below(seats)

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        rng = self._pool if outcomes[0][0] in self._tickets else self._cards
        return choose(outcomes, rng.below(sum(weight for _, weight in outcomes)))

    def take_back(self, count: int) -> None:
        """Nothing to do: what comes next is as random as what was dealt."""

    def copy(self) -> MatchDealer:
        twin = MatchDealer(self.board, self.seed, self.index)
        twin._cards, twin._pool = Rng(self._cards.get_state()), Rng(self._pool.get_state())
        return twin


def stream(seed: int, deal: int, number: int) -> Rng:
    """One of the streams of a deal."""
    rng = Rng()
    rng.seed(seed, STREAMS * deal + number)
    return rng


def deal_game(board: Board, seats: int, seed: int, deal: int) -> Game:
    """The game with this index among the deals of a seed, before the first decision."""
    return Game(board, seats, dealer=MatchDealer(board, seed, deal))


def seat_seed(seed: int, deal: int, seat: int) -> int:
    """The seed of a seat's own random numbers, apart from those of the deal: 32 bits, which bots can reckon with."""
    return stream(seed, deal, SEATS + seat).next() >> 32
