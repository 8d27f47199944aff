"""The report of a match: everything that is told of it, as data, JSON and CSV."""

from __future__ import annotations

import csv
import io

import msgspec

from branchline.arena.intervals import Interval
from branchline.arena.match import Match
from branchline.arena.ratings import Anchor, Rating, rate
from branchline.arena.results import DIGEST, Store
from branchline.arena.sprt import Verdict
from branchline.arena.summary import PARTS, Faults, Line, bot_lines, cross, faults, table_lines

#: Columns of a CSV file, in this order.
COLUMNS = (
    "board", "seats", "company", "table", "bot", "games", "deals", "win", "low", "high", "total", *PARTS,
    "tickets_done", "tickets_kept", "turns", "points_per_turn", "cpu_ms", "forfeits",
)  # fmt: skip


class Cell(msgspec.Struct, frozen=True):
    """One place of the cross table: the share of the victories that `bot` had in the games with `other`."""

    bot: str
    other: str
    win: Interval


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A match as told. `ratings` go over all stored games of the board and number of seats."""

    board: str
    digest: str
    seats: int
    company: str
    seed: int
    deals: int
    games: int
    wanted: int
    bots: list[Line]
    tables: list[Line]
    cross: list[Cell]
    rating_model: str
    rated_games: int
    anchor: Anchor
    ratings: list[Rating]
    faults: list[Faults]
    sprt: Verdict | None = None


def make_report(
    match: Match, store: Store, company: str, anchor: Anchor, sprt: Verdict | None = None
) -> Report:
    """Everything there is to tell of a match."""
    seats = len(match.tables[0].bots)
    digest = match.board.digest[:DIGEST]
    stored = [game for game in store.games.values() if game.digest == digest and len(game.seats) == seats]
    mine = [game for table in match.tables for games in match.results(store, table) for game in games]
    return Report(
        board=match.board.id,
        digest=digest,
        seats=seats,
        company="pairs" if seats == 2 else company,
        seed=match.seed,
        deals=match.deals,
        games=len(mine),
        wanted=match.games,
        bots=bot_lines(match, store),
        tables=table_lines(match, store),
        cross=[Cell(bot, other, win) for (bot, other), win in cross(match, store).items()],
        rating_model="Bradley–Terry" if seats == 2 else "Plackett–Luce",
        rated_games=len(stored),
        anchor=anchor,
        ratings=rate(stored, anchor) if any(anchor.bot in game.bots for game in stored) else [],
        faults=faults(mine),
        sprt=sprt,
    )


def to_json(reports: list[Report]) -> bytes:
    """The report as JSON, indented; of several, a list."""
    told = msgspec.json.encode(reports if len(reports) > 1 else reports[0])
    return msgspec.json.format(told) + b"\n"


def to_csv(reports: list[Report]) -> str:
    """One row per bot and table, and one per bot over all tables."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        head = {"board": report.board, "seats": report.seats, "company": report.company}
        for one in (*report.bots, *report.tables):
            row = {**head, **msgspec.structs.asdict(one), "win": one.win.value}
            row |= {"low": one.win.low, "high": one.win.high}
            writer.writerow(_plain(row[name]) for name in COLUMNS)
    return out.getvalue()


def _plain(value: object) -> object:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else value
