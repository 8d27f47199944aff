"""How deep a review looks."""

from __future__ import annotations

import msgspec

from branchline.errors import BranchlineError


class Level(msgspec.Struct, frozen=True):
    """The work for each move.

    Candidates are tried in `worlds` worlds, the best of them in `more` further ones, each played on for `depth` turns
    after the mover's own. Chances with all cards open come from `rollouts` that go on for `rounds` rounds of all seats.
    `deals` are tried for the chances before the deal, and `known` worlds for what a seat can know.
    """

    name: str
    worlds: int
    more: int
    depth: int
    rollouts: int
    rounds: int
    deals: int
    known: int


LEVELS = {
    level.name: level
    for level in (
        Level("quick", worlds=8, more=0, depth=0, rollouts=12, rounds=8, deals=200, known=6),
        Level("standard", worlds=32, more=160, depth=4, rollouts=300, rounds=12, deals=1000, known=32),
        Level("deep", worlds=128, more=1152, depth=8, rollouts=3000, rounds=16, deals=10_000, known=64),
    )
}
#: More rounds than any sensible game has.
TO_THE_END = 1000


def find_level(name: str) -> Level:
    """The level with this name."""
    if name not in LEVELS:
        raise BranchlineError(f"there is no level {name!r}: there are {', '.join(LEVELS)}")
    return LEVELS[name]


def deeper(level: Level) -> Level:
    """The same level with rollouts to the end of the game, for one that the ledger explains badly."""
    return msgspec.structs.replace(level, rounds=TO_THE_END)
