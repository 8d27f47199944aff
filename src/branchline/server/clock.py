"""The clock of a process: the time of day when it started, and then steady time."""

from __future__ import annotations

import time
from collections.abc import Callable


def since_boot() -> float:
    """Steady seconds. Those in which the machine sleeps count as well, where the system counts them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """Goes on evenly. Whoever sets the clock of the machine changes nothing until the next start."""

    def __init__(self, start: float, steady: Callable[[], float] = since_boot) -> None:
        self._steady = steady
        self._zero = start - steady()

    def __call__(self) -> float:
        return self._zero + self._steady()
