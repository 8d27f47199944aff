"""Game: a game with its rules. It knows whose move it is, what is legal, and what happened."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.board import Board, load_board
from branchline.core.constants import KEEP, NOTHING, OVER
from branchline.core.engine import Engine
from branchline.core.rules.state import State
from branchline.errors import BranchlineError, IllegalMove, Reason, short
from branchline.game.action import Action
from branchline.game.actions import action_space, not_legal
from branchline.game.codec import board_codec
from branchline.game.dealer import Dealer, SeededDealer
from branchline.game.grammar import check_action, parse
from branchline.game.log import Log, LoggedMove
from branchline.game.observe import final_scores, legal_actions, observe
from branchline.game.position import Origin, Position, build, check_seats, describe, is_number
from branchline.game.position_check import check_position
from branchline.game.reasons import explain
from branchline.game.setup import BySeat, make_position
from branchline.game.view import PHASES, LogEntry, Score, View

if TYPE_CHECKING:
    from branchline.bots.bot import Bot


class Game:
    """A game in progress, or over. Whenever it is chance's move, the dealer plays it."""

    def __init__(
        self,
        board: Board | str | Path,
        seats: int = 2,
        seed: int | None = None,
        *,
        first: int | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        board = board if isinstance(board, Board) else load_board(board)
        check_seats(board, seats, first)
        dealer = dealer or SeededDealer(random_seed() if seed is None else seed)
        drawn = dealer.first(seats)
        self._prepare(board, seats, drawn if first is None else first, dealer)
        self._engine.start(self.seats, self.first)
        self._log.add(LoggedMove(None, None, (), self._deal()))

    def _prepare(self, board: Board, seats: int, first: int, dealer: Dealer) -> None:
        self.board, self.seats, self.first, self.dealer = board, seats, first, dealer
        self._start: Position | None = None
        self._began: State | None = None
        self._removed: tuple[tuple[str, ...], ...] = ()
        self.origin: Origin | None = None
        self._codec = board_codec(board)
        self._engine = Engine(self._codec.tables)
        self._log = Log(self._codec)

    @classmethod
    def setup(
        cls,
        board: Board | str | Path,
        *,
        dealer: Dealer | None = None,
        seed: int = 0,
        seats: int | None = None,
        hands: BySeat[Mapping[str, int]] = (),
        row: Sequence[str | None] | None = None,
        pile: Mapping[str, int] | None = None,
        discards: Mapping[str, int] | None = None,
        routes: BySeat[Iterable[str]] = (),
        stations: BySeat[Iterable[str]] = (),
        tickets: BySeat[Iterable[str]] = (),
        cars: BySeat[int | None] = (),
        actor: int = 0,
        first: int = 0,
        last_turns: int | None = None,
        pool: Iterable[str] | None = None,
        returned: Iterable[str | tuple[str, int]] = (),
        known: BySeat[Mapping[str, int]] = (),
    ) -> Game:
        """A game that starts from any possible position, at the start of the actor's turn.

        What goes by seat is a sequence, or a mapping from the seat. What is left out is as after the deal, with empty
        hands and no tickets (`branchline.game.setup` says it in detail). An impossible position is a `PositionError`.
        """
        board = board if isinstance(board, Board) else load_board(board)
        position = make_position(
            board,
            seats=seats,
            hands=hands,
            row=row,
            pile=pile,
            discards=discards,
            routes=routes,
            stations=stations,
            tickets=tickets,
            cars=cars,
            actor=actor,
            first=first,
            last_turns=last_turns,
            pool=pool,
            returned=returned,
            known=known,
        )
        return cls.from_position(board, position, dealer or SeededDealer(seed))

    @classmethod
    def from_position(
        cls, board: Board, position: Position, dealer: Dealer, origin: Origin | None = None
    ) -> Game:
        """A game that starts from a position; an impossible one is a `PositionError`.

        `origin` says of which game it is a position (`play_on`).
        """
        check_position(board, position)
        state = build(position, board_codec(board))
        return cls._from_state(board, state, dealer, position.removed, origin)

    @classmethod
    def _from_state(
        cls,
        board: Board,
        state: State,
        dealer: Dealer,
        removed: tuple[tuple[str, ...], ...],
        origin: Origin | None = None,
    ) -> Game:
        game = cls.__new__(cls)
        game._prepare(board, state.seats, state.first, dealer)
        game.origin = origin
        game._began, game._removed = state, removed
        game._log.note_removed(removed)
        if state.starting:
            game._log.offers = tuple(game._codec.ticket_ids(state.offer_of(p)) for p in range(state.seats))
        game._engine.resume(state)
        events = game._deal()
        if events or origin is not None:  # a log that goes on from another game begins like any other
            game._log.add(LoggedMove(None, None, (), events))
        return game

    @classmethod
    def from_view(cls, view: View, state: State, seed: int) -> Game:
        """A game made from a view by dealing out what is hidden; that viewer saw the same moves in it."""
        removed: tuple[tuple[str, ...], ...] = ()
        if view.removed:
            removed = tuple(tuple(view.removed) if p == view.seat else () for p in range(state.seats))
        game = cls._from_state(view.board, state, SeededDealer(seed), removed)
        game._log.remember(view.seat, view.log)
        return game

    @classmethod
    def replay(cls, text: str, board: Board | None = None, *, ply: int | None = None) -> Game:
        """The game of a record, with `ply` after so many moves; a `RecordError` says where it can't be read or played.

        `play_on` then makes a new game that begins there.
        """
        from branchline.game.record import replay

        return replay(text, board, ply)

    def play_on(
        self,
        seat: int | None = None,
        *,
        seed: int | None = None,
        dealer: Dealer | None = None,
        belief: Sequence[int] = (),
        game: str = "",
    ) -> Game:
        """A new game that begins in this position; its record says so, and of which game it is.

        All cards are those of this game. With `seat`, whatever that seat does not know is dealt anew: evenly, or
        tickets by the weights of a belief. `game` is the name of this game, such as its id at a server.
        """
        from branchline.game.continuation import play_on

        return play_on(self, seat, seed=seed, dealer=dealer, belief=belief, game_id=game)

    def play_out(self, bots: Sequence[str | Bot], *, seed: int = 0) -> list[Score]:
        """The final scores if these bots, in seat order, play the game to its end; this game stays as it is.

        Cards that are not dealt yet follow from the seed. Bots that the core can play never leave it.
        """
        from branchline.bots.rollouts import play_out

        return play_out(self, bots, seed=seed)

    def record(self, bots: Mapping[int, str] | None = None) -> str:
        """The whole game as text, secrets included; `Game.replay` gives it back.

        `bots` names the bots whose moves can be repeated (`exact_spec`), by the number of moves before.
        """
        from branchline.game.record import write_record

        return write_record(self, bots or {})

    def public_record(self, seat: int | None = None) -> str:
        """The game as text, as one seat or a spectator saw it."""
        from branchline.game.record import write_public_record

        return write_public_record(self, seat)

    def at_first_choice(self, seat: int) -> Game:
        """A copy in which a seat is to choose its first tickets. All choose at once (S5).

        The seats before it kept the last of their choices; it can't see which.
        """
        game = self.copy()
        while game.actor != seat:
            game.play(game.legal()[-1])
        return game

    def copy(self) -> Game:
        """An independent game in the same position; its dealer will deal the same cards.

        `copy.copy` and `copy.deepcopy` do the same, and a pickle holds such a game.
        """
        twin = type(self).__new__(type(self))
        twin._prepare(self.board, self.seats, self.first, self.dealer.copy())
        twin._start, twin._began, twin._removed = self._start, self._began, self._removed
        twin.origin = self.origin
        twin._engine = self._engine.copy()
        twin._log = self._log.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds; the rest is made from the board again."""
        return {
            "board": self.board,
            "seats": self.seats,
            "first": self.first,
            "dealer": self.dealer,
            "start": self.start,
            "origin": self.origin,
            "state": self._engine.state,
            "log": self._log,
        }

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self._prepare(fields["board"], fields["seats"], fields["first"], fields["dealer"])
        self._start, self.origin, self._log = fields["start"], fields["origin"], fields["log"]
        self._engine.state.copy_from(fields["state"])

    @property
    def start(self) -> Position | None:
        """The position in which the game began, if that was not the usual start."""
        if self._start is None and self._began is not None:  # described only when somebody asks
            found = describe(self._began, self._codec)
            self._start = msgspec.structs.replace(found, removed=self._removed)
        return self._start

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._engine.state.phase == OVER

    @property
    def actor(self) -> int | None:
        """The seat to move, or None when the game is over."""
        state = self._engine.state
        return None if state.phase == OVER else state.actor

    @property
    def phase(self) -> str:
        """What the game waits for: keep, turn, second_card, tunnel or over."""
        return PHASES[self._engine.state.phase]

    @property
    def moves(self) -> int:
        """How many moves the seats have made."""
        return self._log.moves

    @property
    def log(self) -> list[LogEntry]:
        """What happened, move by move with what chance dealt, secrets included. `view(seat).log` is what a seat saw."""
        return self._log.full()

    def latest(self) -> list[LogEntry]:
        """The last entry of the log, or nothing while it is empty."""
        return self._log.latest()

    def legal(self) -> list[Action]:
        """The actor's legal actions, in a fixed order."""
        return legal_actions(self._engine, self._codec, self._offer())

    def legal_ids(self, space: str = "full") -> list[int]:
        """The ids of what the actor may do, in ascending order, in one of the spaces of `board.actions`."""
        return action_space(self.board, space).core.legal(self._engine.state)

    def play_id(self, number: int, space: str = "full") -> None:
        """Play the action with an id of a space, as `play` does; `IllegalMove` says why it can't be done now."""
        chosen = action_space(self.board, space)
        found = NOTHING
        if is_number(number, 0, len(chosen) - 1):
            found = chosen.core.find(self._engine.state, number)
        if found == NOTHING:
            raise not_legal(chosen, number)
        self.play(self._codec.action(found, self._offer()))

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action or its text, and let the dealer play chance until a seat is to move again.

        An illegal one raises `IllegalMove` (or `NotationError`) and changes nothing. With `seat`, it must be that one's
        turn.
        """
        if isinstance(action, str):
            action = parse(action, self.board)
        state = self._engine.state
        offer = self._offer()
        number = self._number(action, offer)
        actor, before = state.actor, state.clone()
        if number is None or (seat is not None and seat != actor) or not self._engine.play(number):
            raise IllegalMove(self._explain(action, seat))
        try:
            events = self._deal()
        except BranchlineError:
            state.copy_from(before)
            raise
        self._log.add(LoggedMove(actor, number, self._codec.action(number, offer).tickets, events))

    def why_not(self, action: Action | str, seat: int | None = None) -> Reason | None:
        """None if the action is legal now (for that seat), else why it is not."""
        try:
            action = parse(action, self.board) if isinstance(action, str) else action
            number = self._number(action, self._offer())
        except IllegalMove as error:
            return error.reason
        except BranchlineError as error:
            return Reason("not_a_move", str(error))
        mine = seat is None or seat == self._engine.state.actor
        if number is not None and mine and self._engine.is_legal(number):
            return None
        return self._explain(action, seat)

    def view(self, seat: int | None) -> View:
        """What a seat knows; `view(None)` is the spectator's."""
        if seat is not None and not is_number(seat, 0, self.seats - 1):
            raise BranchlineError(
                f"there is no seat {short(seat)}: seats are 0 to {self.seats - 1}, None is a spectator"
            )
        return observe(self._engine, self._codec, self._log, seat)

    def scores(self) -> list[Score]:
        """The final scores in seat order; only once the game is over."""
        if not self.over:
            raise BranchlineError("the game is not over: there are no final scores yet")
        return final_scores(self._engine)

    def winners(self) -> list[int]:
        """The seats that won; several if they share the victory."""
        return [seat for seat, score in enumerate(self.scores()) if score.rank == 1]

    def borrowed(self) -> list[dict[str, str]]:
        """Once over: for each seat, which route of another each of its stations uses, as city → route (B3)."""
        self.scores()
        found = self._engine.scores()
        stations = self.position().stations
        return [
            {
                city: self.board.routes[route].id
                for city, route in zip(stations[seat], found.borrowed_by(seat), strict=False)
                if route >= 0
            }
            for seat in range(self.seats)
        ]

    def position(self) -> Position:
        """The whole position by name, secrets included."""
        found = describe(self._engine.state, self._codec)
        if self.board.refused != "out":
            return found
        removed = tuple(self._log.refused(seat) for seat in range(self.seats))
        return msgspec.structs.replace(found, removed=removed if any(removed) else ())

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.phase}, seat {self.actor} to move"
        return f"<Game {self.board.id}, {self.seats} seats, {self.moves} moves: {state}>"

    def _repr_svg_(self) -> str | None:
        """The position as a spectator sees it, in a notebook; None if its layout is too old."""
        from branchline.drawing.notebook import game_picture

        return game_picture(self)

    def state(self) -> State:
        """The position as the core has it, secrets included; a copy."""
        return self._engine.state.clone()

    def _offer(self) -> tuple[str, ...]:
        if self._engine.state.phase != KEEP:
            return ()
        return self._codec.ticket_ids(self._engine.state.offer_of(self._engine.state.actor))

    def _number(self, action: Action, offer: tuple[str, ...]) -> int | None:
        """The core's number of an action, if there is one; `NotationError` if it is no action at all."""
        try:
            number = self._codec.number(action, offer)
        except (AttributeError, TypeError):  # made by hand, of anything
            number = None
        if number is None:
            check_action(action)
        return number

    def _explain(self, action: Action, seat: int | None) -> Reason:
        actor = self._engine.state.actor
        return explain(self.view(actor if seat is None else seat), action)

    def _deal(self) -> list[int]:
        """Let the dealer play chance until a seat is to move; what it dealt, as events of the core."""
        if isinstance(self.dealer, SeededDealer):
            return self._engine.deal_random(self.dealer.rng)
        events: list[int] = []
        try:
            while self._engine.state.chance:
                events.append(self._deal_one())
        except BranchlineError:
            self.dealer.take_back(len(events))
            raise
        return events

    def _deal_one(self) -> int:
        ticket = self._engine.deals_ticket()
        possible = self._engine.outcomes()
        tickets, names = self.board.tickets, self._codec.card_names
        named = [(tickets[i].id if ticket else names[i], weight) for i, weight in possible]
        chosen = self.dealer.deal(named)
        for (name, _), (outcome, _) in zip(named, possible, strict=True):
            if name == chosen:
                return self._engine.deal(outcome)
        raise BranchlineError(f"the dealer dealt {chosen!r}, which is not among the outcomes")


def random_seed() -> int:
    """A seed that nobody can guess."""
    return int.from_bytes(os.urandom(8), "big") >> 1
