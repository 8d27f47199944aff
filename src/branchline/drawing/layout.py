"""Where everything of a board lies on the page: a small JSON that web, notebooks and docs share."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from branchline.board import Board
from branchline.errors import BoardError, first_line

from .geometry import Point, rectangle

Kind = Literal["plain", "tunnel", "ferry"]
#: A number on the page. Pages are about a thousand units wide.
Measure = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]


class Sizes(msgspec.Struct, frozen=True):
    """The measures of a board, in units of the page."""

    length: Measure = 36.5
    """The ideal length of a space."""
    width: Measure = 13.0
    """The width of a space."""
    city: Measure = 8.5
    """The radius of a city mark."""
    font: Measure = 16.5
    """The size of the labels."""


class Label(msgspec.Struct, frozen=True):
    """A city's name: its lines, the offset of its middle from the city, and its box."""

    lines: tuple[str, ...]
    dx: Measure
    dy: Measure
    width: Measure
    height: Measure


class Place(msgspec.Struct, frozen=True):
    """A city on the page."""

    name: str
    x: Measure
    y: Measure
    label: Label
    district: int | None = None

    @property
    def label_box(self) -> list[Point]:
        return rectangle(
            self.x + self.label.dx, self.y + self.label.dy, 0.0, self.label.width, self.label.height
        )


class Space(msgspec.Struct, frozen=True, array_like=True):
    """One space of a route: its middle, the angle of its long side in degrees, and its length."""

    x: Measure
    y: Measure
    angle: Measure
    length: Measure

    def end(self, forward: bool) -> Point:
        """The middle of one of its short sides."""
        half = self.length / 2 if forward else -self.length / 2
        angle = math.radians(self.angle)
        return self.x + half * math.cos(angle), self.y + half * math.sin(angle)


class Track(msgspec.Struct, frozen=True):
    """A route on the page, its spaces in the order from city a to city b."""

    a: str
    b: str
    colour: str
    kind: Kind
    wilds: int
    """How many of its spaces show the wild symbol (ferries)."""
    spaces: tuple[Space, ...]
    path: str
    """An SVG path along the route, for a wide invisible stroke to click on."""


class Layout(msgspec.Struct, frozen=True):
    """A board laid out on a page of width × height, its origin at the top left."""

    board: str
    facts: str
    """Digest of what the layout was made from (`layout_facts`)."""
    style: Literal["period", "pop"]
    width: Measure
    height: Measure
    sizes: Sizes
    cities: dict[str, Place]
    routes: dict[str, Track]

    def corners(self, space: Space) -> list[Point]:
        return rectangle(space.x, space.y, space.angle, space.length, self.sizes.width)

    def to_json(self) -> bytes:
        """One line per city and route: small, and readable in a diff."""
        text = msgspec.json.encode(self)
        for key in (b'"cities":{', b'"routes":{', b'},"', b'}},"'):
            text = text.replace(key, key[:-1] + b"\n" + key[-1:])
        return text + b"\n"

    @staticmethod
    def from_json(data: bytes) -> Layout:
        """A layout from its JSON; a `BoardError` says what is wrong with it."""
        try:
            return msgspec.json.decode(data, type=Layout)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BoardError("", "", f"this is no layout: {first_line(error)}") from None


def centre_line(spaces: tuple[Space, ...]) -> list[Point]:
    """From the outer end of the first space through all middles to the outer end of the last."""
    first, last = spaces[0], spaces[-1]
    if len(spaces) == 1:
        return [first.end(False), first.end(True)]
    ahead = math.dist(first.end(True), (spaces[1].x, spaces[1].y))
    behind = math.dist(first.end(False), (spaces[1].x, spaces[1].y))
    forward = ahead < behind
    return [first.end(not forward), *((one.x, one.y) for one in spaces), last.end(forward)]


def layout_facts(board: Board, art: str = "") -> str:
    """A digest of all that a layout is made from; another one means that the layout is out of date."""
    cities = [[c.id, c.name, c.lat, c.lon, c.x, c.y, c.district] for c in board.cities]
    routes = [[r.id, r.a, r.b, r.length, r.colour, r.tunnel, r.ferry] for r in board.routes]
    return hashlib.sha256(msgspec.json.encode([cities, routes, art])).hexdigest()[:16]


def read_layout(path: Path) -> Layout:
    try:
        return Layout.from_json(path.read_bytes())
    except BoardError as error:
        raise BoardError(str(path), "", error.problem) from None
