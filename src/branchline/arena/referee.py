"""The referee asks a bot for its decisions, measures their CPU time, and interrupts a bot that takes too long.

If a bot crashes or gives an illegal move, `Bot.choose` lets the fallback policy decide.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from branchline.bots import Bot
from branchline.bots.bot import FALLBACK_POLICY, policy_move
from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.game.action import Action
from branchline.game.view import View

#: After so many late answers in a game a bot is not asked again: a game must end.
MAX_LATE = 3
#: The fault of a bot whose games do not end.
ENDLESS_FAULT = "would play for ever"


class TooLate(BaseException):
    """Raised inside a bot that thinks for too long. Not an Exception, so that the bot can't catch it by accident."""


class Referee:
    """Asks one seat's bot, and counts its decisions, their CPU time, and how many it forfeited."""

    def __init__(self, bot: Bot, limit: float) -> None:
        self.bot, self.limit = bot, limit
        self.decisions = self._late = self._skipped = 0
        self._endless = False
        self.cpu = 0.0
        self._dice = Rng(bot.seed)

    @property
    def forfeits(self) -> int:
        """Decisions that the bot did not make itself."""
        return self.bot.forfeits + self._late + self._skipped

    @property
    def fault(self) -> str:
        """What went wrong, the first time; empty if nothing did."""
        if self._late:
            return f"took more than {self.limit:g} s"
        if self.bot.problems:
            return self.bot.problems[0][:200]
        return ENDLESS_FAULT if self._endless else ""

    def decide(self, view: View, endless: bool = False) -> Action:
        """The bot's move, or the fallback policy's; a random one in a game that would not end otherwise."""
        self.decisions += 1
        if endless:
            self._endless = True
            self._skipped += 1
            return view.legal[self._dice.below(len(view.legal))]
        if self._late == MAX_LATE:
            self._skipped += 1
            return policy_move(Policy(FALLBACK_POLICY), view)
        start = time.process_time()
        try:
            with time_limit(self.limit):
                return self.bot.choose(view, view.legal)
        except TooLate:
            self._late += 1
            return policy_move(Policy(FALLBACK_POLICY), view)
        finally:
            self.cpu += time.process_time() - start


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what runs inside after this time, where the system can (main thread, not Windows)."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
