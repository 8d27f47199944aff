"""Play the games of a job: in the core if all its bots live there, else move by move through their views."""

from __future__ import annotations

from contextlib import ExitStack

from branchline.arena.deal import deal_game, seat_seed
from branchline.arena.job import Job
from branchline.arena.native import play_native
from branchline.arena.players import is_native
from branchline.arena.referee import Referee
from branchline.arena.results import DIGEST_LENGTH, GameResult, SeatResult
from branchline.board import Board
from branchline.bots import make_bot
from branchline.core.policies.self_play import ENDLESS
from branchline.game.game import Game


def in_core(job: Job) -> bool:
    """Whether a job is played inside the core."""
    return job.native and all(is_native(bot) for _, bots in job.games for bot in set(bots))


def play_job(job: Job) -> list[GameResult]:
    """The results of a job's games. They depend on the job alone, except for the time they take."""
    if in_core(job):
        return play_native(job.board, job.seed, job.games)
    return [play_game(job.board, job.seed, deal, bots, job.limit) for deal, bots in job.games]


def play_game(board: Board, seed: int, deal: int, bots: tuple[str, ...], limit: float) -> GameResult:
    """One game in which every bot sees its own view and nothing else."""
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
        return summarise(game, seed, deal, referees)


def summarise(game: Game, seed: int, deal: int, referees: list[Referee]) -> GameResult:
    """A finished game as a result."""
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
    )


def turns_of(seat: int, turns: int, first: int, seats: int) -> int:
    """A seat's part of all turns: they go round from the first seat on."""
    return (turns - (seat - first) % seats + seats - 1) // seats
