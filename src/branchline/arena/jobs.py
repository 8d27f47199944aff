"""Jobs: games that one worker plays. A job holds all that the worker needs, on whatever machine.

A deal gives the same first seat, cards and tickets to every seating, inside the core and outside of it.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextlib import ExitStack
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from msgspec.structs import replace

from branchline.arena.meter import THROWS, make_meter
from branchline.arena.native import play_native, self_play
from branchline.arena.players import all_in_core, throws_dice
from branchline.arena.referee import Referee
from branchline.arena.results import DIGEST_LENGTH, GameResult, SeatResult
from branchline.board import Board
from branchline.bots import make_bot
from branchline.core.review.luck import LuckMeter
from branchline.core.rng import Rng
from branchline.core.search.self_play import ENDLESS
from branchline.errors import BranchlineError
from branchline.game.codec import board_codec
from branchline.game.dealer import choose
from branchline.game.game import Game
from branchline.game.view import View

#: How long a bot may take for one decision, in seconds, before it forfeits it.
DECISION_SECONDS = 60.0

#: Streams of random numbers of a deal, as `SelfPlay` in the core numbers them.
STREAMS, CARDS, TICKETS, FIRST, LUCK, SEATS = 16, 1, 2, 3, 6, 8

R_co = TypeVar("R_co", covariant=True)


class Job(Protocol[R_co]):
    """What an executor runs. The result depends on the job alone, except for the times in it."""

    @property
    def in_core(self) -> bool:
        """Whether the core plays it, where nothing can interrupt a game."""
        ...

    def play(self) -> R_co:
        """Play the games."""
        ...

    def outside_core(self) -> Self | None:
        """The same games to be played outside the core, or None if that can't be."""
        ...


class GamesJob(NamedTuple):
    """Some games: each a deal, and the bots in seat order.

    `native` allows the core to play them; it is taken away from a job that ended its worker there. With `luck` that of
    each game is measured, which for bots that throw dice is done outside the core. With `records` each result brings
    the whole game.
    """

    board: Board
    seed: int
    games: tuple[tuple[int, tuple[str, ...]], ...]
    limit: float = DECISION_SECONDS
    native: bool = True
    luck: bool = False
    records: bool = False

    @property
    def in_core(self) -> bool:
        return self.native and all_in_core((bot for _, bots in self.games for bot in bots), self.luck)

    def play(self) -> list[GameResult]:
        if self.in_core:
            found = play_native(self.board, self.seed, self.games, self.luck)
            return list(map(self._recorded, found)) if self.records else found
        return [
            play_game(self.board, self.seed, deal, bots, self.limit, self.luck, self.records)
            for deal, bots in self.games
        ]

    def _recorded(self, result: GameResult) -> GameResult:
        """A result of the core with its game."""
        return replace(result, record=native_game(self.board, self.seed, result.deal, result.bots).record())

    def outside_core(self) -> GamesJob | None:
        return self._replace(native=False) if self.in_core else None

    def __str__(self) -> str:
        deals = sorted({deal for deal, _ in self.games})
        who = ", ".join(self.games[0][1])
        return f"{who} on {self.board.id}, seed {self.seed}, deals {deals[0]} to {deals[-1]}"

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_job, (type(self), pickled_board(self.board), *self[1:])


@lru_cache(maxsize=16)
def pickled_board(board: Board) -> bytes:
    """A board to be sent with many jobs: pickling takes a millisecond, as long as many games."""
    return pickle.dumps(board)


@lru_cache(maxsize=16)
def unpickled_board(data: bytes) -> Board:
    board: Board = pickle.loads(data)
    return board


def unpickle_job(kind: type[Any], board: bytes, *fields: Any) -> Any:
    """A job whose first field is a board, in the process to which it was sent."""
    return kind(unpickled_board(board), *fields)


class MatchDealer:
    """Deals as self-play in the core does: cards and tickets from two streams, by seed and index of the deal."""

    def __init__(self, board: Board, seed: int, deal: int) -> None:
        self.board, self.seed, self.index = board, seed, deal
        self._tickets = {ticket.id for ticket in board.tickets}
        self._cards, self._pool = stream(seed, deal, CARDS), stream(seed, deal, TICKETS)

    def first(self, seats: int) -> int:
        return stream(self.seed, self.index, FIRST).below(seats)

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        rng = self._pool if outcomes[0][0] in self._tickets else self._cards
        return choose(outcomes, rng.below(sum(weight for _, weight in outcomes)))

    def take_back(self, count: int) -> None:
        """Nothing to do: the next cards are as random as those that were dealt."""

    def copy(self) -> MatchDealer:
        twin = MatchDealer(self.board, self.seed, self.index)
        twin._cards, twin._pool = Rng(self._cards.get_state()), Rng(self._pool.get_state())
        return twin


def stream(seed: int, deal: int, number: int) -> Rng:
    """One of the streams of a deal."""
    rng = Rng()
    rng.seed(seed, STREAMS * deal + number)
    return rng


