"""A report for people: tables and sentences, for a terminal and for a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Group, RenderableType
from rich.text import Text

from branchline.arena.lineups import PAIRINGS
from branchline.arena.reports.grid import Grid
from branchline.arena.reports.intervals import Interval
from branchline.arena.reports.ratings import Rating
from branchline.arena.reports.report import MatchReport
from branchline.arena.reports.sprt import Verdict
from branchline.arena.reports.summary import BotSummary
from branchline.arena.simulation import Summary
from branchline.drawing.notebook import html_table
from branchline.game.view import SCORE_PARTS


def show(report: MatchReport) -> RenderableType:
    """The report for a terminal."""
    parts: list[RenderableType] = [Text(title_text(report), style="bold"), Grid(bot_rows(report))]
    if len(report.bots) > 2 or report.pairing != "pairs":
        parts += [Text(f"\n{cross_title(report)}", style="bold"), Grid(cross_rows(report))]
    if report.ratings:
        parts += [Text(f"\n{rating_title(report)}", style="bold"), Grid(rating_rows(report))]
    if report.sprt is not None:
        parts.append(Text(f"\n{sprt_text(report.sprt)}", style="bold"))
    parts += [Text(str(one), style="red") for one in report.faults]
    return Group(*parts)


def html(report: MatchReport) -> str:
    """The report for a notebook."""
    parts = [(title_text(report), bot_rows(report))]
    if len(report.bots) > 2 or report.pairing != "pairs":
        parts.append((cross_title(report), cross_rows(report)))
    if report.ratings:
        parts.append((rating_title(report), rating_rows(report)))
    notes = [sprt_text(report.sprt)] if report.sprt is not None else []
    notes += [str(one) for one in report.faults]
    told = "".join(f"<p><b>{escape(title)}</b></p>{html_table(rows)}" for title, rows in parts)
    return told + "".join(f"<p>{escape(note)}</p>" for note in notes)


def summary_html(summary: Summary) -> str:
    """The summary of a simulation for a notebook."""
    rows = [["seat", "bot", "points", "± deviation", "won", "± 95 %"]]
    for seat, one in enumerate(summary.by_seat):
        won = f"{one.win_share:.2%}", f"{one.win_error:.2%}"
        rows.append([str(seat), one.bot, f"{one.mean:.2f}", f"{one.deviation:.2f}", *won])
    title = f"{summary.board}, {summary.seats} seats, seed {summary.seed}: {summary.games:,} games"
    note = f"{summary.turns_per_game:.1f} turns a game; the first player won {summary.first_player_win_share:.2%}"
    return f"<p><b>{escape(title)}</b></p>{html_table(rows)}<p>{escape(note)}</p>"


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table of Markdown."""
    head, *body = rows
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def title_text(report: MatchReport) -> str:
    """What was played, and how lineups were formed."""
    pairing = PAIRINGS.get(report.pairing, "every pairing")
    missing = "" if report.games == report.wanted else f" (of {report.wanted:,})"
    return (
        f"{report.board}, {report.seats} seats, {pairing}: {report.games:,} games{missing} on {report.deals:,} deals, "
        f"seed {report.seed}; fair share {100 / report.seats:.3g} %"
    )


def percent(win: Interval) -> str:
    """A share with its interval at 95 %."""
    return f"{100 * win.value:.1f} [{100 * win.low:.1f}, {100 * win.high:.1f}]"


def bot_rows(report: MatchReport) -> list[list[str]]:
    """The main table: a row for each bot."""
    parts = [part for part in SCORE_PARTS if any(getattr(one, part) for one in report.bots)]
    titles = [part.replace("_", " ") for part in parts]
    head = [
        "bot",
        "games",
        "win % [95 %]",
        "score",
        *titles,
        "tickets done",
        "turns",
        "points/turn",
        "CPU µs",
    ]
    rows = [head, *(_bot_row(one, parts) for one in report.bots)]
    if any(one.adjusted for one in report.bots):
        told = [
            ["without luck % [95 %]", "luck % [95 %]", "variance left % [95 %]"],
            *map(_luck_cells, report.bots),
        ]
        rows = [[*row[:3], *more, *row[3:]] for row, more in zip(rows, told, strict=True)]
    return rows


def _luck_cells(one: BotSummary) -> list[str]:
    """The share without luck, the luck on average, and how much of the variance is left without it."""
    if one.adjusted is None:
        return ["–", "–", "–"]
    found = one.adjusted
    return [percent(found.win), percent(found.luck), percent(found.variance)]


def _bot_row(one: BotSummary, parts: list[str]) -> list[str]:
    return [
        one.bot,
        f"{one.games:,}",
        percent(one.win),
        f"{one.total:.1f}",
        *(f"{getattr(one, part):.1f}" for part in parts),
        f"{one.tickets_done:.2f} of {one.tickets_kept:.2f}",
        f"{one.turns:.1f}",
        f"{one.points_per_turn:.2f}",
        "–" if one.cpu_ms is None else _micros(one.cpu_ms),
    ]


def _micros(milliseconds: float) -> str:
    value = 1000 * milliseconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cross_title(report: MatchReport) -> str:
    """What the cross table shows."""
    if report.pairing == "mixed":
        return "Win % of the row in games in which the column sat too"
    if report.seats > 2:
        return f"Win % of the row, alone against {report.seats - 1} of the column"
    return "Win % of the row against the column"


def cross_rows(report: MatchReport) -> list[list[str]]:
    """The cross table, strongest first."""
    names = [one.bot for one in report.bots]
    wins = {(cell.bot, cell.other): cell.win for cell in report.cross}
    return [
        ["", *names],
        *([bot, *(_cell(wins.get((bot, other))) for other in names)] for bot in names),
    ]


def _cell(win: Interval | None) -> str:
    return "·" if win is None else f"{100 * win.value:.1f} ± {100 * win.half:.1f}"


def rating_title(report: MatchReport) -> str:
    """Which ratings these are, and over what."""
    where = f"{report.board}, {report.seats} seats"
    return (
        f"{report.rating_model} over all {report.rated_games:,} stored games ({where}); "
        f"{report.anchor.bot} = {report.anchor.elo:g}"
    )


def rating_rows(report: MatchReport) -> list[list[str]]:
    """The ratings, best first."""
    return [["bot", "Elo", "± 95 %", "games"], *map(list, _rating_rows(report.ratings))]


def _rating_rows(ratings: Sequence[Rating]) -> Iterator[tuple[str, str, str, str]]:
    for one in ratings:
        elo = "not linked" if one.elo is None else f"{one.elo:.0f}"
        yield one.bot, elo, "" if not one.error else f"{one.error:.0f}", f"{one.games:,}"


def sprt_text(verdict: Verdict) -> str:
    """How the SPRT stands, in a sentence."""
    told = {"elo0": f"{verdict.elo0:g} Elo or less", "elo1": f"{verdict.elo1:g} Elo or more", "": "open"}
    return (
        f"SPRT [{verdict.elo0:g}, {verdict.elo1:g}] after {verdict.games:,} games: {told[verdict.decided]} "
        f"(LLR {verdict.llr:.2f}, bounds ± {verdict.bound:.3f})"
    )
