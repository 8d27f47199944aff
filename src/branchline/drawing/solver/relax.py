"""The relaxation: forces applied until the layout settles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from branchline.drawing.layout import Space
from branchline.drawing.plan import Plan, Trims, first_trims

from .curves import Points, crowding, eased_spaces, spaces_of
from .forces import Forces, Weights
from .labels import Candidate, label_discs, place_labels
from .lettering import Face
from .repulsion import EVERY

MARGIN = np.array([72.0, 60.0])
ROUNDS = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 18.0, 25.0, 35.0, 50.0, 70.0)
"""How much harder obstacles and lengths count from round to round."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A settled layout, still in arrays."""

    places: Points
    controls: Points
    spaces: dict[str, list[Space]]
    labels: list[Candidate]
    page: Points


@dataclass(frozen=True, slots=True)
class Start:
    """Where a relaxation begins: some routes bowed to one side; and how much air labels ask for."""

    bows: tuple[tuple[int, float], ...] = ()
    air: float = 5.0


class Relaxation:
    """One run from the true places to settled ones."""

    def __init__(self, plan: Plan, face: Face, true_places: Points, start: Start) -> None:
        self.plan, self.face = plan, face
        self.trims: Trims = first_trims(plan)
        self.extra = np.zeros(len(plan.corridors))
        self.forces = Forces(plan, true_places, self.trims, start.air)
        self.unknowns = self._begin(true_places, start)

    def _begin(self, places: Points, start: Start) -> Points:
        ends = np.array([(one.a, one.b) for one in self.plan.corridors])
        controls = places[ends].mean(1)
        for corridor, bow in start.bows:
            dx, dy = places[ends[corridor, 1]] - places[ends[corridor, 0]]
            controls[corridor] += 2 * bow * np.array([-dy, dx])
        return np.concatenate([places, controls])

    @property
    def places(self) -> Points:
        return self.unknowns[: self.plan.cities]

    @property
    def controls(self) -> Points:
        return self.unknowns[self.plan.cities :]

    def run(self) -> Iterator[Solution]:
        """Settle, first without obstacles, then with them, then with labels; every round's result."""
        self._descend(300, lambda _: 0.0, 2.0, 0.4)
        self._descend(500, lambda part: min(1.0, 0.1 + 1.2 * part), 1.5, 0.2)
        samples = self.forces.samples.places(self.unknowns)
        page = np.stack([samples.min(0) - MARGIN, samples.max(0) + MARGIN])
        self.forces.page = page
        labels: list[Candidate] = []
        for number, hardness in enumerate(ROUNDS):
            self._harden(hardness)
            spaces = spaces_of(self.plan, self.places, self.controls, self.trims)
            labels = self._labelled(spaces, page, labels, number)
            self.forces.labels = label_discs(labels, self.plan, self.face)
            self.forces.repulsion.forget()
            self._descend(250, lambda _: 1.0, 0.8, 0.05)
            eased = eased_spaces(self.plan, self.places, self.controls, self.trims)
            labels = self._labelled(eased, page, labels, number)
            yield Solution(self.places.copy(), self.controls.copy(), eased, labels, page)
            spaces = spaces_of(self.plan, self.places, self.controls, self.trims)
            self._make_room(spaces)
            self._lengthen(spaces)
            self.forces.set_trims(self.trims, self.extra)

    def _labelled(
        self, spaces: dict[str, list[Space]], page: Points, before: list[Candidate], number: int
    ) -> list[Candidate]:
        """Labels as things lie now; the later the round, the more a label likes to stay."""
        slots = [label.slot for label in before]
        return place_labels(self.plan, self.face, self.places, spaces, page, slots, 0.3 * number)

    def _harden(self, hardness: float) -> None:
        soft, weights = Weights(), self.forces.weights
        weights.routes = soft.routes * hardness
        weights.cities = soft.cities * hardness
        weights.labels = soft.labels * hardness
        weights.length = soft.length * (1 + min(hardness, 4.0) / 2)

    def _make_room(self, spaces: dict[str, list[Space]]) -> None:
        """Where the first spaces of two corridors touch at a city, both start further out from now on."""
        limit = 4.0 * self.plan.sizes.city + 8
        for end, depth in crowding(self.plan, spaces).items():
            self.trims[end] = min(self.trims[end] + 1.5 + depth, limit)

    def _lengthen(self, spaces: dict[str, list[Space]]) -> None:
        """Corridors whose spaces came out short (the inner track of a bowed double) ask for more."""
        for index, corridor in enumerate(self.plan.corridors):
            shortest = min(one.length for route in corridor.routes for one in spaces[route.id])
            missing = 0.97 * self.plan.sizes.length - shortest
            more = self.extra[index] + 0.5 * missing * corridor.length
            self.extra[index] = min(max(0.0, more), 0.25 * self.plan.pitch)

    def _descend(self, steps: int, obstacles: Callable[[float], float], fast: float, slow: float) -> None:
        """Adam, its step shrinking from `fast` to `slow`."""
        x = self.unknowns
        mean, square = np.zeros_like(x), np.zeros_like(x)
        for step in range(1, steps + 1):
            if step % EVERY == 1:
                self.forces.repulsion.forget()
            part = step / steps
            gradient = self.forces.gradient(x, obstacles(part))
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.99 * square + 0.01 * gradient**2
            rate = fast * (slow / fast) ** part
            x = x - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
        self.unknowns = x