def deal_game(board: Board, seats: int, seed: int, deal: int) -> Game:
    """The game with this index among the deals of a seed, before the first decision."""
    return Game(board, seats, dealer=MatchDealer(board, seed, deal))


def seat_seed(seed: int, deal: int, seat: int, throw: int = 0) -> int:
    """The seed of a bot's own random numbers, apart from those of the deal. It has 32 bits.

    With the number of a further throw: the seed by which its dice fall differently.
    """
    numbers = stream(seed, deal, SEATS + seat)
    for _ in range(throw):
        numbers.next()
    return numbers.next() >> 32


def native_game(board: Board, seed: int, deal: int, bots: tuple[str, ...]) -> Game:
    """A game as the core plays it, move by move."""
    core = self_play(board, bots)
    core.play(seed, deal)
    actions = core.actions()
    if actions is None:
        raise BranchlineError(
            f"the game of {', '.join(bots)} on deal {deal} is too long to be told move by move"
        )
    game, codec = deal_game(board, len(bots), seed, deal), board_codec(board)
    for number in actions:
        game.play(codec.action(number, game.view(game.actor).offer))
    return game


def play_game(
    board: Board,
    seed: int,
    deal: int,
    bots: tuple[str, ...],
    limit: float,
    luck: bool = False,
    records: bool = False,
) -> GameResult:
    """One game, in which every bot sees its own view and nothing else."""
    game = deal_game(board, len(bots), seed, deal)
    meter = make_meter(board, bots) if luck else None
    result = make_result(game, seed, deal, play_out(game, seed, deal, bots, limit, meter))
    if records:
        result = replace(result, record=game.record())
    if meter is None:
        return result
    seats = [replace(seat, luck=meter.luck_of(i)) for i, seat in enumerate(result.seats)]
    return replace(result, seats=tuple(seats))


def play_out(
    game: Game, seed: int, deal: int, bots: tuple[str, ...], limit: float, meter: LuckMeter | None = None
) -> list[Referee]:
    """Let bots play a game to its end; their referees know what they did, and the meter how lucky they were."""
    if meter is not None:
        meter.begin(game.seats, game.first, stream(seed, deal, LUCK).next())
    with ExitStack() as players:
        referees = [
            Referee(players.enter_context(make_bot(bot, seed=seat_seed(seed, deal, seat))), limit)
            for seat, bot in enumerate(bots)
        ]
        dice = [Dice(bot, seed, deal, seat) for seat, bot in enumerate(bots)] if meter is not None else []
        for one in dice:
            players.enter_context(one)
        while game.actor is not None:
            view, referee = game.view(game.actor), referees[game.actor]
            endless, forfeits = game.moves >= ENDLESS, referee.forfeits
            action = referee.decide(view, endless)
            number = board_codec(game.board).number(action, view.offer)
            if meter is not None and number is not None:
                if referee.forfeits == forfeits:
                    meter.note_dice(game.state(), number, dice[game.actor].throw(view))
                meter.note(game.state(), number)
            game.play(action)
    if meter is not None:
        meter.end(game.state())
    return referees


class Dice(ExitStack):
    """What else a bot that decides by dice would do in the positions of one seat; nothing for any other bot."""

    def __init__(self, spec: str, seed: int, deal: int, seat: int) -> None:
        super().__init__()
        throws = THROWS if throws_dice(spec) else 0
        self.bots = [
            self.enter_context(make_bot(spec, seed=seat_seed(seed, deal, seat, throw)))
            for throw in range(1, throws + 1)
        ]

    def throw(self, view: View) -> list[int]:
        """The numbers of the moves that it makes with other dice."""
        if len(view.legal) == 1:
            return []
        moves = [bot.choose(view, view.legal) for bot in self.bots]
        numbers = [board_codec(view.board).number(one, view.offer) for one in moves]
        return [one for one in numbers if one is not None]


def make_result(game: Game, seed: int, deal: int, referees: list[Referee]) -> GameResult:
    """The result of a finished game."""
    end = game.position()
    seats = [
        SeatResult(
            bot=referee.bot.spec,
            rank=score.rank,
            total=score.total,
            routes=score.routes,
            tickets=score.tickets,
            longest=score.longest,
            stations=score.stations,
            districts=score.districts,
            most_tickets=score.most_tickets,
            tickets_done=score.tickets_done,
            tickets_kept=len(end.tickets[seat]),
            turns=turns_of(seat, end.turns, end.first, game.seats),
            decisions=referee.decisions,
            cpu=round(referee.cpu, 9),
            forfeits=referee.forfeits,
            fault=referee.fault,
        )
        for seat, (score, referee) in enumerate(zip(game.scores(), referees, strict=True))
    ]
    return GameResult(
        board=game.board.id,
        digest=game.board.digest[:DIGEST_LENGTH],
        seed=seed,
        deal=deal,
        first=game.first,
        native=False,
        seats=tuple(seats),
        stalemate=end.passes == game.seats,
    )


def turns_of(seat: int, turns: int, first: int, seats: int) -> int:
    """A seat's part of all turns: they go round from the first seat on."""
    return (turns - (seat - first) % seats + seats - 1) // seats
