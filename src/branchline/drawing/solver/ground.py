"""What is free on the page, and where mountains, woods and ornaments go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import shapely
import shapely.prepared
from shapely.geometry import Point, Polygon, box

from branchline.drawing.layout import Layout
from branchline.drawing.svg import number, use

from .curves import Points, lengths_along, point_at

PEAK = (11.0, 9.0)
"""Half width and height of a mountain."""
SHIP = (44.0, 26.0)
SHIPS_APART = 260.0


class Ground:
    """The page with all that stands on it; what is placed later must stay clear of that."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._taken: list[Any] = [
            Polygon(layout.corners(space)) for track in layout.routes.values() for space in track.spaces
        ]
        self._taken += [Point(one.x, one.y).buffer(layout.sizes.city) for one in layout.cities.values()]
        self._taken += [Polygon(one.label_box) for one in layout.cities.values()]
        self._tree = shapely.STRtree(self._taken)

    def free(self, area: Any, air: float) -> bool:
        return len(self._tree.query(area, "dwithin", air)) == 0

    def take(self, area: Any) -> None:
        self._taken.append(area)
        self._tree = shapely.STRtree(self._taken)

    def air_round(self, area: Any, at_most: float) -> float:
        """The distance from an area to the nearest thing."""
        near = self._tree.query(area, "dwithin", at_most)
        return min((float(self._taken[one].distance(area)) for one in near), default=at_most)

    def emptiest(self, width: float, height: float, inside: Any = None) -> tuple[float, float] | None:
        """The best place for an ornament: clear of everything, and near the edge of the page."""
        page, best = self.layout, None
        for x in np.arange(width / 2 + 24, page.width - width / 2 - 23, 12.0):
            for y in np.arange(height / 2 + 24, page.height - height / 2 - 23, 12.0):
                area = box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                if not self.free(area, 4.0) or (inside is not None and not inside.covers(area)):
                    continue
                edge = min(x, page.width - x, y, page.height - y)
                score = self.air_round(area, 60.0) - 0.05 * edge
                if best is None or score > best[0]:
                    best = score, float(x), float(y)
        if best is None:
            return None
        self.take(box(best[1] - width / 2, best[2] - height / 2, best[1] + width / 2, best[2] + height / 2))
        return best[1], best[2]


def scatter_along(line: Points, step: float, spread: float, seed: np.random.Generator) -> Iterator[Points]:
    """Points near a line, at random but always the same."""
    along = lengths_along(line)
    for distance in np.arange(0, along[-1], step):
        yield point_at(line, along, distance) + seed.normal(0, spread, 2)


def woods(ground: Ground, land: Any, clumps: int) -> str:
    """Clumps of trees in the free parts of the land."""
    seed = np.random.default_rng(11)
    inland = shapely.prepared.prep(land.buffer(-14))
    trees: list[tuple[float, float]] = []
    for _ in range(clumps):
        clump = seed.uniform((0, 0), (ground.layout.width, ground.layout.height))
        for spot in clump + seed.normal(0, 13, (9, 2)):
            x, y = float(spot[0]), float(spot[1])
            area = box(x - 6, y - 10, x + 6, y + 5)
            apart = all(abs(x - u) > 7 or abs(y - v) > 5 for v, u in trees)
            if apart and inland.covers(area) and ground.free(area, 2.0) and _on_page(ground.layout, area):
                trees.append((y, x))
    return "".join(use(f"{ground.layout.board}-tree", x, y) for y, x in sorted(trees))


def ships(ground: Ground, water: Any, count: int) -> str:
    """Steamers at sea, where it is emptiest."""
    out = []
    for _ in range(count):
        spot = ground.emptiest(SHIP[0] + 16, SHIP[1] + 12, water)
        if spot is not None:
            out.append(use(f"{ground.layout.board}-ship", *spot))
            water = water.difference(shapely.Point(*spot).buffer(SHIPS_APART))
    return "".join(out)


def mountains(ground: Ground, chains: Iterable[Points], name: str) -> str:
    """Peaks along chains of mountains, the further ones first; each where there is room for it."""
    seed = np.random.default_rng(7)
    placed: list[tuple[float, float, float]] = []
    for chain in chains:
        for spot in scatter_along(chain, 5.0, 9.0, seed):
            size = round(float(seed.uniform(0.75, 1.35)), 2)
            x, y = float(spot[0]), float(spot[1])
            half, high = PEAK[0] * size, PEAK[1] * size
            area = box(x - half, y - high, x + half, y + 0.66 * high)
            apart = all(abs(x - u) > 12 * size or abs(y - v) > 7 * size for v, u, _ in placed)
            if apart and ground.free(area, 1.5) and _on_page(ground.layout, area):
                placed.append((y, x, size))
    for y, x, size in placed:
        ground.take(box(x - PEAK[0] * size, y - PEAK[1] * size, x + PEAK[0] * size, y + 6 * size))
    return "".join(
        f'<use href="#{name}" transform="translate({number(x)} {number(y)})scale({size})"/>'
        for y, x, size in sorted(placed)
    )


def _on_page(layout: Layout, area: Any) -> bool:
    left, top, right, bottom = area.bounds
    return bool(left > 14 and top > 14 and right < layout.width - 14 and bottom < layout.height - 14)
