"""The core's interface for Python: the state of one game and the rules. All input is checked here."""

from __future__ import annotations

from collections.abc import Callable

import cython

from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

from .rng import Rng

if not cython.compiled:
    from branchline.core.constants import AFTER_SETUP, HAND_CARD, LONG_TICKET, TURN
    from branchline.core.rules.chance import sample
    from branchline.core.rules.legal import count_legal, is_legal, legal_at, legal_into
    from branchline.core.rules.scoring import score_game
    from branchline.core.rules.step import advance, apply_chance, step
    from branchline.core.rules.tickets import seat_dealt_to

from branchline.core.rules.chance import outcomes


class Engine:
    """A state on a board. Actions and outcomes of chance are numbers; `Tables.action` says what they mean.

    Copies and pickles are independent. Copies share the tables, which never change.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables, self.state, self.moves = tables, State(), Moves()

    def start(self, seats: int, first: int) -> None:
        """Begin a game; chance is to move."""
        self.state.reset(self.tables, seats, first)

    def copy(self) -> Engine:
        """An independent engine with the same state."""
        return engine_at(self.tables, self.state)

    def __copy__(self) -> Engine:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Engine:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[Tables, State], Engine], tuple[Tables, State]]:
        return engine_at, (self.tables, self.state)

    def resume(self, state: State) -> None:
        """Go on from a state in which a seat is to move. Pile and row are brought in order first (D6, D7, D8)."""
        self.state.copy_from(state)
        self.state.after = AFTER_SETUP
        if self.state.phase == TURN:
            advance(self.tables, self.state)

    def legal(self, canonical: bool = False) -> list[int]:
        """The actor's legal actions in ascending order; the canonical ones pay the fewest wilds of each colour."""
        if self.state.chance:
            return []
        legal_into(self.tables, self.state, self.moves, canonical)
        return self.moves.to_list()

    def count_legal(self) -> int:
        """How many actions `legal` would list."""
        return 0 if self.state.chance else count_legal(self.tables, self.state, self.moves)

    def legal_at(self, n: int) -> int:
        """The action with n others before it in the list of `legal`, which is not made: random games use this."""
        if not 0 <= n < self.count_legal():
            raise IndexError(n)
        return legal_at(self.tables, self.state, self.moves, n)

    def is_legal(self, action: int) -> bool:
        """Whether the actor may play an action now."""
        return not self.state.chance and is_legal(self.tables, self.state, self.moves, action)

    def play(self, action: int) -> bool:
        """Play an action if it is legal; False, and nothing happens, if it is not."""
        if not self.is_legal(action):
            return False
        step(self.tables, self.state, action)
        return True

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may deal now, with its weights."""
        return outcomes(self.state)

    def event(self, outcome: int) -> int:
        """The number that stands in the log for dealing an outcome now; `decode_event` unpacks it."""
        seat = self.state.actor
        if self.state.chance >= LONG_TICKET:
            seat = seat_dealt_to(self.tables, self.state)
        elif self.state.chance == HAND_CARD:
            seat = self.state.dealt // self.tables.hand
        return 65536 * self.state.chance + 256 * seat + outcome

    def deal(self, outcome: int) -> int:
        """Let chance deal an outcome that is among `outcomes()`; gives the event for the log."""
        for possible, _ in outcomes(self.state):
            if possible == outcome:
                event = self.event(outcome)
                apply_chance(self.tables, self.state, outcome)
                return event
        raise ValueError(f"chance cannot deal {outcome} now")

    def deal_random(self, rng: Rng) -> list[int]:
        """Let chance move at random until a seat is to move; gives the events for the log."""
        events = []
        while self.state.chance:
            outcome = sample(self.state, rng)
            events.append(self.event(outcome))
            apply_chance(self.tables, self.state, outcome)
        return events

    def scores(self) -> Scores:
        """The scores, as if the game ended now."""
        found = Scores()
        score_game(self.tables, self.state, found)
        return found

    def deals_ticket(self) -> bool:
        """Whether chance is to deal a ticket, and not a card."""
        return self.state.chance >= LONG_TICKET


def engine_at(tables: Tables, state: State) -> Engine:
    """An engine at a position, with a state of its own."""
    engine = Engine(tables)
    engine.state.copy_from(state)
    return engine


def decode_event(event: int) -> tuple[int, int, int]:
    """What `Engine.event` packed: kind of chance, the seat that it was for, and the outcome."""
    return event >> 16, event >> 8 & 255, event & 255
