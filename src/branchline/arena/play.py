"""Play the games of a job: in the core if all its bots live there, else move by move through their views."""

from __future__ import annotations

from branchline.arena.job import Job
from branchline.arena.players import make_player, seat_seed
from branchline.arena.referee import Referee
from branchline.arena.results import DIGEST, GameResult, SeatResult
from branchline.board import Board
from branchline.dealer import SeededDealer
from branchline.game import Game


def play_job(job: Job) -> list[GameResult]:
    """The results of a job's games. They depend on the job alone, except for the time they take."""
    return [play_game(job.board, job.seed, deal, bots, job.limit) for deal, bots in job.games]


def deal_game(board: Board, seats: int, seed: int, deal: int) -> Game:
    """The game with this index among the deals of a seed, before the first decision."""
    dealer = SeededDealer(0)
    dealer.rng.seed(seed, deal)
    return Game(board, seats, dealer=dealer)


def play_game(board: Board, seed: int, deal: int, bots: tuple[str, ...], limit: float) -> GameResult:
    """One game in which every bot sees its own view and nothing else."""
    game = deal_game(board, len(bots), seed, deal)
    referees = []
    for seat, spec in enumerate(bots):
        own = seat_seed(seed, deal, seat)
        referees.append(Referee(make_player(spec, own), limit, own))
    while game.actor is not None:
        view = game.view(game.actor)
        game.play(referees[game.actor].decide(view, view.legal))
    return summarise(game, seed, deal, bots, referees)


def summarise(game: Game, seed: int, deal: int, bots: tuple[str, ...], referees: list[Referee]) -> GameResult:
    """A finished game as a result."""
    end = game.position()
    seats = [
        SeatResult(
            bot=bots[seat],
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
            cpu=round(referee.cpu, 6),
            forfeits=referee.forfeits,
            fault=referee.fault,
        )
        for seat, (score, referee) in enumerate(zip(game.scores(), referees, strict=True))
    ]
    return GameResult(
        board=game.board.id,
        digest=game.board.digest[:DIGEST],
        seed=seed,
        deal=deal,
        first=game.first,
        native=False,
        seats=tuple(seats),
    )


def turns_of(seat: int, turns: int, first: int, seats: int) -> int:
    """A seat's part of all turns: they go round from the first seat on."""
    return (turns - (seat - first) % seats + seats - 1) // seats
