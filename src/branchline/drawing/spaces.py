"""The empty spaces of the routes: colour, symbol, tunnels and ferries."""

from __future__ import annotations

from branchline.board import Board

from .layout import Kind, Layout, Track
from .palette import colour_of
from .svg import element, laid, number, upright, use

INK = "#33291f"
LOCOMOTIVE = (
    "M-9 4V-3H-7.4V-5.4H-1.4V-1.6H3V-4.4H5.4V-1.6H7.6Q9-1.6 9 .2V4H7.9A2.2 2.2 0 0 1 3.6 4H1"
    "A2.2 2.2 0 0 1-3.3 4H-4A2.2 2.2 0 0 1-8.2 4z"
)


def space_defs(layout: Layout) -> str:
    """One space of every kind and colour that the board has, and the symbols that go on them."""
    looks = sorted({(track.kind, track.colour) for track in layout.routes.values()})
    length, width = layout.sizes.length, layout.sizes.width
    out = [
        element("g", _space(kind, colour, length, width), id=f"{layout.board}-{kind}-{colour}")
        for kind, colour in looks
    ]
    scale = None if width < 15 else f"scale({width / 13.5:.2f})"
    for colour in sorted({colour for _, colour in looks}):
        look = colour_of(colour)
        if look.symbol:
            symbol = element(
                "path",
                id=f"{layout.board}-{colour}",
                d=look.symbol,
                fill=look.ink,
                fill_opacity=0.9,
                transform=scale,
            )
            out.append(symbol)
    if any(track.wilds for track in layout.routes.values()):
        engine = element(
            "path", d=LOCOMOTIVE, fill="#2e2720", stroke="#fffaf0", stroke_width=1.6, paint_order="stroke"
        )
        out.append(element("g", engine, id=f"{layout.board}-wild"))
    return "".join(out)


def _space(kind: Kind, colour: str, length: float, width: float) -> str:
    if kind == "tunnel":
        return _tunnel(colour_of(colour).fill, length, width)
    edge = _ferry_edge(length, width) if kind == "ferry" else _plain_edge(length, width)
    body = _rect(length, width, rx=2.4, fill=colour_of(colour).fill, stroke=INK, stroke_width=1.1)
    left, right = number(2.4 - length / 2), number(length / 2 - 2.4)
    shine = element(
        "path",
        d=f"M{left} {number(2.2 - width / 2)}H{right}",
        stroke="#fff",
        stroke_opacity=0.5,
        stroke_width=1.1,
    )
    shade = element(
        "path",
        d=f"M{left} {number(width / 2 - 2)}H{right}",
        stroke="#000",
        stroke_opacity=0.16,
        stroke_width=1.1,
    )
    return edge + body + shine + shade


def _rect(length: float, width: float, **more: str | float) -> str:
    return element(
        "rect",
        x=number(-length / 2),
        y=number(-width / 2),
        width=number(length),
        height=number(width),
        **more,
    )


def _plain_edge(length: float, width: float) -> str:
    return _rect(length + 1.8, width + 1.8, rx=3.2, fill="#fffaf0", fill_opacity=0.85)


def _ferry_edge(length: float, width: float) -> str:
    """A ripple of dots round the space."""
    return _rect(
        length + 2,
        width + 2,
        rx=3.4,
        fill="#e9f4f6",
        stroke="#1d5873",
        stroke_width=2.2,
        stroke_dasharray=".2 3.3",
        stroke_linecap="round",
    )


def _tunnel(fill: str, length: float, width: float) -> str:
    """Sleepers stick out of a tunnel's space on all sides, as of a portal of cut stone."""
    portal = _rect(
        length + 2.4,
        width + 2.6,
        rx=3.2,
        fill="#efe6d2",
        stroke=INK,
        stroke_width=3,
        stroke_dasharray="4.6 2.4",
    )
    body = _rect(length - 1.8, width - 1.6, rx=2, fill=fill, stroke=INK, stroke_opacity=0.6, stroke_width=0.8)
    return portal + body


def track(layout: Layout, board: Board, route: str) -> str:
    """A route with its empty spaces, and words for those who do not see it."""
    look = layout.routes[route]
    out = []
    for place, space in enumerate(look.spaces):
        name = f"{layout.board}-{look.kind}-{look.colour}"
        stretch = space.length / layout.sizes.length
        out.append(laid(name, space.x, space.y, upright(space.angle), stretch))
        if place < look.wilds:
            out.append(laid(f"{layout.board}-wild", space.x, space.y, upright(space.angle)))
        elif colour_of(look.colour).symbol:
            out.append(use(f"{layout.board}-{look.colour}", space.x, space.y))
    return element(
        "g", *out, class_="route", data_route=route, role="listitem", aria_label=words(layout, board, look)
    )


def words(layout: Layout, board: Board, look: Track) -> str:
    """Denver to Omaha, 4 spaces, purple."""
    count = len(look.spaces)
    said = [
        f"{layout.cities[look.a].name} to {layout.cities[look.b].name}",
        f"{count} {'space' if count == 1 else 'spaces'}",
        "any colour" if look.colour == "gray" else look.colour,
    ]
    if look.kind == "tunnel":
        said.append("tunnel")
    if look.wilds:
        said.append(f"ferry with {look.wilds} {board.words['wild']}{'s' if look.wilds > 1 else ''}")
    return ", ".join(said)
