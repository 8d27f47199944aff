"""Actions: what a seat can do, as values and as text."""

from __future__ import annotations

from dataclasses import dataclass, field


class Cards(dict[str, int]):
    """Cards by colour; a colour that is not there counts 0."""

    def __missing__(self, colour: str) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a seat can do; `str()` of it is its text.

    `target` is the route of a claim or the city of a station; `colour` and `count` say which cards are drawn or paid,
    and `wilds` how many wilds go with them; `tickets` are those kept. `id` is its number in `board.actions`; an action
    that was written by hand or read from text has none.
    """

    kind: str
    target: str = ""
    colour: str = ""
    count: int = 0
    wilds: int = 0
    tickets: tuple[str, ...] = ()
    id: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        if self.kind == "draw":
            return f"draw {self.colour}"
        if self.target:
            return f"{self.kind} {self.target} with {self.cards}"
        if self.kind == "pay":
            return f"pay {self.cards}"
        return " ".join((self.kind, *self.tickets))

    @property
    def cards(self) -> str:
        """The payment as text, like `2 red 1 wild`."""
        parts = []
        if self.count:
            parts.append(f"{self.count} {self.colour}")
        if self.wilds:
            parts.append(f"{self.wilds} wild")
        return " ".join(parts)
