"""Games that never leave the core: all their bots can be played inside it."""

from __future__ import annotations

import time
from functools import lru_cache

from branchline.arena.meter import make_meter
from branchline.arena.players import core_player
from branchline.arena.referee import ENDLESS_FAULT
from branchline.arena.results import DIGEST_LENGTH, GameResult, SeatResult
from branchline.board import Board
from branchline.core.review.luck import LuckMeter
from branchline.core.search import self_play as core
from branchline.game.codec import board_codec
from branchline.game.view import SCORE_PARTS

#: How long a bot is timed, in seconds of CPU time.
TIMING_SECONDS = 0.05
RANDOM = "random"


def self_play(board: Board, bots: tuple[str, ...], meter: LuckMeter | None = None) -> core.SelfPlay:
    """Self-play in the core with these bots in seat order."""
    players = [core_player(bot, board, len(bots)) for bot in bots]
    return core.SelfPlay(board_codec(board).tables, players, meter=meter)


def play_native(
    board: Board, seed: int, games: tuple[tuple[int, tuple[str, ...]], ...], luck: bool = False
) -> list[GameResult]:
    """The results of these games, each a deal and the bots in seat order; with their luck if that is wanted."""
    lineups = dict.fromkeys(bots for _, bots in games)
    meters = {bots: make_meter(board, bots) if luck else None for bots in lineups}
    seated = {bots: self_play(board, bots, meters[bots]) for bots in lineups}
    found = []
    for deal, bots in games:
        game, meter = seated[bots], meters[bots]
        game.play(seed, deal)
        seats = [game.result(seat) for seat in range(len(bots))]
        found.append(
            GameResult(
                board=board.id,
                digest=board.digest[:DIGEST_LENGTH],
                seed=seed,
                deal=deal,
                first=game.state.first,
                native=True,
                seats=tuple(
                    _seat(board, bot, seat, len(bots), None if meter is None else meter.luck_of(i))
                    for i, (bot, seat) in enumerate(zip(bots, seats, strict=True))
                ),
                stalemate=game.state.passes == len(bots),
            )
        )
    return found


def _seat(board: Board, bot: str, seat: dict[str, int], seats: int, luck: float | None) -> SeatResult:
    return SeatResult(
        bot=bot,
        rank=seat["rank"],
        total=seat["total"],
        routes=seat["routes"],
        tickets=seat["tickets"],
        longest=seat["longest"],
        stations=seat["stations"],
        districts=seat["districts"],
        tickets_done=seat["tickets_done"],
        tickets_kept=seat["tickets_held"],
        turns=seat["turns"],
        decisions=seat["decisions"],
        cpu=round(seat["decisions"] * decision_time(board, bot, seats), 9),
        forfeits=seat["forfeits"],
        fault=ENDLESS_FAULT if seat["forfeits"] else "",
        luck=luck,
        most_tickets=seat["total"] - sum(seat[part] for part in SCORE_PARTS if part != "most_tickets"),
    )


@lru_cache(maxsize=1024)
def decision_time(board: Board, bot: str, seats: int) -> float:
    """CPU seconds of one decision of a bot, with its share of the rules, timed in games against random players.

    In the games of a match the times of the bots can't be told apart. Random players cost little, and every game with
    them ends.
    """
    of_others = 0.0 if bot == RANDOM else decision_time(board, RANDOM, seats)
    timed = self_play(board, (bot, *[RANDOM] * (seats - 1)))
    start, mine, others, index = time.process_time(), 0, 0, 0
    while time.process_time() - start < TIMING_SECONDS:
        timed.play(0, index)
        mine += timed.result(0)["decisions"]
        others += sum(timed.result(seat)["decisions"] for seat in range(1, seats))
        index += 1
    spent = time.process_time() - start
    if bot == RANDOM:
        return spent / (mine + others)
    return max(0.0, spent - others * of_others) / mine
