"""Frames: positions of one board as pixels, fast. The map is rasterised once, each train once for each seat.

`scene.py` draws more beautifully (halos, closed doubles, tickets); a frame of a film takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import Board
from branchline.errors import MissingPackages

from .chart import CARS, ROUTES
from .cities import font_family
from .layout_files import load_layout, load_map
from .pieces import piece_defs, station
from .png import to_png
from .scene import LEGEND, Scene, SeatLine, legend
from .svg import element, number
from .train import train

if TYPE_CHECKING:
    from PIL.Image import Image

    from branchline.game.view import View

BACKDROP = '<g class="backdrop"'
MARGIN = 26.0
"""Room round the middles of a route's spaces for its train, and round a city for its station."""


class Frames:
    """Pictures of positions on one board, `width` pixels wide: the map, and a strip with the seats below it."""

    def __init__(self, board: Board, width: int = 800, source: Path | None = None) -> None:
        try:
            import PIL.Image  # noqa: F401
        except ImportError:
            raise MissingPackages("frames need Pillow", "rl") from None
        chart = load_map(board, source)
        self.board, self.width, self.layout = board, width, load_layout(board, source)
        self.scale = width / self.layout.width
        self.map = pixels(chart, width)
        self.bare = pixels(chart[: chart.index(ROUTES)] + chart[chart.index(CARS) :], width)
        self.above = pixels(chart[: chart.index(BACKDROP)] + chart[chart.index(CARS) :], width)
        self.defs = element("defs", piece_defs(self.layout, stations=board.stations > 0))
        self._trains = lru_cache(1024)(self._draw_train)
        self._spaces = lru_cache(256)(self._draw_spaces)
        self._stations = lru_cache(512)(self._draw_station)
        self._strip = lru_cache(64)(self._draw_strip)

    def frame(self, view: View) -> Image:
        """A view as a picture: trains, stations, and each seat's points and cars."""
        from PIL import Image

        totals = (
            [score.total for score in view.scores] if view.scores else [seat.score for seat in view.seats]
        )
        lines = tuple(SeatLine(total, seat.cars) for total, seat in zip(totals, view.seats, strict=True))
        strip = self._strip(lines, view.actor)
        picture = Image.new("RGB", (self.width, self.map.height + strip.height))
        picture.paste(self.map, (0, 0))
        for route in view.routes:  # nothing is printed under a train, where it would show at its edges
            spaces, (x, y) = self._spaces(route)
            picture.paste(self.bare.crop((x, y, x + spaces.width, y + spaces.height)), (x, y), spaces)
        pieces = [self._trains(route, seat) for route, seat in view.routes.items()]
        for sprite, place in sorted(pieces, key=lambda piece: piece[1][1]):
            picture.paste(sprite, place, sprite)
        for sprite, (x, y) in pieces:  # what is printed above the trains: cities and names
            box = (x, y, x + sprite.width, y + sprite.height)
            over = self.above.crop(box)
            picture.paste(over, (x, y), over)
        for city, seat in view.stations.items():
            sprite, place = self._stations(city, seat)
            picture.paste(sprite, place, sprite)
        picture.paste(strip, (0, self.map.height))
        return picture

    def _draw_train(self, route: str, seat: int) -> tuple[Image, tuple[int, int]]:
        shadow, body = train(self.layout, route, seat)
        spaces = self.layout.routes[route].spaces
        below = element("path", d=shadow, fill="#000", fill_opacity="0.32")
        return self._sprite(below + body, [(space.x, space.y) for space in spaces])

    def _draw_spaces(self, route: str) -> tuple[Image, tuple[int, int]]:
        """The printed spaces of a route as a mask, a little larger than they are."""
        spaces = self.layout.routes[route].spaces
        wide = self.layout.sizes.width + 4
        body = "".join(
            element(
                "rect",
                x=-(space.length + 4) / 2,
                y=-wide / 2,
                width=space.length + 4,
                height=wide,
                transform=f"translate({space.x} {space.y})rotate({space.angle})",
            )
            for space in spaces
        )
        return self._sprite(body, [(space.x, space.y) for space in spaces])

    def _draw_station(self, city: str, seat: int) -> tuple[Image, tuple[int, int]]:
        place = self.layout.cities[city]
        return self._sprite(station(self.layout, seat, city), [(place.x, place.y)])

    def _sprite(self, body: str, points: Sequence[tuple[float, float]]) -> tuple[Image, tuple[int, int]]:
        """A piece in its box, with its place on the map in whole pixels."""
        left = int((min(x for x, _ in points) - MARGIN) * self.scale)
        top = int((min(y for _, y in points) - MARGIN) * self.scale)
        wide = int((max(x for x, _ in points) + MARGIN) * self.scale) + 1 - left
        high = int((max(y for _, y in points) + MARGIN) * self.scale) + 1 - top
        box = " ".join(number(side / self.scale) for side in (left, top, wide, high))
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}">'
        return pixels(f"{opening}{self.defs}{body}</svg>", wide), (left, top)

    def _draw_strip(self, lines: tuple[SeatLine, ...], actor: int | None) -> Image:
        drawn = legend(self.layout, self.board, Scene(seats=lines, actor=actor))
        style = element("style", f"text{{font-family:{font_family(self.layout)};font-weight:700}}")
        box = f"0 {number(self.layout.height)} {number(self.layout.width)} {number(LEGEND)}"
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        return pixels(f"{opening}{style}{self.defs}{drawn}</svg>", self.width)


def pixels(svg: str, width: int) -> Image:
    """An SVG of ours as a picture with transparency."""
    from PIL import Image

    with Image.open(BytesIO(to_png(svg, width))) as picture:
        return picture.convert("RGBA")
