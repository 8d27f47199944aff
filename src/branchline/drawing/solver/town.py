"""The backdrop of a town, like a poster of the 1960s: blocks tinted by district, the river, the parks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.interpolate import make_interp_spline
from scipy.spatial import Voronoi
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union

from branchline.board import Board
from branchline.drawing.layout import Layout
from branchline.drawing.palette import tint_of
from branchline.drawing.svg import element, number, text_of

from .art import Art, Coordinates, Park
from .curves import Points
from .ground import Ground
from .lettering import load_face
from .period import Put, outline
from .shapes import pieces

BLOCKS = 560
STREET = 3.2
SHADES = (0.72, 0.86, 1.0)
PAVEMENT = "#e8dfcb"
DOUBLE_DECKER = (
    '<path d="M-36 23H36" stroke="#1d2a44" stroke-width="2" stroke-linecap="round"/>'
    '<path d="M-31-24H27Q32-24 32-19V17H-31Q-34 17-34 14V-20Q-34-24-31-24z" fill="#c8362e" stroke="#1d2a44"'
    ' stroke-width="1.4"/><path d="M-34-3H32V2H-34z" fill="#fff3c4"/>'
    '<path d="M-30-19h9v11h-9zM-18-19h9v11h-9zM-6-19h9v11h-9zM6-19h9v11H6zM18-19h10v11H18z'
    'M-18 5h9v7h-9zM-6 5h9v7h-9zM6 5h9v7H6zM18 5h14v8H18z" fill="#d9eef5" stroke="#1d2a44" stroke-width=".7"/>'
    '<path d="M-30 5h8V17h-8z" fill="#7d1f1b"/><path d="M-12-3v5M2-3v5M14-3v5" stroke="#c8362e"/>'
    '<circle cx="-15" cy="18" r="5.4" fill="#1b1b1d" stroke="#d8d4c8" stroke-width="1.6"/>'
    '<circle cx="20" cy="18" r="5.4" fill="#1b1b1d" stroke="#d8d4c8" stroke-width="1.6"/>'
)


def backdrop(layout: Layout, board: Board, art: Art, put: Put) -> tuple[str, str]:
    """The backdrop and the definitions that it needs."""
    page = box(0, 0, layout.width, layout.height)
    river = _river(art, put, page)
    parks = [(park.name, _park(park, put).intersection(page)) for park in art.parks]
    cut = unary_union([river.buffer(5), *(area.buffer(3) for _, area in parks)])
    ground = Ground(layout)
    parts = [
        element("rect", width=layout.width, height=layout.height, fill="#fbf6ea"),
        _blocks(layout, board, cut),
    ]
    for _, area in parks:
        data = "".join(outline(part) for part in pieces(area.simplify(0.6)))
        parts.append(element("path", d=data, fill="#a9d39a"))
        parts.append(element("path", d=data, fill=f"url(#{layout.board}-trees)", opacity=0.6))
    stream = "".join(outline(part) for part in pieces(river.simplify(0.4)))
    if stream:
        parts.append(element("path", d=stream, fill="#7cc3dc", stroke="#fff", stroke_width=3))
        parts.append(element("path", d=stream, fill=f"url(#{layout.board}-waves)"))
    parts.append(_title(ground, board.name))
    parts.append(_bus_stop(ground))
    return "\n".join(parts), _defs(layout.board)


def _defs(board: str) -> str:
    return (
        f'<pattern id="{board}-trees" width="18" height="16" patternUnits="userSpaceOnUse">'
        '<circle cx="5" cy="5" r="3" fill="#6fae62"/><circle cx="14" cy="12" r="3" fill="#7db970"/></pattern>'
        f'<pattern id="{board}-waves" width="26" height="12" patternUnits="userSpaceOnUse">'
        '<path d="M0 6Q6.5 1 13 6T26 6" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.4"/>'
        "</pattern>"
    )


def _points(coordinates: Coordinates, put: Put) -> Points:
    return put(np.array([(lon, lat) for lat, lon in coordinates]))


def _river(art: Art, put: Put, page: Any) -> Any:
    if art.river is None:
        return Polygon()
    stops = _points(art.river.points, put)
    course = make_interp_spline(np.linspace(0, 1, len(stops)), stops, k=3)(np.linspace(0, 1, 160))
    return LineString(course).buffer(art.river.width, cap_style="flat").intersection(page.buffer(4))


def _park(park: Park, put: Put) -> Any:
    if park.radius:
        ((lat, lon),) = park.points
        turns = np.linspace(0, 2 * np.pi, 40)
        rim = [(lat + park.radius * np.sin(one), lon + 1.6 * park.radius * np.cos(one)) for one in turns]
        return Polygon(_points(rim, put)).buffer(3)
    return Polygon(_points(park.points, put)).buffer(0).buffer(8)


def _blocks(layout: Layout, board: Board, cut: Any) -> str:
    """Blocks of streets in the tint of the nearest city's district, in three shades."""
    places = np.array([(one.x, one.y) for one in layout.cities.values()])
    tints = {district.number: tint_of(district.colour) for district in board.districts}
    grounds = [tints.get(one.district or 0, PAVEMENT) for one in layout.cities.values()]
    shade = np.random.default_rng(5)
    by_look: dict[tuple[str, float], list[str]] = {}
    for middle, cell in _cells(layout):
        nearest = int(np.argmin(np.linalg.norm(places - middle, axis=1)))
        block = cell.buffer(-STREET).difference(cut).buffer(-1.5).buffer(1.5, quad_segs=2)
        look = grounds[nearest], SHADES[int(shade.integers(len(SHADES)))]
        data = [outline(part.simplify(0.4)) for part in pieces(block) if part.area > 60]
        by_look.setdefault(look, []).extend(data)
    return "".join(
        element("path", d="".join(data), fill=tint, fill_opacity=opacity)
        for (tint, opacity), data in sorted(by_look.items())
    )


