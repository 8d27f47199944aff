"""What the players put on the board: roofs of cars and buses, engines, stations; each with its seat's mark.

`train` puts them together: these are the parts that are the same for every route.
"""

from __future__ import annotations

from .layout import Layout
from .palette import IVORY, LIVERIES, Livery
from .svg import element, number, use
from .train import EDGE, Measures, measures

GLOSS, IRON, BRASS = "#fffefb", "#2b2622", "#d9b15a"
RIM = "#1a1512"
"""Dark edges of small parts, which stay dark by night."""


def piece_defs(layout: Layout, stations: bool) -> str:
    """The parts of trains for every seat, and the stations if the board has them."""
    board, size = layout.board, measures(layout)
    out = [] if size.bus else [_shared_defs(board, size)]
    for seat, livery in enumerate(LIVERIES):
        paint = f"{board}-paint-{seat}"
        out.append(_paint(livery, paint))
        out.append(element("g", _mark(livery, 1.25), id=f"{board}-mark-{seat}"))
        roof = _bus_roof(livery, size, paint) if size.bus else _coach_roof(livery, size, paint)
        out.append(
            element("g", roof, _mark(livery, 1.5 if size.bus else 1.35, 1.35), id=f"{board}-roof-{seat}")
        )
        if not size.bus:
            out.append(element("g", _boiler(size, paint), id=f"{board}-boiler-{seat}"))
            out.append(element("g", _cab(size, paint), id=f"{board}-cab-{seat}"))
        if stations:
            out.append(element("g", _station(livery), id=f"{board}-station-{seat}"))
    return "".join(out)


def station(layout: Layout, seat: int, city: str) -> str:
    place = layout.cities[city]
    return use(f"{layout.board}-station-{seat}", place.x, place.y)


def _paint(livery: Livery, name: str) -> str:
    """Light falls from the top of the page: a bright ridge, the paint, dark eaves."""
    stops = ((0, livery.light), (0.34, livery.paint), (0.72, livery.paint), (1, livery.deep))
    shades = [element("stop", offset=offset, stop_color=colour) for offset, colour in stops]
    return element("linearGradient", *shades, id=name, x2=0, y2=1)


def _mark(livery: Livery, scale: float, wide: float = 1.0) -> str:
    """The mark of a seat; on roofs it is wider than high, so that it is read from afar."""
    return element(
        "path",
        d=livery.mark,
        fill="none",
        stroke=livery.ink,
        stroke_width=2.5,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"scale({scale * wide:g} {scale:g})",
    )


def _shell(start: float, end: float, width: float, round_: float, paint: str, edge: str = EDGE) -> str:
    return element(
        "rect",
        x=number(start),
        y=number(-width / 2),
        width=number(end - start),
        height=number(width),
        rx=round_,
        fill=f"url(#{paint})",
        stroke=edge,
        stroke_width=1.2,
    )


def _line(data: str, stroke: str, width: float, opacity: float = 1.0) -> str:
    return element(
        "path",
        d=data,
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_opacity=opacity,
        stroke_linecap="round",
    )


def _coach_roof(livery: Livery, size: Measures, paint: str) -> str:
    """A shell with a gloss along its upper edge, an eave along the lower one, and two vents."""
    half, side = size.long / 2, size.wide / 2
    vents = f"M{number(4.4 - half)} 0h.01M{number(half - 4.4)} 0h.01"
    return (
        _shell(-half, half, size.wide, 3.4, paint)
        + _line(f"M{number(3 - half)} {number(side - 2.3)}H{number(half - 3)}", livery.deep, 1, 0.55)
        + _line(vents, livery.deep, 3.2)
        + _line(f"M{number(3.6 - half)} {number(2.3 - side)}H{number(half - 5)}", GLOSS, 1.5, 0.75)
    )


def _bus_roof(livery: Livery, size: Measures, paint: str) -> str:
    """A shell with two ribs and a darker field for the mark."""
    half, side = size.long / 2, size.wide / 2
    rib = f"{number(1.2 - side)}V{number(side - 1.2)}"
    field = element(
        "rect",
        x=-11,
        y=number(1.4 - side),
        width=22,
        height=number(2 * side - 2.8),
        rx=2,
        fill=livery.deep,
    )
    return (
        _shell(-half, half, size.wide, 4.2, paint)
        + _line(f"M{number(4 - half)} {number(side - 2.6)}H{number(half - 4)}", livery.deep, 1.1, 0.55)
        + _line(f"M{number(8 - half)} {rib}M{number(half - 8)} {rib}", IVORY, 1.3, 0.8)
        + element("g", field, opacity=0.35)
        + _line(f"M{number(4.4 - half)} {number(2.6 - side)}H{number(half - 5)}", GLOSS, 1.7, 0.75)
    )


def _boiler(size: Measures, paint: str) -> str:
    """A boiler with brass bands, its front to the right."""
    half, side = size.long / 2, size.wide / 2
    top, bottom = number(2.2 - side), number(side - 2.2)
    front, nose = number(half - 5), number(half - 2)
    smokebox = (
        f"M{number(half - 7.5)} {top}H{front}Q{nose} {top} {nose} 0T{front} {bottom}H{number(half - 7.5)}z"
    )
    band = f"{number(2 - side)}V{number(side - 2)}"
    return (
        _shell(-4, half - 1.6, size.wide - 3.4, 4.2, paint, RIM)
        + element("path", d=smokebox, fill=IRON)
        + element("path", d=f"M{number(half - 8)} {band}M3 {band}", stroke=BRASS, stroke_width=1.3)
        + _line(f"M-2 {number(3.7 - side)}H{front}", GLOSS, 1.4, 0.75)
    )


