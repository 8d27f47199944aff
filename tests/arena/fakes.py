"""Bots and results made up for the tests of the arena."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from random import Random

from branchline import Action, Board, View, load_board
from branchline.arena import executors, jobs
from branchline.arena.jobs import GamesJob
from branchline.arena.results import DIGEST_LENGTH, GameResult, SeatResult
from branchline.bots import Bot, BotKind, register
from branchline.bots.registry import KINDS

LONDON = load_board("london")


class Guess(Bot):
    """Any legal move."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.random = Random(seed)

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        return self.random.choice(list(legal))


class Builder(Guess):
    """Claims the longest route it can, else draws cards; keeps as few tickets as it must."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        if legal[0].kind == "keep":
            return min(legal, key=lambda action: len(action.tickets))
        claims = [action for action in legal if action.kind == "claim"]
        draws = [action for action in legal if action.kind == "draw"]
        longest = max(claims, key=lambda action: action.count + action.wilds, default=None)
        return longest or self.random.choice(draws or list(legal))


class Crash(Guess):
    """Fails at every tenth decision."""

    asked = 0

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        self.asked += 1
        if self.asked % 10 == 0:
            raise RuntimeError("off the rails")
        return super().think(view, legal)


class Nonsense(Guess):
    """Wants to pass, always."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        return Action("pass")


class Hang(Guess):
    """Never answers."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        time.sleep(60)
        return legal[0]


class Quit(Guess):
    """Ends the whole process."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        os._exit(3)


class Wide(Guess):
    """Thinks on four threads, or says so."""

    threads = 4


BOTS: dict[str, type[Guess]] = {
    "guess": Guess,
    "guess2": Guess,
    "builder": Builder,
    "crash": Crash,
    "nonsense": Nonsense,
    "hang": Hang,
    "quit": Quit,
    "wide": Wide,
}


def register_fakes() -> None:
    """Make the fakes known to this process."""

    def maker(bot: type[Guess]) -> Callable[[object, int], Bot]:
        return lambda values, seed: bot(seed)

    for name, bot in BOTS.items():
        if name not in KINDS:
            register(BotKind(name, "a fake", maker(bot)))


def play_fakes(job: GamesJob) -> list[GameResult]:
    """What a worker runs in place of `play_guarded`, so that it knows the fakes too."""
    register_fakes()
    return executors.play_guarded(job)


def play_for_ever(job: GamesJob) -> list[GameResult]:
    """The same in a worker whose core never comes back, and which loses patience soon."""
    executors.NATIVE_JOB_SECONDS = 0.2
    vars(jobs)["play_native"] = spin
    return executors.play_guarded(job)


def spin(board: Board, seed: int, games: object, luck: bool = False) -> list[GameResult]:
    """Never comes back."""
    while True:
        pass


def result(ranks: dict[str, int], deal: int = 0, seed: int = 0) -> GameResult:
    """A game with these bots in seat order and their ranks."""
    return GameResult(
        board="london",
        digest=LONDON.digest[:DIGEST_LENGTH],
        seed=seed,
        deal=deal,
        first=0,
        native=False,
        seats=tuple(seat(bot.split("#")[0], rank) for bot, rank in ranks.items()),
    )


def seat(bot: str, rank: int) -> SeatResult:
    """A seat that has nothing but its rank."""
    return SeatResult(
        bot=bot,
        rank=rank,
        total=100 - rank,
        routes=100 - rank,
        tickets=0,
        longest=0,
        stations=0,
        districts=0,
        tickets_done=0,
        tickets_kept=0,
        turns=10,
        decisions=20,
    )
