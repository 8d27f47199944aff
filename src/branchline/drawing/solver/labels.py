"""Where the names of the cities go."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from msgspec.structs import replace
from shapely.geometry import Point, Polygon, box

from branchline.drawing.geometry import rectangle
from branchline.drawing.layout import Label, Space
from branchline.drawing.plan import Plan

from .curves import Points
from .forces import LabelDiscs
from .lettering import Face

LINE = 1.0
"""Distance of two lines of a label, in sizes of type."""
EDGE = 22.0
"""Labels keep this far from the edge of the page."""
CANDIDATES = 60
NUDGES = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
TOUCHING = 2.0
"""What a label costs at least when it touches something."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to set a city's name, and what it costs, other labels aside."""

    cost: float
    slot: str
    label: Label
    box: Any

    def clash(self, other: Candidate) -> float:
        if not self.box.intersects(other.box):
            return 0.0
        return 2.0 + float(self.box.intersection(other.box).area) / 5


def place_labels(
    plan: Plan,
    face: Face,
    places: Points,
    spaces: dict[str, list[Space]],
    page: Points,
    before: Sequence[str] = (),
    loyalty: float = 0.0,
) -> list[Candidate]:
    """The cheapest slot for every city, given the spaces, all other labels, and where it was before."""
    obstacles = Obstacles(plan, places, spaces, page)
    choices = []
    for number, city in enumerate(plan.board.cities):
        kept = before[number : number + 1]
        wanted = plan.label_slots.get(city.id)
        options = [
            obstacles.judge(number, places[number], slot, label, preference - (slot in kept) * loyalty)
            for slot, label, preference in _ways_to_set(city.name, face, plan)
            if wanted is None or slot.startswith(wanted)
        ]
        choices.append(sorted(options, key=lambda option: option.cost)[:CANDIDATES])
    chosen = _settle(choices)
    for number, candidate in enumerate(chosen):
        rest = chosen[:number] + chosen[number + 1 :]
        chosen[number] = _nudged(number, candidate, rest, places[number], obstacles)
    return chosen


def _nudged(
    city: int, candidate: Candidate, rest: Sequence[Candidate], place: Points, obstacles: Obstacles
) -> Candidate:
    """A label that touches something, moved a little if that helps."""

    def cost(one: Candidate) -> float:
        return one.cost + sum(one.clash(other) for other in rest)

    options = [obstacles.judge(city, place, candidate.slot, candidate.label, 0.0)]
    if cost(options[0]) < TOUCHING:
        return candidate
    for dx, dy in itertools.product(NUDGES, NUDGES):
        label = replace(candidate.label, dx=candidate.label.dx + dx, dy=candidate.label.dy + dy)
        options.append(obstacles.judge(city, place, candidate.slot, label, 0.2 * math.hypot(dx, dy)))
    return min(options, key=cost)


