"""Draws what `load.py --save` measured: python bench/load_picture.py docs/img/load.svg sqlite.json postgresql.json"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 70, 40, 150, 50
LOW, HIGH = 1.0, 1000.0
COLOURS = ("#1b6ca8", "#c2571a")
DASHES = {"p50": "", "p99": ' stroke-dasharray="6 4"'}


class Chart:
    """Moves per second against milliseconds, the latter logarithmic."""

    def __init__(self, fastest: float) -> None:
        self.fastest = math.ceil(fastest / 100) * 100
        self.parts: list[str] = []

    def x(self, rate: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * rate / self.fastest, 1)

    def y(self, milliseconds: float) -> float:
        share = math.log(max(milliseconds, LOW) / LOW) / math.log(HIGH / LOW)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(share, 1.0), 1)

    def text(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        self.parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
        self.parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" fill="none"/>')

    def axes(self) -> None:
        for value in (1, 10, 100, 1000):
            self.line(LEFT, self.y(value), WIDTH - RIGHT, self.y(value), "#ddd")
            self.text(LEFT - 8, self.y(value) + 4, f"{value} ms", "end")
        step = next(step for step in (50, 100, 200, 250, 500, 1000) if self.fastest / step <= 10)
        for rate in range(0, self.fastest + 1, step):
            self.text(self.x(rate), HEIGHT - BOTTOM + 20, str(rate))
        self.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "moves per second, 250 tables of 4")
        self.line(LEFT, self.y(250), WIDTH - RIGHT, self.y(250), "#b00")
        self.text(WIDTH - RIGHT + 6, self.y(250) + 4, "250 ms", "start")

    def curve(self, points: list[dict[str, Any]], kind: str, colour: str, name: str) -> None:
        path = "L".join(f"{self.x(point['rate'])} {self.y(point[kind])}" for point in points)
        self.parts.append(f'<path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"{DASHES[kind]}/>')
        dots = (
            f'<circle cx="{self.x(p["rate"])}" cy="{self.y(p[kind])}" r="3" fill="{colour}"/>' for p in points
        )
        self.parts.extend(dots)
        last = points[-1]
        self.text(self.x(last["rate"]) + 6, self.y(last[kind]) + 4, f"{name} {kind}", "start")

    def svg(self) -> str:
        box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="12">'
        title = '<text x="70" y="22" font-size="14">Time from a move until all of its table have the update</text>'
        return "\n".join(
            [head, '<rect width="100%" height="100%" fill="#fff"/>', title, *self.parts, "</svg>\n"]
        )


def main() -> None:
    target, *sources = map(Path, sys.argv[1:])
    measured = [(source.stem, json.loads(source.read_text())) for source in sources]
    fastest = max(step["rate"] for _, found in measured for step in (found["steady"], *found["ramp"]))
    chart = Chart(fastest)
    chart.axes()
    for colour, (name, found) in zip(COLOURS, measured, strict=False):
        points = sorted([found["steady"], *found["ramp"]], key=lambda step: step["rate"])
        for kind in DASHES:
            chart.curve(points, kind, colour, name)
    target.write_text(chart.svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
