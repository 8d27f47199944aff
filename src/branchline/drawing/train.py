"""The geometry of a raised train on a route; web/src/lib/map/train.ts has the same, and a test compares the two.

A car is a roof (`<use>`, turned with its space and lifted up the page) over walls: what the footprint of the car
covers while it is lifted. So light and height are the same at every angle, and nothing needs a filter. All cars of a
route are equally high, so walls first and roofs after them is the right order.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, floor, radians, sin, sqrt
from typing import NamedTuple

from .geometry import Point
from .layout import Layout, Space
from .palette import LIVERIES
from .svg import upright

EDGE, COUPLING, WHEELS, PANE = "#1b1613", "#1d1815", "#15110e", "#d8ecf2"
BOARD_TOP, BOILER_TOP, CAB_TOP = 2.8, 6.4, 9.4
"""How high the parts of an engine are."""


class Measures(NamedTuple):
    """The sizes of a car on a space of the ideal length."""

    long: float
    wide: float
    high: float
    bus: bool


def measures(layout: Layout) -> Measures:
    """Trains are a little larger than their spaces, buses shorter and higher."""
    length, width = layout.sizes.length, layout.sizes.width
    if layout.style == "pop":
        return Measures(length - 1, width - 1.6, 10.5, True)
    return Measures(length + 0.3, width + 0.2, 6.8, False)


class Train(NamedTuple):
    """A train as SVG: the outline of its shadow, which lies under all trains, and its body."""

    shadow: str
    body: str


class Stand(NamedTuple):
    """Where a car stands: its middle, its direction, and how much it is stretched."""

    x: float
    y: float
    angle: float
    cos: float
    sin: float
    stretch: float

    @staticmethod
    def on(space: Space, ideal: float) -> Stand:
        angle = upright(space.angle)
        turn = radians(angle)
        return Stand(space.x, space.y, angle, cos(turn), sin(turn), space.length / ideal)

    def at(self, along: float, across: float, lift: float) -> str:
        x = self.x + along * self.cos - across * self.sin
        return f"{_tenth(x)} {_tenth(self.y + along * self.sin + across * self.cos - lift)}"

    def lifted(self, lift: float) -> str:
        """The transform of what lies on top of the car."""
        return f"translate({_tenth(self.x)} {_tenth(self.y - lift)})rotate({_tenth(self.angle)})"


def _tenth(value: float) -> str:
    """Rounded to tenths as the page rounds: halves up."""
    return _over_ten(floor(value * 10 + 0.5))


@cache
def _over_ten(tenths: int) -> str:
    """There are only so many places on a page, and most of the time would go into writing them."""
    return f"{tenths / 10:.10g}"


def _hundredth(value: float) -> str:
    return f"{floor(value * 100 + 0.5) / 100:g}"


def box(
    stand: Stand, ends: tuple[float, float], width: float, lifts: tuple[float, float], cut: float = 2.0
) -> str:
    """The outline of a box with cut corners, from the lower lift to the upper one."""
    start, end = ends
    low, high = lifts
    half = width / 2
    corners = (
        (start + cut, -half),
        (end - cut, -half),
        (end, cut - half),
        (end, half - cut),
        (end - cut, half),
        (start + cut, half),
        (start, half - cut),
        (start, cut - half),
    )
    points = [
        (stand.x + u * stand.cos - v * stand.sin, stand.y + u * stand.sin + v * stand.cos) for u, v in corners
    ]
    xs = [x for x, _ in points]
    left, right = xs.index(min(xs)), xs.index(max(xs))
    # clockwise: the way from left to right is the back of the box, which is seen at its top
    back = [points[(left + step) % 8] for step in range((right - left) % 8 + 1)]
    front = [points[(right + step) % 8] for step in range((left - right) % 8 + 1)]
    outline = [text for x, y in back for text in (_tenth(x), _tenth(y - high))]
    outline += [text for x, y in front for text in (_tenth(x), _tenth(y - low))]
    return f"M{' '.join(outline)}z"


def train(layout: Layout, route: str, seat: int) -> Train:
    """The train of a seat on a route, its engine at city b; double-deckers have none."""
    track = layout.routes[route]
    city = layout.cities[track.b]
    return _train(layout.board, track.spaces, layout.sizes.length, measures(layout), (city.x, city.y), seat)


@lru_cache(2048)
def _train(
    board: str, spaces: tuple[Space, ...], ideal: float, size: Measures, city: Point, seat: int
) -> Train:
    """Positions are often drawn again with a train more: those of before are kept."""
    stands = [Stand.on(space, ideal) for space in spaces]
    order = sorted(range(len(stands)), key=lambda place: stands[place].y)  # from the back to the front
    lead = None if size.bus else len(stands) - 1
    cars = [stands[place] for place in order if place != lead]
    engine = "" if lead is None else _engine(board, stands[lead], size, seat, city)
    tops = "".join(_roof(board, stand, size, seat) for stand in cars)
    above = engine + tops if order[0] == lead else tops + engine
    bars = " ".join(stand.at(0, 0, 2) for stand in stands) if len(stands) > 1 else ""
    coupled = f'<path d="M{bars}" fill="none" stroke="{COUPLING}" stroke-width="2.6"/>' if bars else ""
    shadow = "".join(_shadow(stands[place], size) for place in order)
    return Train(shadow, coupled + _walls(cars, size, seat) + above)


def coach(layout: Layout, seat: int, x: float, y: float) -> str:
    """A single car that stands level."""
    size, stand = measures(layout), Stand(x, y, 0.0, 1.0, 0.0, 1.0)
    return _walls([stand], size, seat) + _roof(layout.board, stand, size, seat)


def chimney(layout: Layout, route: str) -> str | None:
    """The transform of the steam over an engine."""
    track, size = layout.routes[route], measures(layout)
    if size.bus:
        return None
    stand, city = Stand.on(track.spaces[-1], layout.sizes.length), layout.cities[track.b]
    ahead = _ahead(stand, (city.x, city.y))
    return f"translate({stand.at((size.long / 2 - 6) * ahead * stand.stretch, 0, 20)})"


def _shadow(stand: Stand, size: Measures) -> str:
    half = size.long * stand.stretch / 2 + 0.5
    moved = stand._replace(x=stand.x + 2.6, y=stand.y + 3.4)
    return box(moved, (-half, half), size.wide + 1, (0, 3 if size.bus else 1), 3)


def _roof(board: str, stand: Stand, size: Measures, seat: int) -> str:
    stretched = "" if abs(stand.stretch - 1) < 0.005 else f"scale({_hundredth(stand.stretch)} 1)"
    return f'<use href="#{board}-roof-{seat}" transform="{stand.lifted(size.high)}{stretched}"/>'


def _walls(cars: list[Stand], size: Measures, seat: int) -> str:
    """The walls of all cars, with windows where they face us."""
    if not cars:
        return ""
    feet = _sides(cars, size, 0.1) + _ends(cars, size, 0.1)
    halves = [size.long * stand.stretch / 2 for stand in cars]
    walls = "".join(
        box(stand, (-half, half), size.wide, (1.4, size.high))
        for stand, half in zip(cars, halves, strict=True)
    )
    level = sum(stand.cos for stand in cars) / len(cars)
    steep = sqrt(max(0.0, 1 - level * level))
    rows = ((0.74, 0.22), (0.38, 0.22)) if size.bus else ((0.6, 0.3),)
    panes = "".join(
        _panes(windows, size, height * share)
        for lift, height in rows
        for windows, share in ((_sides(cars, size, lift), level), (_ends(cars, size, lift), steep))
        if share > 0.25
    )
    look = f'fill="{LIVERIES[seat].wall}" stroke="{EDGE}" stroke-width="1.1" stroke-linejoin="round"'
    return f'<path d="{feet}" stroke="{WHEELS}" stroke-width="2.4"/><path d="{walls}" {look}/>{panes}'


def _panes(windows: str, size: Measures, height: float) -> str:
    dashes = "5.6 1.1" if size.bus else "4.8 1.2"
    width = _hundredth(size.high * height)
    return f'<path d="{windows}" fill="none" stroke="{PANE}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'


def _sides(cars: list[Stand], size: Measures, share: float) -> str:
    """Lines along the long walls that face us."""
    lift, side = size.high * share, size.wide / 2
    spans = [(stand, size.long * stand.stretch / 2 - 2.8) for stand in cars]
    return "".join(f"M{stand.at(-end, side, lift)} {stand.at(end, side, lift)}" for stand, end in spans)


def _ends(cars: list[Stand], size: Measures, share: float) -> str:
    """Lines along the short walls that face us."""
    lift, side = size.high * share, size.wide / 2 - 2
    spans = [(stand, size.long * stand.stretch / 2 * (1 if stand.sin >= 0 else -1)) for stand in cars]
    return "".join(f"M{stand.at(end, -side, lift)} {stand.at(end, side, lift)}" for stand, end in spans)


def _ahead(stand: Stand, city: Point) -> int:
    """1 if an engine that goes to the city looks along its own x, -1 if the other way."""
    along = (city[0] - stand.x) * stand.cos + (city[1] - stand.y) * stand.sin
    return 1 if along >= 0 else -1


def _engine(board: str, stand: Stand, size: Measures, seat: int, city: Point) -> str:
    """Running board, boiler and cab, each a box with its top; dome and chimney stand upright."""
    ahead, half, wall = _ahead(stand, city), size.long / 2, LIVERIES[seat].wall
    factor = ahead * stand.stretch

    def part(
        ends: tuple[float, float], width: float, lifts: tuple[float, float], fill: str, cut: float = 2
    ) -> str:
        first, second = sorted((ends[0] * factor, ends[1] * factor))
        outline = box(stand, (first, second), width, lifts, cut)
        return f'<path d="{outline}" fill="{fill}" stroke="{EDGE}" stroke-width="1.1"/>'

    def top(name: str, lift: float) -> str:
        return f'<use href="#{board}-{name}" transform="{stand.lifted(lift)}scale({_hundredth(factor)} 1)"/>'

    def upright_on(name: str, along: float, lift: float) -> str:
        return f'<use href="#{board}-{name}" transform="translate({stand.at(along * factor, 0, lift)})"/>'

    low = part((-half, half), size.wide - 1.6, (0, BOARD_TOP), WHEELS) + top("frame", BOARD_TOP)
    boiler = part((-4, half - 1.6), size.wide - 3.4, (BOARD_TOP, BOILER_TOP), wall, 3)
    boiler += top(f"boiler-{seat}", BOILER_TOP)
    mark = f"translate({stand.at((-half / 2 - 1.8) * factor, 0, CAB_TOP)})rotate({_tenth(stand.angle)})"
    cab = part((-half, -3), size.wide, (BOARD_TOP, CAB_TOP), wall) + top(f"cab-{seat}", CAB_TOP)
    cab += f'<use href="#{board}-mark-{seat}" transform="{mark}"/>'
    stacks = upright_on("dome", -0.2, 7.6) + upright_on("stack", half - 6, 6.6)
    # what lies nearer to us comes later
    return low + boiler + (cab + stacks if stand.sin * ahead > 0 else stacks + cab)
