"""Many games at once for a learner, without the GIL: steps, observations, legal actions, rewards, new games.

A game depends on its seed and number alone, as in `SelfPlay`: cards, tickets and each seat's policy have random streams
of their own. So it does not matter which batch plays it, or in which thread. The arrays belong to the caller, and all
batches of an environment write into the same ones, each into its own rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import Moves, State

from .observation import Layout
from .space import Space

if not cython.compiled:
    from branchline.core.bits import Members, has_next, next_member
    from branchline.core.buffers import floats, integers, octets, shorts, words
    from branchline.core.constants import A_KEEP, LONG_TICKET, MAX_SEATS, NOTHING, OVER
    from branchline.core.lanes import clear
    from branchline.core.rules.chance import sample
    from branchline.core.rules.legal import legal_into
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import apply_chance, step

    from .observation import done_of, write_row
    from .slots import load_slot, make_slots, save_slot, slots_in
    from .space import resolve

    # Random streams of a game, numbered as in `SelfPlay`.
    CARDS, TICKETS_STREAM, FIRST_SEAT, DICE, SEATS_STREAM = 1, 2, 3, 4, 8
    N_STREAMS = 8
    WIN, RANK, MARGIN, SHAPED = 0, 1, 2, 3
    POINTS = 100.0  # so many points count as much as a win

#: The rewards by name; the place of each is its number.
REWARDS = ("win", "rank", "margin", "shaped")


class Arrays:
    """The memory that a learner and the batches share, a row for each game.

    `observations` and `masks` are bytes; `legal` lists ids, the first `counts` of each row. `rewards` has a number for
    each seat, `points` the final scores of a game that has ended.
    """

    def __init__(self, envs: int, seats: int, layout: Layout, space: Space) -> None:
        self.envs, self.seats, self.layout, self.space = envs, seats, layout, space
        self.observations = array("B", bytes(envs * layout.size))
        self.masks = array("B", bytes(envs * space.size))
        self.legal = array("h", bytes(2 * envs * space.size))
        self.counts = array("i", bytes(4 * envs))
        self.actors = array("i", bytes(4 * envs))
        self.actions = array("i", bytes(4 * envs))
        self.rewards = array("f", bytes(4 * envs * seats))
        self.points = array("i", bytes(4 * envs * seats))
        self.done = array("B", bytes(envs))
        self.truncated = array("B", bytes(envs))


class Batch:
    """The games of some rows, from `first` on. Each thread needs its own, with its own policies.

    With policies, one for each seat but the first, the learner is seat 0, and the others move by themselves. A game
    that has not ended after `longest` moves is truncated: it is scored as it stands.
    """

    def __init__(
        self,
        arrays: Arrays,
        first: int,
        count: int,
        policies: Sequence[Policy],
        reward: str,
        seed: int,
        longest: int,
    ) -> None:
        self.arrays, self.tables = arrays, arrays.space.tables
        self.layout, self.space = arrays.layout, arrays.space
        self.first, self.count, self.seats, self.envs = first, count, arrays.seats, arrays.envs
        self.reward, self.seed, self.longest = REWARDS.index(reward), seed, longest
        self.versus = len(policies) > 0
        seated = [policies[i % len(policies)] if policies else Policy("random") for i in range(4)]
        self.one, self.two, self.three, self.four = seated
        self.state, self.moves, self.scores = State(), Moves(), Scores()
        self.cards, self.pool, self.dice = Rng(), Rng(), Rng()
        self.observations, self.masks, self.legal = (
            octets(arrays.observations),
            octets(arrays.masks),
            shorts(arrays.legal),
        )
        self.counts, self.actors, self.actions = (
            integers(arrays.counts),
            integers(arrays.actors),
            integers(arrays.actions),
        )
        self.rewards, self.points = floats(arrays.rewards), integers(arrays.points)
        self.done, self.truncated = octets(arrays.done), octets(arrays.truncated)
        self.slot_memory = make_slots(count)
        self.stream_memory = array("Q", bytes(8 * count * N_STREAMS))
        self.ticket_memory = array("Q", bytes(8 * count * 2 * MAX_SEATS))
        self.game_memory, self.played_memory = array("Q", bytes(8 * count)), array("i", bytes(4 * count))
        self.slots = slots_in(self.slot_memory)
        self.streams, self.completed = words(self.stream_memory), words(self.ticket_memory)
        self.games, self.played = words(self.game_memory), integers(self.played_memory)
        self.illegal = NOTHING

    def reset(self, seed: int) -> None:
        """Begin the first game of every row."""
        self.seed = seed
        with cython.nogil:
            for i in range(self.count):
                self.games[i] = self.first + i
                self.clear_results(i)
                self.begin(i)
                self.observe(i)
                save_slot(self.state, self.slots, i)

    def step(self, at_random: bool = False) -> int:
        """Play the action of every row, or a random one; the last row whose action is not legal, or NOTHING.

        A row whose action is not legal stays as it is.
        """
        self.illegal = NOTHING
        with cython.nogil:
            for i in range(self.count):
                if at_random:
                    self.choose_at_random(i)
                self.play(i)
        return self.illegal

    def sample(self) -> None:
        """Choose a random legal action for every row."""
        with cython.nogil:
            for i in range(self.count):
                self.choose_at_random(i)

    def choose_at_random(self, i: int) -> None:
        """Each legal id is as likely as any other."""
        self.dice.state = self.streams[N_STREAMS * i + 2]
        row = self.first + i
        n = self.dice.below(self.counts[row] if 0 < self.counts[row] <= self.space.size else 1)
        self.actions[row] = self.legal[row * self.space.size + n]
        self.streams[N_STREAMS * i + 2] = self.dice.state

    def play(self, i: int) -> None:
        """One step of a row: its action, the moves of the other seats if policies play them, maybe a new game."""
        row = self.first + i
        load_slot(self.state, self.slots, i)
        number = self.actions[row]
        action = NOTHING
        if 0 <= number < self.space.size:
            action = resolve(self.tables, self.space, self.state, self.moves, number)
        if action == NOTHING:
            self.illegal = row
            return
        self.clear_results(i)
        self.cards.state, self.pool.state = self.streams[N_STREAMS * i], self.streams[N_STREAMS * i + 1]
        self.apply(i, action)
        if self.versus:
            self.answer(i)
        if self.state.phase == OVER or self.played[i] >= self.longest:
            self.finish(i)
            self.games[i] += self.envs
            self.begin(i)
        self.observe(i)
        self.streams[N_STREAMS * i], self.streams[N_STREAMS * i + 1] = self.cards.state, self.pool.state
        save_slot(self.state, self.slots, i)

    def clear_results(self, i: int) -> None:
        """Nothing has been won yet in this step."""
        row = self.first + i
        self.done[row] = self.truncated[row] = 0
        for seat in range(self.seats):
            self.rewards[row * self.seats + seat] = 0.0

    def begin(self, i: int) -> None:
        """The next game of a row, up to the learner's first decision. Who begins is a matter of chance (S7)."""
        index = 16 * self.games[i]
        self.cards.seed(self.seed, index + FIRST_SEAT)
        begins = self.cards.below(self.seats)
        for seat in range(MAX_SEATS):
            self.dice.seed(self.seed, index + SEATS_STREAM + seat)
            self.streams[N_STREAMS * i + 3 + seat] = self.dice.state
        self.dice.seed(self.seed, index + DICE)
        self.streams[N_STREAMS * i + 2] = self.dice.state
        self.cards.seed(self.seed, index + CARDS)
        self.pool.seed(self.seed, index + TICKETS_STREAM)
        self.state.reset(self.tables, self.seats, begins)
        self.played[i] = 0
        for word in range(2 * MAX_SEATS):
            self.completed[2 * MAX_SEATS * i + word] = 0
        self.deal()
        if self.versus:
            self.answer(i)
        self.streams[N_STREAMS * i], self.streams[N_STREAMS * i + 1] = self.cards.state, self.pool.state

    def deal(self) -> None:
        """Let chance move until a seat is to move."""
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def answer(self, i: int) -> None:
        """The policies move until it is the learner's turn, or the game is over."""
        while self.state.actor != 0 and self.state.phase != OVER and self.played[i] < self.longest:
            self.apply(i, self.choose(N_STREAMS * i + 3 + self.state.actor))

    def choose(self, stream: int) -> int:
        """The action of the policy in the actor's seat, with its random stream in this game."""
        if self.state.actor == 1:
            self.one.workspace.rng.state = self.streams[stream]
            action = self.one.choose(self.tables, self.state)
            self.streams[stream] = self.one.workspace.rng.state
        elif self.state.actor == 2:
            self.two.workspace.rng.state = self.streams[stream]
            action = self.two.choose(self.tables, self.state)
            self.streams[stream] = self.two.workspace.rng.state
        elif self.state.actor == 3:
            self.three.workspace.rng.state = self.streams[stream]
            action = self.three.choose(self.tables, self.state)
            self.streams[stream] = self.three.workspace.rng.state
        else:
            self.four.workspace.rng.state = self.streams[stream]
            action = self.four.choose(self.tables, self.state)
            self.streams[stream] = self.four.workspace.rng.state
        return action

    def apply(self, i: int, action: int) -> None:
        """Play an action of the actor and what chance deals; note completed tickets, and what that is worth."""
        seat = self.state.actor
        low, high, score = self.state.owned[2 * seat], self.state.owned[2 * seat + 1], self.state.score[seat]
        kept = self.tables.action_kind[action] == A_KEEP
        before = 0
        if kept and self.reward == SHAPED:
            before = self.worth(i, seat)
        step(self.tables, self.state, action)
        self.deal()
        self.played[i] += 1
        if kept or self.state.owned[2 * seat] != low or self.state.owned[2 * seat + 1] != high:
            if not kept and self.reward == SHAPED:
                before = self.worth(i, seat) - (self.state.score[seat] - score)
            for word in range(2):
                at = 2 * MAX_SEATS * i + 2 * seat + word
                self.completed[at] = done_of(self.tables, self.state, seat, word, self.completed[at])
            if self.reward == SHAPED:
                gain = self.worth(i, seat) - before
                self.rewards[(self.first + i) * self.seats + seat] += gain / POINTS

    def worth(self, i: int, seat: int) -> int:
        """The points of a seat so far: for its routes, for completed tickets, and against it for the others."""
        points = self.state.score[seat]
        for word in range(2):
            done = self.completed[2 * MAX_SEATS * i + 2 * seat + word]
            rest = Members(self.state.tickets[2 * seat + word], 0)
            while has_next(rest):
                member = next_member(rest)
                value = self.tables.ticket_points[64 * word + member]
                points += value if (done >> member) & 1 else -value
        return points

    def finish(self, i: int) -> None:
        """Score a game that is over, or that takes too long, and give every seat its reward."""
        row = self.first + i
        score_game(self.tables, self.state, self.scores)
        self.done[row] = 1
        self.truncated[row] = self.state.phase != OVER
        for seat in range(self.seats):
            self.points[row * self.seats + seat] = self.scores.total[seat]
            self.rewards[row * self.seats + seat] += self.final_reward(seat)

    def final_reward(self, seat: int) -> float:
        """What the result of a game is worth to a seat; `win` and `rank` add up to zero over all seats."""
        rank, same, others, best = self.scores.rank[seat], 0, self.seats - 1, NOTHING
        for other in range(self.seats):
            if self.scores.rank[other] == rank:
                same += 1
            if other != seat and (best == NOTHING or self.scores.total[other] > self.scores.total[best]):
                best = other
        if self.reward == MARGIN:
            return (self.scores.total[seat] - self.scores.total[best]) / POINTS
        if self.reward == RANK:
            return 1.0 - (2.0 * (rank - 1) + (same - 1)) / others
        share = 1.0 / same if rank == 1 else 0.0
        return (self.seats * share - 1.0) / others

    def observe(self, i: int) -> None:
        """Write what the actor knows and may do."""
        row, seat = self.first + i, self.state.actor
        at = 2 * MAX_SEATS * i + 2 * seat
        self.actors[row] = seat
        write_row(
            self.tables,
            self.layout,
            self.state,
            seat,
            self.completed[at],
            self.completed[at + 1],
            self.observations,
            row * self.layout.size,
        )
        self.list_legal(row, row * self.space.size)

    def list_legal(self, row: int, start: int) -> None:
        """Write the mask and the list of legal ids."""
        n = legal_into(self.tables, self.state, self.moves, self.space.number != 0)
        clear(self.masks, start, self.space.size)
        count = 0
        for k in range(n):
            number = self.space.ids[self.moves.items[k]]
            self.legal[start + count] = number
            count += 1 - self.masks[start + number]
            self.masks[start + number] = 1
        self.counts[row] = count

    # Reading and replacing single games, for Python.

    def state_of(self, i: int) -> State:
        """A copy of the position in a place of this batch."""
        self._check(i)
        load_slot(self.state, self.slots, i)
        return self.state.clone()

    def save(self, i: int) -> tuple[State, list[int], list[int], int, int]:
        """Everything about the game in a place; `restore` brings it back, here or in another place."""
        self._check(i)
        load_slot(self.state, self.slots, i)
        return (
            self.state.clone(),
            self.stream_memory[N_STREAMS * i : N_STREAMS * (i + 1)].tolist(),
            self.ticket_memory[2 * MAX_SEATS * i : 2 * MAX_SEATS * (i + 1)].tolist(),
            self.games[i],
            self.played[i],
        )

    def restore(self, i: int, saved: tuple[State, list[int], list[int], int, int]) -> None:
        """Go on from a saved game in a place of this batch."""
        self._check(i)
        state, streams, completed, game, played = saved
        self.state.copy_from(state)
        for k in range(N_STREAMS):
            self.streams[N_STREAMS * i + k] = streams[k]
        for k in range(2 * MAX_SEATS):
            self.completed[2 * MAX_SEATS * i + k] = completed[k]
        self.games[i], self.played[i] = game, played
        self.clear_results(i)
        self.observe(i)
        save_slot(self.state, self.slots, i)

    def reseed(self, i: int, seed: int, stream: int) -> None:
        """New dice for the game in a place: streams of a seed that has nothing to do with the game's own."""
        self._check(i)
        for k in range(N_STREAMS):
            self.dice.seed(seed, N_STREAMS * stream + k)
            self.streams[N_STREAMS * i + k] = self.dice.state

    def _check(self, i: int) -> None:
        if not 0 <= i < self.count:
            raise IndexError(f"there is no game {i}: this batch has {self.count}")
