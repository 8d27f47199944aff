"""A small, fast generator of random numbers (SplitMix64), the same compiled or not, on any machine."""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
WORD = 0xFFFFFFFFFFFFFFFF


class Rng:
    """Random numbers from a 64-bit state."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & WORD

    def next(self) -> int:
        """64 random bits."""
        self.state = (self.state + GOLDEN) & WORD
        x = self.state
        x = ((x ^ (x >> 30)) * FIRST) & WORD
        x = ((x ^ (x >> 27)) * SECOND) & WORD
        return x ^ (x >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; for n under a million the bias is below one in four thousand million."""
        return ((self.next() >> 32) * n) >> 32

    def seed(self, seed: int, index: int) -> None:
        """Start the stream with this index. Each seed has many independent streams."""
        self.state = seed
        self.state = self.next() ^ index
        self.state = self.next()

    def random(self) -> float:
        """A number at least 0 and below 1, as `random.random` gives."""
        return (self.next() >> 11) / 9007199254740992.0

    def get_state(self) -> int:
        """The state. `Rng(state)` gives the same numbers from here on."""
        return self.state

    def __reduce__(self) -> tuple[type[Rng], tuple[int]]:
        return Rng, (self.state,)
