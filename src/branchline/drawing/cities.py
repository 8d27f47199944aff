"""City marks and labels."""

from __future__ import annotations

from branchline.board import Board, District

from .fonts import FAMILIES
from .layout import Layout, Place
from .palette import colour_of
from .svg import element, number, text_of, use


def city_defs(layout: Layout, board: Board) -> str:
    """One mark for cities at large, and one per district."""
    out = [element("g", _mark(layout.sizes.city), id=f"{layout.board}-city")]
    for district in board.districts:
        mark = _district_mark(district, layout.sizes.city)
        out.append(element("g", mark, id=f"{layout.board}-city-{district.number}"))
    return "".join(out)


def _mark(radius: float) -> str:
    ring = element("circle", r=radius - 0.9, fill="#fffaf0", stroke="#33291f", stroke_width=1.8)
    heart = element("circle", r=radius - 3.8, fill="#b3302a", stroke="#33291f", stroke_width=0.8)
    return ring + heart + element("circle", cx=-1.3, cy=-1.4, r=1.3, fill="#fff", fill_opacity=0.7)


def _district_mark(district: District, radius: float) -> str:
    """A button in the district's colour with its number."""
    look = colour_of(district.colour)
    disc = element("circle", r=radius - 2.2, fill=look.fill, stroke="#fff", stroke_width=2.4)
    ring = element("circle", r=radius - 0.6, fill="none", stroke="#222", stroke_width=1.2)
    figure = element(
        "text",
        str(district.number),
        y=number(radius * 0.37),
        text_anchor="middle",
        font_size=radius * 1.1,
        fill=look.ink,
    )
    return disc + ring + figure


def marks(layout: Layout) -> str:
    out = []
    for city, place in layout.cities.items():
        kind = "city" if place.district is None else f"city-{place.district}"
        mark = use(f"{layout.board}-{kind}", place.x, place.y)
        out.append(
            element("g", mark, class_="city", data_city=city, role="listitem", aria_label=_words(place))
        )
    return "".join(out)


def _words(place: Place) -> str:
    return place.name if place.district is None else f"{place.name}, district {place.district}"


def labels(layout: Layout) -> str:
    """All names; every one has a halo, so that it can be read on any ground."""
    dark, halo = ("#1d2a44", "#fff") if layout.style == "pop" else ("#2a1f14", "#fff6e0")
    size = layout.sizes.font
    out = []
    for place in layout.cities.values():
        for row, line in enumerate(place.label.lines):
            shift = (row - (len(place.label.lines) - 1) / 2) * size
            # capitals stand on the base line and are about 0.66 of the size high
            x, y = place.x + place.label.dx, place.y + place.label.dy + shift + 0.33 * size
            out.append(element("text", text_of(line), x=number(x), y=number(y)))
    return element(
        "g",
        *out,
        class_="labels",
        aria_hidden="true",
        text_anchor="middle",
        font_size=size,
        fill=dark,
        paint_order="stroke",
        stroke=halo,
        stroke_width=3.4,
        stroke_opacity=0.92,
        stroke_linejoin="round",
    )


def font_family(layout: Layout) -> str:
    if layout.style == "pop":
        return f"'{FAMILIES['sans']}', 'Gill Sans', Verdana, sans-serif"
    return f"'{FAMILIES['serif']}', Georgia, 'DejaVu Serif', serif"
