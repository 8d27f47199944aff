"""What makes a map of it: frame, compass, name plate."""

from __future__ import annotations

import math

from .layout import Layout
from .svg import element, number, text_of

BROWN = "#4c3722"


def compass() -> str:
    """A wind rose, 30 units in radius, its N above."""
    out = [
        element("circle", r=r, fill="none", stroke="#5b4631", stroke_width=w) for r, w in ((30, 1), (26, 0.6))
    ]
    for reach, waist, first in ((24.0, 4.5, 45), (36.0, 6.0, 0)):
        for turn in range(first, 360, 90):
            side = f"M0-{number(reach)}L{{}} {number(-waist)} 0 0z"
            place = f"rotate({turn})"
            out.append(element("path", d=side.format(number(waist)), transform=place, fill="#5b4631"))
            out.append(
                element(
                    "path",
                    d=side.format(number(-waist)),
                    transform=place,
                    fill="#fbf4e1",
                    stroke="#5b4631",
                    stroke_width=0.7,
                )
            )
    out.append(element("text", "N", y=-39, text_anchor="middle", font_size=14, fill="#5b4631"))
    return element("g", *out, opacity=0.9)


def name_plate(name: str, width: float) -> str:
    """A cartouche with the board's name."""
    ribbon, line = _ribbon(width / 2, 17, 9), _ribbon(width / 2 - 3, 13, 7)
    return element(
        "g",
        element("path", d=ribbon, fill="#f7ecd0", stroke=BROWN, stroke_width=1.6),
        element("path", d=line, fill="none", stroke="#b3302a", stroke_width=1),
        element(
            "text", text_of(name), y=7.6, text_anchor="middle", font_size=23, fill=BROWN, letter_spacing=2.5
        ),
    )


def _ribbon(half: float, high: float, tip: float) -> str:
    left, right = number(-half), number(half)
    return f"M{left}-{high:g}H{right}L{number(half + tip)} 0 {right} {high:g}H{left}L{number(-half - tip)} 0z"


def period_frame(layout: Layout) -> str:
    """A brown frame with a brass inlay, and small brass corners."""
    out = [
        _frame(layout, 5, BROWN, 10),
        _frame(layout, 5, "#d8b878", 2.4, "14 14"),
        _frame(layout, 13, BROWN, 1.2),
    ]
    for turn, (x, y) in enumerate(_corners(layout)):
        corner = element("path", d="M0 0H26V5.5H16Q5.5 5.5 5.5 16V26H0z", fill="#d8b878", stroke=BROWN)
        out.append(element("g", corner, transform=f"translate({number(x)} {number(y)})rotate({turn * 90})"))
    return "".join(out)


def pop_frame(layout: Layout) -> str:
    """A red and blue frame with white rivets."""
    out = [_frame(layout, 5, "#c8362e", 10), _frame(layout, 12, "#1d2a44", 3)]
    step = layout.width / math.ceil(layout.width / 60)
    dots = [(x * step, y) for x in range(1, round(layout.width / step)) for y in (5.0, layout.height - 5)]
    step = layout.height / math.ceil(layout.height / 60)
    dots += [(x, y * step) for y in range(1, round(layout.height / step)) for x in (5.0, layout.width - 5)]
    rivets = "".join(f"M{number(x)} {number(y)}h.01" for x, y in dots)
    out.append(
        element("path", d=rivets, stroke="#fff", stroke_width=3.4, stroke_linecap="round", stroke_opacity=0.8)
    )
    return "".join(out)


def _corners(layout: Layout) -> list[tuple[float, float]]:
    return [(0, 0), (layout.width, 0), (layout.width, layout.height), (0, layout.height)]


def _frame(layout: Layout, inset: float, stroke: str, width: float, dashes: str | None = None) -> str:
    return element(
        "rect",
        x=inset,
        y=inset,
        width=number(layout.width - 2 * inset),
        height=number(layout.height - 2 * inset),
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dashes,
    )
