"""What if: the same board with other numbers, without a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from branchline.board import Board
from branchline.board.limits import MAX_CARS, MAX_POINTS
from branchline.errors import BranchlineError, did_you_mean, short


def change_board(
    board: Board,
    points: Sequence[int] | None = None,
    cars: int | None = None,
    doubles: bool | None = None,
    tickets: Mapping[str, int] | None = None,
    longest: int | None = None,
) -> tuple[Board, list[str]]:
    """A board with other numbers, and what was changed, in words.

    `points` are those of routes of length 1, 2, …; with `doubles` both routes of a double can be used at any table, and
    with False only one of them; `tickets` are the points of some tickets; `longest` is the bonus for the longest path.
    """
    told: list[str] = []
    if points is not None:
        board = replace(board, points=_points(board, points))
        told.append(f"points by length {', '.join(map(str, points))}")
    if cars is not None:
        if not 3 <= cars <= MAX_CARS:
            raise BranchlineError(f"cars must be 3 to {MAX_CARS}, not {cars}")
        board = replace(board, cars=cars)
        told.append(f"{cars} {board.words['cars']}")
    if doubles is not None:
        board = replace(board, closed_doubles=0 if doubles else board.max_seats)
        told.append("both routes of every double" if doubles else "one route of every double")
    if longest is not None:
        board = replace(board, longest_bonus=_value("the bonus for the longest path", longest))
        told.append(f"{longest} points for the longest path")
    for name, value in (tickets or {}).items():
        board = _with_ticket(board, name, value)
        told.append(f"{name} {value} points")
    return board, told


def _value(what: str, value: int) -> int:
    if not 0 <= value <= MAX_POINTS:
        raise BranchlineError(f"{what} must be 0 to {MAX_POINTS} points, not {value}")
    return value


def _points(board: Board, points: Sequence[int]) -> dict[int, int]:
    lengths = sorted(board.points)
    if len(points) != len(lengths):
        named = ", ".join(map(str, lengths))
        raise BranchlineError(
            f"points: {len(lengths)} numbers are needed, for the lengths {named}; not {len(points)}"
        )
    return {length: _value(f"length {length}", value) for length, value in zip(lengths, points, strict=True)}


def _with_ticket(board: Board, name: str, value: int) -> Board:
    try:
        index = board.ticket_index(name)
    except KeyError as error:
        near = did_you_mean(short(name), (ticket.id for ticket in board.tickets))
        raise BranchlineError(f"--ticket {short(name)}: {error.args[0]}{near}") from None
    changed = replace(board.tickets[index], points=_value(f"the ticket {name}", value))
    return replace(board, tickets=(*board.tickets[:index], changed, *board.tickets[index + 1 :]))
