"""The ladder: every bot against every other on every board, written into a page between two marks."""

from __future__ import annotations

from pathlib import Path

from branchline.arena.display import (
    bot_rows,
    cross_rows,
    cross_title,
    fault_text,
    markdown,
    rating_rows,
    rating_title,
    title_text,
)
from branchline.arena.picture import ladder_svg
from branchline.arena.report import MatchReport
from branchline.errors import BranchlineError

BEGIN, END = "<!-- ladder: made by `make ladder` -->\n", "<!-- end of the ladder -->\n"
SEATS = (2, 4)


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
    parts += [fault_text(one) + "." for one in report.faults]
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
