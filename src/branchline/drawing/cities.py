"""City marks and labels."""

from __future__ import annotations

from branchline.board import Board, District

from .fonts import FAMILIES
from .layout import Layout, Place
from .palette import colour_of
from .svg import element, number, text_of, use

RIM = "#1a1512"


def city_defs(layout: Layout, board: Board) -> str:
    """One mark for cities at large, one per district, and what they are made of."""
    name, radius = layout.board, layout.sizes.city
    out = [_brass(name), _shine(name), element("g", _stud(radius), _heart(name, radius), id=f"{name}-city")]
    for district in board.districts:
        button = _button(district, radius)
        out.append(element("g", _stud(radius), button, id=f"{name}-city-{district.number}"))
    return "".join(out)


def _brass(name: str) -> str:
    stops = ((0, "#fff3ca"), (0.45, "#d8b059"), (1, "#8a6220"))
    shades = [element("stop", offset=offset, stop_color=colour) for offset, colour in stops]
    return element("radialGradient", *shades, id=f"{name}-brass", cx=0.35, cy=0.28, r=0.9)


def _shine(name: str) -> str:
    """Light round a city: a paler ground by day, lamps by night."""
    stops = ((0, 0.75), (0.35, 0.28), (1, 0))
    shades = [
        element("stop", offset=offset, stop_color="#fff8e3", stop_opacity=opacity)
        for offset, opacity in stops
    ]
    return element("radialGradient", *shades, id=f"{name}-shine")


def _stud(radius: float) -> str:
    """A cream stud that stands a little above the paper."""
    light = element("circle", cx=1, cy=1.6, r=radius, fill="#000", fill_opacity=0.3)
    return light + element("circle", r=radius - 0.7, fill="#fffaf1", stroke=RIM, stroke_width=1.4)


def _heart(name: str, radius: float) -> str:
    return element("circle", r=radius - 3.4, fill=f"url(#{name}-brass)", stroke=RIM, stroke_width=1)


def _button(district: District, radius: float) -> str:
    """A button in the district's colour with its number."""
    look = colour_of(district.colour)
    figure = element(
        "text",
        str(district.number),
        y=number(radius * 0.37),
        text_anchor="middle",
        font_size=radius * 1.1,
        fill="#fff8ee" if look.ink == "#fff" else RIM,
    )
    return element("circle", r=radius - 2.6, fill=look.fill) + figure


def marks(layout: Layout) -> str:
    out = []
    for city, place in layout.cities.items():
        kind = "city" if place.district is None else f"city-{place.district}"
        mark = use(f"{layout.board}-{kind}", place.x, place.y)
        out.append(
            element("g", mark, class_="city", data_city=city, role="listitem", aria_label=_words(place))
        )
    return "".join(out)


def lights(layout: Layout) -> str:
    """What shines on the ground round the cities."""
    places = layout.cities.values()
    lights = [element("circle", cx=one.x, cy=one.y, r=3.4 * layout.sizes.city) for one in places]
    return element("g", *lights, fill=f"url(#{layout.board}-shine)")


def _words(place: Place) -> str:
    return place.name if place.district is None else f"{place.name}, district {place.district}"


def labels(layout: Layout) -> str:
    """All names; every one has a halo, so that it can be read on any ground."""
    dark, halo = ("#1d2a43", "#fffffb") if layout.style == "pop" else ("#2a1f14", "#fff6e0")
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
