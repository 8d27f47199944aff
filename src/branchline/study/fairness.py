"""Shares with intervals, and the points that would make all places in the order of turns equal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from branchline.core.constants import MAX_SEATS

NORMAL = 1.96  # standard errors of a 95 % interval
#: Steps in which fair points are sought, and points for a whole share in each step.
STEPS, GAIN = 200, 25.0
#: Points on either side within which victories are counted; the next distance if there are none.
NEAR = (2, 4, 8, 16, 32, 64, 128)


class Share(msgspec.Struct, frozen=True):
    """A share and its interval at 95 %; `count` is over how many games, or seats of games."""

    value: float
    low: float
    high: float
    count: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ± {100 * self.half:.1f}"


def share(part: float, count: int) -> Share | None:
    """A share of independent games with Wilson's interval; None if there are no games."""
    if not count:
        return None
    p, z = part / count, NORMAL * NORMAL / count
    middle = (p + z / 2) / (1 + z)
    half = NORMAL * sqrt(p * (1 - p) / count + z / (4 * count)) / (1 + z)
    return Share(p, min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)), count)


#: Victories in 1/60: by the place that won, that of the next best seat, and the points between the two.
Margins = list[tuple[int, int, int, int]]


def read_margins(flat: Sequence[int], seats: int) -> Margins:
    """The victories that there were, from the sums of the core."""
    room = len(flat) // (MAX_SEATS * MAX_SEATS)
    return [
        (one, other, points, flat[(MAX_SEATS * one + other) * room + points])
        for one in range(seats)
        for other in range(seats)
        for points in range(room)
        if flat[(MAX_SEATS * one + other) * room + points]
    ]


def shares_with(margins: Margins, extra: Sequence[float]) -> list[float]:
    """The share of each place, if it had these extra points.

    A victory goes from the winner to the next best seat where that gets ahead; half of it where both are level.
    """
    won = [0.0] * len(extra)
    for one, other, points, weight in margins:
        kept = min(1.0, max(0.0, points + extra[one] - extra[other] + 0.5))
        won[one] += weight * kept
        won[other] += weight * (1 - kept)
    total = sum(won)
    return [value / total for value in won] if total else won


def fair_points(margins: Margins, seats: int) -> list[float]:
    """Points for each place that give all places the same share; the place that needs fewest gets none."""
    extra, gain = [0.0] * seats, GAIN
    found = shares_with(margins, extra)
    for _ in range(STEPS if margins else 0):
        tried = [points + gain * (1 / seats - value) for points, value in zip(extra, found, strict=True)]
        then = shares_with(margins, tried)
        if _gap(then) < _gap(found) or then == found:  # the same: no victory has changed hands yet
            extra, found = tried, then
        else:  # too far: where a point decides much, steps must be small
            gain /= 2
    return [points - min(extra) for points in extra]


def _gap(shares: Sequence[float]) -> float:
    """How far shares are from all being equal."""
    return sum((1 / len(shares) - value) ** 2 for value in shares)


def share_a_point(margins: Margins, extra: Sequence[float], place: int) -> float:
    """What one point more is worth to a place, as a share of the victories; 0 if no number of points changes any."""
    for far in NEAR:
        more, less = list(extra), list(extra)
        more[place] += far
        less[place] -= far
        gained = shares_with(margins, more)[place] - shares_with(margins, less)[place]
        if gained:
            return gained / (2 * far)
    return 0.0
