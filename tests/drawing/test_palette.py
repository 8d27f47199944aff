"""What can be said in numbers of how the colours look: symbols are read, and nobody takes a train for a route."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from branchline.drawing.palette import COLOURS, LIVERIES, SPARE, Colour, Livery

ALL = (*COLOURS.values(), *SPARE)
#: Linear light of what people without green cones see (Machado and others 2009).
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
Light = tuple[float, float, float]


def light(colour: str) -> Light:
    """Red, green and blue as linear light."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * one for one in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return red, green, blue


def luminance(seen: Light) -> float:
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    low, high = sorted((luminance(light(one)), luminance(light(other))))
    return (high + 0.05) / (low + 0.05)


def lab(seen: Light) -> Light:
    """CIE L*a*b*: L* is how light people find it."""
    red, green, blue = seen
    white = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        luminance(seen),
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def without_green(colour: str) -> Light:
    red, green, blue = light(colour)
    first, second, third = (max(0.0, a * red + b * green + c * blue) for a, b, c in DEUTERANOPIA)
    return first, second, third


@pytest.mark.parametrize("colour", ALL)
def test_the_symbol_of_a_printed_space_is_read(colour: Colour) -> None:
    assert contrast(colour.day.ink, colour.day.floor) >= 4
    assert contrast(colour.night.ink, colour.night.floor) >= 3


@pytest.mark.parametrize("colour", ALL)
def test_floors_are_light_by_day_and_darker_by_night(colour: Colour) -> None:
    by_day, by_night = (lab(light(one.floor))[0] for one in (colour.day, colour.night))
    assert by_day > 62
    assert by_night < 60


@pytest.mark.parametrize("livery", LIVERIES)
def test_no_train_has_the_colour_of_a_printed_space(livery: Livery) -> None:
    """A difference of 2 can just be seen side by side; this one is seen from across the room."""
    paint = lab(light(livery.paint))
    assert min(math.dist(paint, lab(light(colour.day.floor))) for colour in ALL) > 35


def test_all_trains_but_the_golden_ones_are_darker_than_all_print() -> None:
    """Gold is told by its dark edge and its dark cross."""
    palest = min(lab(light(colour.day.floor))[0] for colour in ALL)
    assert [one.name for one in LIVERIES if lab(light(one.paint))[0] > palest - 8] == ["yellow"]


@pytest.mark.parametrize("livery", LIVERIES)
def test_the_mark_of_a_seat_stands_out_of_its_paint(livery: Livery) -> None:
    assert contrast(livery.ink, livery.paint) >= 3.5


def test_seats_are_told_apart_in_black_and_white() -> None:
    tones = [lab(light(livery.paint))[0] for livery in LIVERIES]
    assert min(abs(one - other) for one, other in combinations(tones, 2)) > 10


def test_seats_are_told_apart_by_those_who_do_not_see_green() -> None:
    seen = [lab(without_green(livery.paint)) for livery in LIVERIES]
    assert min(math.dist(one, other) for one, other in combinations(seen, 2)) > 20
