"""A picture of the ladder: ratings with their intervals on a scale, as SVG."""

from __future__ import annotations

from math import ceil, floor

from branchline.arena.report import MatchReport
from branchline.drawing.svg import element, number, text_of

WIDTH, LEFT, RIGHT, TOP, STEP = 720, 170, 80, 56, 28
INK, FAINT, MARK = "#2b2a27", "#d8d2c4", "#2d74bb"


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
