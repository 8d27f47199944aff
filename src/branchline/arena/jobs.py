"""Jobs: games that one worker plays. A job holds all that the worker needs, on whatever machine."""

from __future__ import annotations

import pickle
from contextlib import ExitStack
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from branchline.arena.deal import deal_game, seat_seed
from branchline.arena.native import play_native
from branchline.arena.players import is_native
from branchline.arena.referee import Referee
from branchline.arena.results import DIGEST_LENGTH, GameResult, SeatResult
from branchline.board import Board
from branchline.bots import make_bot
from branchline.core.policies.self_play import ENDLESS
from branchline.game.game import Game

#: How long a bot may take for one decision, in seconds, before it forfeits it.
DECISION_SECONDS = 60.0

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

    `native` allows the core to play them; it is taken away from a job that ended its worker there.
    """

    board: Board
    seed: int
    games: tuple[tuple[int, tuple[str, ...]], ...]
    limit: float = DECISION_SECONDS
    native: bool = True

    @property
    def in_core(self) -> bool:
        return self.native and all(is_native(bot) for _, bots in self.games for bot in set(bots))

    def play(self) -> list[GameResult]:
        if self.in_core:
            return play_native(self.board, self.seed, self.games)
        return [play_game(self.board, self.seed, deal, bots, self.limit) for deal, bots in self.games]

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


def play_game(board: Board, seed: int, deal: int, bots: tuple[str, ...], limit: float) -> GameResult:
    """One game, in which every bot sees its own view and nothing else."""
    game = deal_game(board, len(bots), seed, deal)
    with ExitStack() as players:
        referees = [
            Referee(players.enter_context(make_bot(bot, seed=seat_seed(seed, deal, seat))), limit)
            for seat, bot in enumerate(bots)
        ]
        while game.actor is not None:
            view = game.view(game.actor)
            endless = game.moves >= ENDLESS
            game.play(referees[game.actor].decide(view, endless))
        return make_result(game, seed, deal, referees)


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
