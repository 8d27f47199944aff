"""The decisions of whole games as rows: what the seat to move knew, what it might do, and what it did.

The arrays are filled game by game until the next one does not fit. A game is played by `SelfPlay`, and then once more
from its actions: its deal depends on seed and index alone. Other games are noted move by move.
"""

from __future__ import annotations

from array import array

import cython

from branchline.core.rng import Rng
from branchline.core.rules.state import Moves, State
from branchline.core.search.self_play import SelfPlay

from .observation import Layout
from .space import Space

if not cython.compiled:
    from branchline.core.buffers import integers, octets, shorts
    from branchline.core.constants import LONG_TICKET, MAX_ACTIONS, MAX_SEATS, NOTHING
    from branchline.core.rules.chance import sample
    from branchline.core.rules.legal import legal_into
    from branchline.core.rules.step import apply_chance, step

    from .observation import done_of, write_row

    # Random streams of a game, numbered as in `SelfPlay`, and how many actions it keeps.
    CARDS, TICKETS_STREAM, TRACE = 1, 2, 4096

#: A game of so many decisions always fits.
LONGEST = 4096


class Decisions:
    """Room for some decisions. `rows` of them are there, with `ids` legal ids altogether.

    Row i has its `observations`, its `seats`, the id of its `actions` in the space (NOTHING if the space has none for
    what was paid), and `counts` ids in `legal`, those of all rows one after the other.
    """

    def __init__(self, layout: Layout, space: Space, room: int) -> None:
        if room < LONGEST:
            raise ValueError(f"there must be room for {LONGEST} decisions, not {room}")
        self.layout, self.space, self.tables = layout, space, space.tables
        self.room, self.id_room = room, LONGEST * space.size
        self.observations = array("B", bytes(room * layout.size))
        self.legal = array("h", bytes(2 * self.id_room))
        self.counts, self.actions = array("i", bytes(4 * room)), array("h", bytes(2 * room))
        self.seats = array("B", bytes(room))
        self.observation_memory, self.legal_memory = octets(self.observations), shorts(self.legal)
        self.count_memory, self.action_memory = integers(self.counts), shorts(self.actions)
        self.seat_memory = octets(self.seats)
        self.state, self.moves, self.cards, self.pool = State(), Moves(), Rng(), Rng()
        self.rows = self.ids = 0
        if not cython.compiled:
            self.marked = [0] * MAX_ACTIONS
            self.completed, self.owned, self.held = ([0] * (2 * MAX_SEATS) for _ in range(3))
        self.begin()

    def clear(self) -> None:
        """Forget all rows."""
        self.rows = self.ids = 0

    def begin(self) -> None:
        """The next row is the first of a game."""
        for i in range(2 * MAX_SEATS):
            self.completed[i] = self.owned[i] = self.held[i] = 0

    def note(self, s: State, action: int) -> bool:
        """Add a decision: the action of the core that the actor now chooses. False if there is no room for it."""
        if s.seats != self.layout.seats or s.chance or not 0 <= action < self.tables.n_actions:
            raise ValueError(
                f"a decision of one of {self.layout.seats} seats is needed, with an action of its board"
            )
        return self._note(s, action)

    def play(self, game: SelfPlay, seed: int, index: int) -> int:
        """Play the game with this index; how many moves it had. `add` then takes its decisions."""
        with cython.nogil:
            game.play(seed, index, NOTHING)
        return game.played

    def add(self, game: SelfPlay, seed: int, index: int) -> bool:
        """Add the decisions of the game that was just played; False, and nothing is added, if they do not fit."""
        if game.played > TRACE:
            raise ValueError(f"a game of {game.played} moves is too long")
        if game.seats != self.layout.seats:
            raise ValueError(f"a game of {self.layout.seats} seats is needed")
        rows, ids = self.rows, self.ids
        with cython.nogil:
            fits = self._replay(game, seed, index)
        if not fits:
            self.rows, self.ids = rows, ids
        return fits

    def _replay(self, game: SelfPlay, seed: int, index: int) -> bool:
        self.cards.seed(seed, 16 * index + CARDS)
        self.pool.seed(seed, 16 * index + TICKETS_STREAM)
        self.state.reset(self.tables, game.seats, game.state.first)
        self.begin()
        self._deal()
        for i in range(game.played):
            if not self._note(self.state, game.trace[i]):
                return False
            step(self.tables, self.state, game.trace[i])
            self._deal()
        return True

    def _deal(self) -> None:
        """Let chance move until a seat is to move."""
        while self.state.chance:
            if self.state.chance >= LONG_TICKET:
                apply_chance(self.tables, self.state, sample(self.state, self.pool))
            else:
                apply_chance(self.tables, self.state, sample(self.state, self.cards))

    def _note(self, s: State, action: int) -> bool:
        if self.rows == self.room or self.ids + self.space.size > self.id_room:
            return False
        seat, row = s.actor, self.rows
        self._complete(s, seat)
        write_row(
            self.tables,
            self.layout,
            s,
            seat,
            self.completed[2 * seat],
            self.completed[2 * seat + 1],
            self.observation_memory,
            row * self.layout.size,
        )
        self.seat_memory[row] = seat
        self.action_memory[row] = self._list_legal(s, row, self.space.ids[action])
        self.rows += 1
        return True

    def _complete(self, s: State, seat: int) -> None:
        """Note the completed tickets of a seat, if its tickets or routes are others than the last time."""
        for at in range(2 * seat, 2 * seat + 2):
            if (
                s.tickets[at] != self.held[at]
                or s.owned[2 * seat] != self.owned[2 * seat]
                or s.owned[2 * seat + 1] != self.owned[2 * seat + 1]
            ):
                self.completed[at] = done_of(self.tables, s, seat, at - 2 * seat, self.completed[at])
                self.held[at] = s.tickets[at]
        self.owned[2 * seat], self.owned[2 * seat + 1] = s.owned[2 * seat], s.owned[2 * seat + 1]

    def _list_legal(self, s: State, row: int, chosen: int) -> int:
        """Add the legal ids; the chosen one, or NOTHING if it is not among them."""
        n = legal_into(self.tables, s, self.moves, self.space.number != 0)
        start = self.ids
        for k in range(n):
            number = self.space.ids[self.moves.items[k]]
            if not self.marked[number]:
                self.marked[number] = 1
                self.legal_memory[self.ids] = number
                self.ids += 1
        found = chosen if chosen != NOTHING and self.marked[chosen] else NOTHING
        for i in range(start, self.ids):
            self.marked[self.legal_memory[i]] = 0
        self.count_memory[row] = self.ids - start
        return found
