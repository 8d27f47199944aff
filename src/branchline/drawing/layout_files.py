"""Where layouts, maps and art files are kept: ours in the package, others beside their board file.

A board without a layout is laid out and drawn plainly, wherever it is shown.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from branchline.board import Board, comes_with_branchline, load_board, own_boards
from branchline.errors import BoardError

from .layout import Layout, layout_facts, read_layout
from .plain import plain_layout, plain_map

HERE = Path(__file__).parent


def layout_path(board: Board, source: Path | None = None) -> Path:
    return _beside(board, source, "layouts", ".layout.json")


def map_path(board: Board, source: Path | None = None) -> Path:
    return _beside(board, source, "layouts", ".svg")


def art_path(board: Board, source: Path | None = None) -> Path:
    return _beside(board, source, "art", ".art.toml")


def _beside(board: Board, source: Path | None, folder: str, suffix: str) -> Path:
    """In the package for our boards; for others beside their file, or in the working directory.

    A variant is drawn as its base is.
    """
    source = source or own_boards().get(board.id)
    if comes_with_branchline(board) and (source is None or board.id != board.base):
        return HERE / folder / (board.base + suffix)
    return (Path.cwd() if source is None else source.parent) / (board.base + suffix)


def has_layout(board: Board, source: Path | None = None) -> bool:
    """Whether a layout was made for a board; without one its map is a plain one."""
    return layout_path(board, source).exists()


def load_layout(board: Board | str, source: Path | None = None) -> Layout:
    """The layout of a board: one of ours, one that was made beside its board file, or a plain one."""
    found = load_board(board) if isinstance(board, str) else board
    if not has_layout(found, source):
        return _plain_layout(found, layout_facts(found))
    layout = _read_layout(layout_path(found, source))
    check_layout(layout, found)
    return layout


def check_layout(layout: Layout, board: Board) -> None:
    """Refuse a layout that is of another board, or of an older one: it must have every city and route."""
    ends = {end for track in layout.routes.values() for end in (track.a, track.b)}
    lacking = [city.id for city in board.cities if city.id not in layout.cities]
    lacking += [route.id for route in board.routes if not layout.routes.get(route.id)]
    if lacking or not ends <= layout.cities.keys():
        raise BoardError(
            board.id,
            "",
            f"the layout has no {lacking[0] if lacking else 'city at the end of a route'}; "
            "`branchline layout` makes it anew",
        )


def load_map(board: Board | str, source: Path | None = None) -> str:
    """The static map of a board, as SVG; a plain one unless there are a layout and a map."""
    found = load_board(board) if isinstance(board, str) else board
    path = map_path(found, source)
    if has_layout(found, source) and path.exists():
        return _read_map(path)
    return plain_map(found, load_layout(found, source))


@lru_cache(maxsize=16)
def _plain_layout(board: Board, facts: str) -> Layout:
    """`facts` tell boards apart that differ in names and places alone, which are equal otherwise."""
    return plain_layout(board)


@cache
def _read_layout(path: Path) -> Layout:
    return read_layout(path)


@cache
def _read_map(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def stale(board: Board, source: Path | None = None) -> str | None:
    """Why a board's layout no longer fits its board file or its art file; None if it does, or if there is none."""
    if not has_layout(board, source):
        return None
    art = art_path(board, source)
    text = art.read_text(encoding="utf-8") if art.exists() else ""
    if read_layout(layout_path(board, source)).facts != layout_facts(board, text):
        return (
            f"{board.id}: the layout is older than the board file or its art file; {_maker(source)} renews it"
        )
    return None


def without_layout(board: Board, source: Path | None = None) -> str | None:
    """That a board's map is a plain one, and what makes a better one; None if it is not."""
    if has_layout(board, source):
        return None
    return (
        f"{board.id}: there is no layout yet, so its map is a plain one; {_maker(source)} makes a better one"
    )


def _maker(source: Path | None) -> str:
    return "make boards" if source is None else f"branchline layout {source}"
