"""View: what one seat, or a spectator, may know (H1, H2). Everything outside the core sees a game through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from branchline.board import Board, known_board
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.errors import BranchlineError, PositionError, first_line
from branchline.game.action import Action, Cards
from branchline.game.codec import board_codec
from branchline.game.grammar import parse

if TYPE_CHECKING:
    from branchline.bots.rollouts import Outcome
    from branchline.core.rules.knowledge import Knowledge
    from branchline.core.search.belief import Belief
    from branchline.game.game import Game

PHASES = ("keep", "turn", "second_card", "tunnel", "over")
HIDDEN = "?"
NO_VIEW = "this is no view"


class Randomness(Protocol):
    """What `determinise` needs of a generator of random numbers; `random.Random` has it."""

    def random(self) -> float: ...


#: What a score is made of (E2); parts that a board does not have are 0.
SCORE_PARTS = ("routes", "tickets", "longest", "stations", "districts", "most_tickets")


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's final score, part by part (E2), and its rank: 1 for a winner.

    `most_tickets` is the bonus for the most completed tickets (E6), left out in JSON if it is 0.
    """

    routes: int
    tickets: int
    longest: int
    stations: int
    districts: int
    total: int
    tickets_done: int
    longest_length: int
    rank: int
    most_tickets: int = 0


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat.

    `tickets` is how many it holds, `kept` how many of its first tickets it kept, `offered` from how many it is just
    choosing; `known` are cards that everybody has seen it take and not yet pay.
    """

    cars: int
    cards: int
    tickets: int
    stations: int
    score: int
    known: Cards
    kept: int
    offered: int


class TunnelView(msgspec.Struct, frozen=True):
    """A tunnel that waits for its extra cards."""

    route: str
    laid: Cards
    revealed: list[str]
    extra: int


class LogEntry(msgspec.Struct, frozen=True):
    """A move and what chance then dealt, as a viewer saw it: `?` for what was hidden from it.

    The first entry of a game is the deal: no seat, move `deal`.
    """

    seat: int | None
    move: str
    chance: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = "-" if self.seat is None else str(self.seat)
        return " ".join((who, self.move, *(("> " + " ".join(self.chance),) if self.chance else ())))


class ViewData(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view that is plain data.

    `starting` says that the first tickets are still being chosen. `bottom` lists the tickets returned under the deck,
    from the top down: a name only where this viewer returned it itself. `removed` are its own first tickets that left
    the game. `scores` and `revealed`, all tickets by seat, are there once the game is over.
    """

    seat: int | None
    first: int
    actor: int | None
    phase: str
    starting: bool
    turn: int
    row: list[str | None]
    pile: int
    discards: Cards
    hand: Cards
    tickets: list[str]
    offer: list[str]
    seats: list[SeatView]
    routes: dict[str, int]
    stations: dict[str, int]
    tunnel: TunnelView | None
    tickets_left: int
    bottom: list[str | None]
    removed: list[str]
    last_turns: int | None
    passes: int
    log: list[LogEntry]
    scores: list[Score] | None = None
    revealed: list[list[str]] | None = None


msgspec.json.Decoder(ViewData)  # now, before two threads do it at once: see board/file.py


class View(ViewData, frozen=True, kw_only=True, dict=True):
    """What one viewer knows at one moment: `ViewData`, the board, and the viewer's legal moves if it is its turn."""

    board: Board
    legal: list[Action]

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal moves in `board.actions`, in the order of `legal`."""
        number = board_codec(self.board).number
        return [found for action in self.legal if (found := number(action, self.offer)) is not None]

    def to_json(self, log_from: int | None = 0) -> bytes:
        """The view as JSON with the same names; the board by its id, actions as their text.

        `log` begins with entry number `log_from`; with None it is left out.
        """
        plain = msgspec.structs.asdict(self)
        plain["board"], plain["legal"] = self.board.id, [str(action) for action in self.legal]
        plain["log"] = self.log[log_from:]
        if log_from is None:
            del plain["log"]
        return msgspec.json.encode(plain)

    @staticmethod
    def from_json(text: bytes | str, board: Board | None = None) -> View:
        """A view from its JSON; `board` is needed if it is not one that comes with Branchline.

        It is checked against the board: a `PositionError` says what no game can have.
        """
        from branchline.game.view_check import check_view

        try:
            plain = msgspec.json.decode(text, type=dict[str, Any])
            here = board or known_board(plain.pop("board"))
            legal = [parse(action, here) for action in plain.pop("legal")]
            plain_part = msgspec.convert(plain, type=ViewData, dec_hook=lambda _, cards: Cards(cards))
        except (
            msgspec.MsgspecError,
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
            RecursionError,
        ) as error:
            raise PositionError(f"{NO_VIEW}: {first_line(error)}") from None
        return check_view(View(board=here, legal=legal, **msgspec.structs.asdict(plain_part)))

    def knowledge(self) -> Knowledge:
        """What this viewer knows, as a state of the core. Bots decide on it, and `determinise` completes it."""
        from branchline.game.knowledge import knowledge

        return knowledge(self)

    def open_routes(self, seat: int | None = None) -> frozenset[str]:
        """The routes that a seat may still claim, if none is named this one; for a spectator, those that anybody may.

        The twin of a claimed route may be closed (R6).
        """
        from branchline.game.knowledge import open_routes

        return open_routes(self, self.seat if seat is None else seat)

    def _repr_html_(self) -> str:
        """The position as this viewer sees it, in a notebook."""
        from branchline.drawing.notebook import view_html

        return view_html(self)

    def determinise(self, rng: Randomness, belief: Belief | None = None) -> Game:
        """A full game that agrees with this view, drawn evenly from all that agree with its counts.

        It reads the view alone. Its own record begins at this position. A belief (`branchline.value.ticket_belief`)
        says which tickets others rather hold; what is known stays exact. The first world of a view costs more than the
        next ones: what they share is kept.
        """
        from branchline.game.game import Game

        if self.phase == "over":
            raise BranchlineError("the game is over: nothing is hidden any more")
        seed = int(rng.random() * 2**53)
        state = State()
        self._shared_knowledge(belief).fill(board_codec(self.board).tables, Rng(seed), state)
        return Game.from_view(self, state, seed)

    def rollouts(
        self,
        policy: str = "hybrid",
        n: int = 400,
        moves: Iterable[Action | str] | None = None,
        *,
        seed: int = 0,
        belief: Belief | None = None,
    ) -> list[Outcome]:
        """What comes of moves of this seat if a policy then plays on for all, in n worlds each, the best move first.

        The games run inside the core. All moves are tried in the same worlds, with the same luck. Unless moves are
        named, they are those that the bot `search` would compare; `moves=view.legal` takes all.
        """
        from branchline.bots.rollouts import rollouts

        return rollouts(self, policy, n, moves, seed=seed, belief=belief)

    def _shared_knowledge(self, belief: Belief | None) -> Knowledge:
        """What this viewer knows, made once; `fill` changes nothing in it that lasts. Not a part of the view's data."""
        kept: dict[Belief | None, Knowledge] = self.__dict__.setdefault("_knowledge", {})
        if belief not in kept:
            known = self.knowledge()
            if belief is not None:
                belief.weigh(known)
            kept[belief] = known
        return kept[belief]
