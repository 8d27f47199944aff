"""A review for a terminal: tables, a graph of chances, the key moments."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from branchline.board import Board

from .result import Review, SeatReview
from .words import Words

SIGNS = "●▲■◆★"
STYLES = ("bright_cyan", "dark_orange", "bright_green", "bright_magenta", "bright_yellow")
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "only": "!"}
HEIGHT, WIDTH = 12, 72


def seat_names(count: int) -> list[str]:
    """What seats are called where nobody has a name."""
    return [f"seat {seat}" for seat in range(count)]


def points(part: float, sign: bool = True) -> str:
    """A part of a win as points."""
    text = f"{100 * part:{'+' if sign else ''}.1f}"
    return text if text not in ("-0.0", "+0.0") else "0.0"


def show(
    review: Review, board: Board, names: Sequence[str] | None = None, seat: int | None = None
) -> RenderableType:
    """The whole review; with a seat only that one's decisions and moments."""
    called = names or seat_names(len(review.seats))
    words = Words(board, called)
    parts: list[RenderableType] = [
        Text(
            f"{board.name}, {len(review.seats)} seats, {len(review.moves)} moves; level {review.level}",
            "bold",
        ),
        _figures(review, called),
        Text("\nWhere the results come from, in points of win chance", "bold"),
        _ledgers(review, called),
        *_doubt(review, called),
        Text("\nChances to win with all cards open, from the first move to the last", "bold"),
        graph(review),
        Text("\nKey moments", "bold"),
        _moments(review, words, seat),
    ]
    return Group(*parts)


def _name(one: SeatReview, names: Sequence[str]) -> Text:
    return Text(f"{SIGNS[one.seat]} {names[one.seat]}", STYLES[one.seat])


def _table(*heads: str) -> Table:
    """A table with a line for each seat. Where there is little room, only names take several lines."""
    table = Table(box=None, pad_edge=False)
    table.add_column("", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", vertical="bottom", no_wrap=True)
    return table


def _figures(review: Review, names: Sequence[str]) -> Table:
    table = _table("score", "won", "PR", "error\nrate", "accuracy", "luck", "without\nluck", "?!", "?", "??")
    for one in review.seats:
        table.add_row(
            _name(one, names),
            str(one.score),
            f"{100 * one.won:.0f} %",
            f"{one.rating:.1f}",
            f"{one.error_rate:.1f}",
            f"{one.accuracy:.1f} %",
            points(one.luck),
            f"{points(one.adjusted, sign=False)} %",
            str(one.inaccuracies),
            str(one.mistakes),
            str(one.blunders),
        )
    return table


def _ledgers(review: Review, names: Sequence[str]) -> Table:
    table = _table("start", "luck", "own\nmoves", "others'\nmoves", "residual", "result")
    for one in review.seats:
        book = one.ledger
        changes = [points(part) for part in (book.luck, book.own, book.others, book.residual)]
        table.add_row(
            _name(one, names), points(book.start, sign=False), *changes, points(book.result, sign=False)
        )
    return table


def _doubt(review: Review, names: Sequence[str]) -> list[RenderableType]:
    """Say where the ledger explains the game badly."""
    large = [names[one.seat] for one in review.seats if one.large_residual]
    if not large:
        return []
    advice = "" if review.level == "deep" else "; a deeper level explains more"
    return [
        Text(
            f"The residual is large for {', '.join(large)}: this level explains the game only in part{advice}."
        )
    ]


def graph(review: Review, width: int = WIDTH, height: int = HEIGHT) -> Text:
    """The chances of all seats one upon the other, the first seat at the top."""
    last = len(review.points) - 1
    columns = [review.points[round(i * last / (width - 1))].open.chance for i in range(width)]
    text = Text()
    for row in range(height):
        share = (row + 0.5) / height
        text.append(f"{100 - 100 * row // height:>4} ")
        for chances in columns:
            seat, total = 0, chances[0]
            while total < share and seat < len(chances) - 1:
                seat += 1
                total += chances[seat]
            text.append(SIGNS[seat], STYLES[seat])
        text.append("\n")
    text.append(f"     0{f'move {last}':>{width - 1}}")
    return text


def _moments(review: Review, words: Words, seat: int | None) -> Table:
    labels = {part.ply: MARKS.get(one.label, "") for one in review.decisions for part in one.parts}
    table = Table(box=None, pad_edge=False, show_header=False)
    for justify in ("right", "left", "left", "right", "left"):
        table.add_column(justify=justify, no_wrap=justify == "right")
    for one in review.moments:
        if seat is None or one.seat == seat:
            mark = labels.get(one.ply, "") if one.source == "error" else ""
            effect = points(one.effect) if one.effect else ""
            who = Text(f"{SIGNS[one.seat]} {words.names[one.seat]}", STYLES[one.seat])
            table.add_row(str(one.ply), who, mark, effect, words.say(one.explanation))
    return table
