"""The report of a match: all its figures, as data, JSON and CSV."""

from __future__ import annotations

import csv
import io

import msgspec

from branchline.arena.match import Match
from branchline.arena.reports.intervals import Interval
from branchline.arena.reports.ratings import Anchor, Rating, rate
from branchline.arena.reports.sprt import Verdict
from branchline.arena.reports.summary import BotSummary, bot_summaries, cross, faults, lineup_summaries
from branchline.arena.results import DIGEST_LENGTH, ResultStore
from branchline.arena.totals import Faults
from branchline.game.view import SCORE_PARTS

#: Columns of a CSV file, in this order.
COLUMNS = (
    "board", "seats", "pairing", "lineup", "bot", "games", "deals", "win", "low", "high", "total", *SCORE_PARTS,
    "tickets_done", "tickets_kept", "turns", "points_per_turn", "cpu_ms", "forfeits",
)  # fmt: skip


class CrossCell(msgspec.Struct, frozen=True):
    """One place of the cross table: the share of the victories that `bot` had in the games with `other`."""

    bot: str
    other: str
    win: Interval


class MatchReport(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of a match. `ratings` go over all stored games of the board and number of seats."""

    board: str
    digest: str
    seats: int
    pairing: str
    seed: int
    deals: int
    games: int
    wanted: int
    bots: list[BotSummary]
    lineups: list[BotSummary]
    cross: list[CrossCell]
    rating_model: str
    rated_games: int
    anchor: Anchor
    ratings: list[Rating]
    faults: list[Faults]
    sprt: Verdict | None = None

    def _repr_html_(self) -> str:
        """The report, in a notebook."""
        from branchline.arena.reports.display import html

        return html(self)


def make_report(
    match: Match, store: ResultStore, pairing: str, anchor: Anchor, sprt: Verdict | None = None
) -> MatchReport:
    """The report of a match from its stored results."""
    seats = len(match.lineups[0].bots)
    digest = match.board.digest[:DIGEST_LENGTH]
    stored = [game for game in store.games.values() if game.digest == digest and len(game.seats) == seats]
    mine = [game for lineup in match.lineups for games in match.results(store, lineup) for game in games]
    return MatchReport(
        board=match.board.id,
        digest=digest,
        seats=seats,
        pairing="pairs" if seats == 2 and pairing != "first" else pairing,
        seed=match.seed,
        deals=match.deals,
        games=len(mine),
        wanted=match.games,
        bots=bot_summaries(match, store),
        lineups=lineup_summaries(match, store),
        cross=[CrossCell(bot, other, win) for (bot, other), win in cross(match, store).items()],
        rating_model="Bradley–Terry" if seats == 2 else "Plackett–Luce",
        rated_games=len(stored),
        anchor=anchor,
        ratings=rate(stored, anchor) if any(anchor.bot in game.bots for game in stored) else [],
        faults=faults(mine),
        sprt=sprt,
    )


def to_json(reports: list[MatchReport]) -> bytes:
    """The report as JSON, indented; of several, a list."""
    told = msgspec.json.encode(reports if len(reports) > 1 else reports[0])
    return msgspec.json.format(told) + b"\n"


def to_csv(reports: list[MatchReport]) -> str:
    """One row per bot and lineup, and one per bot over all lineups."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        head = {"board": report.board, "seats": report.seats, "pairing": report.pairing}
        for one in (*report.bots, *report.lineups):
            row = {**head, **msgspec.structs.asdict(one), "win": one.win.value}
            row |= {"low": one.win.low, "high": one.win.high}
            writer.writerow(_plain(row[name]) for name in COLUMNS)
    return out.getvalue()


def _plain(value: object) -> object:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else value
