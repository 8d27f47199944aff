"""The tables of a study: the same rows for the terminal, the page and CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from branchline.game.view import SCORE_PARTS

from .fairness import Share
from .figures import Study

Cell = str | int | float | Share | None
Rows = list[list[Cell]]

#: Figures with this word in their title are shares, and shown in percent.
PERCENT = "%"


def text(cell: Cell, title: str) -> str:
    """A cell for people."""
    if cell is None:
        return "–"
    if isinstance(cell, Share):
        return f"{100 * cell.value:.1f} ± {100 * cell.half:.1f}"
    if isinstance(cell, float):
        return f"{100 * cell:.1f}" if PERCENT in title else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def place_rows(study: Study) -> Rows:
    """Who wins, by the order of turns."""
    names = ["starter", "second", "third", "fourth", "fifth"]
    head: list[Cell] = ["turn order", "won %", "points", "fair points", "± 95"]
    body: Rows = [
        [names[one.place - 1], one.win, one.points, one.fair, one.fair_error] for one in study.places
    ]
    return [head, *body]


def used_parts(study: Study) -> list[str]:
    """The parts of the score that occur on this board."""
    return [part for part in SCORE_PARTS if study.parts[part]]


def bot_rows(study: Study) -> Rows:
    """The bots of the pool, best first."""
    parts = used_parts(study)
    head: list[Cell] = ["bot", "games", "won %", "score", "± sd", *(part.replace("_", " ") for part in parts)]
    head += ["tickets done", "of", "turns", "points a turn", "ticket draws", "cars left", "cards left"]
    body: Rows = []
    for one in sorted(study.figures, key=lambda one: -one.win.value):
        row: list[Cell] = [study.label(one.bot), one.games, one.win, one.score, one.deviation]
        row += [one.parts[part] for part in parts]
        row += [one.means["tickets_done"], one.means["tickets_held"], one.means["turns"], one.points_per_turn]
        row += [one.means["ticket_draws"], one.means["cars_left"], one.means["cards_left"]]
        body.append(row)
    return [head, *body]


def meeting_rows(study: Study) -> Rows:
    """How often the bot of the row finishes ahead of that of the column."""
    bots = [one.bot for one in sorted(study.figures, key=lambda one: -one.win.value)]
    ahead = {(one.bot, one.other): one.ahead for one in study.meetings}
    body: Rows = [[study.label(bot), *(ahead.get((bot, other)) for other in bots)] for bot in bots]
    return [["ahead of", *(f"{study.label(bot)} %" for bot in bots)], *body]


def ticket_rows(study: Study) -> Rows:
    """The tickets, in the board's order."""
    head: list[Cell] = ["ticket", "points", "cars", "points a car", "offered", "kept %", "at the start %"]
    head += [
        "held in games %",
        "done %",
        "by station %",
        "won if held %",
        "added %",
        "won if done %",
        "round done",
    ]
    body: Rows = [
        [
            one.name,
            one.points,
            one.cars,
            one.points_per_car,
            one.offered,
            one.kept,
            one.kept_start,
            one.held,
            one.done,
            one.by_station,
            one.win_held,
            one.added,
            one.win_done,
            one.round,
        ]
        for one in study.tickets
    ]
    return [head, *body]


def route_rows(study: Study) -> Rows:
    """The routes, in the board's order."""
    head: list[Cell] = ["route", "colour", "length", "points", "points a car", "points a turn", "claimed %"]
    head += ["round", "into the game %", "owner won %", "added %"]
    body: Rows = [
        [
            one.id,
            one.colour,
            one.length,
            one.points,
            one.points_per_car,
            one.points_per_turn,
            one.claimed,
            one.round,
            one.progress,
            one.win,
            one.added,
        ]
        for one in study.routes
    ]
    return [head, *body]


def city_rows(study: Study) -> Rows:
    """The cities, in the board's order."""
    body: Rows = [[one.name, one.visited] for one in study.cities]
    return [["city", "reached in games %"], *body]


def failure_rows(study: Study) -> Rows:
    """What did not work as it should."""
    found = study.failures
    return [
        ["failure", "games %"],
        ["ended because all seats passed", found.stalemates],
        ["would not have ended by themselves", found.endless],
        ["train cards used up at some time", found.no_cards],
        ["tickets used up at some time", found.no_tickets],
        ["shared victory", found.shared],
    ]


TABLES = {
    "places": place_rows,
    "bots": bot_rows,
    "meetings": meeting_rows,
    "tickets": ticket_rows,
    "routes": route_rows,
    "cities": city_rows,
    "failures": failure_rows,
}


def to_csv(rows: Sequence[Sequence[Cell]]) -> str:
    """Rows as CSV. A share becomes three columns: the value and the ends of its interval."""
    head, *body = rows
    wide = [any(isinstance(row[i], Share) for row in body) for i in range(len(head))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [str(name).removesuffix(" %") for name in head]
    writer.writerow(
        [each for name, w in zip(names, wide, strict=True) for each in _columns(name, w)],
    )
    for row in body:
        writer.writerow([each for cell, w in zip(row, wide, strict=True) for each in _values(cell, w)])
    return out.getvalue()


def _columns(name: str, wide: bool) -> list[str]:
    return [name, f"{name} low", f"{name} high"] if wide else [name]


def _values(cell: Cell, wide: bool) -> list[object]:
    if isinstance(cell, Share):
        return [round(value, 6) for value in (cell.value, cell.low, cell.high)]
    plain = round(cell, 6) if isinstance(cell, float) else "" if cell is None else cell
    return [plain, "", ""] if wide else [plain]
