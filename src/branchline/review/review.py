"""`review`: a finished game, its win chances, errors, luck and what it turned on."""

from __future__ import annotations

from msgspec.structs import replace

from branchline.board import Board
from branchline.game.game import Game

from .analysis import Analysis, Found, Progress
from .explain import explain, find_moments
from .judge import (
    Errors,
    count_errors,
    make_decisions,
    make_luck,
    make_points,
    make_seats,
    make_turning_points,
)
from .levels import Level, deeper, find_level
from .result import VERSION, Budget, Review
from .store import Store
from .walk import walk


def review(
    record: Game | str,
    level: str = "standard",
    progress: Progress | None = None,
    store: Store | None = None,
    *,
    board: Board | None = None,
    threads: int | None = None,
) -> Review:
    """Review a finished game, or the text of its record.

    `progress` is called with the moves that are done and all moves; whatever it raises stops the review. With a `store`
    it goes on from there the next time. `board` is needed for a record of a board that is not built in. The result
    does not depend on `threads`.
    """
    chosen = find_level(level)
    game = record if isinstance(record, Game) else Game.replay(record, board)
    work = Analysis(walk(game), store, threads)
    result = _compose(work, work.run(chosen, progress), chosen)
    if level != "quick" and any(seat.large_residual for seat in result.seats):
        more = deeper(chosen)
        result = _compose(work, work.run(more, progress), more)
    return result


def judge_moves(game: Game, level: Level, threads: int | None = None) -> tuple[Errors, ...]:
    """The errors of all seats of a finished game, without chances, luck and ledgers: a small part of the work."""
    work = Analysis(walk(game), threads=threads)
    decisions = make_decisions(work.walk, work.choices(replace(level, known=1)))
    return tuple(count_errors(seat, decisions) for seat in range(game.seats))


def _compose(work: Analysis, found: Found, level: Level) -> Review:
    steps, game = work.walk, work.walk.game
    points = make_points(steps, found, work.file)
    decisions = explain(steps, make_decisions(steps, found.choices))
    luck = make_luck(steps, found)
    seats = make_seats(steps, found, decisions, luck)
    turns = make_turning_points(points, decisions, luck)
    return Review(
        version=VERSION,
        level=level.name,
        board=game.board.id,
        digest=game.board.digest,
        network=work.network,
        first=game.first,
        moves=tuple(str(step.move) for step in steps.steps),
        seats=seats,
        points=points,
        decisions=decisions,
        luck=luck,
        turning_points=turns,
        moments=find_moments(steps, decisions, luck, turns),
        budget=Budget(
            worlds=level.worlds + level.more,
            depth=level.depth,
            rollouts=level.rollouts,
            rounds=level.rounds,
            refined=level != find_level(level.name),
        ),
    )
