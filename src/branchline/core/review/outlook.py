"""Chances of all seats, by letting a policy play on from a position and asking the network some turns later.

With all cards open the policy plays on from the true position. What happens in a rollout follows from the seed and the
number of the rollout. So positions and moves are compared on the same luck, and no result depends on the thread that
finds it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.value.value import Value

if not cython.compiled:
    from math import exp, log1p, sqrt

    from branchline.core.buffers import doubles
    from branchline.core.constants import LONG_TICKET, MAX_SEATS, NOTHING, OVER, TURN
    from branchline.core.rules.chance import deal_all, sample
    from branchline.core.rules.knowledge import determinise
    from branchline.core.rules.step import apply_chance, step

    WHOLE, UNIT = 65536, 4096
    MOST = 64  # actions to compare


class Outlook:
    """Looks at positions of one board. Each thread needs its own, with its own value and policy, which plays all seats.

    `scale` is what the log-odds of all seats count when their cards are open; `known_scale`, `known_bend` and
    `known_offset` turn those of one seat into what its chance is from what it knows (`value.NetworkFile`).
    """

    def __init__(
        self,
        value: Value,
        policy: Policy,
        scale: float,
        known_scale: float = 1.0,
        known_bend: float = 0.0,
        known_offset: float = 0.0,
    ) -> None:
        self.tables, self.value, self.policy, self.scale = value.tables, value, policy, scale / UNIT
        self.known_scale, self.known_bend, self.known_offset = known_scale, known_bend, known_offset
        self.zero = self.one = self.two = self.three = self.four = policy
        self.dealt, self.state = State(), State()
        self.rng, self.cards, self.pool = Rng(), Rng(), Rng()
        self.luck = 0
        if not cython.compiled:
            self.actions = [0] * MOST
            self.chances, self.errors, self.later = [0.0] * MAX_SEATS, [0.0] * MAX_SEATS, [0.0] * MAX_SEATS
            self.sums, self.squares = [0.0] * MAX_SEATS, [0.0] * MAX_SEATS

    def seat_policies(self, policies: Sequence[Policy]) -> None:
        """Let each seat play on by a policy of its own, in seat order."""
        seated = [policies[i % len(policies)] for i in range(5)]
        self.zero, self.one, self.two, self.three, self.four = seated

    def choose(self, s: State) -> int:
        """What the policy of the seat that is to move would do."""
        if s.actor == 0:
            return self.zero.choose(self.tables, s)
        if s.actor == 1:
            return self.one.choose(self.tables, s)
        if s.actor == 2:
            return self.two.choose(self.tables, s)
        if s.actor == 3:
            return self.three.choose(self.tables, s)
        return self.four.choose(self.tables, s)

    def before_deal(
        self, seats: int, first: int, stop: int, deals: int, seed: int, out: MutableSequence[float]
    ) -> None:
        """The chances before anything is dealt: the mean over so many deals, each played on to turn `stop`."""
        found = doubles(out)
        if len(out) < seats:
            raise ValueError("too little room for the chances")
        with cython.nogil:
            self.deal_often(seats, first, stop, deals, seed)
        for seat in range(seats):
            found[seat] = self.chances[seat]

    def deal_often(self, seats: int, first: int, stop: int, deals: int, seed: int) -> None:
        """The same without the GIL; leaves `chances`."""
        self._clear(seats)
        for i in range(deals):
            self.rng.seed(seed, i)
            self.state.reset(self.tables, seats, first)
            deal_all(self.tables, self.state, self.rng)
            self._begin(self.rng.next(), NOTHING)
            self._play_to(stop)
            self.look(self.state)
            self._add(seats)
        self._average(seats, deals)

    def follow(
        self,
        s: State,
        action: int,
        near: int,
        far: int,
        rollouts: int,
        seed: int,
        out: MutableSequence[float],
    ) -> None:
        """Let the policy play on after an action (NOTHING: its own) so many times, and value turns `near` and `far`.

        `out` takes the chances at the first, their standard errors, and the chances at the second.
        """
        found = doubles(out)
        if len(out) < 3 * s.seats or rollouts < 1:
            raise ValueError("too little room for the chances, or no rollouts")
        with cython.nogil:
            self.play_often(s, action, near, far, rollouts, seed)
        for seat in range(s.seats):
            found[seat], found[s.seats + seat] = self.chances[seat], self.errors[seat]
            found[2 * s.seats + seat] = self.later[seat]

    def play_often(self, s: State, action: int, near: int, far: int, rollouts: int, seed: int) -> None:
        """The same without the GIL; leaves `chances`, `errors` and `later`."""
        self._clear(s.seats)
        for seat in range(s.seats):
            self.later[seat] = 0.0
        for i in range(rollouts):
            self.state.copy_from(s)
            self.rng.seed(seed, i)
            self._begin(self.rng.next(), action)
            self._play_to(near)
            self.look(self.state)
            self._add(s.seats)
            if far > near and self.state.phase != OVER:
                self._play_to(far)
                self.look(self.state)
            for seat in range(s.seats):
                self.later[seat] += self.chances[seat] / rollouts
        self._average(s.seats, rollouts)

    def known_to(self, k: Knowledge, worlds: int, seed: int, out: MutableSequence[float]) -> None:
        """The chances as a viewer can know them, and their standard errors over so many worlds.

        Its own comes from what it knows; the rest is shared among the others as if the cards of a world were open.
        """
        found = doubles(out)
        if len(out) < 2 * k.state.seats or worlds < 1:
            raise ValueError("too little room for the chances, or no worlds")
        with cython.nogil:
            self._know(k, worlds, seed)
        for seat in range(k.state.seats):
            found[seat], found[k.state.seats + seat] = self.chances[seat], self.errors[seat]

    def _know(self, k: Knowledge, worlds: int, seed: int) -> None:
        self._clear(k.state.seats)
        for world in range(worlds):
            self.rng.seed(seed, world)
            determinise(self.tables, k, self.rng, self.state)
            self._begin(self.rng.next(), NOTHING)
            self._play_to(self.state.turns)
            self.look(self.state)
            if self.state.phase != OVER:
                own = self._known(k.viewer)
                others = 1.0 - self.chances[k.viewer]
                for seat in range(k.state.seats):
                    chance = (1.0 - own) * self.chances[seat] / others if others > 0.0 else 0.0
                    self.chances[seat] = own if seat == k.viewer else chance
            self._add(k.state.seats)
        self._average(k.state.seats, worlds)

    def compare(
        self,
        k: Knowledge,
        actions: list[int],
        first: int,
        worlds: int,
        stop: int,
        seed: int,
        out: MutableSequence[float],
    ) -> None:
        """Try some actions in the same worlds, from number `first` on, and value each at the start of turn `stop`.

        `out` takes for each world and action the viewer's chance as it then knows it.
        """
        found, count = doubles(out), len(actions)
        if len(out) < worlds * count or count > MOST:
            raise ValueError("too little room for the chances, or too many actions")
        for i in range(count):
            self.actions[i] = actions[i]
        with cython.nogil:
            for world in range(worlds):
                self.rng.seed(seed, first + world)
                determinise(self.tables, k, self.rng, self.dealt)
                self.luck = self.rng.next()
                for i in range(count):
                    found[world * count + i] = self._try(self.actions[i], stop, k.viewer)

    def _try(self, action: int, stop: int, viewer: int) -> float:
        """The chance of the viewer after an action in the world that was dealt."""
        self.state.copy_from(self.dealt)
        self._begin(self.luck, action)
        self._play_to(stop)
        return self._known(viewer)

    def _known(self, viewer: int) -> float:
        """The chance of the viewer in the rollout's position, from what it knows."""
        if self.state.phase == OVER:
            self.value.result(self.state, viewer)
            return 1.0 * self.value.win / WHOLE
        odds = 1.0 * self.value.logit(self.state, viewer) / UNIT
        odds = self.known_scale * odds + self.known_bend * log1p(exp(odds)) + self.known_offset
        return 1.0 / (1.0 + exp(-odds))

    def chance_after(self, s: State, action: int) -> int:
        """What chance is to deal after an action, 0 if nothing."""
        self.state.copy_from(s)
        step(self.tables, self.state, action)
        return self.state.chance

    def _clear(self, seats: int) -> None:
        for seat in range(seats):
            self.sums[seat] = self.squares[seat] = 0.0

    def _add(self, seats: int) -> None:
        for seat in range(seats):
            self.sums[seat] += self.chances[seat]
            self.squares[seat] += self.chances[seat] * self.chances[seat]

    def _average(self, seats: int, count: int) -> None:
        """Means and standard errors of what was added up."""
        for seat in range(seats):
            mean = self.sums[seat] / count
            spread = self.squares[seat] / count - mean * mean
            self.chances[seat] = mean
            self.errors[seat] = sqrt(spread / (count - 1)) if count > 1 and spread > 0.0 else 0.0

    def _begin(self, luck: int, action: int) -> None:
        """Begin a rollout, with an action unless it is NOTHING."""
        self.luck = luck
        self.pool.seed(luck, 1)
        if action != NOTHING:
            self._play(action)

    def _play_to(self, stop: int) -> None:
        """Let the policy play on to the start of a turn, or to the end of the game."""
        while self.state.phase != OVER and (self.state.phase != TURN or self.state.turns < stop):
            self._play(self.choose(self.state))

    def _play(self, action: int) -> None:
        """Play an action, then chance until a seat is to move. The luck of a turn does not depend on earlier turns."""
        self.cards.seed(self.luck, 8 * self.state.turns + self.state.phase + 2)
        step(self.tables, self.state, action)
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def look(self, s: State) -> None:
        """Leave in `chances` those of a position at the start of a turn, or that is over, with all cards open."""
        total = 0.0
        for seat in range(s.seats):
            if s.phase == OVER:
                self.value.result(s, seat)
                self.chances[seat] = 1.0 * self.value.win
            else:
                self.chances[seat] = exp(self.scale * self.value.logit(s, seat))
            total += self.chances[seat]
        for seat in range(s.seats):
            self.chances[seat] /= total
