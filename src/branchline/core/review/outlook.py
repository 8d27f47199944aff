"""The chances of all seats with all cards open, and what they are expected to be before chance deals.

A value is fixed before anything is dealt, and the same one stands on both sides: so what chance deals changes it by
nothing on average. Cards are weighed outcome by outcome; tickets and whole deals are sampled, independently of what
was dealt.
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.core.rules.knowledge import Knowledge
from branchline.core.rules.state import State
from branchline.core.value.value import Value

if not cython.compiled:
    from math import exp, sqrt

    from branchline.core.buffers import doubles
    from branchline.core.constants import (
        HAND_CARD,
        KINDS,
        LONG_TICKET,
        MAX_SEATS,
        NOTHING,
        OVER,
        REVEAL,
        TUNNEL_CARD,
        TURN,
        WILD,
    )
    from branchline.core.rules.chance import deal_all, sample
    from branchline.core.rules.knowledge import determinise, ways
    from branchline.core.rules.step import apply_chance, step

    WHOLE, UNIT = 65536, 4096
    MOST = 64  # actions to compare


class Outlook:
    """Looks at positions of one board. Each thread needs its own, with its own value and policy.

    Without `rollouts` the network values the next start of a turn, and the policy finishes the present one. With them
    the policy first plays on for `depth` turns, that many times. `samples` is how many deals or offers of tickets
    are tried. `scale` is what the log-odds of all seats count when their cards are open.
    """

    def __init__(self, value: Value, policy: Policy, scale: float) -> None:
        self.tables, self.value, self.policy, self.scale = value.tables, value, policy, scale / UNIT
        self.samples, self.rollouts, self.depth = 16, 0, 0
        self.before, self.dealt, self.state, self.last = State(), State(), State(), State()
        self.rng, self.cards, self.pool = Rng(), Rng(), Rng()
        self.seed_now = self.luck = 0
        if not cython.compiled:
            self.chances, self.errors, self.expected = [0.0] * MAX_SEATS, [0.0] * MAX_SEATS, [0.0] * MAX_SEATS
            self.sums, self.squares = [0.0] * MAX_SEATS, [0.0] * MAX_SEATS
            self.actions = [0] * MOST

    def worth_of(self, s: State, seed: int, out: MutableSequence[float]) -> None:
        """The chances in a position in which a seat is to move or that is over, and their standard errors."""
        found = doubles(out)
        if len(out) < 2 * s.seats:
            raise ValueError("too little room for the chances")
        with cython.nogil:
            self.begin(seed)
            self.worth(s)
        for seat in range(s.seats):
            found[seat], found[s.seats + seat] = self.chances[seat], self.errors[seat]

    def expect_after(self, s: State, action: int, seed: int, out: MutableSequence[float]) -> int:
        """The chances expected after an action, before chance deals; what it is to deal, 0 if nothing."""
        found = doubles(out)
        if len(out) < s.seats:
            raise ValueError("too little room for the chances")
        self.before.copy_from(s)
        with cython.nogil:
            self.begin(seed)
            step(self.tables, self.before, action)
            kind = self.before.chance
            if kind:
                self.expect(self.before)
            else:
                self.worth(self.before)
        for seat in range(s.seats):
            found[seat] = self.expected[seat] if kind else self.chances[seat]
        return kind

    def chance_after(self, s: State, action: int) -> int:
        """What chance is to deal after an action, 0 if nothing."""
        self.before.copy_from(s)
        step(self.tables, self.before, action)
        return self.before.chance

    def expect_start(self, seats: int, first: int, seed: int, out: MutableSequence[float]) -> None:
        """The chances before the deal."""
        found = doubles(out)
        if len(out) < seats:
            raise ValueError("too little room for the chances")
        self.before.reset(self.tables, seats, first)
        with cython.nogil:
            self.begin(seed)
            self.expect(self.before)
        for seat in range(seats):
            found[seat] = self.expected[seat]

    def known_to(self, k: Knowledge, worlds: int, seed: int, out: MutableSequence[float]) -> None:
        """The chances as a viewer can know them, and their standard errors over so many worlds.

        Its own comes from what it knows; the rest is shared among the others as if the cards of a world were open.
        """
        found = doubles(out)
        if len(out) < 2 * k.state.seats or worlds < 1:
            raise ValueError("too little room for the chances, or no worlds")
        with cython.nogil:
            self.begin(seed)
            self._known(k, worlds)
        for seat in range(k.state.seats):
            found[seat], found[k.state.seats + seat] = self.chances[seat], self.errors[seat]

    def _known(self, k: Knowledge, worlds: int) -> None:
        for seat in range(k.state.seats):
            self.sums[seat] = self.squares[seat] = 0.0
        for world in range(worlds):
            self.rng.seed(self.seed_now, world)
            determinise(self.tables, k, self.rng, self.state)
            self._roll(self.state.turns, self.rng.next())
            self.look(self.state)
            if self.state.phase != OVER:
                self.value.estimate(self.state, k.viewer)
                own = 1.0 * self.value.win / WHOLE
                others = 1.0 - self.chances[k.viewer]
                for seat in range(k.state.seats):
                    chance = (1.0 - own) * self.chances[seat] / others if others > 0.0 else 0.0
                    self.chances[seat] = own if seat == k.viewer else chance
            for seat in range(k.state.seats):
                self.sums[seat] += self.chances[seat]
                self.squares[seat] += self.chances[seat] * self.chances[seat]
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

        `out` takes for each world and action the viewer's chance as it then knows it, and the chances of all seats as
        if the cards of the world were open.
        """
        found, count = doubles(out), len(actions)
        width = count * (1 + k.state.seats)
        if len(out) < worlds * width or count > MOST:
            raise ValueError("too little room for the chances, or too many actions")
        for world in range(count):
            self.actions[world] = actions[world]
        with cython.nogil:
            self.begin(seed)
            for world in range(worlds):
                self.rng.seed(seed, 16 + first + world)
                determinise(self.tables, k, self.rng, self.dealt)
                self.luck = self.rng.next()
                self._try_all(count, stop, k.viewer, found, world * width)

    def _try_all(self, count: int, stop: int, viewer: int, found: MutableSequence[float], at: int) -> None:
        """Try the actions in the world that was dealt, and write their chances from a place on."""
        for i in range(count):
            self.state.copy_from(self.dealt)
            self._start_roll(self.luck, self.actions[i])
            self._roll_on(stop)
            self.look(self.state)
            if self.state.phase == OVER:
                found[at] = self.chances[viewer]
            else:
                self.value.estimate(self.state, viewer)
                found[at] = 1.0 * self.value.win / WHOLE
            for seat in range(self.state.seats):
                found[at + 1 + seat] = self.chances[seat]
            at += 1 + self.state.seats

    def follow(self, s: State, action: int, near: int, far: int, seed: int, out: MutableSequence[float]) -> None:
        """Let the policy play on after an action (NOTHING: its own) `rollouts` times, and value turns `near` and `far`.

        `out` takes the chances at the first, their standard errors, and the chances at the second. What happens in a
        rollout depends on the seed and its number.
        """
        found = doubles(out)
        if len(out) < 3 * s.seats:
            raise ValueError("too little room for the chances")
        with cython.nogil:
            self.begin(seed)
            for seat in range(s.seats):
                self.sums[seat] = self.squares[seat] = self.expected[seat] = 0.0
            for i in range(self.rollouts):
                self.state.copy_from(s)
                self.cards.seed(self.seed_now, i)
                self._start_roll(self.cards.next(), action)
                self._roll_on(near)
                self.look(self.state)
                for seat in range(s.seats):
                    self.sums[seat] += self.chances[seat]
                    self.squares[seat] += self.chances[seat] * self.chances[seat]
                if far > near and self.state.phase != OVER:
                    self._roll_on(far)
                    self.look(self.state)
                for seat in range(s.seats):
                    self.expected[seat] += self.chances[seat] / self.rollouts
            self._average(s.seats, self.rollouts)
        for seat in range(s.seats):
            found[seat], found[s.seats + seat] = self.chances[seat], self.errors[seat]
            found[2 * s.seats + seat] = self.expected[seat]

    def begin(self, seed: int) -> None:
        """Begin with the random numbers of a seed."""
        self.seed_now = seed
        self.rng.seed(seed, 1)
        self.policy.seed(seed, 2)

    def expect(self, s: State) -> None:
        """Leave in `expected` what the chances will be on average, when chance is to deal."""
        for i in range(s.seats):
            self.expected[i] = 0.0
        if s.chance >= LONG_TICKET or s.chance == HAND_CARD or s.starting:
            for i in range(self.samples):
                self.dealt.copy_from(s)
                deal_all(self.tables, self.dealt, self.rng)
                self._add_dealt(s.seats, 1.0 / self.samples)
        elif s.chance == TUNNEL_CARD:
            self._expect_tunnel(s, s.pile[WILD] + (s.pile[s.tunnel_colour] if s.tunnel_colour != WILD else 0))
        else:
            for kind in range(KINDS):
                if s.pile[kind]:
                    self.dealt.copy_from(s)
                    apply_chance(self.tables, self.dealt, kind)
                    deal_all(self.tables, self.dealt, self.rng)
                    self._add_dealt(s.seats, 1.0 * s.pile[kind] / s.n_pile)

    def _add_dealt(self, seats: int, weight: float) -> None:
        """Add the chances of the position that was dealt."""
        self.worth(self.dealt)
        for seat in range(seats):
            self.expected[seat] += weight * self.chances[seat]

    def _expect_tunnel(self, s: State, matching: int) -> None:
        """Weigh how many of the revealed cards cost one more (U2); which cards they are is sampled.

        A pile that runs out is sampled as a whole.
        """
        others = s.n_pile - matching
        if s.n_pile < REVEAL:
            for _ in range(self.samples):
                self.dealt.copy_from(s)
                deal_all(self.tables, self.dealt, self.rng)
                self._add_dealt(s.seats, 1.0 / self.samples)
            return
        for extra in range(REVEAL + 1):
            share = ways(matching, extra) * ways(others, REVEAL - extra) / ways(s.n_pile, REVEAL)
            if share > 0.0:
                for _ in range(2):
                    self.dealt.copy_from(s)
                    for i in range(REVEAL):
                        apply_chance(self.tables, self.dealt, self._card(self.dealt, i < extra))
                    deal_all(self.tables, self.dealt, self.rng)
                    self._add_dealt(s.seats, share / 2)

    def _card(self, s: State, matching: bool) -> int:
        """A random card of the pile that costs one more for the tunnel, or one that does not."""
        left = 0
        for kind in range(KINDS):
            if matches(s, kind) == matching:
                left += s.pile[kind]
        left = self.rng.below(left)
        chosen = NOTHING
        for kind in range(KINDS):
            if matches(s, kind) == matching and chosen == NOTHING:
                left -= s.pile[kind]
                if left < 0:
                    chosen = kind
        return chosen

    def worth(self, s: State) -> None:
        """Leave in `chances` those of a position in which a seat is to move, or that is over."""
        for seat in range(s.seats):
            self.errors[seat] = 0.0
        if self.rollouts and s.phase != OVER:
            self._play_on(s)
            return
        self.state.copy_from(s)
        while self.state.phase != TURN and self.state.phase != OVER:
            step(self.tables, self.state, self.policy.choose(self.tables, self.state))
            if self.state.chance:
                self._average_cards()
                return
        self.look(self.state)

    def _average_cards(self) -> None:
        """Average over the card that ends the turn."""
        for seat in range(self.state.seats):
            self.sums[seat] = 0.0
        for kind in range(KINDS):
            if self.state.pile[kind]:
                self.last.copy_from(self.state)
                apply_chance(self.tables, self.last, kind)
                deal_all(self.tables, self.last, self.rng)
                self.look(self.last)
                for seat in range(self.state.seats):
                    self.sums[seat] += self.chances[seat] * self.state.pile[kind] / self.state.n_pile
        for seat in range(self.state.seats):
            self.chances[seat] = self.sums[seat]

    def _play_on(self, s: State) -> None:
        """Let the policy play on several times, and average. The luck of a rollout depends on its number alone."""
        for seat in range(s.seats):
            self.sums[seat] = self.squares[seat] = 0.0
        stop = s.turns + self.depth + (0 if s.phase == TURN or s.starting else 1)
        for i in range(self.rollouts):
            self.state.copy_from(s)
            self.cards.seed(self.seed_now, i)
            self._roll(stop, self.cards.next())
            self.look(self.state)
            for seat in range(s.seats):
                self.sums[seat] += self.chances[seat]
                self.squares[seat] += self.chances[seat] * self.chances[seat]
        self._average(s.seats, self.rollouts)

    def _average(self, seats: int, count: int) -> None:
        """Means and standard errors of what was added up."""
        for seat in range(seats):
            mean = self.sums[seat] / count
            spread = self.squares[seat] / count - mean * mean
            self.chances[seat] = mean
            self.errors[seat] = sqrt(spread / (count - 1)) if count > 1 and spread > 0.0 else 0.0

    def _roll(self, stop: int, luck: int) -> None:
        """Let the policy play to the start of a turn."""
        self._start_roll(luck, NOTHING)
        self._roll_on(stop)

    def _start_roll(self, luck: int, action: int) -> None:
        """Begin a rollout, with an action unless it is NOTHING."""
        self.luck = luck
        self.pool.seed(luck, 1)
        if action != NOTHING:
            self._play(action)

    def _roll_on(self, stop: int) -> None:
        while self.state.phase != OVER and (self.state.phase != TURN or self.state.turns < stop):
            self._play(self.policy.choose(self.tables, self.state))

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
        """Leave in `chances` those of a position at the start of a turn, or that is over."""
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


def matches(s: State, kind: int) -> bool:
    """Whether a revealed card costs one more for the tunnel (U2, U3)."""
    return kind == WILD or kind == s.tunnel_colour
