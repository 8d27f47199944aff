"""The backdrop of a geographic board: an old map of the real world, bent to its cities."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from shapely import make_valid
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union

from branchline.drawing import ornaments
from branchline.drawing.backdrop import COAST, SHORE, SHORE_LINES, gradients, sea, vignette
from branchline.drawing.layout import Layout
from branchline.drawing.svg import element, number, path_data, text_of

from .art import Art, Water
from .curves import Points
from .ground import Ground, mountains, ships, woods
from .lettering import load_face
from .shapes import Shapes, pieces

TINTS = ("#ecd9a8", "#e3d9b4", "#efcfae", "#d9dcb6", "#ead0bf", "#dcd2c0")
SIMPLIFY = 0.8
SMALLEST = 10.0
"""Islands and lakes smaller than this are left out."""
PLATE = 46.0
TREE = "M0-9L4.6 1H1.2V4H-1.2V1H-4.6z"
STEAMER = (
    '<path d="M-21 8q5-4 10.5 0t10.5 0 10.5 0 10.5 0" fill="none" stroke="#f0f8f8" stroke-width="1.4"/>'
    '<path d="M-18-1H19L14 6H-13z" fill="#5b4631"/><path d="M-9-6H9V-1H-9z" fill="#f7ecd0" stroke="#5b4631"/>'
    '<path d="M-1-13H4V-6H-1z" fill="#b3302a" stroke="#5b4631" stroke-width=".8"/>'
    '<path d="M-13-1V-11M13-1V-10" stroke="#5b4631"/>'
    '<path d="M1-16q-5-4-11-1-5 2-9-1" fill="none" stroke="#f7f2e6" stroke-width="2.6" stroke-linecap="round"/>'
)

Put = Callable[[Points], Points]
"""Longitude and latitude to the page."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the world round the cities that may show on the page."""

    west: float
    south: float
    east: float
    north: float

    @staticmethod
    def around(coordinates: Points) -> Window:
        (west, south), (east, north) = coordinates.min(0), coordinates.max(0)
        return Window(west - 22, south - 14, east + 22, min(89.0, north + 14))

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        return self.west, self.south, self.east, self.north


def backdrop(
    layout: Layout, art: Art, shapes: Shapes, window: Window, put: Put, name: str
) -> tuple[str, str]:
    """The backdrop and the definitions that it needs."""
    page = box(0, 0, layout.width, layout.height)
    layers = {
        layer: _on_page(shapes.layer(layer, window.bounds), put, page)
        for layer in ("land", "lakes", "rivers", "countries", "subunits")
    }
    land = _data(layers["land"])
    solid, lakes = (
        unary_union([part for shape in layers[layer] for part in shape]) for layer in ("land", "lakes")
    )
    dry = solid.difference(lakes)
    ground = Ground(layout)
    chains = [put(np.array([(lon, lat) for lat, lon in one.points])) for one in art.ranges]
    board = layout.board
    parts = (
        sea(layout),
        shore(board),
        element("use", href=f"#{board}-land", fill="#efe2c0", stroke=COAST, stroke_width=1.6),
        _tinted(layers.get(art.tint, [])),
        _stroked(_graticule(window, put, page), "#54686b", 0.8, 0.13),
        _stroked(_data(layers["rivers"]), "#86afbe", 1.4, 0.85),
        _stroked(_data(layers["countries"]), "#8a6f4b", 1.5, 0.5, "7 3 1.5 3"),
        _stroked(_data(layers["subunits"]), "#8a6f4b", 0.8, 0.45, "3 2.4") if art.tint == "subunits" else "",
        element("path", d=_data(layers["lakes"]), fill="#a3c7d2", stroke="#6f5b3b", stroke_width=0.9),
        "".join(_water(ground, one, put, solid) for one in art.waters),
        ornament_layer(ground, name, solid),
        element("g", ships(ground, page.difference(solid.buffer(6)), 3), opacity=0.85),
        element("g", mountains(ground, chains, f"{board}-peak"), opacity=0.85),
        element("g", woods(ground, dry, 60), opacity=0.6),
        vignette(layout),
    )
    return "\n".join(parts), defs(board, land)


def defs(board: str, land: str) -> str:
    """Gradients, the land, and a mountain."""
    peak = (
        '<path d="M-11 6L-3.5-6.5-.5-2.2 3-8.5 11 6z" fill="#e9d8b0"/>'
        '<path d="M3-8.5L11 6H4.5L1.5-.5zM-3.5-6.5L.6 6H-3.4L-5-.5z" fill="#b99a68" fill-opacity=".75"/>'
        '<path d="M-11 6L-3.5-6.5-.5-2.2 3-8.5 11 6" fill="none" stroke="#7d6138" stroke-width=".9"/>'
    )
    return (
        gradients(board) + f'<path id="{board}-land" d="{land}" fill-rule="evenodd" stroke-linejoin="round"/>'
        f'<g id="{board}-peak">{peak}</g>'
        f'<path id="{board}-tree" d="{TREE}" fill="#8ea36a" stroke="#5c7043" stroke-width=".7"/>'
        f'<g id="{board}-ship">{STEAMER}</g>'
    )


def shore(board: str) -> str:
    """Pale lines that follow the coast."""
    return "".join(
        element(
            "use",
            href=f"#{board}-land",
            fill="none",
            stroke=SHORE,
            stroke_opacity=opacity,
            stroke_width=width,
        )
        for width, opacity in SHORE_LINES
    )