def _cab(size: Measures, paint: str) -> str:
    half, side = size.long / 2, size.wide / 2
    roof = _shell(-half - 0.6, -2.4, size.wide + 0.8, 2.6, paint)
    return roof + _line(f"M{number(2 - half)} {number(1.9 - side)}H-5", GLOSS, 1.4, 0.7)


def _shared_defs(board: str, size: Measures) -> str:
    """What all engines share: running board with its lamp, chimney, dome, steam."""
    half, side = size.long / 2, size.wide / 2
    plate = element(
        "rect",
        x=number(-half),
        y=number(0.8 - side),
        width=number(size.long),
        height=number(size.wide - 1.6),
        rx=3,
        fill=IRON,
        stroke=RIM,
        stroke_width=0.8,
    )
    buffers = element(
        "path",
        d=f"M{number(half - 1.2)} {number(2 - side)}V{number(side - 2)}",
        stroke="#d2322b",
        stroke_width=2,
    )
    lamp = element("circle", cx=number(half - 1.2), r=1.6, fill="#fff3c9", stroke=RIM, stroke_width=0.6)
    chimney = (
        element(
            "path",
            d="M-2.3 0V-6.2Q-3.7-7.4-3.3-8.2H3.3Q3.7-7.4 2.3-6.2V0A2.3 1.6 0 0 1-2.3 0z",
            fill=IRON,
            stroke=EDGE,
            stroke_width=1,
            stroke_linejoin="round",
        )
        + element("ellipse", cy=-8.3, rx=3.3, ry=1.5, fill="#4a423b", stroke=EDGE, stroke_width=0.9)
        + element("ellipse", cy=-8.3, rx=1.9, ry=0.8, fill="#0d0a08")
        + element("path", d="M-1.3-1V-6", stroke=GLOSS, stroke_opacity=0.4, stroke_width=1)
    )
    dome = element(
        "path",
        d="M-2.4 0V-2A2.4 2.4 0 0 1 2.4-2V0A2.4 1.6 0 0 1-2.4 0z",
        fill=BRASS,
        stroke=RIM,
        stroke_width=0.8,
    ) + element("circle", cx=-0.7, cy=-2.4, r=0.9, fill="#fff6d8")
    puffs = ((0, 0, 3.2), (5, -5, 4.4), (12.5, -9.5, 6), (21, -11.5, 4))
    steam = "".join(element("circle", cx=x, cy=y, r=r) for x, y, r in puffs)
    return (
        element("g", plate, buffers, lamp, id=f"{board}-frame")
        + element("g", chimney, id=f"{board}-stack")
        + element("g", dome, id=f"{board}-dome")
        + element(
            "g",
            steam,
            id=f"{board}-steam",
            fill="#fffefa",
            fill_opacity=0.88,
            stroke="#8b8378",
            stroke_width=0.8,
            stroke_opacity=0.5,
        )
    )


def _station(livery: Livery) -> str:
    """A small building on a stone platform: gable roof, clock tower, and the mark on its front."""

    def face(data: str, fill: str, width: float = 1.1) -> str:
        return element("path", d=data, fill=fill, stroke=EDGE, stroke_width=width, stroke_linejoin="round")

    shadow = element("path", d="M-11 9L7 15 26 6 8-1z", fill="#000", fill_opacity=0.3)
    platform = face("M-17 2.5L0 8.5 17 2.5V6L0 12-17 6z", "#8f8371", 1)
    platform += face("M-17 2.5L0-4 17 2.5 0 8.5z", "#d9ccb3", 1)
    walls = face("M-12-9V2L1 6.5V-5z", "#fff3da") + face("M1-5V6.5L12 2V-9z", "#d8c6a2")
    windows = element("path", d="M4.2-1.5V5.2L6.8 4.2V-2.5zM8.6-3V.5L10.6-.3V-3.8z", fill="#41566b")
    roof = face("M-14.5-9.5L-8-19 6-14.5 2.5-3.5z", livery.paint, 1.2)
    roof += face("M6-14.5L14.5-9 2.5-3.5z", livery.deep, 1.2)
    roof += _line("M-12.6-10.3L-7.4-17.7", GLOSS, 1.3, 0.6) + _line("M-7-18L4.5-14.3", livery.light, 1.4)
    tower = face("M-3-16.5V-25.5H3.5V-14.5z", livery.paint) + face("M-4.6-25L.2-31 5-25z", livery.deep)
    clock = element("circle", cx=0.2, cy=-21, r=2.1, fill="#fffaee", stroke=RIM, stroke_width=0.7)
    clock += element("path", d="M.2-22.3V-21L1.1-20.5", stroke=RIM, stroke_width=0.6, fill="none")
    sign = element(
        "rect",
        x=-6.2,
        y=-4.9,
        width=12.4,
        height=9.8,
        rx=1.4,
        fill=livery.paint,
        stroke=RIM,
        stroke_width=0.8,
    )
    front = element("g", sign, _mark(livery, 0.95), transform="translate(-5.6-2.2)skewY(18)")
    return shadow + platform + walls + windows + roof + tower + clock + front
