"""Draw the curve of a learner for docs/env.md: python tools/curve.py build/ppo/curve.csv docs/img/ppo.svg."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from branchline.drawing.svg import element, number

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 260, 52, 40, 14
BAR = 0.60
INK, LINE = "#2f5d8a", "#b23a48"


def curve_svg(points: list[tuple[float, float]]) -> str:
    """Shares of victories over millions of decisions, with a line at the bar."""
    last = points[-1][0]
    wide, high = WIDTH - LEFT - 16, HEIGHT - BOTTOM - TOP

    def x(value: float) -> float:
        return LEFT + wide * value / last

    def y(value: float) -> float:
        return TOP + high * (1 - value)

    out = [element("rect", width=WIDTH, height=HEIGHT, fill="#fff")]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        out.append(element("path", d=f"M{LEFT} {number(y(share))}h{wide}", stroke="#ddd"))
        out.append(element("text", f"{100 * share:.0f} %", x=LEFT - 8, y=y(share) + 4, text_anchor="end"))
    out.append(element("path", d=f"M{LEFT} {number(y(BAR))}h{wide}", stroke=LINE, stroke_dasharray="5 4"))
    out.append(element("text", "60 %", x=LEFT + 6, y=y(BAR) - 5, fill=LINE))
    out += [
        element("text", str(count), x=x(count), y=HEIGHT - BOTTOM + 18, text_anchor="middle")
        for count in range(int(last) + 1)
    ]
    out.append(element("text", "million decisions", x=LEFT + wide, y=HEIGHT - 6, text_anchor="end"))
    path = "M" + "L".join(f"{number(x(a))} {number(y(b))}" for a, b in points)
    out.append(element("path", d=path, fill="none", stroke=INK, stroke_width=2.5))
    out += [element("circle", cx=x(a), cy=y(b), r=3.5, fill=INK) for a, b in points]
    return element(
        "svg",
        *out,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        font_family="system-ui,sans-serif",
        font_size=13,
        fill="#241d14",
    )


def main(source: str, target: str) -> None:
    with Path(source).open(encoding="utf-8") as file:
        points = [(int(row["decisions"]) / 1e6, float(row["wins"])) for row in csv.DictReader(file)]
    Path(target).write_text(curve_svg(points) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