def _cells(layout: Layout) -> Iterator[tuple[Points, Any]]:
    """Cells of a Voronoi diagram, evened out a little (Lloyd), cut to the page."""
    seed = np.random.default_rng(5)
    low, high = np.full(2, -60.0), np.array([layout.width, layout.height]) + 60
    points = seed.uniform(low, high, (BLOCKS, 2))
    for _ in range(3):
        diagram = Voronoi(points)
        moved = points.copy()
        for index, region in enumerate(diagram.point_region):
            corners = diagram.regions[region]
            if corners and -1 not in corners:
                moved[index] = diagram.vertices[corners].mean(0)
        points = np.clip(moved, low, high)
    diagram = Voronoi(points)
    page = box(0, 0, layout.width, layout.height).buffer(5)
    for index, region in enumerate(diagram.point_region):
        corners = diagram.regions[region]
        if corners and -1 not in corners:
            cell = Polygon(diagram.vertices[corners]).intersection(page)
            if not cell.is_empty:
                yield points[index], cell


def _title(ground: Ground, name: str) -> str:
    """The town's name as on the destination blind of a bus."""
    width = load_face("sans").width(name.upper()) * 22 + 2.5 * len(name) + 26
    spot = ground.emptiest(width + 10, 52)
    if spot is None:
        return ""
    case = element(
        "rect",
        x=number(-width / 2),
        y=-21,
        width=number(width),
        height=42,
        rx=7,
        fill="#c8362e",
        stroke="#1d2a44",
    )
    blind = element(
        "rect", x=number(5 - width / 2), y=-15, width=number(width - 10), height=30, rx=3, fill="#1b1b1d"
    )
    words = element(
        "text",
        text_of(name.upper()),
        x=1.2,
        y=7.8,
        text_anchor="middle",
        font_size=22,
        fill="#fff3c4",
        letter_spacing=2.5,
    )
    return element("g", case, blind, words, transform=f"translate({number(spot[0])} {number(spot[1])})")


def _bus_stop(ground: Ground) -> str:
    """A double-decker waits where there is room."""
    spot = ground.emptiest(84, 62)
    if spot is None:
        return ""
    return element("g", DOUBLE_DECKER, transform=f"translate({number(spot[0])} {number(spot[1])})")
