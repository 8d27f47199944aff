"""Dealers: where chance comes from. A dealer chooses one of the outcomes that are possible.

An outcome is a colour name for a card, a ticket id for a ticket. Outcomes come in the board's order: colours and then
wild, or tickets as in the board file, each with its weight (how many such cards the pile holds; 1 for a ticket).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol

from branchline.core.rng import Rng
from branchline.errors import DealError, short


class Dealer(Protocol):
    """What a game asks of its dealer."""

    def first(self, seats: int) -> int:
        """Which seat plays first (S7)."""

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        """Choose one of the outcomes, given as (name, weight)."""

    def take_back(self, count: int) -> None:
        """Take the last outcomes back, because the move that needed them was refused."""

    def copy(self) -> Dealer:
        """An independent dealer that will deal the same outcomes."""


class SeededDealer:
    """Pseudo-random: the same seed gives the same game in any process, on any machine."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng()
        self.rng.seed(seed & 0xFFFFFFFFFFFFFFFF, 0)

    def first(self, seats: int) -> int:
        return self.rng.below(seats)

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        return choose(outcomes, self.rng.below(sum(weight for _, weight in outcomes)))

    def take_back(self, count: int) -> None:
        """Do nothing: the next outcomes are as random as those taken back."""

    def copy(self) -> SeededDealer:
        twin = SeededDealer(0)
        twin.rng = Rng(self.rng.get_state())
        return twin


class CommittedDealer:
    """Verifiable: everything follows from a secret whose hash is published before the first card.

    Number n (from 0) is HMAC-SHA256 with the secret as key over the text `SALT:n`, read as a big-endian integer; modulo
    the total weight it picks the outcome. Number 0 picks the first seat, unless the table has fixed it: then it is
    passed over, and the first card still takes number 1.
    """

    def __init__(self, secret: bytes, salt: str = "") -> None:
        if len(secret) < 16:
            raise DealError(f"a secret of {len(secret)} bytes can be guessed; take at least 16, better 32")
        if not salt.isprintable():
            raise DealError(
                f"the salt {short(salt)!r} can't stand in a record: take letters, digits and spaces"
            )
        self.secret, self.salt, self.dealt = secret, salt, 1

    @property
    def commitment(self) -> str:
        """What is published before the first card: the SHA-256 of the secret, in hexadecimal."""
        return hashlib.sha256(self.secret).hexdigest()

    def number(self, n: int) -> int:
        """The n-th number of the secret."""
        return int.from_bytes(hmac.digest(self.secret, f"{self.salt}:{n}".encode(), "sha256"), "big")

    def first(self, seats: int) -> int:
        return self.number(0) % seats

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        n = self.number(self.dealt)
        self.dealt += 1
        return choose(outcomes, n % sum(weight for _, weight in outcomes))

    def take_back(self, count: int) -> None:
        self.dealt -= count

    def copy(self) -> CommittedDealer:
        twin = CommittedDealer(self.secret, self.salt)
        twin.dealt = self.dealt
        return twin


def decision_seed(secret: bytes, salt: str, use: str, seat: int, ply: int) -> int:
    """The seed of a bot for one decision: 64 bits of HMAC-SHA256 with the secret over the text `SALT:USE SEAT PLY`.

    `use` is `bot` for a move and `hint` for advice, so that advice says nothing about moves. `ply` counts the moves
    before the decision. It is `anew` for hidden cards that are dealt anew: `seat` is then the one whose knowledge
    stays, and `ply` counts the moves of the game before. The numbers of the deal never have a space behind their last
    colon.
    """
    digest = hmac.digest(secret, f"{salt}:{use} {seat} {ply}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")


class ScriptedDealer:
    """Deals the given outcomes in order, and then those of the dealer `then`. For tests, puzzles and replays."""

    def __init__(self, outcomes: Iterable[str], then: Dealer | None = None) -> None:
        self.outcomes, self.then, self.dealt = tuple(outcomes), then, 0

    def first(self, seats: int) -> int:
        return self.then.first(seats) if self.then else 0

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        if self.dealt >= len(self.outcomes):
            if self.then is None:
                names = ", ".join(name for name, _ in outcomes[:12])
                raise DealError(
                    f"the script of {len(self.outcomes)} outcomes has run dry; chance asks for one of {names}"
                )
            self.dealt += 1
            return self.then.deal(outcomes)
        name = self.outcomes[self.dealt]
        if all(name != possible for possible, _ in outcomes):
            names = ", ".join(f"{possible} ({weight})" for possible, weight in outcomes[:12])
            raise DealError(
                f"outcome {self.dealt + 1} of the script is {short(name)!r}, but there are only {names}"
            )
        self.dealt += 1
        return name

    def take_back(self, count: int) -> None:
        scripted = min(self.dealt, len(self.outcomes))
        after = self.dealt - scripted
        self.dealt -= count
        if self.then and after:
            self.then.take_back(min(after, count))

    def copy(self) -> ScriptedDealer:
        twin = ScriptedDealer(self.outcomes, self.then.copy() if self.then else None)
        twin.dealt = self.dealt
        return twin


def choose(outcomes: Sequence[tuple[str, int]], n: int) -> str:
    """The outcome at place n, if each outcome takes as many places as its weight."""
    for name, weight in outcomes:
        if n < weight:
            return name
        n -= weight
    raise DealError("chance has nothing to deal")
