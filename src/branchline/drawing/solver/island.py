"""The backdrop of a board that lies nowhere: islands round its routes, ferries across the water between."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from branchline.drawing.backdrop import COAST, HIGHLANDS, ISLAND, sea, vignette
from branchline.drawing.layout import Layout, centre_line
from branchline.drawing.svg import element

from .curves import Points
from .ground import Ground, mountains, ships, woods
from .period import defs, ornament_layer, outline, shore
from .shapes import pieces

REACH = 38.0
"""How far the land goes beyond the routes."""
BAY = 16.0
"""Bays narrower than twice this are filled."""
STRAIT = 17.0
"""How far the water goes beyond the ferries."""
ROUGHNESS = 4.0


def backdrop(layout: Layout, name: str) -> tuple[str, str]:
    """The backdrop and the definitions that it needs."""
    land = _land(layout)
    page = box(0, 0, layout.width, layout.height)
    ground = Ground(layout)
    board = layout.board
    data = "".join(outline(part.simplify(0.5)) for part in pieces(land))
    parts = (
        sea(layout),
        shore(board),
        element("use", href=f"#{board}-land", fill=ISLAND, stroke=COAST, stroke_width=1.6),
        _highlands(land),
        ornament_layer(ground, name, land),
        element("g", ships(ground, page.difference(land.buffer(6)), 2), opacity=0.85),
        element("g", mountains(ground, _chains(layout), f"{board}-peak"), opacity=0.85),
        element("g", woods(ground, land, 40), opacity=0.8),
        vignette(layout),
    )
    return "\n".join(parts), defs(board, data)


def _land(layout: Layout) -> Any:
    """One island for all cities that are joined by land; straits where ferries go."""
    islands: list[Any] = []
    for cities in joined_by_land(layout):
        solid = unary_union([*_ports(layout, cities), *_routes(layout, cities)])
        # closing fills the small bays between routes, and what routes enclose is land
        closed = unary_union([Polygon(part.exterior) for part in pieces(solid.buffer(BAY).buffer(-BAY))])
        islands.append(closed.difference(unary_union(islands).buffer(STRAIT)))
    ferries = [track for track in layout.routes.values() if track.kind == "ferry"]
    straits = unary_union([LineString(centre_line(track.spaces)).buffer(STRAIT) for track in ferries])
    water = straits.difference(unary_union(_ports(layout, set(layout.cities))))
    rough = unary_union(islands).difference(water).buffer(-6).buffer(6)
    waved = [_waver(part, number) for number, part in enumerate(pieces(rough)) if part.area > 900]
    page = box(0, 0, layout.width, layout.height).buffer(40)
    return unary_union(waved).intersection(page)


def joined_by_land(layout: Layout) -> list[set[str]]:
    """The cities in groups that are joined by routes other than ferries."""
    groups: list[set[str]] = [{city} for city in layout.cities]
    for track in layout.routes.values():
        if track.kind != "ferry":
            met = [group for group in groups if track.a in group or track.b in group]
            groups = [group for group in groups if group not in met] + [set().union(*met)]
    return sorted(groups, key=len, reverse=True)


def _ports(layout: Layout, cities: set[str]) -> list[Any]:
    places = [layout.cities[city] for city in sorted(cities)]
    return [Point(place.x, place.y).buffer(0.9 * REACH) for place in places]


def _routes(layout: Layout, cities: set[str]) -> list[Any]:
    tracks = [track for track in layout.routes.values() if track.kind != "ferry" and track.a in cities]
    return [LineString(centre_line(track.spaces)).buffer(REACH) for track in tracks]


def _waver(part: Any, seed: int) -> Any:
    rings = [
        _wavering_ring(ring, seed) for ring in (part.exterior, *part.interiors) if Polygon(ring).area > 900
    ]
    return Polygon(rings[0], rings[1:]).buffer(0)


def _wavering_ring(ring: Any, seed: int) -> Points:
    """The ring moved in and out by a few waves round it."""
    waves = np.random.default_rng(seed + 3)
    count = max(24, int(ring.length / 6))
    points = np.array([ring.interpolate(one, normalized=True).coords[0] for one in np.arange(count) / count])
    turns = 2 * np.pi * np.arange(count) / count
    rounds = max(4.0, ring.length / 90)
    sway = np.zeros(count)
    for share in (0.4, 1.0, 2.3, 4.7):
        phase = waves.uniform(0, 2 * np.pi)
        sway += np.sin(round(rounds * share) * turns + phase) / share**0.6
    along = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    moved: Points = points + 0.8 * ROUGHNESS * sway[:, None] * np.stack([-along[:, 1], along[:, 0]], 1)
    return moved


def _highlands(land: Any) -> str:
    """Two paler steps inland."""
    out = []
    for depth, tint in HIGHLANDS:
        inner = land.buffer(-depth).simplify(0.8)
        out.append(element("path", d="".join(outline(part) for part in pieces(inner)), fill=tint))
    return "".join(out)


def _chains(layout: Layout) -> list[Points]:
    """Mountains where tunnels are: a chain across each of them."""
    chains = []
    for track in layout.routes.values():
        if track.kind == "tunnel":
            line = np.array(centre_line(track.spaces))
            middle, along = line.mean(0), line[-1] - line[0]
            across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
            chains.append(np.stack([middle - 46 * across, middle, middle + 46 * across]))
            chains.append(line + 22 * across)
            chains.append(line - 22 * across)
    return chains
