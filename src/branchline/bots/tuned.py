"""The tuned weights of `hybrid`, from hybrid.toml (written by tools/tune.py)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from branchline.board import Board


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    tables: Mapping[str, Mapping[str, Mapping[str, float]]] = tomllib.loads(
        files("branchline.bots").joinpath("hybrid.toml").read_text(encoding="utf-8")
    )
    return tables


def tuned_weights(board: Board, seats: int) -> Mapping[str, float]:
    """The weights for a board and number of seats: those of the nearest number, or none for a board of one's own."""
    found = _tables().get(board.id, {})
    return found[min(found, key=lambda n: abs(int(n) - seats))] if found else {}
