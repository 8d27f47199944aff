"""Solve, and solve again from other starts until nothing is wrong."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from dataclasses import replace

from branchline.drawing.layout import Layout
from branchline.drawing.plan import Plan, make_layout
from branchline.drawing.quality import Fault, faults

from .art import Art
from .lettering import load_face
from .projection import Chart
from .relax import Relaxation, Start

log = logging.getLogger(__name__)
SEVERITY = {"crossing routes": 500.0, "space of a wrong length": 10.0}
TANGLES = ("crossing routes", "space on a city", "overlapping spaces")
TANGLED = 2.5
"""Routes that are deeper in each other than this need another start; less is a matter of settling."""


def badness(found: list[Fault]) -> float:
    """One number for how far a layout is from being good."""
    return sum(SEVERITY.get(fault.kind, 20.0) + 5 * fault.amount for fault in found)


def solve(plan: Plan, chart: Chart, art: Art, facts: str, tries: int = 16) -> Layout:
    """The first layout without faults, or else the best one found.

    Tangled routes are tried again with a bow to either side; otherwise labels ask for more or less air.
    """
    bows = Start()
    waiting, tried = [Start()], set[Start]()
    airs = itertools.cycle((3.5, 4.2, 5.8, 2.5, 6.5, 3.0))
    best: tuple[float, Layout] | None = None
    for attempt in range(1, tries + 1):
        start = waiting.pop(0) if waiting else replace(bows, air=next(airs))
        tried.add(start)
        score, layout = min(_attempt(plan, chart, art, facts, start), key=lambda one: one[0])
        log.info("%s, try %d: %.1f", plan.board.id, attempt, score)
        if best is None or score < best[0]:
            best, bows = (score, layout), start
            found = faults(layout)
            log.info("%s", "\n".join(map(str, found)))
            waiting = [other for other in _bowed(plan, start, found) if other not in tried]
        if best[0] == 0:
            break
    assert best is not None
    return best[1]


def _attempt(plan: Plan, chart: Chart, art: Art, facts: str, start: Start) -> Iterator[tuple[float, Layout]]:
    relaxation = Relaxation(plan, load_face(art.font), chart(chart.coordinates), start)
    for solution in relaxation.run():
        labels = [one.label for one in solution.labels]
        (left, top), (right, bottom) = solution.page.tolist()
        page = ((left, top), (right, bottom))
        layout = make_layout(plan, solution.places.tolist(), solution.spaces, labels, page, facts, art.style)
        score = badness(faults(layout))
        yield score, layout
        if score == 0:
            break


def _tangle(fault: Fault) -> bool:
    return fault.kind in TANGLES and fault.amount > TANGLED


def _bowed(plan: Plan, start: Start, found: list[Fault]) -> Iterator[Start]:
    """Starts in which one of the tangled routes is bowed to either side."""
    tangled = {route for fault in found if _tangle(fault) for route in (fault.one, fault.other)}
    for number, corridor in enumerate(plan.corridors):
        if any(route.id in tangled for route in corridor.routes):
            for bow in (0.25, -0.25):
                yield replace(start, bows=(*start.bows, (number, bow)))
