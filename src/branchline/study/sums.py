"""Sums over the games of a study, as the core gathers them; they can be added in any order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.core.study.collector import (
    GAME_SUMS,
    GROUPS,
    PLACE_SUMS,
    ROUTE_SUMS,
    SEAT_SUMS,
    TICKET_SUMS,
    Collector,
)

#: A victory in units that two to five winners can share.
SHARE = 60


class Sums(msgspec.Struct):
    """All sums of `Collector` by name, and what went wrong: decisions that each bot forfeited, and the first fault."""

    values: dict[str, list[int]] = {}
    forfeits: dict[str, int] = {}
    faults: dict[str, str] = {}

    @classmethod
    def of(cls, collector: Collector) -> Sums:
        return cls(collector.sums())

    def add(self, other: Sums) -> None:
        """Add the sums over other games."""
        for name, more in other.values.items():
            mine = self.values.get(name)
            self.values[name] = more if mine is None else [a + b for a, b in zip(mine, more, strict=True)]
        for bot, count in other.forfeits.items():
            self.forfeits[bot] = self.forfeits.get(bot, 0) + count
        for bot, fault in other.faults.items():
            self.faults.setdefault(bot, fault)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.game("games") if self.values else 0

    def game(self, name: str) -> int:
        """A sum over all games, by its name in GAME_SUMS."""
        return self.values["game"][GAME_SUMS.index(name)]

    def seat(self, group: int, name: str) -> int:
        """A sum over the games of a group, by its name in SEAT_SUMS."""
        return self.values["seat"][len(SEAT_SUMS) * group + SEAT_SUMS.index(name)]

    def place(self, place: int, group: int, name: str) -> int:
        """A sum over the games of a group in a place of the order of turns, by its name in PLACE_SUMS."""
        return self.values["place"][len(PLACE_SUMS) * (GROUPS * place + group) + PLACE_SUMS.index(name)]

    def ticket(self, ticket: int, name: str) -> int:
        """A sum over a ticket, by its name in TICKET_SUMS."""
        return self.values["ticket"][len(TICKET_SUMS) * ticket + TICKET_SUMS.index(name)]

    def route(self, route: int, name: str) -> int:
        """A sum over a route, by its name in ROUTE_SUMS."""
        return self.values["route"][len(ROUTE_SUMS) * route + ROUTE_SUMS.index(name)]

    def by_group(self, name: str, index: int) -> Sequence[int]:
        """The sums of each group for one ticket or route."""
        return self.values[name][GROUPS * index : GROUPS * (index + 1)]

    def pair(self, name: str, group: int, other: int) -> int:
        """A sum over the meetings of two groups."""
        return self.values[name][GROUPS * group + other]
