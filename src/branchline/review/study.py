"""Figures about reviews: `python -m branchline.review.study errors`, `choices`, `luck` or `ledgers` prints tables.

`errors` says how errors rank the levels of bots. It judges decisions alone, which is cheap, in games in which bots of
one level sit at all seats; all levels get the same deals. `choices` compares two levels where they would move
differently, by games that are played to their end, without a network. `luck` says whether luck has mean zero, between
bots of all levels. `ledgers` makes whole reviews and says how large residuals are, and how much results vary without
luck.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from math import sqrt
from statistics import mean, median, pvariance, stdev

from msgspec.structs import replace

from branchline.arena.jobs import deal_game, play_out, seat_seed
from branchline.arena.native import self_play
from branchline.arena.players import any_slow, is_native
from branchline.arena.reports.display import markdown
from branchline.board import Board, board_names, load_board
from branchline.bots import make_bot
from branchline.bots.registry import LEVELS as BOTS
from branchline.core.review.luck import LuckMeter
from branchline.errors import BranchlineError
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.view import View

from .analysis import Thinker, find_file
from .judge import Errors
from .levels import TO_THE_END, Level, find_level
from .result import SeatReview
from .review import judge_moves, review

#: Search by rollouts instead of by time, so that everybody gets the same games.
MASTER = "search:rollouts=1600"
LIMIT = 600.0
#: How luck is measured: mean zero needs few rollouts. Their rounds, and deals for the chances before a game's own.
LUCK_ROLLOUTS, LUCK_ROUNDS, LUCK_DEALS = 3, 6, 12
#: Who plays the games in which two levels are asked, at one decision in so many; and the worlds that compare them.
STRONG, EVERY, CHOICE_WORLDS = "value", 4, 400

Rows = list[list[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m branchline.review.study", description=__doc__)
    parser.add_argument("what", choices=("errors", "choices", "luck", "ledgers"))
    parser.add_argument("--boards", nargs="+", default=list(board_names()))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--games",
        type=int,
        default=12,
        help="of each level, of choices or of luck; on each board (default 12)",
    )
    parser.add_argument(
        "--slow-games", type=int, metavar="N", help="of levels that search (default: as many)"
    )
    parser.add_argument("--level", default="standard", choices=("quick", "standard", "deep"))
    parser.add_argument(
        "--worlds", type=int, metavar="N", help="judge decisions in N worlds instead of the level's"
    )
    parser.add_argument("--bots", nargs="+", default=[bot.name for bot in BOTS])
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    {"errors": _errors, "choices": _choices, "luck": _luck, "ledgers": _ledgers}[chosen.what](chosen)
    return 0


def _played(board: Board, bots: tuple[str, ...], seed: int, deal: int) -> Game:
    """A game that bots have played."""
    game = deal_game(board, len(bots), seed, deal)
    play_out(game, seed, deal, tuple(map(_timeless, bots)), LIMIT)
    return game


def _timeless(bot: str) -> str:
    """A bot that plays the same on every machine."""
    return MASTER if bot == "master" else bot


def _tell(text: str) -> None:
    print(f"{text:<60}", end="\r", file=sys.stderr, flush=True)


# Errors


def _errors(chosen: argparse.Namespace) -> None:
    found = {board: _judged(load_board(board), chosen) for board in chosen.boards}
    level = _level(chosen)
    print(
        f"Decisions in {level.worlds + level.more} worlds at most, played on for {level.depth} turns; "
        f"{chosen.seats} seats, seed {chosen.seed}.\n"
    )
    for title, figure in FIGURES.items():
        print(f"{title} ± standard error\n")
        print(markdown(_by_bot(found, chosen.bots, figure)))
    print("PR less than that of the level before, on the same deals, ± standard error\n")
    print(markdown(_steps(found, chosen.bots)))


def _level(chosen: argparse.Namespace) -> Level:
    level = find_level(chosen.level)
    return replace(level, worlds=chosen.worlds, more=0) if chosen.worlds else level


def _judged(board: Board, chosen: argparse.Namespace) -> dict[str, list[tuple[Errors, ...]]]:
    """The errors of all seats in the games of each level. Equals play each other: in a game that is decided early
    nobody can err much."""
    found: dict[str, list[tuple[Errors, ...]]] = {}
    for bot in chosen.bots:
        slow = chosen.slow_games if chosen.slow_games and any_slow([bot]) else chosen.games
        found[bot] = []
        for deal in range(slow):
            game = _played(board, (bot,) * chosen.seats, chosen.seed, deal)
            found[bot].append(judge_moves(game, _level(chosen)))
            _tell(f"{board.id}, {bot}: {deal + 1} of {slow}")
        ratings = _with_doubt([mean(one.rating for one in game) for game in found[bot]])
        print(f"{board.id}, {bot}: PR {ratings} ({slow} games)", file=sys.stderr)
    return found


FIGURES: dict[str, Callable[[Errors], float]] = {
    "PR": lambda one: one.rating,
    "Error rate": lambda one: one.error_rate,
    "Accuracy %": lambda one: one.accuracy,
}


def _by_bot(
    found: dict[str, dict[str, list[tuple[Errors, ...]]]],
    bots: Sequence[str],
    figure: Callable[[Errors], float],
) -> Rows:
    def cell(games: list[tuple[Errors, ...]]) -> str:
        return f"{_with_doubt([mean(map(figure, game)) for game in games])} ({len(games)} games)"

    return [["bot", *found], *([bot, *(cell(games[bot]) for games in found.values())] for bot in bots)]


def _steps(found: dict[str, dict[str, list[tuple[Errors, ...]]]], bots: Sequence[str]) -> Rows:
    def cell(weaker: list[tuple[Errors, ...]], stronger: list[tuple[Errors, ...]]) -> str:
        pairs = zip(weaker, stronger, strict=False)  # searches play the first deals alone
        return _with_doubt([mean(one.rating for one in a) - mean(one.rating for one in b) for a, b in pairs])

    rows = [["step", *found]]
    for weaker, stronger in pairwise(bots):
        rows.append(
            [f"{weaker} → {stronger}", *(cell(games[weaker], games[stronger]) for games in found.values())]
        )
    return rows


def _with_doubt(values: Sequence[float], factor: float = 1.0) -> str:
    """A mean, and so many standard errors of it."""
    doubt = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean(values):.1f} ± {factor * doubt:.1f}"


# Choices


def _choices(chosen: argparse.Namespace) -> None:
    """Where two levels would move differently, both moves are tried in the same worlds, to the end of the game."""
    if len(chosen.bots) != 2:
        raise BranchlineError("choices are compared of two bots: --bots expert master")
    weaker, stronger = chosen.bots
    heads = ["board", "games", "decisions", "differ", f"{stronger} wins more, points", "PR less"]
    rows = [heads]
    for name in chosen.boards:
        games = [_asked(load_board(name), chosen, deal) for deal in range(chosen.games)]
        asked, differ = sum(map(len, games)), sum(one is not None for game in games for one in game)
        gains = [sum(one or 0.0 for one in game) for game in games]
        found = [name, str(len(games)), f"{asked:,}", f"{differ:,}"]
        found.append(_ratio([100 * one for one in gains], [len(game) - game.count(None) for game in games]))
        found.append(_ratio([1000 * one for one in gains], [len(game) for game in games]))
        print(" | ".join(found), file=sys.stderr)
        rows.append(found)
    print(
        f"{weaker} and {stronger} in games of {STRONG}, one decision in {EVERY}, "
        f"{chosen.worlds or CHOICE_WORLDS} worlds to the end; {chosen.seats} seats, seed {chosen.seed}; "
        "± standard error over games\n"
    )
    print(markdown(rows))


def _asked(board: Board, chosen: argparse.Namespace, deal: int) -> list[float | None]:
    """How much more often the stronger bot's move wins, for decisions of a game; None where both move alike."""
    found: list[float | None] = []
    thinker = Thinker(board, find_file(board, chosen.seats))
    game = deal_game(board, chosen.seats, chosen.seed, deal)
    worlds = chosen.worlds or CHOICE_WORLDS
    with ExitStack() as players:
        player, *bots = (
            players.enter_context(make_bot(_timeless(bot), seed=seat_seed(chosen.seed, deal, i)))
            for i, bot in enumerate((STRONG, *chosen.bots))
        )
        while game.actor is not None:
            view = game.view(game.actor)
            if len(view.legal) > 1 and (game.moves + deal) % EVERY == 0:
                weaker, stronger = (bot.choose(view, view.legal) for bot in bots)
                alike = weaker == stronger
                found.append(
                    None if alike else _gain(thinker, view, (weaker, stronger), worlds, chosen.seed + deal)
                )
            game.play(player.choose(view, view.legal))
    _tell(f"{board.id}: {deal + 1} of {chosen.games}")
    return found


