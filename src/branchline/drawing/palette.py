"""Colours of the cards and of the seats, each with a shape that tells it apart without colour.

What is printed is light and matt; what the players put down is deep, glossy and dark-edged. The hues of the seats lie
beside those of the routes, and their lightness is spread, so that they are told apart in black and white, too.
"""

from __future__ import annotations

from typing import NamedTuple


class Print(NamedTuple):
    """The inks of a printed space: the floor of its groove, its rim, and its symbol."""

    floor: str
    rim: str
    ink: str


class Colour(NamedTuple):
    """How a card colour looks.

    On a card: fill, ink of the symbol, and the symbol's path round 0,0. On the board: its inks by day and by night.
    """

    fill: str
    ink: str
    symbol: str
    day: Print
    night: Print


COLOURS = {
    "red": Colour(
        "#c8362e",
        "#fff",
        "M0-4.1L4.1 3.3H-4.1z",
        Print("#eab3a6", "#bb4a40", "#9c1f18"),
        Print("#57282a", "#d0605a", "#ffb3a8"),
    ),
    "orange": Colour(
        "#ee8b2d",
        "#3b1c00",
        "M-3.3-3.3H3.3V3.3H-3.3z",
        Print("#f8d3a6", "#d9832f", "#8f4700"),
        Print("#5a3a22", "#e39a4d", "#ffd3a0"),
    ),
    "yellow": Colour(
        "#f4d03f",
        "#4a3b00",
        "M0-4.6L1.3-1.5 4.5-1.4 2 .7 2.9 3.9 0 2.1-2.9 3.9-2 .7-4.5-1.4-1.3-1.5z",
        Print("#faedb0", "#cfab2c", "#6f5800"),
        Print("#564b22", "#dcc04e", "#fff0a8"),
    ),
    "green": Colour(
        "#4f9d48",
        "#fff",
        "M-1.4-4.1H1.4V-1.4H4.1V1.4H1.4V4.1H-1.4V1.4H-4.1V-1.4H-1.4z",
        Print("#c1d9b0", "#5a9a52", "#1f5f1c"),
        Print("#274029", "#6bb063", "#c4ecba"),
    ),
    "blue": Colour(
        "#2d74bb",
        "#fff",
        "M0-4.8C2.7-1.5 3.3.2 3.3 1.2A3.3 3.3 0 0 1-3.3 1.2C-3.3.2-2.7-1.5 0-4.8z",
        Print("#b2cce2", "#4381bb", "#134a86"),
        Print("#213a58", "#5b9bdc", "#bcdcff"),
    ),
    "purple": Colour(
        "#9a58a8",
        "#fff",
        "M0-4.5L3.8 0 0 4.5-3.8 0z",
        Print("#d6bcd8", "#9a62a6", "#642473"),
        Print("#3f2b4a", "#b27fc0", "#ebc9f4"),
    ),
    "pink": Colour(
        "#e583b5",
        "#4d0f33",
        "M0 4C-4.8.6-4.5-3.7-1.8-3.5-.6-3.4 0-2.5 0-2 0-2.5.6-3.4 1.8-3.5 4.5-3.7 4.8.6 0 4z",
        Print("#f6d0e1", "#d5709f", "#8a1d5a"),
        Print("#542c43", "#e08cb7", "#ffcfe6"),
    ),
    "black": Colour(
        "#38352f",
        "#fff",
        "M0-3.6A3.6 3.6 0 1 0 .01-3.6z",
        Print("#a09a92", "#4a463f", "#17140f"),
        Print("#0c0d10", "#8a8a90", "#f0ede6"),
    ),
    "white": Colour(
        "#fdfbf4",
        "#5a5348",
        "M0-3.9A3.9 3.9 0 1 0 .01-3.9zM0-2.1A2.1 2.1 0 1 1-.01-2.1z",
        Print("#fffdf7", "#b3a892", "#7a6f5d"),
        Print("#8b8d92", "#e9e6dd", "#fdfdfd"),
    ),
    "gray": Colour(
        "#c9c2b4",
        "#6b6457",
        "",
        Print("#e6decd", "#b0a692", "#6f6653"),
        Print("#343b45", "#77808c", "#a9b1bb"),
    ),
}
SPARE = (
    Colour(
        "#7fb7a6",
        "#10362b",
        "M-4-1.2H4V1.2H-4z",
        Print("#cfe3dc", "#7fa79a", "#1d5a48"),
        Print("#27423d", "#7fb7a6", "#c9ece2"),
    ),
    Colour(
        "#a9744f",
        "#fff",
        "M-1.2-4H1.2V4H-1.2z",
        Print("#e0c3ad", "#a97653", "#6b3c1c"),
        Print("#49342a", "#c08f6d", "#f2d3bd"),
    ),
    Colour(
        "#8793a8",
        "#14203a",
        "M-3.8 3.2L0-1 3.8 3.2V-.2L0-4.2-3.8-.2z",
        Print("#c9d0dd", "#76839b", "#36435c"),
        Print("#333c4d", "#94a2bb", "#d6e0f2"),
    ),
)
"""For colours that a board of one's own invents."""

PALE = 0.62
"""How much white is in a tint of the ground."""
DUSK, DUSKY = "#2a313a", 0.8
"""What such a tint is mixed with by night, and how much of it."""


def colour_of(name: str) -> Colour:
    """How a colour looks; one that we do not know gets one of the spare looks, always the same."""
    known = COLOURS.get(name)
    return known if known is not None else SPARE[sum(name.encode()) % len(SPARE)]


def tint_of(name: str) -> str:
    """A pale tint of a colour, for the ground."""
    return pale(colour_of(name))


def pale(colour: Colour) -> str:
    return mix(colour.fill, "#ffffff", PALE)


def dusky(colour: Colour) -> str:
    """The same tint of the ground by night."""
    return mix(colour.fill, DUSK, DUSKY)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: this share of it is the second one."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first * (1 - share) + second * share):02x}" for first, second in pairs)


IVORY, COAL = "#fff6e2", "#1c1714"


class Livery(NamedTuple):
    """A seat's colours and mark: roof, its gloss, its eaves, the walls, the ink of the mark.

    The marks are none of the symbols of the routes.
    """

    name: str
    paint: str
    light: str
    deep: str
    wall: str
    ink: str
    mark_name: str
    mark: str
    """Path of the mark on a plate 12 wide and 9 high, to be stroked."""


LIVERIES = (
    Livery(
        "red", "#bd1249", "#f2658c", "#6e0829", "#8f0d38", IVORY, "two strokes", "M-3.6 3L-.6-3M.6 3L3.6-3"
    ),
    Livery("blue", "#2436b4", "#7a8fff", "#101b68", "#1b2990", IVORY, "a bar", "M-4.4 0H4.4"),
    Livery(
        "green", "#088f7c", "#6be3cb", "#00564a", "#00776a", IVORY, "an arrowhead", "M-2.6-3.2L2.4 0-2.6 3.2"
    ),
    Livery("yellow", "#f2ad0a", "#ffd75e", "#8f5c00", "#c58a05", COAL, "a cross", "M-3-3L3 3M-3 3L3-3"),
    Livery(
        "black",
        "#24252c",
        "#81848f",
        "#0d0e12",
        "#191a20",
        IVORY,
        "three dots",
        "M-3.8 0h.01M0 0h.01M3.8 0h.01",
    ),
)
"""By seat. In words they stay plain: red is a crimson, blue an ultramarine, green a sea green, yellow a gold."""
