"""Small helpers for writing SVG: elements, numbers, transforms."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .geometry import Point


def number(value: float) -> str:
    """At most one decimal, and nothing that can be left out."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return {"-0": "0", "": "0"}.get(text, text)


def element(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element; `_` in attribute names stands for `-`, and attributes that are None are left out."""
    parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else f"{value:g}"
        parts.append(f' {key.strip("_").replace("_", "-")}="{escape(text)}"')
    if not content:
        return "".join((*parts, "/>"))
    return "".join((*parts, ">", *content, f"</{name}>"))


def text_of(words: str) -> str:
    """Words as the content of an element."""
    return escape(words, quote=False)


def use(target: str, x: float, y: float) -> str:
    return f'<use href="#{target}" x="{number(x)}" y="{number(y)}"/>'


def laid(target: str, x: float, y: float, angle: float, stretch: float = 1.0) -> str:
    """A use that is turned, and stretched along its length."""
    scale = "" if abs(stretch - 1) < 0.005 else f"scale({stretch:.2f} 1)"
    turn = f"rotate({number(angle)})" if number(angle) != "0" else ""
    return f'<use href="#{target}" transform="translate({number(x)} {number(y)}){turn}{scale}"/>'


def upright(angle: float) -> float:
    """The same line, turned so that what stands on it is not upside down."""
    return (angle + 90) % 180 - 90


def path_data(points: Iterable[Point], closed: bool = False) -> str:
    """A polyline as path data: relative steps in tenths, which is short."""
    out: list[str] = []
    last = (0, 0)
    for x, y in points:
        here = (round(x * 10), round(y * 10))
        step = (here[0] - last[0], here[1] - last[1])
        if out and step == (0, 0):
            continue
        out.append(("" if out else "M") + _pair(step if out else here) + ("" if out else "l"))
        last = here
    if len(out) < 2:
        return ""
    return out[0] + _joined(out[1:]) + ("z" if closed else "")


def _pair(tenths: tuple[int, int]) -> str:
    first, second = (_short(value) for value in tenths)
    return first + (second if second.startswith("-") else " " + second)


def _short(tenths: int) -> str:
    text = number(tenths / 10)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _joined(pairs: Iterable[str]) -> str:
    out = ""
    for pair in pairs:
        out += pair if pair.startswith("-") or not out else " " + pair
    return out