def _gain(thinker: Thinker, view: View, moves: tuple[Action, Action], worlds: int, seed: int) -> float:
    """How much more often the second move wins than the first, as hybrid plays on to the end in the same worlds."""
    known, codec = view.knowledge(), board_codec(view.board)
    numbers = [number for one in moves if (number := codec.number(one, view.offer)) is not None]
    out = array("d", bytes(16 * worlds))
    thinker.estimator.belief.weigh(known)
    thinker.outlook.compare(known, numbers, 0, worlds, known.state.turns + TO_THE_END, seed, out)
    return mean(out[1::2]) - mean(out[::2])


def _ratio(sums: Sequence[float], counts: Sequence[int]) -> str:
    """A mean over decisions that come in games, and its standard error over games."""
    total, games = sum(counts), len(counts)
    found = sum(sums) / total if total else 0.0
    spread = sum((one - found * count) ** 2 for one, count in zip(sums, counts, strict=True))
    doubt = sqrt(spread * games / (games - 1)) / total if games > 1 and total else 0.0
    return f"{found:.2f} ± {doubt:.2f}"


# Luck


def _luck(chosen: argparse.Namespace) -> None:
    """Luck has mean zero for each seat and, which is harder, for the stronger bot of a game."""
    bots = [bot for bot in chosen.bots if is_native(bot) and not any_slow([bot])]
    rows = [
        ["board", "games", "of the first seat ± 95 %", "of the strongest bot ± 95 %", "standard deviation"]
    ]
    for name in chosen.boards:
        board = load_board(name)
        meter = _meter(board, chosen.seats)
        first, best = [], []
        for index in range(chosen.games):
            ranks = [(index + (index // len(bots) + 1) * seat) % len(bots) for seat in range(chosen.seats)]
            play = self_play(board, tuple(bots[rank] for rank in ranks), meter)
            play.play(chosen.seed, index)
            first.append(100 * meter.luck_of(0))
            if ranks.count(max(ranks)) == 1:
                best.append(100 * meter.luck_of(ranks.index(max(ranks))))
            _tell(f"{name}: {index + 1} of {chosen.games}")
        rows.append(
            [
                name,
                f"{chosen.games:,}",
                _with_doubt(first, 1.96),
                _with_doubt(best, 1.96),
                f"{stdev(first):.1f}",
            ]
        )
    print(f"Mean luck in points, {chosen.seats} seats, {', '.join(bots)}, seed {chosen.seed}\n")
    print(markdown(rows))


def _meter(board: Board, seats: int) -> LuckMeter:
    """What measures luck as a review does: hybrid plays on."""
    thinker = Thinker(board, find_file(board, seats))
    return LuckMeter(thinker.outlook, LUCK_ROUNDS, LUCK_ROLLOUTS, LUCK_DEALS)


# Ledgers


def _ledgers(chosen: argparse.Namespace) -> None:
    rows = [
        ["board", "games", "residual: median", "90 % below", "over 10 points", "refined", "variance left"]
    ]
    for name in chosen.boards:
        seats = list(_reviewed(load_board(name), chosen))
        rows.append([name, str(chosen.games), *_ledger_cells(seats)])
    print(f"Level {chosen.level}, {chosen.seats} seats, seed {chosen.seed}\n")
    print(markdown(rows))


def _reviewed(board: Board, chosen: argparse.Namespace) -> Iterator[tuple[SeatReview, bool]]:
    """The seats of reviewed games, and whether the review looked deeper."""
    for deal in range(chosen.games):
        bot = chosen.bots[deal % len(chosen.bots)]
        found = review(_played(board, (bot,) * chosen.seats, chosen.seed, deal), chosen.level)
        yield from ((seat, found.budget.refined) for seat in found.seats)
        _tell(f"{board.id}: {deal + 1} of {chosen.games}")


def _ledger_cells(seats: list[tuple[SeatReview, bool]]) -> list[str]:
    residuals = sorted(abs(seat.ledger.residual) for seat, _ in seats)
    left = pvariance([seat.adjusted for seat, _ in seats]) / pvariance([seat.won for seat, _ in seats])
    return [
        f"{100 * median(residuals):.1f}",
        f"{100 * residuals[int(0.9 * len(residuals))]:.1f}",
        f"{100 * mean(seat.large_residual for seat, _ in seats):.0f} %",
        f"{100 * mean(refined for _, refined in seats):.0f} %",
        f"{100 * left:.0f} %",
    ]


if __name__ == "__main__":
    sys.exit(main())
