"""The chances of all seats to win, from what one viewer knows or with all cards open.

They come from the network at the start of a turn; in the middle of one, hybrid first finishes it in several worlds.
Rollouts in evenly dealt worlds would flatter whoever looks, and are not used.
"""

from __future__ import annotations

from math import exp, log1p

from branchline.board import Board
from branchline.core.constants import NOTHING, OVER
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.search.rollout import Rollout
from branchline.errors import BranchlineError
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.view import View

from .networks import Estimator, find_network

#: Worlds over which chances are averaged where something is left to chance.
WORLDS = 32
UNIT = 4096


def win_chances(position: View | Game, seed: int = 0) -> list[float]:
    """The chance of each seat to win; they add up to one.

    From a `View`: what its seat can know. From a `Game`: with all cards open. Where something is left to chance, it is
    averaged over worlds that follow from the seed. Boards without a network are an error (`has_network`).
    """
    if isinstance(position, Game):
        return _chances_of_game(position, seed)
    if position.phase == "over":
        raise BranchlineError("the game is over: `win_chances` of the game says who has won")
    return chances_of_view(position, seed)


def _chances_of_game(game: Game, seed: int) -> list[float]:
    if game.over:
        winners = game.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]
    look = _Look(game.board, game.seats)
    look.rollout.world.copy_from(game.state())
    worlds = 1 if game.phase == "turn" else WORLDS
    for world in range(worlds):
        look.rollout.finish_turn(seed, world)
        look.add_open()
    return look.mean()


def chances_of_view(view: View, seed: int, believes: bool = True) -> list[float]:
    """The chances that a viewer sees; unless it believes, others hold any tickets, equally likely."""
    look = _Look(view.board, len(view.seats), view.knowledge(), believes)
    worlds = 1 if view.phase == "turn" and view.seat is not None and len(view.seats) == 2 else WORLDS
    for world in range(worlds):
        look.rollout.deal(seed, world)
        look.rollout.finish_turn(seed, world)
        look.add(view.seat)
    return look.mean()


class _Look:
    """Sums of chances over worlds."""

    def __init__(
        self, board: Board, seats: int, known: Knowledge | None = None, believes: bool = True
    ) -> None:
        file = find_network(board, seats)
        if file is None:
            raise BranchlineError(
                f"there is no network for {board.id} with {seats} seats; `branchline train` makes one"
            )
        estimator = Estimator(board, file)
        if known is None:
            known = Knowledge(State(), NOTHING, [], [])
        elif believes:
            estimator.belief.weigh(known)
        self.seats, self.scale, self.value = seats, file.open_scale / UNIT, estimator.value
        self.file = file
        self.rollout = Rollout(board_codec(board).tables, known, estimator.policy, [], self.value, 0)
        self.sums = [0.0] * seats
        self.worlds = 0

    def add_open(self) -> None:
        """Add the chances of the rollout's state, all cards open."""
        self._add(self._open_chances())

    def add(self, seat: int | None) -> None:
        """Add the chances that a seat sees in the rollout's state: its own, and the rest shared as if all were open."""
        chances = self._open_chances()
        state = self.rollout.state
        if seat is not None and state.phase != OVER:
            own = self._known_chance(self.value.logit(state, seat) / UNIT)
            others = sum(chances) - chances[seat]
            chances = [own if i == seat else (1 - own) * chance / others for i, chance in enumerate(chances)]
        self._add(chances)

    def _known_chance(self, odds: float) -> float:
        """The chance of a seat by its log-odds from what it knows, calibrated."""
        file = self.file
        odds = file.known_scale * odds + file.known_bend * log1p(exp(odds)) + file.known_offset
        return 1 / (1 + exp(-odds))

    def _open_chances(self) -> list[float]:
        state = self.rollout.state
        if state.phase == OVER:
            wins = []
            for seat in range(self.seats):
                self.value.result(state, seat)
                wins.append(self.value.win)
            return [win / sum(wins) for win in wins]
        odds = [exp(self.scale * self.value.logit(state, seat)) for seat in range(self.seats)]
        return [one / sum(odds) for one in odds]

    def _add(self, chances: list[float]) -> None:
        self.sums = [a + b for a, b in zip(self.sums, chances, strict=True)]
        self.worlds += 1

    def mean(self) -> list[float]:
        """The mean over all worlds."""
        return [one / self.worlds for one in self.sums]