def _settle(choices: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """Coordinate descent on the overlaps of labels with each other."""
    chosen = [options[0] for options in choices]
    for _ in range(8):
        before = list(chosen)
        for number, options in enumerate(choices):
            rest = chosen[:number] + chosen[number + 1 :]
            chosen[number] = min(options, key=lambda one: one.cost + sum(one.clash(other) for other in rest))
        if chosen == before:
            break
    return chosen


class Obstacles:
    """What a label should not lie on."""

    def __init__(self, plan: Plan, places: Points, spaces: dict[str, list[Space]], page: Points) -> None:
        width = plan.sizes.width + 2.5
        self.page = page
        self.spaces = [
            Polygon(rectangle(one.x, one.y, one.angle, one.length + 2.5, width))
            for row in spaces.values()
            for one in row
        ]
        self.cities = [Point(*place).buffer(plan.sizes.city + 1.5) for place in places]
        self.space_tree, self.city_tree = shapely.STRtree(self.spaces), shapely.STRtree(self.cities)

    def judge(self, city: int, place: Points, slot: str, label: Label, preference: float) -> Candidate:
        x, y = place[0] + label.dx, place[1] + label.dy
        left, right = x - label.width / 2, x + label.width / 2
        top, bottom = y - label.height / 2, y + label.height / 2
        area = box(left, top, right, bottom)
        cost = preference + (0.25 if len(label.lines) > 1 else 0.0)
        for number in sorted(self.space_tree.query(area)):
            shared = self.spaces[number].intersection(area).area
            cost += shared / 12 + (2.0 if shared > 0 else 0.0)
        for number in sorted(self.city_tree.query(area)):
            if number != city and self.cities[number].intersects(area):
                cost += 3 + self.cities[number].intersection(area).area / 8
        (x0, y0), (x1, y1) = self.page
        over = (x0 + EDGE - left, right - x1 + EDGE, y0 + EDGE - top, bottom - y1 + EDGE)
        cost += sum(max(0.0, excess) for excess in over)
        return Candidate(float(cost), slot, label, area)


def _ways_to_set(name: str, face: Face, plan: Plan) -> Iterator[tuple[str, Label, float]]:
    size = plan.sizes.font
    for lines in _splits(name):
        width = max(face.width(line) for line in lines) * size + 2
        height = size * (face.cap + LINE * (len(lines) - 1)) + 4
        for slot, (dx, dy, preference) in _slots(width, height, plan.sizes.city + 3).items():
            yield f"{slot}/{len(lines[0])}", Label(lines, dx, dy, width, height), preference


def _splits(name: str) -> Iterator[tuple[str, ...]]:
    """One line, and every way to break a name of several words into two."""
    words = name.split(" ")
    yield (name,)
    for cut in range(1, len(words)):
        yield " ".join(words[:cut]), " ".join(words[cut:])


def _slots(width: float, height: float, radius: float) -> dict[str, tuple[float, float, float]]:
    """Offsets of a label's middle round a city mark, each with a cost for how little one likes it.

    The label slides along all four sides of the mark and round its corners, close or further out.
    """
    slots = {}
    for ring, gap in enumerate((0.0, 3.0, 6.0, 10.0)):
        reach = radius + gap
        for slot, x, y, turn, dislike in _rim():
            dx = x * width / 2 + reach * math.cos(turn)
            dy = y * height / 2 + reach * math.sin(turn)
            slots[f"{slot}{ring}"] = dx, dy, dislike + 0.12 * gap
    return slots


def _rim() -> Iterator[tuple[str, float, float, float, float]]:
    """Slot name, where the label's middle lies in shares of its half size, the direction, the cost."""
    for slide in (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75):
        cost = 0.1 + 0.2 * abs(slide)
        yield f"N{slide}", slide, -1.0, -math.pi / 2, cost
        yield f"S{slide}", slide, 1.0, math.pi / 2, cost
    for slide in (-0.6, 0.0, 0.6):
        yield f"E{slide}", 1.0, slide, 0.0, 0.1 * abs(slide)
        yield f"W{slide}", -1.0, slide, math.pi, 0.05 + 0.1 * abs(slide)
    for number, (x, y) in enumerate(((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))):
        for step in (1, 2, 3):
            yield f"corner{number}{step}", x, y, (number + step / 4) * math.pi / 2, 0.15


def label_discs(candidates: Sequence[Candidate], plan: Plan, face: Face) -> LabelDiscs:
    """The chosen labels as discs, for the relaxation to make room for them."""
    cities: list[int] = []
    offsets: list[tuple[float, float]] = []
    radius = plan.sizes.font * 0.42
    for number, candidate in enumerate(candidates):
        label = candidate.label
        for row, line in enumerate(label.lines):
            width = face.width(line) * plan.sizes.font
            y = label.dy + (row - (len(label.lines) - 1) / 2) * LINE * plan.sizes.font
            count = max(2, math.ceil(width / (1.7 * radius)))
            for x in np.linspace(radius - width / 2, width / 2 - radius, count):
                cities.append(number)
                offsets.append((label.dx + float(x), y))
    return LabelDiscs(np.array(cities), np.array(offsets), radius)
