"""A board as large as the core can take, made up: 64 cities on a ring, 128 routes, 128 tickets, 5 seats."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from branchline import Board, load_board

Entry = dict[str, object]
CITIES = 64
COLOURS = ("red", "blue", "green", "black", "white", "yellow", "orange", "purple")
HEAD = """
name = "Grand"
players = { least = 2, most = 5 }
cars = 60
stations = 3
hand = 4
deal = { long = 1, regular = 3, keep = 2, refused = "out" }
draw = { tickets = 4, keep = 1 }
closed_doubles = 2
points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15 }
bonus = { longest = 10, station = 4 }
ties = ["tickets", "stations", "longest"]
words = { car = "train", cars = "trains", wild = "locomotive" }
"""


def grand() -> Board:
    """Load it; made from a file like any other board."""
    lists: dict[str, list[Entry]] = {
        "cities": [{"id": f"c{n}", "name": f"City {n}"} for n in range(CITIES)],
        "routes": [*_ring(), *_chords(), *_doubles()],
        "tickets": [_ticket(n) for n in range(128)],
        "districts": [_district(n) for n in (*range(9), *range(18, 25))],
    }
    cards: Entry = {**dict.fromkeys(COLOURS, 20), "wild": 30}
    text = "\n".join([HEAD, f"cards = {_table(cards)}", *(_list(name, rows) for name, rows in lists.items())])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "grand.toml"
        file.write_text(text, encoding="utf-8")
        return load_board(file)


def _ring() -> list[Entry]:
    return [_route(n, n + 1, n % 6 + 1, colour=COLOURS[n % 8], tunnel=n % 5 == 0) for n in range(CITIES)]


def _chords() -> list[Entry]:
    """Gray routes across, every third of them a ferry."""
    ferry: Entry = {"ferry": 2}
    return [_route(n, n + 9, n % 4 + 2, colour="gray", **(ferry if n % 3 == 2 else {})) for n in range(48)]


def _doubles() -> list[Entry]:
    return [
        _route(n, n + 20, 3, colour=colour, double=True) for n in range(8) for colour in (COLOURS[n], "gray")
    ]


def _route(a: int, b: int, length: int, **more: object) -> Entry:
    return {"a": f"c{a % CITIES}", "b": f"c{b % CITIES}", "length": length, **more}


def _ticket(n: int) -> Entry:
    half = n // CITIES
    return {
        "a": f"c{n % CITIES}",
        "b": f"c{(n + 5 + 9 * half) % CITIES}",
        "points": n % 20 + 1,
        "long": n % 16 == 0,
    }


def _district(n: int) -> Entry:
    """The two ends of a chord."""
    return {"number": n + 1, "points": n % 5 + 1, "colour": "red", "cities": [f"c{n}", f"c{n + 9}"]}


def _list(name: str, rows: list[Entry]) -> str:
    return "\n".join([f"{name} = [", *(f"    {_table(row)}," for row in rows), "]"])


def _table(entry: Entry) -> str:
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in entry.items()) + " }"
