"""What the players put on the board: wagons, double-deckers, stations; each with its seat's mark."""

from __future__ import annotations

from .layout import Layout
from .palette import LIVERIES, Livery
from .svg import element, laid, number, upright, use

INK = "#1d1a17"


def piece_defs(layout: Layout, stations: bool) -> str:
    """One car per seat, of the ideal length, and the stations if the board has them."""
    draw = _bus if layout.style == "pop" else _wagon
    out = []
    for seat, livery in enumerate(LIVERIES):
        car = draw(livery, layout.sizes.length, layout.sizes.width)
        out.append(element("g", car, id=f"{layout.board}-car-{seat}"))
        if stations:
            out.append(element("g", _station(livery), id=f"{layout.board}-station-{seat}"))
    return "".join(out)


def _rect(x: float, y: float, width: float, height: float, **more: str | float) -> str:
    corner = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
    return element("rect", **corner, **more)


def _plate(livery: Livery) -> str:
    """The cream plate with the seat's mark."""
    mark = element("path", d=livery.mark, stroke=INK, stroke_width=2.3, stroke_linecap="round", fill="none")
    return _rect(-6.6, -4.7, 13.2, 9.4, rx=1.6, fill="#fffaf0", stroke=INK, stroke_width=0.8) + mark


def _shadow(length: float, width: float) -> str:
    return _rect(-length / 2 + 0.8, -width / 2 + 2.2, length, width, rx=3.4, fill="#000", fill_opacity=0.35)


def _body(livery: Livery, length: float, width: float) -> str:
    gloss = _rect(
        1.4 - length / 2, 1.2 - width / 2, length - 2.8, width * 0.26, rx=1.8, fill="#fff", fill_opacity=0.3
    )
    shell = _rect(
        -length / 2, -width / 2, length, width, rx=3.2, fill=livery.paint, stroke=INK, stroke_width=1.1
    )
    return shell + gloss


def _windows(xs: tuple[float, ...], y: float, width: float, height: float) -> str:
    path = "".join(f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h-{number(width)}z" for x in xs)
    return element("path", d=path, fill="#fff", fill_opacity=0.88)


def _wagon(livery: Livery, length: float, width: float) -> str:
    """A passenger wagon from the side: body, four windows, wheels, and the mark in the middle."""
    tall = width + 1.5
    edge = length / 2
    wheels = "".join(
        element("circle", cx=number(x), cy=number(tall / 2), r=2.1, fill=INK) for x in (5 - edge, edge - 5)
    )
    panes = _windows((2.6 - edge, 7 - edge, edge - 10.2, edge - 5.8), -3.6, 3.2, 4.4)
    waist = element(
        "path", d=f"M{number(1 - edge)} 3.2H{number(edge - 1)}", stroke=livery.ink, stroke_opacity=0.5
    )
    return _shadow(length, tall) + wheels + _body(livery, length, tall) + waist + panes + _plate(livery)


def _bus(livery: Livery, length: float, width: float) -> str:
    """A double-decker: two rows of windows, and the mark where the advertisement would be."""
    tall = width + 1.0
    edge = length / 2
    xs = tuple(3 - edge + column * 5.1 for column in range(3))
    xs += tuple(edge - 7 - column * 5.1 for column in range(3))
    rows = _windows(xs, 2.4 - tall / 2, 3.9, 4.2) + _windows(xs, tall / 2 - 6.8, 3.9, 4.0)
    wheels = "".join(
        element("circle", cx=number(x), cy=number(tall / 2), r=2.6, fill=INK) for x in (8 - edge, edge - 8)
    )
    return _shadow(length, tall) + wheels + _body(livery, length, tall) + rows + _plate(livery)


def _station(livery: Livery) -> str:
    """A small station building over the city mark: gable roof, walls, and the mark."""
    shadow = element("path", d="M-12 12.5H13V0L.8-13.5-12 0z", fill="#000", fill_opacity=0.35)
    walls = element("path", d="M-10 10.5V-2H10V10.5z", fill="#fffaf0", stroke=INK, stroke_width=1.2)
    roof = element(
        "path",
        d="M-13-1L0-15 13-1z",
        fill=livery.paint,
        stroke=INK,
        stroke_width=1.3,
        stroke_linejoin="round",
    )
    mark = element("path", d=livery.mark, stroke=INK, stroke_width=2.5, stroke_linecap="round", fill="none")
    return shadow + walls + roof + element("g", mark, transform="translate(0 4.6)")


def car(layout: Layout, seat: int, x: float, y: float, angle: float, length: float) -> str:
    """A claimed space."""
    stretch = length / layout.sizes.length
    return laid(f"{layout.board}-car-{seat}", x, y, upright(angle), stretch)


def station(layout: Layout, seat: int, city: str) -> str:
    place = layout.cities[city]
    return use(f"{layout.board}-station-{seat}", place.x, place.y)
