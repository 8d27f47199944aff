"""Moves of one position compared in the same worlds with the same luck, from what the mover knows."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from branchline.board import Board
from branchline.core.engine import engine_at
from branchline.core.rules.knowledge import Knowledge
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View
from branchline.review.analysis import Thinker
from branchline.review.levels import TO_THE_END

from .puzzle import Candidate, choice_of


class Look(NamedTuple):
    """How moves are compared: in how many worlds, and for how many turns after the mover's own each is played on."""

    worlds: int
    depth: int


class Clear(NamedTuple):
    """How far the best choice must be ahead of all others, and beyond how many standard errors."""

    least: float
    errors: float


#: The looks at a position: all choices, the near ones, ways to pay for the best, games to the end.
ALL, DEEP, PAYMENTS, END = Look(32, 6), Look(384, 10), Look(96, 8), Look(256, TO_THE_END)
#: Those that confirm it for a collection: what is unsure after all choices were looked at, then the closest.
UNSURE, LAST, CLOSEST = Look(256, 10), Look(1280, 12), 3
#: What is asked of the look at all choices, which is only to find others that are good; and of the deep ones.
OPEN, CERTAIN = Clear(0.02, 1.5), Clear(0.04, 4.0)
#: Standard errors by which the answer must be ahead of the next best move at the end of games.
END_ERRORS = 1.5
#: Choices are looked at deeply if they are this near to the best, and so many at most.
NEAR, NEAREST = 0.10, 5
#: Another payment for the same choice that loses less is as good an answer.
SAME = 0.02
#: Choices that are kept with a puzzle.
KEPT = 48
#: The core compares so many actions at once.
AT_ONCE = 64


