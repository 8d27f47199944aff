"""Rollouts for bots of one's own: what comes of a move, or of a whole game, without leaving the core."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from branchline.bots.bot import Bot
from branchline.bots.native import is_native, make_player
from branchline.bots.policy_bot import PolicyBot, make_policy
from branchline.bots.registry import make_bot
from branchline.bots.search_bot import find_candidates
from branchline.core.rules.knowledge import Refused
from branchline.core.search.belief import Belief
from branchline.core.search.rollout import Rollout
from branchline.core.search.self_play import SelfPlay
from branchline.core.value.value import Value
from branchline.errors import BranchlineError, check_list, short
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.dealer import SeededDealer
from branchline.game.game import Game
from branchline.game.grammar import parse
from branchline.game.view import SCORE_PARTS, Score, View

#: How many moves the core tries at once.
AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a move in `n` worlds, on average: the share of the victory with its standard error, the points of
    the seat, and by how many it was `ahead` of the best other."""

    move: Action
    win: float
    error: float
    points: float
    ahead: float
    n: int


def rollouts(
    view: View,
    policy: str = "hybrid",
    n: int = 400,
    moves: Iterable[Action | str] | None = None,
    *,
    seed: int = 0,
    belief: Belief | None = None,
) -> list[Outcome]:
    """`View.rollouts`."""
    if view.seat is None or view.seat != view.actor:
        raise BranchlineError(f"rollouts are for the seat to move, which is {view.actor}, not {view.seat}")
    if n < 1:
        raise BranchlineError(f"n must be 1 or more worlds, not {n}")
    check_list("moves", moves)
    codec, bot = board_codec(view.board), policy_bot(policy)
    playing = make_policy(bot.policy, view.board, len(view.seats), bot.weights)
    known = view.knowledge()
    if belief is not None:
        belief.weigh(known)
    if moves is None:
        numbers = find_candidates(view, known, playing, seed)
    else:
        numbers = [number_of(view, move) for move in moves]
    value = Value(codec.tables, {}, None)
    found = []
    for at in range(0, len(numbers), AT_ONCE):
        some = numbers[at : at + AT_ONCE]
        results = play_moves(Rollout(codec.tables, known, playing, some, value), n, seed)
        found += [
            summed(codec.action(number, view.offer), results, i, len(some)) for i, number in enumerate(some)
        ]
    return sorted(found, key=lambda one: (-one.win, -one.ahead))


def policy_bot(spec: str) -> PolicyBot:
    """The bot of a spec, if its whole thinking is a policy of the core."""
    bot = make_bot(spec)
    if not isinstance(bot, PolicyBot):
        bot.close()
        raise BranchlineError(f"{short(spec)!r} is no policy of the core, like hybrid, planner or rush:min=5")
    return bot


def number_of(view: View, move: Action | str) -> int:
    """The core's number of a legal move."""
    action = parse(move, view.board) if isinstance(move, str) else move
    number = board_codec(view.board).number(action, view.offer)
    if number is None or action not in view.legal:
        raise BranchlineError(f"not legal: {action}")
    return number


def play_moves(rollout: Rollout, n: int, seed: int) -> array[float]:
    """What comes of the moves of a rollout, world by world: three numbers each."""
    results = array("d", bytes(8 * 3 * n * rollout.count))
    rollout.outcomes(seed % 2**64, 0, n, results)
    return results


def summed(move: Action, results: array[float], place: int, count: int) -> Outcome:
    """The averages of one move."""
    shares = results[3 * place :: 3 * count]
    n = len(shares)
    win = sum(shares) / n
    spread = sum((share - win) ** 2 for share in shares) / n
    points, ahead = (sum(results[3 * place + i :: 3 * count]) / n for i in (1, 2))
    return Outcome(move, win, sqrt(spread / (n - 1)) if n > 1 else 0.0, points, ahead, n)


def play_out(game: Game, bots: Sequence[str | Bot], *, seed: int = 0) -> list[Score]:
    """`Game.play_out`."""
    check_list("bots", bots)
    if len(bots) != game.seats:
        raise BranchlineError(f"{game.seats} bots are needed, one for each seat, not {len(bots)}")
    if game.over:
        return game.scores()
    made = [make_bot(bot, seed + seat) if isinstance(bot, str) else bot for seat, bot in enumerate(bots)]
    try:
        native = all(map(is_native, made))
        return play_inside(game, made, seed) if native else play_outside(game, made, seed)
    finally:
        for bot, given in zip(made, bots, strict=True):
            if bot is not given:
                bot.close()


def play_inside(game: Game, bots: Sequence[Bot], seed: int) -> list[Score]:
    """The same by players of the core."""
    board = game.board
    refused = Refused()
    if board.refused == "out":
        for seat, tickets in enumerate(game.position().removed):
            for ticket in tickets:
                refused.add(seat, board.ticket_index(ticket))
    players = [make_player(bot, board, game.seats) for bot in bots]
    played = SelfPlay(board_codec(board).tables, players)
    played.play_on(game.state(), refused, seed % 2**64, 0)
    return [score_in(played.result(seat)) for seat in range(game.seats)]


def score_in(figures: Mapping[str, int]) -> Score:
    """The score in a seat's figures, which have the bonus for the most completed tickets only in the total (E6)."""
    known = {name: figures[name] for name in Score.__struct_fields__ if name != "most_tickets"}
    return Score(**known, most_tickets=figures["total"] - sum(figures.get(part, 0) for part in SCORE_PARTS))


def play_outside(game: Game, bots: Sequence[Bot], seed: int) -> list[Score]:
    """The same move by move, each bot asked with its view."""
    going = game.copy()
    going.dealer = SeededDealer(seed)
    while going.actor is not None:
        going.play(bots[going.actor].choose(going.view(going.actor)))
    return going.scores()
