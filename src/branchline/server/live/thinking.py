"""Thinking: what a bot is asked for a table, and how it answers, wherever it thinks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from branchline import View, bots
from branchline.bots.advice import next_best
from branchline.errors import BranchlineError
from branchline.game.grammar import parse

#: The bot that moves in place of one that fails or is late: good, and done in a millisecond.
QUICK_BOT = "hybrid"
#: What a move is taken to cost if the bot does not think by the clock.
QUICK_SECONDS = 0.01
#: How a bot was short of time: a search had `less` than its level says, or the `quick` bot moved in its place.
Haste = Literal["", "less", "quick"]


class Decision(NamedTuple):
    """A bot's move, the exact spec of the bot that chose it, whether it was in haste, and its next best moves.

    `problem` says why a bot of one's own did not choose itself.
    """

    move: str
    by: str
    haste: Haste = ""
    others: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked. The view is made when its turn has come; it may refuse, if nobody needs the answer then.

    `watchers` are the addresses of those who wait for the answer, `opener` is that of whoever opened the table.
    `others`: its next best moves are wanted, too.
    """

    spec: str
    table: str
    position: Callable[[], tuple[int, View]]
    watchers: Callable[[], frozenset[str]]
    opener: str = ""
    others: bool = False


def bot_names() -> tuple[str, ...]:
    """The bots that may sit at a table: levels, kinds without parameters, and those of the one who serves, by name."""
    return (*(level.name for level in bots.LEVELS), *bots.offered_names(), *bots.own_bots())


def clock_seconds(spec: str) -> float | None:
    """The seconds that a bot thinks by the clock. None for any other, also for one that there is no more."""
    try:
        return bots.clock_seconds(spec)
    except BranchlineError:
        return None


def choose_move(spec: str, seed: int, view: bytes) -> Decision:
    """The decision of a bot. Runs in a worker process."""
    decoded = View.from_json(view)
    with bots.make_bot(bots.own_bots().get(spec, spec), seed) as bot:
        move = str(bot.choose(decoded, decoded.legal))
        return Decision(move, bots.exact_spec(bot), problem="; ".join(bot.problems))


def choose_and_compare(spec: str, seed: int, view: bytes) -> Decision:
    """The same, with the next best moves."""
    decision, decoded = choose_move(spec, seed, view), View.from_json(view)
    others = next_best(decoded, parse(decision.move, decoded.board), seed)
    return decision._replace(others=tuple(map(str, others)))


def quick_decision(seed: int, view: View) -> Decision:
    """The move of the quick bot, in this process."""
    with bots.make_bot(QUICK_BOT, seed) as bot:
        return Decision(str(bot.choose(view)), bots.exact_spec(bot), "quick")
