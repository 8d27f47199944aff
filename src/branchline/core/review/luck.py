"""The luck of each seat in a game, measured while it is played.

The value of a position is fixed beforehand: what a policy makes of it in some rollouts, valued by the network some
rounds later. Luck is what chance changes of it. Before a move its value is expected by playing on from the position;
after what chance dealt it is found in the same way, at the same later turn. Both are unbiased for the same number, and
the rollouts have random numbers of their own: so luck has mean zero, however the seats play (docs/review.md).

If rollouts go to the end of the game, a position in which the policy's own move is made need not be valued: what it was
worth would be added once and taken away once.
"""

from __future__ import annotations

import cython

from branchline.core.rules.state import State

from .outlook import Outlook

if not cython.compiled:
    from branchline.core.constants import MAX_SEATS, NOTHING


#: Rollouts of so many rounds go to the end of every game.
TO_THE_END = 1000


class LuckMeter:
    """Adds up the luck of one game: `begin`, `note` before each move, `end`. Each thread needs its own.

    Positions are valued by so many `rollouts` that go on for some `rounds`, and the start by so many `deals`.
    """

    def __init__(self, outlook: Outlook, rounds: int, rollouts: int, deals: int) -> None:
        self.outlook, self.rounds, self.rollouts, self.deals = outlook, rounds, rollouts, deals
        self.whole = rounds >= TO_THE_END
        self.seed = self.horizon = 0
        if not cython.compiled:
            self.expected, self.total = [0.0] * MAX_SEATS, [0.0] * MAX_SEATS

    def begin(self, seats: int, first: int, seed: int) -> None:
        """Begin a game that is dealt now. Its chances before the deal come from deals of its own, so that whatever
        they are off by differs from game to game."""
        self.outlook.deal_often(seats, first, self.rounds * seats, self.deals, seed + 1)
        for seat in range(seats):
            self.expected[seat] = self.outlook.chances[seat]
            self.total[seat] = 0.0
        self.seed, self.horizon = seed, self.rounds * seats

    def note(self, s: State, action: int) -> None:
        """A seat is about to make a move: what was dealt before it is compared with what was expected."""
        own = action == self.outlook.choose(s)
        if own and self.whole:
            return
        near, self.horizon = self.horizon, s.turns + 1 + self.rounds * s.seats
        self.outlook.play_often(s, NOTHING, near, self.horizon, self.rollouts, self.seed)
        for seat in range(s.seats):
            self.total[seat] += self.outlook.chances[seat] - self.expected[seat]
            self.expected[seat] = self.outlook.later[seat]
        if not own:
            self._try(s, action)
            for seat in range(s.seats):
                self.expected[seat] = self.outlook.chances[seat]

    def note_dice(self, s: State, action: int, others: list[int]) -> None:
        """A seat that decides by dice of its own is about to make a move, and made these when it threw them again.

        What the move is worth above the mean of all of them is luck, too: any of them might have been the move.
        """
        count = len(others) + 1
        for one in set(others) - {action}:
            self._try(s, one)
            for seat in range(s.seats):
                self.total[seat] -= others.count(one) * self.outlook.chances[seat] / count
        same = 1 + others.count(action)
        if same < count:
            self._try(s, action)
            for seat in range(s.seats):
                self.total[seat] += (count - same) * self.outlook.chances[seat] / count

    def _try(self, s: State, action: int) -> None:
        """Leave in the outlook the chances after an action."""
        horizon = s.turns + 1 + self.rounds * s.seats
        self.outlook.play_often(s, action, horizon, horizon, self.rollouts, self.seed)

    def end(self, s: State) -> None:
        """The game is over."""
        self.outlook.look(s)
        for seat in range(s.seats):
            self.total[seat] += self.outlook.chances[seat] - self.expected[seat]

    def luck_of(self, seat: int) -> float:
        """The luck of a seat in the game."""
        return self.total[seat]
