"""How the things of the game look in a line of text: always a word or a sign, and a colour only on top of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from branchline.board import Board, Route, Ticket

CARD_STYLES = {
    "purple": "bright_white on dark_magenta",
    "blue": "bright_white on blue",
    "orange": "black on dark_orange",
    "white": "black on bright_white",
    "green": "bright_white on dark_green",
    "yellow": "black on yellow1",
    "black": "bright_white on grey23",
    "red": "bright_white on red3",
    "pink": "black on pink1",
    "wild": "bold black on cyan1",
}
SEAT_SIGNS = "●▲■◆★"
SEAT_STYLES = ("bright_cyan", "dark_orange", "bright_green", "bright_magenta", "bright_yellow")


def card(name: str, count: int | None = None) -> Text:
    """A card, or several of a kind."""
    return Text(f" {name} {count} " if count is not None else f" {name} ", CARD_STYLES.get(name, "reverse"))


def cards(counts: Mapping[str, int]) -> Text:
    """Cards side by side, or a dash."""
    return Text(" ").join(card(name, count) for name, count in counts.items()) if counts else Text("–")


def row(names: Iterable[str | None]) -> Text:
    """The face-up cards; a dash for a gap."""
    return Text(" ").join(Text(" – ") if name is None else card(name) for name in names)


def seat(number: int, mine: int | None) -> Text:
    """A seat by its sign and name."""
    return Text(f"{SEAT_SIGNS[number]} {'You' if number == mine else f'Seat {number}'}", SEAT_STYLES[number])


def city(board: Board, name: str) -> str:
    return board.city(name).name


def ticket(board: Board, entry: Ticket) -> str:
    """A ticket's cities and points."""
    return f"{city(board, entry.a)} – {city(board, entry.b)}"


def cost(route: Route) -> Text:
    """What a route takes: length, colour and what is special about it."""
    text = Text(f"{route.length} ")
    text.append_text(Text(" any ", "black on grey70") if route.colour == "gray" else card(route.colour))
    if route.tunnel:
        text.append(" tunnel")
    if route.ferry:
        text.append(f" ferry, {route.ferry} wild")
    return text


def many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
