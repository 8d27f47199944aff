"""The static map of a board: backdrop, routes, cities, frame; with places for the pieces."""

from __future__ import annotations

from base64 import b64encode

from branchline.board import Board

from . import cities, ornaments, pieces, spaces
from .layout import Layout
from .svg import element, number, text_of

CARS = '<g class="cars"></g>'
"""Where claimed cars go; empty on the static map."""
STATIONS = '<g class="stations"></g>'
HEAD_END = "<style>"
ROUTES = '<g class="routes"'
FRAME = '<g class="frame"'


def board_map(board: Board, layout: Layout, backdrop: str, defs: str = "", font: bytes = b"") -> str:
    """The whole static map. `font`: a woff2 with the letters that it needs."""
    family = cities.font_family(layout)
    source = f"url(data:font/woff2;base64,{b64encode(font).decode()})"
    face = f"@font-face{{font-family:{family.split(',')[0]};font-weight:700;src:{source}}}"
    all_defs = (
        defs
        + spaces.space_defs(layout)
        + cities.city_defs(layout, board)
        + pieces.piece_defs(layout, stations=board.stations > 0)
    )
    routes = "\n".join(spaces.track(layout, board, route) for route in layout.routes)
    frame = ornaments.pop_frame(layout) if layout.style == "pop" else ornaments.period_frame(layout)
    parts = (
        head(layout, board.name, describe(board)),
        element("style", face if font else "", f"text{{font-family:{family};font-weight:700}}"),
        element("defs", all_defs),
        element("g", backdrop, cities.lights(layout), class_="backdrop", aria_hidden="true"),
        element("g", "\n", routes, "\n", class_="routes", role="list", aria_label="Routes"),
        CARS,
        element("g", cities.marks(layout), class_="cities", role="list", aria_label="Cities"),
        STATIONS,
        cities.labels(layout),
        element("g", frame, class_="frame", aria_hidden="true"),
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def ground(chart: str) -> str:
    """A map without routes, cities and names: what lies below all of them, and the frame."""
    return chart[: chart.index(ROUTES)] + chart[chart.rindex(FRAME) :]


def describe(board: Board) -> str:
    """One sentence about the board for those who do not see it."""
    tunnels = sum(route.tunnel for route in board.routes)
    ferries = sum(route.ferry > 0 for route in board.routes)
    counted = [(len(board.cities), "cities"), (len(board.routes), "routes"), (tunnels, "of them tunnels")]
    counted += [(ferries, "of them ferries"), (len(board.districts), "districts")]
    said = ", ".join(f"{count} {what}" for count, what in counted if count)
    return f"Map of the {board.name} board: {said}. Every route colour has its own symbol."


def head(layout: Layout, title: str, description: str, extra_height: float = 0.0) -> str:
    """The opening of the SVG, with its title and description."""
    names = f"{layout.board}-title {layout.board}-desc"
    width, height = number(layout.width), number(layout.height + extra_height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}"'
        f' role="graphics-document document" aria-labelledby="{names}">'
        f'<title id="{layout.board}-title">{text_of(title)}</title>'
        f'<desc id="{layout.board}-desc">{text_of(description)}</desc>'
    )
