"""Draw docs/img/architecture.svg, the picture of docs/architecture.md: python -m tools.architecture"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parents[1] / "docs/img/architecture.svg"
WIDTH, HEIGHT, GAP = 960, 74, 18

STYLE = """
svg { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.paper { fill: #fbfaf6; } .ink { fill: #22262b; } .soft { fill: #5b636c; }
.outside { fill: #f0ece0; stroke: #b9ad8c; } .outer { fill: #e3edf7; stroke: #7a9cc0; }
.middle { fill: #e6f2e6; stroke: #7faa82; } .inner { fill: #fbeadb; stroke: #cf9a63; }
.room { fill: #ffffff; stroke: #7a9cc0; } .inner-room { fill: #ffffff; stroke: #cf9a63; }
.line { stroke: #5b636c; fill: none; } .tip { fill: #5b636c; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1b1e22; } .ink { fill: #eef0f2; } .soft { fill: #aab2bb; }
  .outside { fill: #2d2a22; stroke: #8a7f62; } .outer { fill: #1f2c3a; stroke: #55789c; }
  .middle { fill: #203023; stroke: #5d8a61; } .inner { fill: #382a1e; stroke: #a9773f; }
  .room { fill: #17212c; stroke: #55789c; } .inner-room { fill: #281d14; stroke: #a9773f; }
  .line { stroke: #aab2bb; } .tip { fill: #aab2bb; }
}
"""


class Box(NamedTuple):
    """A room: its name, what is in it, its look, and rooms inside it."""

    name: str
    about: str
    look: str
    width: float = 1.0
    inside: tuple[str, ...] = ()


ROWS: tuple[tuple[Box, ...], ...] = (
    (
        Box("a browser", "the page: web/ (Svelte, TypeScript)", "outside", 1.6),
        Box("a shell", "the command branchline", "outside"),
    ),
    (
        Box(
            "server",
            "tables over HTTP and WebSocket",
            "outer",
            1.6,
            ("web", "live", "storage", "wire", "table"),
        ),
        Box("cli", "one module for each subcommand", "outer", 1.0, ("terminal",)),
    ),
    (Box("arena", "many games: schedules, executors, results, intervals, ratings", "middle"),),
    (
        Box("bots", "registry, levels, search, programs as bots", "middle"),
        Box("drawing", "layouts, maps, positions as SVG; the solver", "middle"),
    ),
    (Box("game", "Game, Action, View, log, record, dealers: what import branchline offers", "middle"),),
    (
        Box(
            "core",
            "numbers instead of names, compiled by Cython",
            "inner",
            1,
            ("engine, playout", "policies", "rules"),
        ),
    ),
    (Box("board", "Board, its file format, its checks, the data files", "inner"),),
)


def draw() -> str:
    """The picture as SVG."""
    parts, y = [], 20.0
    for number, row in enumerate(ROWS):
        height = HEIGHT + (36 if any(box.inside for box in row) else 0)
        parts += _row(row, y, height)
        y += height + (GAP if number else 2 * GAP)
    caption = "Imports point down only: no room knows the rooms above it (make layers checks it)."
    parts.append(_text(caption, WIDTH / 2, y + 8, 15, "soft"))
    total = y + 28
    title = "<title>The rooms of Branchline, from the outermost to the innermost</title>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{total:g}" rx="14"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total:g}" role="img">'
    return "\n".join([head, title, f"<style>{STYLE}</style>", paper, *parts, "</svg>"]) + "\n"


def _row(row: tuple[Box, ...], y: float, height: float) -> list[str]:
    left, room = 20.0, WIDTH - 40 - GAP * (len(row) - 1)
    total, parts = sum(box.width for box in row), []
    for box in row:
        width = room * box.width / total
        parts += _box(box, left, y, width, height)
        if box.look == "outside":
            parts += _arrow(left + width / 2, y + height + 3, 2 * GAP - 8)
        left += width + GAP
    return parts


def _box(box: Box, x: float, y: float, width: float, height: float) -> list[str]:
    middle = x + width / 2
    parts = [
        f'<rect class="{box.look}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="9"/>',
        _text(box.name, middle, y + 29, 20, "ink", bold=True),
        _text(box.about, middle, y + 53, 15, "soft"),
    ]
    look = "inner-room" if box.look == "inner" else "room"
    share = (width - 24 - 8 * (len(box.inside) - 1)) / max(1, len(box.inside))
    for number, name in enumerate(box.inside):
        left = x + 12 + number * (share + 8)
        parts.append(
            f'<rect class="{look}" x="{left:g}" y="{y + 66:g}" width="{share:g}" height="32" rx="6"/>'
        )
        parts.append(_text(name, left + share / 2, y + 87, 15, "ink"))
    return parts


def _arrow(x: float, y: float, length: float) -> list[str]:
    end = y + length
    return [
        f'<path class="line" stroke-width="2" d="M{x:g} {y:g}V{end - 6:g}"/>',
        f'<path class="tip" d="M{x - 6:g} {end - 8:g}h12l-6 9z"/>',
    ]


def _text(words: str, x: float, y: float, size: int, look: str, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size}"'
    return f'<text class="{look}" {place}{weight} text-anchor="middle">{escape(words)}</text>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
