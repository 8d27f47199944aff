"""The art file of a board: style, sizes, and what stands on the map besides the game; all optional."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from branchline.board.toml import read_text, read_toml
from branchline.drawing.layout import Sizes
from branchline.errors import BoardError, first_line

Coordinates = list[tuple[float, float]]
"""Latitude and longitude of a row of points."""


class Range(msgspec.Struct, frozen=True):
    """A chain of mountains."""

    name: str
    points: Coordinates


class Park(msgspec.Struct, frozen=True):
    """A park: a polygon, or a circle round one point."""

    name: str
    points: Coordinates
    radius: float = 0.0


class River(msgspec.Struct, frozen=True):
    """A broad river through a town."""

    name: str
    points: Coordinates
    width: float


class Water(msgspec.Struct, frozen=True):
    """The name of a sea, written on it."""

    name: str
    at: tuple[float, float]
    size: float = 15.0
    turn: float = 0.0


class Art(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that an art file can say."""

    style: Literal["period", "pop"] = "period"
    tint: Literal["countries", "subunits", "none"] = "countries"
    sizes: Sizes = Sizes()
    labels: dict[str, str] = {}
    """Label slots set by hand, by city id."""
    ranges: list[Range] = []
    parks: list[Park] = []
    waters: list[Water] = []
    river: River | None = None

    @property
    def font(self) -> str:
        return "sans" if self.style == "pop" else "serif"


def read_art(path: Path) -> tuple[Art, str]:
    """The art of a board and its text; the plain style if there is no such file."""
    if not path.exists():
        return Art(), ""
    try:
        return msgspec.convert(read_toml(path), Art, str_keys=True), read_text(path)
    except msgspec.MsgspecError as error:
        raise BoardError(path.name, "", first_line(error)) from error
