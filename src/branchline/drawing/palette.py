"""Colours of the cards and of the seats, each with a shape that tells it apart without colour."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    """How a card colour looks on a space: fill, ink of its symbol, and the symbol's path round 0,0."""

    fill: str
    ink: str
    symbol: str


COLOURS = {
    "red": Colour("#c8362e", "#fff", "M0-4.1L4.1 3.3H-4.1z"),
    "orange": Colour("#ee8b2d", "#3b1c00", "M-3.3-3.3H3.3V3.3H-3.3z"),
    "yellow": Colour(
        "#f4d03f", "#4a3b00", "M0-4.6L1.3-1.5 4.5-1.4 2 .7 2.9 3.9 0 2.1-2.9 3.9-2 .7-4.5-1.4-1.3-1.5z"
    ),
    "green": Colour("#4f9d48", "#fff", "M-1.4-4.1H1.4V-1.4H4.1V1.4H1.4V4.1H-1.4V1.4H-4.1V-1.4H-1.4z"),
    "blue": Colour(
        "#2d74bb", "#fff", "M0-4.8C2.7-1.5 3.3.2 3.3 1.2A3.3 3.3 0 0 1-3.3 1.2C-3.3.2-2.7-1.5 0-4.8z"
    ),
    "purple": Colour("#9a58a8", "#fff", "M0-4.5L3.8 0 0 4.5-3.8 0z"),
    "pink": Colour(
        "#e583b5",
        "#4d0f33",
        "M0 4C-4.8.6-4.5-3.7-1.8-3.5-.6-3.4 0-2.5 0-2 0-2.5.6-3.4 1.8-3.5 4.5-3.7 4.8.6 0 4z",
    ),
    "black": Colour("#38352f", "#fff", "M0-3.6A3.6 3.6 0 1 0 .01-3.6z"),
    "white": Colour("#fdfbf4", "#5a5348", "M0-3.9A3.9 3.9 0 1 0 .01-3.9zM0-2.1A2.1 2.1 0 1 1-.01-2.1z"),
    "gray": Colour("#c9c2b4", "#6b6457", ""),
}
SPARE = (
    Colour("#7fb7a6", "#10362b", "M-4-1.2H4V1.2H-4z"),
    Colour("#a9744f", "#fff", "M-1.2-4H1.2V4H-1.2z"),
    Colour("#8793a8", "#14203a", "M-3.8 3.2L0-1 3.8 3.2V-.2L0-4.2-3.8-.2z"),
)
"""For colours that a board of one's own invents."""


PALE = 0.62
"""How much white is in a tint."""


def colour_of(name: str) -> Colour:
    """How a colour looks; one that we do not know gets one of the spare looks, always the same."""
    known = COLOURS.get(name)
    return known if known is not None else SPARE[sum(name.encode()) % len(SPARE)]


def tint_of(name: str) -> str:
    """A pale tint of a colour, for the ground."""
    fill = colour_of(name).fill
    channels = [int(fill[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(one * (1 - PALE) + 255 * PALE):02x}" for one in channels)


class Livery(NamedTuple):
    """A seat's colour and mark. The marks are none of the symbols of the routes."""

    name: str
    paint: str
    ink: str
    mark_name: str
    mark: str
    """Path of the mark on a plate 12 wide and 9 high, to be stroked."""


LIVERIES = (
    Livery("red", "#b8232f", "#fff", "two strokes", "M-3.6 3L-.6-3M.6 3L3.6-3"),
    Livery("blue", "#2166c4", "#fff", "a bar", "M-4.4 0H4.4"),
    Livery("green", "#2e9d63", "#fff", "an arrowhead", "M-2.6-3.2L2.4 0-2.6 3.2"),
    Livery("yellow", "#f5c52c", "#3a2e00", "a cross", "M-3-3L3 3M-3 3L3-3"),
    Livery("black", "#35343a", "#fff", "three dots", "M-3.8 0h.01M0 0h.01M3.8 0h.01"),
)
"""By seat."""
