"""The ladder: every bot against every other on every board, as a section of a page and as a picture."""

from __future__ import annotations

from math import ceil, floor
from pathlib import Path

from branchline.arena.reports.display import (
    bot_rows,
    cross_rows,
    cross_title,
    markdown,
    rating_rows,
    rating_title,
    title_text,
)
from branchline.arena.reports.report import MatchReport
from branchline.drawing.svg import element, number, text_of
from branchline.errors import BranchlineError

BEGIN, END = "<!-- ladder: made by `make ladder` -->\n", "<!-- end of the ladder -->\n"
SEATS = (2, 4)
#: Sizes and colours of the picture.
WIDTH, LEFT, RIGHT, TOP, STEP = 720, 170, 80, 56, 28
INK, FAINT, MARK = "#2b2a27", "#d8d2c4", "#2d74bb"


def section(report: MatchReport, picture: str) -> str:
    """One board with one number of seats, as a section of the page."""
    parts = [
        f"### {report.board}, {report.seats} seats",
        title_text(report) + ".",
        f"{cross_title(report)}, ± half of the 95 % interval:",
        markdown(cross_rows(report)),
        "Over all of these tables:",
        markdown(bot_rows(report)),
    ]
    if report.ratings:
        parts += [rating_title(report) + ":", markdown(rating_rows(report)), f"![ratings]({picture})"]
    parts += [str(one) + "." for one in report.faults]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def around(page: Path) -> tuple[str, str]:
    """What stands before and after the ladder in a page."""
    text = page.read_text(encoding="utf-8")
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (mark and end):
        raise BranchlineError(f"{page} has no place for the ladder: it goes between {BEGIN!r} and {END!r}")
    return before, after


def write_page(page: Path, reports: list[MatchReport]) -> None:
    """Put the ladder into a page between its marks, and its pictures into `img` beside the page."""
    before, after = around(page)
    images = page.parent / "img"
    images.mkdir(exist_ok=True)
    sections = []
    for report in reports:
        name = f"ladder-{report.board}-{report.seats}.svg"
        (images / name).write_text(ladder_svg(report), encoding="utf-8")
        sections.append(section(report, f"img/{name}"))
    page.write_text("".join((before, BEGIN, "\n", "\n".join(sections), "\n", END, after)), encoding="utf-8")


def ladder_svg(report: MatchReport) -> str:
    """The ladder, best on top; bots that nothing links with the anchor are left out."""
    rated = [(one.bot, one.elo, one.error or 0.0) for one in report.ratings if one.elo is not None]
    low = min((elo - error for _, elo, error in rated), default=report.anchor.elo)
    high = max((elo + error for _, elo, error in rated), default=report.anchor.elo)
    step = next(size for size in (10, 25, 50, 100, 200, 500, 1000, 5000) if (high - low) / size < 9)
    first, last = step * floor(low / step), step * ceil(high / step + 0.01)
    height = TOP + STEP * len(rated) + 34

    def across(elo: float) -> float:
        return LEFT + (elo - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    title = f"{report.board}, {report.seats} seats: {report.rating_model} ratings"
    note = f"{report.rated_games:,} games; {report.anchor.bot} = {report.anchor.elo:g}; bars: 95 %"
    parts = [
        element("title", text_of(title)),
        element("rect", width=WIDTH, height=height, fill="#fdfbf4"),
        _text(title, 16, 24, 16, "start"),
        _text(note, WIDTH - 16, 24, 11, "end"),
    ]
    bottom = TOP + STEP * len(rated)
    for mark in range(first, last + 1, step):
        parts.append(_line(across(mark), TOP - 10, across(mark), bottom, FAINT, 1))
        parts.append(_text(str(mark), across(mark), bottom + 18, 11, "middle"))
    for i, (bot, elo, error) in enumerate(rated):
        y = TOP + STEP * i + STEP / 2 - 4
        parts.append(_text(bot, LEFT - 14, y + 4, 13, "end"))
        parts.append(_line(across(elo - error), y, across(elo + error), y, MARK, 3))
        parts.append(element("circle", cx=number(across(elo)), cy=number(y), r="5", fill=MARK))
        parts.append(_text(f"{elo:.0f}", across(elo + error) + 10, y + 4, 11, "start"))
    svg = element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        role="img",
        aria_label=title,
    )
    return svg + "\n"


def _text(words: str, x: float, y: float, size: int, anchor: str) -> str:
    return element(
        "text",
        text_of(words),
        x=number(x),
        y=number(y),
        font_family="sans-serif",
        font_size=size,
        fill=INK,
        text_anchor=anchor,
    )


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: int) -> str:
    ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
    return element("line", **ends, stroke=stroke, stroke_width=width)
