"""The map bends with its cities: a smoothed thin-plate spline from true places to laid-out ones."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import RBFInterpolator

from .curves import Points

UNIT = 100.0
SMOOTHINGS = (0.5, 2.0, 8.0, 30.0, 100.0, 400.0, 2000.0, 10000.0)
LEAST_AREA = 0.15
"""No part of the map may shrink to less than this."""


class Warp:
    """Moves any point of the flat map to its place on the page; smoothing grows until nothing folds."""

    def __init__(self, true_places: Points, places: Points, page: Points) -> None:
        """`page`: two opposite corners; the true places may lie anywhere, they are shifted onto the page."""
        self._shift = (places - true_places).mean(0)
        anchors = _far_points(page)
        source = np.concatenate([true_places + self._shift, anchors])
        moved = np.concatenate([places, anchors]) - source
        for smoothing in SMOOTHINGS:
            self._bend = RBFInterpolator(
                source / UNIT, moved / UNIT, kernel="thin_plate_spline", smoothing=smoothing / UNIT, degree=1
            )
            if self._least_area(page) > LEAST_AREA:
                break

    def __call__(self, points: Points) -> Points:
        return self._bent(points + self._shift)

    def _bent(self, points: Points) -> Points:
        bent: Points = points + self._bend(points / UNIT) * UNIT
        return bent

    def _least_area(self, page: Points) -> float:
        columns = np.linspace(page[0, 0], page[1, 0], 60)
        rows = np.linspace(page[0, 1], page[1, 1], 40)
        grid = np.stack(np.meshgrid(columns, rows), -1)
        bent = self._bent(grid.reshape(-1, 2)).reshape(grid.shape)
        right, down = (bent[:, 1:] - bent[:, :-1])[:-1], (bent[1:] - bent[:-1])[:, :-1]
        area = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
        return float(area.min() / ((columns[1] - columns[0]) * (rows[1] - rows[0])))


def _far_points(page: Points) -> Points:
    """Points on a wide ellipse that stay where they are, which keeps the surroundings calm."""
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], 1)
    ring: Points = page.mean(0) + 0.95 * (page[1] - page[0]) * circle
    return ring