class Comparison:
    """What is known of the moves of a position: how far each is behind the best, from the last look that had it.

    `best` is the best move, and `rival` the best one of another choice.
    """

    def __init__(self, board: Board, known: Knowledge, thinker: Thinker, offer: Sequence[str]) -> None:
        self.board, self.known, self.thinker, self.offer = board, known, thinker, offer
        self.codec = board_codec(board)
        self.best = self.rival = 0
        self.top = 0.0
        self.behind: dict[int, tuple[float, float]] = {}
        self._choices: dict[int, str] = {}
        thinker.estimator.belief.weigh(known)

    def action(self, number: int) -> Action:
        """A move by its number in the core."""
        return self.codec.action(number, self.offer)

    def choice(self, number: int) -> str:
        """What a move chooses."""
        if number not in self._choices:
            self._choices[number] = choice_of(self.action(number), self.board)
        return self._choices[number]

    def look(self, actions: Sequence[int], look: Look, seed: int) -> None:
        """Compare some moves. What is known of others stays from before."""
        values = self._values(actions, look, seed)
        means = {one: sum(found) / look.worlds for one, found in values.items()}
        ranked = sorted(means, key=lambda one: (-means[one], one))
        self.best = ranked[0]
        self.top = means[self.best]
        self.rival = next((one for one in ranked if self.choice(one) != self.choice(self.best)), self.best)
        self.behind |= {one: _difference(values[self.best], values[one]) for one in ranked}

    def _values(self, actions: Sequence[int], look: Look, seed: int) -> dict[int, array[float]]:
        """The mover's chance after each action, world by world."""
        state = self.known.state
        stop = look.depth if state.starting else state.turns + 1 + look.depth
        found = {}
        for start in range(0, len(actions), AT_ONCE):
            chosen = list(actions[start : start + AT_ONCE])
            out = array("d", bytes(8 * look.worlds * len(chosen)))
            self.thinker.outlook.compare(self.known, chosen, 0, look.worlds, stop, seed, out)
            for place, action in enumerate(chosen):
                found[action] = out[place :: len(chosen)]
        return found

    def pay(self, legal: Sequence[int], seed: int) -> None:
        """Compare all ways to pay for the best choice, and take the best of them."""
        values = self._values(self._mine(legal), PAYMENTS, seed)
        self.best = max(values, key=lambda one: (sum(values[one]), -one))
        self.behind |= {one: _difference(values[self.best], values[one]) for one in values}

    def _mine(self, actions: Sequence[int]) -> list[int]:
        """The moves with the best choice."""
        return [one for one in actions if self.choice(one) == self.choice(self.best)]

    def is_clear(self, asked: Clear) -> bool:
        """Whether one choice is clearly the best."""
        least, error = self.behind[self.rival]
        return self.rival != self.best and least >= asked.least and least > asked.errors * error

    def confirm(self, legal: Sequence[int], seed: int) -> bool:
        """Compare the best move with all other choices once more; False unless each is certainly behind."""
        others = [one for one in legal if self.choice(one) != self.choice(self.best)]
        for step, look in enumerate((ALL, UNSURE, LAST)):
            closest = sorted(others, key=lambda one: self.behind[one][0])[:CLOSEST] if look is LAST else []
            unsure = others if look is ALL else [one for one in others if not self._is_behind(one)]
            values = self._values(list(dict.fromkeys([self.best, *unsure, *closest])), look, seed + step)
            self.top = sum(values[self.best]) / look.worlds
            self.behind |= {one: _difference(values[self.best], found) for one, found in values.items()}
        self.rival = min(others, key=lambda one: self.behind[one][0])
        return all(self._is_behind(one) for one in others)

    def _is_behind(self, one: int) -> bool:
        """Whether a move is clearly behind the best."""
        behind, error = self.behind[one]
        return behind >= CERTAIN.least and behind > CERTAIN.errors * error

    def holds_to_the_end(self, seed: int) -> bool:
        """Whether the best move is still ahead of the next best choice when games are played to their end."""
        values = self._values([self.best, self.rival], END, seed)
        behind, error = _difference(values[self.best], values[self.rival])
        return behind > END_ERRORS * error

    def firsts(self) -> list[int]:
        """The best move of each choice, best first."""
        found: dict[str, int] = {}
        for one in sorted(self.behind, key=lambda one: (one != self.best, self.behind[one][0], one)):
            found.setdefault(self.choice(one), one)
        return list(found.values())

    def near(self) -> list[int]:
        """The best moves of the choices that are near to the best one; the next best in any case."""
        return [one for one in self.firsts() if self.behind[one][0] < NEAR or one == self.rival][:NEAREST]

    def answers(self) -> tuple[str, ...]:
        """The moves that are as good as the best: its choice, in all ways to pay that lose next to nothing."""
        good = [one for one in self._mine(list(self.behind)) if self.behind[one][0] < SAME]
        return tuple(
            str(self.action(one)) for one in sorted(good, key=lambda one: (self.behind[one][0], one))
        )

    def candidates(self) -> tuple[Candidate, ...]:
        """The choices, best first, and the worse payments for the answer."""
        worse = [one for one in self._mine(list(self.behind)) if self.behind[one][0] >= SAME]
        chosen = dict.fromkeys([*self.firsts()[:KEPT], *worse])
        found = []
        for one in sorted(chosen, key=lambda one: (one != self.best, self.behind[one][0], one)):
            behind, error = self.behind[one]
            found.append(
                Candidate(
                    str(self.action(one)), round(self.top - behind, 4), round(behind, 4), round(error, 4)
                )
            )
        return tuple(found)


def _difference(better: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The mean difference of values from the same worlds, and its standard error."""
    differences = [a - b for a, b in zip(better, other, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((one - mean) ** 2 for one in differences) / max(1, count - 1)
    return mean, sqrt(spread / count)


def examine(thinker: Thinker, view: View, seed: int) -> Comparison | None:
    """Compare all choices of a position, then deeply the best ones; None unless one is clearly best both times.

    Of the payments for a choice, those with the fewest wilds stand for all; for the best choice all are tried.
    """
    known = view.knowledge()
    engine = engine_at(board_codec(view.board).tables, known.state)
    found = Comparison(view.board, known, thinker, view.offer)
    found.look(engine.legal(canonical=True), ALL, seed)
    if not found.is_clear(OPEN):
        return None
    choice = found.choice(found.best)
    found.look(found.near(), DEEP, seed + 1)
    if found.choice(found.best) != choice or not found.is_clear(CERTAIN):
        return None
    if not found.holds_to_the_end(seed + 2):
        return None
    found.pay(engine.legal(), seed + 3)
    return found
