"""What the page draws a board with: the board as JSON, its layout, colours and pieces of SVG."""

from __future__ import annotations

import msgspec

from branchline.board import Board
from branchline.board.json import BoardJson, board_json
from branchline.drawing import chart, cities, load_layout, load_map, night, palette, pieces, spaces
from branchline.drawing.layout import Layout

from .liveries import LIVERIES, Livery

#: The times of day that a board can be drawn at.
TIMES = ("day", "night")


class CardStyle(msgspec.Struct, frozen=True):
    """How a colour is drawn: fill and ink of a card, floor, rim and ink of a printed space, and the symbol's path."""

    fill: str
    ink: str
    symbol: str
    floor: str
    rim: str
    print: str

    @staticmethod
    def of(colour: str) -> CardStyle:
        look = palette.colour_of(colour)
        return CardStyle(look.fill, look.ink, look.symbol, *look.day)


class BoardDrawing(msgspec.Struct, frozen=True):
    """All that the page draws a board with, besides its ground.

    `defs`, `prints` (by route), `marks` and `labels` are SVG, `locomotive` is a path. `night` has a colour of the night
    for every colour of the day.
    """

    board: BoardJson = msgspec.field(name="facts")
    layout: Layout
    colours: dict[str, CardStyle]
    liveries: tuple[Livery, ...]
    locomotive: str
    defs: str
    prints: dict[str, str]
    marks: str
    labels: str
    night: dict[str, str]

    @staticmethod
    def of(board: Board) -> BoardDrawing:
        layout = load_layout(board.id)
        defs = (
            spaces.space_defs(layout)
            + cities.city_defs(layout, board)
            + pieces.piece_defs(layout, stations=board.stations > 0)
        )
        return BoardDrawing(
            board=board_json(board),
            layout=layout,
            colours={colour: CardStyle.of(colour) for colour in colours(board)},
            liveries=LIVERIES,
            locomotive=spaces.LOCOMOTIVE,
            defs=defs,
            prints={route: spaces.printed(layout, route) for route in layout.routes},
            marks=cities.marks(layout),
            labels=cities.labels(layout),
            night=night.NIGHT,
        )


def colours(board: Board) -> tuple[str, ...]:
    """The colours that are drawn somewhere: of cards, of gray routes, of districts."""
    return (*board.colours, "gray", *(district.colour for district in board.districts))


def picture_svg(board: Board, time: str) -> str:
    """The map without cities and their names: a picture of the board, by day or by night."""
    below, _, above = load_map(board).partition(chart.CARS)
    return at(below + above[above.rindex(chart.FRAME) :], time)


def ground_svg(board: Board, time: str) -> str:
    """What lies under routes, trains and cities, which the page draws above it; by day or by night."""
    return at(chart.ground(load_map(board)), time)


def at(svg: str, time: str) -> str:
    """A drawing by day or by night."""
    return night.by_night(svg) if time == "night" else svg


def drawings(board: Board) -> dict[str, str]:
    """All files with which the page draws a board, by their paths."""
    place = f"/page/boards/{board.id}"
    files = {f"{place}.json": msgspec.json.encode(BoardDrawing.of(board)).decode()}
    for time in TIMES:
        files[f"{place}/{time}.svg"] = ground_svg(board, time)
        files[f"{place}/picture/{time}.svg"] = picture_svg(board, time)
    return files
