"""The schema of a board file (docs/board-format.md), and reading one into it."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from branchline.errors import BoardError

# What the core has room for.
MAX_CITIES = 64
MAX_ROUTES = 128
MAX_TICKETS = 128
MAX_DISTRICTS = 16
MAX_SEATS = 5
MAX_COLOURS = 8
MAX_CARDS = 255
MAX_OFFER = 6

_ID, _WORD = "^[a-z0-9_]+$", "^[a-z]+$"
Id = Annotated[str, Meta(pattern=_ID)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Word = Annotated[str, Meta(pattern=_WORD)]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS)]
Offer = Annotated[int, Meta(ge=0, le=MAX_OFFER)]
AtLeastOne = Annotated[int, Meta(ge=1, le=MAX_OFFER)]
Length = Annotated[int, Meta(ge=1, le=8)]
Points = Annotated[int, Meta(ge=0, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]
Tie = Literal["tickets", "stations", "longest"]
Refused = Literal["under", "out"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file; a key that is not in the schema is an error."""


class Players(_Table, frozen=True):
    least: Seats
    most: Seats


class Deal(_Table, frozen=True):
    """Tickets at the start (S4–S6)."""

    regular: Offer
    keep: AtLeastOne
    refused: Refused
    long: Offer = 0


class Draw(_Table, frozen=True):
    """Tickets later (K1)."""

    tickets: AtLeastOne
    keep: AtLeastOne


class Bonus(_Table, frozen=True):
    """Points at the end (E3, B4); districts have their own."""

    longest: Points = 0
    station: Points = 0


class Words(_Table, frozen=True):
    """What this board calls the things of the game."""

    car: Name
    cars: Name
    wild: Name


class CityEntry(_Table, frozen=True):
    id: Id
    name: Name
    lat: Annotated[float, Meta(ge=-90, le=90)] | None = None
    lon: Annotated[float, Meta(ge=-180, le=180)] | None = None
    x: Share | None = None
    y: Share | None = None


class RouteEntry(_Table, frozen=True):
    a: Id
    b: Id
    length: Length
    colour: Word
    double: bool = False
    tunnel: bool = False
    ferry: Annotated[int, Meta(ge=1, le=8)] | None = None


class TicketEntry(_Table, frozen=True):
    a: Id
    b: Id
    points: Annotated[int, Meta(ge=1, le=100)]
    long: bool = False


class DistrictEntry(_Table, frozen=True):
    number: Annotated[int, Meta(ge=1, le=99)]
    points: Points
    colour: Word
    cities: tuple[Id, ...]


class BoardFile(_Table, frozen=True):
    """A board file as it is written, with every type right; `board_checks` looks at the rest."""

    name: Name
    players: Players
    cars: Annotated[int, Meta(ge=1, le=60)]
    hand: Annotated[int, Meta(ge=0, le=20)]
    cards: dict[str, Annotated[int, Meta(ge=0, le=MAX_CARDS)]]
    deal: Deal
    draw: Draw
    closed_doubles: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    points: dict[Length, Points]
    words: Words
    cities: tuple[CityEntry, ...]
    routes: tuple[RouteEntry, ...]
    tickets: tuple[TicketEntry, ...]
    stations: Annotated[int, Meta(ge=0, le=3)] = 0
    bonus: Bonus = Bonus()
    ties: tuple[Tie, ...] = ()
    districts: tuple[DistrictEntry, ...] = ()


# msgspec looks at a struct's fields when it is first wanted, and crashes if two threads want it then: want it now
msgspec.json.Decoder(BoardFile)


def read_board_file(path: Path) -> BoardFile:
    """Reads a board file; what does not fit the schema is a `BoardError` with its place."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardError(str(path), "", f"can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BoardError(str(path), f"byte {error.start}", "is no UTF-8 text, which TOML must be") from error
    except tomllib.TOMLDecodeError as error:
        raise BoardError(str(path), "", f"is not TOML: {error}") from error
    try:
        return msgspec.convert(raw, BoardFile, str_keys=True)
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at ")
        raise BoardError(str(path), _place(where, raw), _worded(problem, where)) from error


def _worded(problem: str, where: str) -> str:
    """msgspec's sentence, with what would be right where it does not say so for people."""
    if "enum value" in problem:
        options = get_args(Tie if "ties" in where else Refused)
        return f"{problem}; it must be {' or '.join(options)}"
    for pattern, letters in ((_ID, "a–z, 0–9 and _"), (_WORD, "a–z")):
        if f"regex '{pattern}'" in problem:
            return f"Expected a word of {letters} only"
    return problem


def _place(where: str, raw: dict[str, Any]) -> str:
    """`$.routes[12].length` as `routes[12] paris-zurich, length`."""
    path = where.replace("`", "").replace("$.", "").replace("$", "").replace("[...]", "")
    entry = re.fullmatch(r"(\w+)\[(\d+)\]\.?(.*)", path)
    if entry is None:
        return path
    table, number, key = entry[1], int(entry[2]), entry[3]
    return ", ".join(part for part in (label(table, number, raw[table][number]), key) if part)


def label(table: str, number: int, entry: object) -> str:
    """Where an entry of the file stands, and which it is: `routes[12] paris-zurich`."""
    fields = entry if isinstance(entry, dict) else msgspec.to_builtins(entry)
    if not isinstance(fields, dict):
        return f"{table}[{number}]"
    name = fields.get("id") or fields.get("number") or "-".join(str(fields.get(end, "?")) for end in "ab")
    return f"{table}[{number}] {name}"
