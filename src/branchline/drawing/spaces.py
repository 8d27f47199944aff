"""The empty spaces of the routes, printed as light grooves in the paper: colour, symbol, tunnels and ferries."""

from __future__ import annotations

from branchline.board import Board

from .layout import Kind, Layout, Track
from .palette import Print, colour_of
from .svg import element, laid, number, upright, use

LOCOMOTIVE = (
    "M-9 4V-3H-7.4V-5.4H-1.4V-1.6H3V-4.4H5.4V-1.6H7.6Q9-1.6 9 .2V4H7.9A2.2 2.2 0 0 1 3.6 4H1"
    "A2.2 2.2 0 0 1-3.3 4H-4A2.2 2.2 0 0 1-8.2 4z"
)
PALE_COLOURS = ("gray", "white")
"""Their rims are thinner, or they would be louder than their floors."""


def space_defs(layout: Layout) -> str:
    """One space of every kind and colour that the board has, the symbols that go on them, and a closed space."""
    looks = sorted({(track.kind, track.colour) for track in layout.routes.values()})
    length, width = layout.sizes.length - 0.8, layout.sizes.width - 0.8
    out = [
        element(
            "g", _edge(kind, length, width), _groove(colour, length, width), id=_name(layout, kind, colour)
        )
        for kind, colour in looks
    ]
    scale = f"scale({layout.sizes.width / 13.5 * 1.02:.2f})"
    for colour in sorted({colour for _, colour in looks}):
        look = colour_of(colour)
        if look.symbol:
            out.append(
                element(
                    "path",
                    id=f"{layout.board}-{colour}",
                    d=look.symbol,
                    fill=look.day.ink,
                    transform=scale,
                )
            )
    if any(track.wilds for track in layout.routes.values()):
        engine = element(
            "path", d=LOCOMOTIVE, fill="#3a2f24", stroke="#f2f6f0", stroke_width=1.6, paint_order="stroke"
        )
        out.append(element("g", engine, id=f"{layout.board}-wild"))
    return "".join(out) + _closed_defs(layout.board, length, width)


def _name(layout: Layout, kind: Kind, colour: str) -> str:
    return f"{layout.board}-{kind}-{colour}"


def _rect(length: float, width: float, grow: float, **more: str | float) -> str:
    return element(
        "rect",
        x=number(-length / 2 - grow),
        y=number(-width / 2 - grow),
        width=number(length + 2 * grow),
        height=number(width + 2 * grow),
        rx=number(2.4 + grow),
        **more,
    )


def _groove(colour: str, length: float, width: float) -> str:
    """Light comes from the top of the page: a groove is dark at its upper edge, and the paper bright below it."""
    inks: Print = colour_of(colour).day
    lip = _rect(length, width, 0.9, fill="#fffdf4", fill_opacity=0.8, transform="translate(0 .7)")
    rim = 1.2 if colour in PALE_COLOURS else 1.5
    floor = _rect(length, width, 0, fill=inks.floor, stroke=inks.rim, stroke_width=rim)
    left, top = -length / 2 + 1.1, -width / 2 + 1.3
    corner = f"V{number(top + 1.3)}Q{number(left)} {number(top)} {number(left + 1.5)} {number(top)}"
    dip = element(
        "path",
        d=f"M{number(left)} {number(width / 2 - 2)}{corner}H{number(length / 2 - 2.2)}",
        fill="none",
        stroke="#4a2f10",
        stroke_opacity=0.26,
        stroke_width=1.5,
    )
    return lip + floor + dip


def _edge(kind: Kind, length: float, width: float) -> str:
    """What shows the kind of a route: sleepers round a tunnel, a ripple of dots round a ferry."""
    if kind == "tunnel":
        return _rect(
            length, width, 1.9, fill="#e3d8c2", stroke="#6d5d49", stroke_width=2.5, stroke_dasharray="3.6 2.6"
        )
    if kind == "ferry":
        return _rect(
            length,
            width,
            2.1,
            fill="#dceef3",
            stroke="#3c7f9d",
            stroke_width=1.9,
            stroke_dasharray=".2 3.1",
            stroke_linecap="round",
        )
    return ""


def _closed_defs(board: str, length: float, width: float) -> str:
    """A space that nobody can claim any more: hatched, without colour and symbol."""
    lines = element(
        "path",
        d="M0 6L6 0M-1.5 1.5L1.5-1.5M4.5 7.5L7.5 4.5",
        stroke="#7d6d55",
        stroke_width=1.1,
        stroke_opacity=0.75,
    )
    hatch = element("pattern", lines, id=f"{board}-hatch", width=6, height=6, patternUnits="userSpaceOnUse")
    paper = _rect(length, width, 0, fill="#e9dfc9", fill_opacity=0.75)
    cover = _rect(
        length,
        width,
        0,
        fill=f"url(#{board}-hatch)",
        stroke="#a0917a",
        stroke_width=1,
        stroke_dasharray="2.5 2",
    )
    return hatch + element("g", paper, cover, id=f"{board}-closed")


def track(layout: Layout, board: Board, route: str) -> str:
    """A route with its empty spaces, and words for those who do not see it."""
    look = layout.routes[route]
    return element(
        "g",
        printed(layout, route),
        class_="route",
        data_route=route,
        role="listitem",
        aria_label=words(layout, board, look),
    )


def printed(layout: Layout, route: str) -> str:
    """The spaces of a route and their symbols."""
    look = layout.routes[route]
    name, symbol = _name(layout, look.kind, look.colour), colour_of(look.colour).symbol
    out = []
    for place, space in enumerate(look.spaces):
        stretch = space.length / layout.sizes.length
        out.append(laid(name, space.x, space.y, upright(space.angle), stretch))
        if place < look.wilds:
            out.append(laid(f"{layout.board}-wild", space.x, space.y, upright(space.angle)))
        elif symbol:
            out.append(use(f"{layout.board}-{look.colour}", space.x, space.y))
    return "".join(out)


def closed(layout: Layout, board: Board, route: str) -> str:
    """The same route when its twin is taken, and nobody can claim it any more (R6)."""
    look = layout.routes[route]
    spaces = [
        laid(f"{layout.board}-closed", one.x, one.y, upright(one.angle), one.length / layout.sizes.length)
        for one in look.spaces
    ]
    return element(
        "g",
        *spaces,
        class_="closed",
        data_route=route,
        role="listitem",
        aria_label=f"{words(layout, board, look)}, closed",
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
