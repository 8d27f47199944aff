"""The clock of a process: the time of day when it started, and then steady time."""

from __future__ import annotations

import time
from collections.abc import Callable


class SteadyClock:
    """Goes on evenly. Whoever sets the clock of the machine changes nothing until the next start."""

    def __init__(self, start: float, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._zero = start - steady()

    def __call__(self) -> float:
        return self._zero + self._steady()
