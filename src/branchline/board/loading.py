"""Loading boards: those that come with Branchline, by name, and files of one's own.

A variant is a board with the map of another one, its base, and other tickets, bonuses or counts.
"""

import os
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import msgspec

from branchline.board.board import Board, City, District, Route, Ticket
from branchline.board.checks import double_pairs
from branchline.board.file import RouteEntry
from branchline.board.reading import Reading, read_board_file
from branchline.errors import BoardError, did_you_mean, short

_BUILT_IN = Path(__file__).parent / "data"
#: What is played where nothing else is said: in the terminal, in the arena, in simulations and in the page.
DEFAULT_BOARD, DEFAULT_SEATS = "europe", 3
#: The environment variable that lists files of boards of one's own, as PATH lists folders.
OWN = "BRANCHLINE_BOARDS"


def board_names() -> tuple[str, ...]:
    """The boards that come with Branchline, without their variants, and those of one's own that are known by name."""
    return (*_built_in("*.toml"), *own_boards())


def variant_names() -> tuple[str, ...]:
    """The variants that come with Branchline."""
    return tuple(_built_in("variants/*.toml"))


def is_known(name: str) -> bool:
    """Whether there is a board or a variant of this name."""
    return name in board_names() or name in variant_names()


def comes_with_branchline(board: Board) -> bool:
    """Whether a board has the map of one that comes with Branchline."""
    return board.base in _built_in("*.toml")


@cache
def _built_in(pattern: str) -> dict[str, Path]:
    return {path.stem: path for path in sorted(_BUILT_IN.glob(pattern))}


def own_boards() -> dict[str, Path]:
    """The files of boards of one's own that are known by name."""
    return {Path(file).stem: Path(file) for file in os.environ.get(OWN, "").split(os.pathsep) if file}


def make_known(file: Path) -> Board:
    """Make a board of one's own known by its name, in this process and in those that it starts from now on."""
    board = _read(file)
    if is_known(board.id):
        raise BoardError(str(file), "", f"there is a board {board.id} already; name the file otherwise")
    os.environ[OWN] = os.pathsep.join(map(str, (*own_boards().values(), file.resolve())))
    return board


def load_board(board: str | Path) -> Board:
    """A board by its name, or from a file of one's own (a path, or text that ends in `.toml`).

    What is wrong with a file is a `BoardError` that says where.
    """
    if isinstance(board, str) and not board.endswith(".toml") and "/" not in board and "\\" not in board:
        return known_board(board)
    return _read(Path(board))


def known_board(name: str) -> Board:
    """A board by its name alone. What comes from outside, such as a record, must not make us open a file."""
    if not isinstance(name, str):
        raise BoardError(short(repr(name)), "", "a board is known by its name, which is a text")
    files = _built_in("*.toml") | _built_in("variants/*.toml") | own_boards()
    if name in files:
        return _read_once(files[name])
    names = (*board_names(), *variant_names())
    guess = did_you_mean(short(name).lower(), names)
    raise BoardError(
        short(name), "", f"there is no such board; known are {', '.join(names)}, or a path to a .toml{guess}"
    )


@cache
def _read_once(path: Path) -> Board:
    return _read(path)


def problems_of(path: Path) -> list[BoardError]:
    """Everything that is wrong with a board file."""
    try:
        found = _open(path)
    except BoardError as error:
        return [error]
    return [] if isinstance(found, Reading) else [BoardError(str(path), *problem) for problem in found]


def _read(path: Path) -> Board:
    found = _open(path)
    if isinstance(found, Reading):
        return _build(path.stem, found)
    raise BoardError(str(path), *found[0])


def _open(path: Path) -> Reading | list[tuple[str, str]]:
    if not re.fullmatch("[a-z0-9_-]+", path.stem):
        raise BoardError(str(path), "", "the file's name is the board's id: a–z, 0–9, _ and - only")
    return read_board_file(path, _find)


def _find(name: str, beside: Path) -> Path:
    """The file of a board that another file extends: one of ours, or one that lies beside it."""
    ours = _built_in("*.toml") | _built_in("variants/*.toml")
    near = beside.with_name(f"{name}.toml")
    if name in ours or near.is_file():
        return ours.get(name, near)
    others = {file.stem for file in beside.parent.glob("*.toml")} - {beside.stem}
    guess = did_you_mean(name, (*ours, *sorted(others)))
    problem = f"there is no board {short(name)} that comes with Branchline or lies beside{guess}"
    raise BoardError(str(beside), "extends", problem)


def _build(name: str, reading: Reading) -> Board:
    file = reading.file
    district = {city: entry.number for entry in file.districts for city in entry.cities}
    return Board(
        id=name,
        name=file.name,
        base=reading.base,
        cities=tuple(City(c.id, c.name, c.lat, c.lon, c.x, c.y, district.get(c.id)) for c in file.cities),
        routes=_routes(file.routes),
        tickets=tuple(Ticket(f"{t.a}-{t.b}", t.a, t.b, t.points, t.long) for t in file.tickets),
        districts=tuple(District(d.number, d.points, d.colour, d.cities) for d in file.districts),
        colours=tuple(colour for colour in file.cards if colour != "wild"),
        card_counts=file.cards,
        min_seats=file.players.least,
        max_seats=file.players.most,
        cars=file.cars,
        stations=file.stations,
        hand=file.hand,
        deal_long=file.deal.long,
        deal_regular=file.deal.regular,
        keep_start=file.deal.keep,
        refused=file.deal.refused,
        draw_tickets=file.draw.tickets,
        keep_later=file.draw.keep,
        closed_doubles=file.closed_doubles,
        points=file.points,
        longest_bonus=file.bonus.longest,
        station_bonus=file.bonus.station,
        most_tickets_bonus=file.bonus.most_tickets,
        big_cities=reading.big_cities,
        ties=file.ties,
        words={**msgspec.to_builtins(file.words), "wilds": file.words.wilds or file.words.wild},
    )


def _routes(entries: tuple[RouteEntry, ...]) -> tuple[Route, ...]:
    ids, twins = _route_ids(entries), double_pairs(entries)
    return tuple(
        Route(
            ids[i],
            r.a,
            r.b,
            r.length,
            r.colour,
            r.tunnel,
            r.ferry or 0,
            ids[twins[i]] if i in twins else None,
        )
        for i, r in enumerate(entries)
    )


def _route_ids(entries: tuple[RouteEntry, ...]) -> list[str]:
    """`a-b`; parallel routes add their colour, or a number where colours repeat."""
    parallel: dict[frozenset[str], list[int]] = defaultdict(list)
    for i, route in enumerate(entries):
        parallel[frozenset((route.a, route.b))].append(i)
    ids = [f"{route.a}-{route.b}" for route in entries]
    for group in parallel.values():
        if len(group) == 1:
            continue
        colours = [entries[i].colour for i in group]
        distinct = len(set(colours)) == len(colours)
        for number, i in enumerate(group, start=1):
            ids[i] += f"/{entries[i].colour if distinct else number}"
    return ids