def _on_page(layer: list[list[Any]], put: Put, page: Any) -> list[list[Any]]:
    out = []
    for shape in layer:
        moved = [_moved(part, put) for whole in shape for part in pieces(whole)]
        cut = [one for part in moved for one in pieces(part.intersection(page.buffer(40)).simplify(SIMPLIFY))]
        cut = [one for one in cut if one.geom_type == "LineString" or one.area > SMALLEST]
        if cut:
            out.append(cut)
    return out


def _moved(part: Any, put: Put) -> Any:
    if part.geom_type == "LineString":
        return LineString(put(_dense(part.coords)))
    rings = [put(_dense(ring.coords)) for ring in (part.exterior, *part.interiors)]
    return make_valid(Polygon(rings[0], rings[1:]))


def _dense(line: Any, step: float = 0.6) -> Points:
    """A line with points at least every `step` degrees, so that it bends with the map."""
    points = np.asarray(line)[:, :2]
    out = [points[:1]]
    for one, other in itertools.pairwise(points):
        count = max(1, int(np.ceil(np.linalg.norm(other - one) / step)))
        out.append(one + (other - one) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(out)


def outline(part: Any) -> str:
    """A polygon or a line as path data."""
    if part.geom_type == "LineString":
        return path_data(part.coords)
    return "".join(
        path_data(list(ring.coords)[:-1], closed=True) for ring in (part.exterior, *part.interiors)
    )


def _data(layer: list[list[Any]]) -> str:
    return "".join(outline(part) for shape in layer for part in shape)


def _stroked(data: str, colour: str, width: float, opacity: float, dashes: str | None = None) -> str:
    return element(
        "path",
        d=data,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_opacity=opacity,
        stroke_dasharray=dashes,
    )


def _tinted(layer: list[list[Any]]) -> str:
    """Neighbouring countries in different pastels (greedy)."""
    wide = [unary_union(shape).buffer(3) for shape in layer]
    chosen: list[int] = []
    for index, area in enumerate(wide):
        used = {chosen[other] for other in range(index) if area.intersects(wide[other])}
        order = [(index + step) % len(TINTS) for step in range(len(TINTS))]
        chosen.append(next((tint for tint in order if tint not in used), order[0]))
    by_tint = [
        "".join(
            outline(part) for shape, own in zip(layer, chosen, strict=True) if own == tint for part in shape
        )
        for tint in range(len(TINTS))
    ]
    return "".join(
        element("path", d=data, fill=TINTS[tint], fill_opacity=0.85)
        for tint, data in enumerate(by_tint)
        if data
    )


def _graticule(window: Window, put: Put, page: Any) -> str:
    return "".join(
        outline(part)
        for line in _meridians_and_parallels(window)
        for part in pieces(LineString(put(line)).intersection(page).simplify(SIMPLIFY))
    )


def _meridians_and_parallels(window: Window) -> Iterator[Points]:
    for lon in range(int(window.west // 5 * 5), int(window.east) + 1, 5):
        yield np.stack([np.full(60, float(lon)), np.linspace(window.south, window.north, 60)], 1)
    for lat in range(int(window.south // 5 * 5), int(window.north) + 1, 5):
        yield np.stack([np.linspace(window.west, window.east, 90), np.full(90, float(lat))], 1)


def _water(ground: Ground, water: Water, put: Put, land: Any) -> str:
    """The name of a sea, spaced out, at the free place nearest to where it should be; left out if there is none."""
    width = (load_face("serif").width(water.name) + 0.22 * len(water.name)) * water.size
    page = box(20, 20, ground.layout.width - 20, ground.layout.height - 20).difference(land.buffer(3))
    start = put(np.array([(water.at[1], water.at[0])]))[0]
    steps = [(dx, dy) for dx in range(-150, 151, 10) for dy in range(-120, 121, 10)]
    for dx, dy in sorted(steps, key=lambda step: (math.hypot(*step), step)):
        x, y = start[0] + dx, start[1] + dy
        area = box(x - width / 2, y - water.size / 2, x + width / 2, y + water.size / 2)
        if ground.free(area, 8.0) and page.covers(area):
            ground.take(area)
            return _written(water, x, y)
    return ""


def _written(water: Water, x: float, y: float) -> str:
    return element(
        "text",
        text_of(water.name),
        transform=f"translate({number(x)} {number(y + water.size / 3)})skewX(-14)",
        text_anchor="middle",
        font_size=water.size,
        letter_spacing=number(0.22 * water.size),
        fill="#3f6f80",
        fill_opacity=0.75,
    )


def ornament_layer(ground: Ground, name: str, land: Any) -> str:
    """The name plate and the compass, at sea if there is room."""
    page = box(0, 0, ground.layout.width, ground.layout.height)
    width = (load_face("serif").width(name) * 23 + 2.5 * len(name)) + 26
    out = []
    for wide, high, drawing in (
        (width + 20, PLATE, ornaments.name_plate(name, width)),
        (84.0, 96.0, ornaments.compass()),
    ):
        spot = ground.emptiest(wide, high, page.difference(land)) or ground.emptiest(wide, high)
        if spot is not None:
            drop = 6 if high > PLATE else 0
            out.append(
                element("g", drawing, transform=f"translate({number(spot[0])} {number(spot[1] + drop)})")
            )
    return "".join(out)
