"""From the places in a board file to a flat map in board units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from branchline.board import Board
from branchline.drawing.plan import Plan, first_trims, target_lengths
from branchline.errors import BoardError

from .curves import Points


class Projection(Protocol):
    """Turns coordinates (longitude and latitude, or x and y) into a plane with y downwards."""

    def __call__(self, coordinates: Points) -> Points: ...


class Albers:
    """Albers' equal-area conic; its standard parallels follow from the cities."""

    def __init__(self, coordinates: Points) -> None:
        low, high = coordinates.min(0), coordinates.max(0)
        south, north = math.radians(low[1]), math.radians(high[1])
        first, second = south + (north - south) / 6, north - (north - south) / 6
        self.meridian = math.radians((low[0] + high[0]) / 2)
        self.cone = (math.sin(first) + math.sin(second)) / 2
        self.constant = math.cos(first) ** 2 + 2 * self.cone * math.sin(first)
        self.origin = math.sqrt(self.constant - 2 * self.cone * math.sin((south + north) / 2)) / self.cone

    def __call__(self, coordinates: Points) -> Points:
        lon, lat = np.radians(coordinates[..., 0]), np.radians(coordinates[..., 1])
        turn = self.cone * ((lon - self.meridian + np.pi) % (2 * np.pi) - np.pi)
        radius = np.sqrt(np.maximum(self.constant - 2 * self.cone * np.sin(lat), 1e-9)) / self.cone
        return np.stack([radius * np.sin(turn), radius * np.cos(turn) - self.origin], -1)


class Plane:
    """Boards with x and y are flat already; both run from 0 to 1 over a page half as wide again as it is high."""

    def __call__(self, coordinates: Points) -> Points:
        flat: Points = coordinates * np.array([1.5, 1.0])
        return flat


@dataclass(frozen=True, slots=True)
class Chart:
    """A projection with the scale and shift into board units."""

    projection: Projection
    scale: float
    shift: Points
    coordinates: Points
    """The cities' coordinates, as projected."""
    geographic: bool

    def __call__(self, coordinates: Points) -> Points:
        flat: Points = (self.projection(np.asarray(coordinates, float)) - self.shift) * self.scale
        return flat


def make_chart(plan: Plan) -> Chart:
    """The chart on which the routes have about their right length: the median route decides the scale."""
    coordinates, geographic = city_coordinates(plan.board)
    projection: Projection = Albers(coordinates) if geographic else Plane()
    flat = projection(coordinates)
    starts = np.array([one.a for one in plan.corridors])
    ends = np.array([one.b for one in plan.corridors])
    distances = np.linalg.norm(flat[starts] - flat[ends], axis=1)
    targets = np.array(target_lengths(plan, first_trims(plan)))
    scale = float(np.median(targets / distances))
    return Chart(projection, scale, flat.min(0), coordinates, geographic)


def city_coordinates(board: Board) -> tuple[Points, bool]:
    """(longitude, latitude) of every city if the board has them, else (x, y)."""
    globe = [(city.lon, city.lat) for city in board.cities]
    if all(lon is not None and lat is not None for lon, lat in globe):
        return np.array(globe, float), True
    plane = [(city.x, city.y) for city in board.cities]
    if all(x is not None and y is not None for x, y in plane):
        return np.array(plane, float), False
    raise BoardError(board.id, "cities", "to be drawn, every city needs lat and lon, or every city x and y")
