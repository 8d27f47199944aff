"""The referee asks a bot for its decision, and decides for it when it crashes, hangs or answers nonsense."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from branchline.actions import Action
from branchline.core.rng import Rng
from branchline.view import View

#: After so many late answers in a game a bot is not asked again: a game must end.
PATIENCE = 3


class Chooser(Protocol):
    """What the referee needs of a bot."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action: ...


class TooLate(BaseException):
    """Raised inside a bot that thinks for too long; not an Exception, so that it can't swallow it by accident."""


class Referee:
    """Asks one seat's bot, measures its CPU time, and counts what it forfeits."""

    def __init__(self, bot: Chooser, limit: float, seed: int) -> None:
        self.bot, self.limit = bot, limit
        self.decisions = self.late = self.forfeits = 0
        self.cpu = 0.0
        self.fault = ""
        self._rng = Rng(seed)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The bot's choice, or a random legal one in its place."""
        self.decisions += 1
        if self.late < PATIENCE:
            answer = self._ask(view, legal)
            if answer is not None:
                return answer
        self.forfeits += 1
        return legal[self._rng.below(len(legal))]

    def _ask(self, view: View, legal: Sequence[Action]) -> Action | None:
        start = time.process_time()
        try:
            with time_limit(self.limit):
                answer = self.bot.choose(view, legal)
        except TooLate:
            self.late += 1
            self._blame(f"took more than {self.limit:g} s")
            return None
        except Exception as error:
            self._blame(f"crashed: {type(error).__name__}: {error}")
            return None
        finally:
            self.cpu += time.process_time() - start
        if answer in legal:
            return answer
        self._blame(f"answered {answer!s:.80}, which is not legal")
        return None

    def _blame(self, fault: str) -> None:
        self.fault = self.fault or fault[:200]


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
