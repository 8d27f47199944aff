"""Boards as they go over the wire: their facts, and what the page draws them with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from branchline.board import Board, City, District, Route, Ticket
from branchline.drawing import cities, load_layout, palette, pieces, spaces
from branchline.drawing.layout import Layout


class Facts(msgspec.Struct, frozen=True):
    """Everything that a board decides, by the names that the library has for it."""

    id: str
    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    districts: tuple[District, ...]
    colours: tuple[str, ...]
    card_counts: dict[str, int]
    min_seats: int
    max_seats: int
    cars: int
    stations: int
    hand: int
    deal_long: int
    deal_regular: int
    keep_start: int
    refused: Literal["under", "out"]
    draw_tickets: int
    keep_later: int
    closed_doubles: int
    points: dict[int, int]
    longest_bonus: int
    station_bonus: int
    ties: tuple[Literal["tickets", "stations", "longest"], ...]
    words: dict[str, str]

    @staticmethod
    def of(board: Board) -> Facts:
        values: dict[str, Any] = {
            name: dict(value) if isinstance(value, Mapping) else value
            for name in Facts.__struct_fields__
            for value in [getattr(board, name)]
        }
        return Facts(**values)


class Look(msgspec.Struct, frozen=True):
    """How a card colour looks: its fill, the ink of its symbol, and the symbol's path."""

    fill: str
    ink: str
    symbol: str


class Livery(msgspec.Struct, frozen=True):
    """A seat's colours, and the path of its mark."""

    name: str
    paint: str
    ink: str
    mark: str


class BoardFile(msgspec.Struct, frozen=True):
    """All that a page draws a board with: `defs`, `marks` and `labels` are pieces of SVG, `locomotive` is a path."""

    facts: Facts
    layout: Layout
    colours: dict[str, Look]
    liveries: tuple[Livery, ...]
    locomotive: str
    defs: str
    marks: str
    labels: str

    @staticmethod
    def of(board: Board) -> BoardFile:
        layout = load_layout(board.id)
        return BoardFile(
            facts=Facts.of(board),
            layout=layout,
            colours={colour: Look(*palette.colour_of(colour)) for colour in colours(board)},
            liveries=tuple(Livery(one.name, one.paint, one.ink, one.mark) for one in palette.LIVERIES),
            locomotive=spaces.LOCOMOTIVE,
            defs=cities.city_defs(layout, board) + pieces.piece_defs(layout, stations=board.stations > 0),
            marks=cities.marks(layout),
            labels=cities.labels(layout),
        )


def colours(board: Board) -> tuple[str, ...]:
    """The colours that are drawn somewhere: of cards, of routes that take any, of districts."""
    return (*board.colours, "gray", *(district.colour for district in board.districts))
