"""The backdrop of a board that lies nowhere: islands round its routes, ferries across the water between."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from branchline.drawing.layout import Layout, centre_line
from branchline.drawing.svg import element, number

from .art import Art
from .curves import Points
from .ground import Ground, mountains
from .period import defs, ornament_layer, outline, sea, shore, vignette
from .shapes import pieces

REACH = 58.0
"""How far the land goes beyond the routes."""
ROUGHNESS = 9.0
TREE = "M0-9L4.6 1H1.2V4H-1.2V1H-4.6z"


def backdrop(layout: Layout, art: Art, name: str) -> tuple[str, str]:
    """The backdrop and the definitions that it needs."""
    land = _land(layout)
    ground = Ground(layout)
    board = layout.board
    data = "".join(outline(part.simplify(0.5)) for part in pieces(land))
    tree = element("path", id=f"{board}-tree", d=TREE, fill="#7f9a5f", stroke="#4f6a3d", stroke_width=0.7)
    parts = (
        sea(layout),
        shore(board),
        element("use", href=f"#{board}-land", fill="#e9dfb6", stroke="#6f5b3b", stroke_width=1.6),
        _highlands(land),
        ornament_layer(ground, name, land),
        element("g", mountains(ground, _chains(layout), f"{board}-peak"), opacity=0.85),
        element("g", _woods(ground, land), opacity=0.8),
        vignette(layout),
    )
    return "\n".join(parts), defs(board, data) + tree


def _land(layout: Layout) -> Any:
    """Everything near a city or a route by land, with a wavering coast; straits where only ferries go."""
    solid = [Point(one.x, one.y).buffer(0.75 * REACH) for one in layout.cities.values()]
    solid += [
        LineString(centre_line(track.spaces)).buffer(REACH)
        for track in layout.routes.values()
        if track.kind != "ferry"
    ]
    # closing fills small bays between routes, opening rounds the capes
    rough = unary_union(solid).buffer(30).buffer(-30)
    waved = [_waver(part, number_) for number_, part in enumerate(pieces(rough))]
    page = box(0, 0, layout.width, layout.height).buffer(40)
    return unary_union(waved).intersection(page)


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
    moved: Points = points + ROUGHNESS * 0.55 * sway[:, None] * np.stack([-along[:, 1], along[:, 0]], 1)
    return moved


def _highlands(land: Any) -> str:
    """Two paler steps inland."""
    out = []
    for depth, tint in ((26, "#efe3bd"), (52, "#f3e7c6")):
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


def _woods(ground: Ground, land: Any) -> str:
    """Clumps of trees in the free parts of the land."""
    seed = np.random.default_rng(11)
    inland = land.buffer(-14)
    trees: list[tuple[float, float]] = []
    for _ in range(26):
        clump = seed.uniform((0, 0), (ground.layout.width, ground.layout.height))
        for spot in clump + seed.normal(0, 13, (9, 2)):
            x, y = float(spot[0]), float(spot[1])
            area = box(x - 6, y - 10, x + 6, y + 5)
            if (
                ground.free(area, 2.0)
                and inland.covers(area)
                and all(abs(x - u) > 7 or abs(y - v) > 5 for v, u in trees)
            ):
                trees.append((y, x))
    board = ground.layout.board
    return "".join(f'<use href="#{board}-tree" x="{number(x)}" y="{number(y)}"/>' for y, x in sorted(trees))
