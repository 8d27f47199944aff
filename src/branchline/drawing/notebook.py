"""How boards, games and views show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from branchline.board import Board

from .layout_files import stale
from .scene import board_svg, view_svg

if TYPE_CHECKING:
    from branchline.game.game import Game
    from branchline.game.view import View


def board_picture(board: Board) -> str | None:
    """The map of a board; None where it has no layout that fits, so that the notebook falls back to text."""
    return board_svg(board) if stale(board) is None else None


def game_picture(game: Game) -> str | None:
    """The position as a spectator sees it: no secrets."""
    return view_svg(game.view(None)) if stale(game.board) is None else None


def view_html(view: View) -> str:
    """What a viewer sees: the map if there is one, the seats, and what the viewer holds itself."""
    board, who = view.board, "a spectator" if view.seat is None else f"seat {view.seat}"
    picture = view_svg(view) if stale(board) is None else ""
    titles = (
        "seat",
        board.words["cars"],
        "cards",
        "tickets",
        *(["stations"] if board.stations else []),
        "points",
    )
    totals = [score.total for score in view.scores] if view.scores else [seat.score for seat in view.seats]
    rows = [
        (n, seat.cars, seat.cards, seat.tickets, *([seat.stations] if board.stations else []), points)
        for n, (seat, points) in enumerate(zip(view.seats, totals, strict=True))
    ]
    now = "the game is over" if view.actor is None else f"seat {view.actor} is to move ({view.phase})"
    lines = [f"{board.name} as {who} sees it: {now}", f"Row: {_cards(view.row)}"]
    if view.seat is not None:
        lines += [f"Hand: {_counted(view.hand)}", f"Tickets: {_tickets(view, view.tickets)}"]
    if view.offer:
        lines.append(f"Offered: {_tickets(view, view.offer)}")
    return picture + html_table([titles, *rows]) + "".join(f"<p>{escape(line)}</p>" for line in lines)


def html_table(rows: Sequence[Sequence[object]]) -> str:
    """Rows as a table of HTML; the first one is its head."""
    head, *body = rows
    lines = [_line("th", head), *(_line("td", row) for row in body)]
    return f"<table>{''.join(lines)}</table>"


def _line(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def _cards(cards: Iterable[str | None]) -> str:
    return ", ".join(card for card in cards if card) or "none"


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {card}" for card, n in cards.items() if n) or "none"


def _tickets(view: View, tickets: Iterable[str]) -> str:
    found = [view.board.ticket(ticket) for ticket in tickets]
    city = view.board.city
    return ", ".join(f"{city(one.a).name} – {city(one.b).name} ({one.points})" for one in found) or "none"
