"""What the page draws a board with: the board as JSON, its layout, colours and pieces of SVG."""

from __future__ import annotations

import msgspec

from branchline.board import Board
from branchline.board.json import BoardJson, board_json
from branchline.drawing import cities, load_layout, palette, pieces, spaces
from branchline.drawing.layout import Layout


class CardStyle(msgspec.Struct, frozen=True):
    """How a card colour is drawn: its fill, the ink of its symbol, and the symbol's path."""

    fill: str
    ink: str
    symbol: str


class Livery(msgspec.Struct, frozen=True):
    """The colours of a seat, and the path of its mark."""

    name: str
    paint: str
    ink: str
    mark: str


class BoardDrawing(msgspec.Struct, frozen=True):
    """All that the page draws a board with. `defs`, `marks` and `labels` are SVG, `locomotive` is a path."""

    board: BoardJson = msgspec.field(name="facts")
    layout: Layout
    colours: dict[str, CardStyle]
    liveries: tuple[Livery, ...]
    locomotive: str
    defs: str
    marks: str
    labels: str

    @staticmethod
    def of(board: Board) -> BoardDrawing:
        layout = load_layout(board.id)
        return BoardDrawing(
            board=board_json(board),
            layout=layout,
            colours={colour: CardStyle(*palette.colour_of(colour)) for colour in colours(board)},
            liveries=tuple(Livery(one.name, one.paint, one.ink, one.mark) for one in palette.LIVERIES),
            locomotive=spaces.LOCOMOTIVE,
            defs=cities.city_defs(layout, board) + pieces.piece_defs(layout, stations=board.stations > 0),
            marks=cities.marks(layout),
            labels=cities.labels(layout),
        )


def colours(board: Board) -> tuple[str, ...]:
    """The colours that are drawn somewhere: of cards, of gray routes, of districts."""
    return (*board.colours, "gray", *(district.colour for district in board.districts))
