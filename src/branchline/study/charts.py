"""Small charts of a study, as SVG: shares with intervals, stacked parts, distributions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from .fairness import Share

WIDTH = 460
INKS = ("#2f5d8a", "#c46a1b", "#5a8f3d", "#8a4f9e", "#b23a48", "#6b6b6b")
PALE = "#c9d6e2"


def share_bars(shares: Mapping[str, Share], fair: float) -> str:
    """A bar for each share, with its interval, and a line at the fair share."""
    most = max([one.high for one in shares.values()] + [fair]) * 1.12
    line, top, left, wide = 34, 16, 112, WIDTH - 190

    def x(value: float) -> float:
        return left + wide * value / most

    out = []
    for i, (name, one) in enumerate(shares.items()):
        y = top + i * line
        out.append(
            f'<text x="{left - 10}" y="{y + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y + 2}" width="{x(one.value) - left:.1f}" height="20" fill="{INKS[0]}" rx="2"/>'
            f'<path d="M{x(one.low):.1f} {y + 12}H{x(one.high):.1f}M{x(one.low):.1f} {y + 7}v10'
            f'M{x(one.high):.1f} {y + 7}v10" stroke="#111" stroke-width="1.6"/>'
            f'<text x="{x(one.high) + 8:.1f}" y="{y + 17}">{100 * one.value:.1f} %</text>'
        )
    bottom = top + len(shares) * line
    out.append(
        f'<path d="M{x(fair):.1f} {top - 8}V{bottom}" stroke="{INKS[4]}" stroke-width="1.5" stroke-dasharray="5 4"/>'
        f'<text x="{x(fair):.1f}" y="{bottom + 14}" text-anchor="middle" fill="{INKS[4]}">'
        f"fair {100 * fair:.1f} %</text>"
    )
    said = "; ".join(f"{name}: {one}" for name, one in shares.items())
    return _svg(bottom + 22, "".join(out), f"Share of victories. {said}")


def stacked_bars(rows: Mapping[str, Mapping[str, float]], names: Sequence[str]) -> str:
    """For each row its parts one after the other; what is below zero goes to the left."""
    least = min([0.0, *(sum(v for v in parts.values() if v < 0) for parts in rows.values())])
    most = max([1.0, *(sum(v for v in parts.values() if v > 0) for parts in rows.values())])
    line, top, left, wide = 34, 14 + 20 * -(-len(names) // 3), 112, WIDTH - 170

    def x(value: float) -> float:
        return left + wide * (value - least) / (most - least)

    out = []
    for i, name in enumerate(names):
        at, down = left + i % 3 * 105, i // 3 * 20
        out.append(
            f'<rect x="{at}" y="{6 + down}" width="12" height="12" fill="{INKS[i % len(INKS)]}"/>'
            f'<text x="{at + 17}" y="{17 + down}">{escape(name.replace("_", " "))}</text>'
        )
    for row, (name, parts) in enumerate(rows.items()):
        y, plus, minus = top + row * line, 0.0, 0.0
        out.append(f'<text x="{left - 10}" y="{y + 16}" text-anchor="end">{escape(name)}</text>')
        for i, part in enumerate(names):
            value = parts[part]
            start = plus if value >= 0 else minus + value
            out.append(
                f'<rect x="{x(start):.1f}" y="{y + 2}" width="{abs(x(value) - x(0)):.1f}" height="20" '
                f'fill="{INKS[i % len(INKS)]}"><title>{escape(part)}: {value:.1f}</title></rect>'
            )
            plus, minus = (plus + value, minus) if value >= 0 else (plus, minus + value)
        out.append(f'<text x="{x(plus) + 8:.1f}" y="{y + 17}">{plus + minus:.1f}</text>')
    return _svg(top + len(rows) * line + 6, "".join(out), "Points of a game by part")


def histogram(counts: Mapping[int, int], marked: Mapping[int, int] | None = None, bins: int = 40) -> str:
    """A distribution; the marked part of it is darker."""
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // bins))
    bars = _binned(counts, least, step)
    dark = _binned(marked or {}, least, step)
    count = (most - least) // step + 1
    tall, left, wide = 130, 10, WIDTH - 20
    highest = max(bars.values())
    each = wide / count
    out = []
    for i in range(count):
        low, high = least + i * step, least + (i + 1) * step - 1
        name = f"{low}" if step == 1 else f"{low} to {high}"
        for found, ink in ((bars, PALE if marked else INKS[0]), (dark, INKS[0])):
            if found.get(i):
                size = tall * found[i] / highest
                out.append(
                    f'<rect x="{left + i * each:.1f}" y="{10 + tall - size:.1f}" width="{max(0.5, each - 1):.1f}" '
                    f'height="{size:.1f}" fill="{ink}"><title>{name}: {found[i]:,}</title></rect>'
                )
    marks = range(0, count, -(-count // 9))
    out += [
        f'<text x="{left + (i + 0.5) * each:.1f}" y="{tall + 28}" text-anchor="middle">{least + i * step}</text>'
        for i in marks
    ]
    return _svg(tall + 36, "".join(out), f"Distribution from {least} to {most}")


def _binned(counts: Mapping[int, int], least: int, step: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, count in counts.items():
        found[(value - least) // step] = found.get((value - least) // step, 0) + count
    return found


def _svg(height: float, inside: str, said: str) -> str:
    return (
        f'<svg class="bl-chart" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(said)}" font-size="13">{inside}</svg>'
    )
