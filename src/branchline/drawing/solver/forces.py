"""The forces that shape a layout, each the gradient of a simple energy.

Routes want their length, a gentle bow and some air; cities want to stay near their true place and to move
as their neighbours do; the map must not fold; nothing may leave the page.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import Delaunay

from branchline.drawing.plan import CLEARANCE, Plan, Trims

from .curves import Points
from .repulsion import Crowd, Repulsion, scatter
from .samples import Indices, Samples

NOBODY = -1


@dataclass(slots=True)
class Weights:
    """How much each wish counts."""

    length: float = 80.0
    straight: float = 1.2
    symmetric: float = 6.0
    bow: float = 0.02
    place: float = 0.003
    together: float = 4.0
    unfolded: float = 900.0
    page: float = 0.5
    routes: float = 8.0
    cities: float = 8.0
    labels: float = 10.0


@dataclass(frozen=True, slots=True)
class LabelDiscs:
    """Labels as rows of discs that are rigidly attached to their cities."""

    city: Indices
    offset: Points
    radius: float


class Forces:
    """The sum of all forces on the unknowns (cities, then control points)."""

    def __init__(self, plan: Plan, true_places: Points, trims: Trims, label_air: float) -> None:
        self.plan, self.true_places, self.label_air = plan, true_places, label_air
        self.weights = Weights()
        self.page: Points | None = None
        self.labels: LabelDiscs | None = None
        self.a = np.array([one.a for one in plan.corridors])
        self.b = np.array([one.b for one in plan.corridors])
        self.spaces = np.array([one.length for one in plan.corridors], float)
        self.repulsion = Repulsion()
        self.set_trims(trims, np.zeros(len(plan.corridors)))
        self._triangulate()

    def set_trims(self, trims: Trims, extra: Points) -> None:
        self.samples = Samples(self.plan, trims, extra)
        self.repulsion.forget()

    def _triangulate(self) -> None:
        triangles = Delaunay(self.true_places).simplices
        corners = self.true_places[triangles]
        area = _cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        side = np.max(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2), axis=1)
        fat = np.abs(area) > 0.18 * side**2
        self.triangles, self.areas = triangles[fat], area[fat]
        edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        edges = np.unique(np.sort(edges, 1), axis=0)
        self.near, self.far = edges[:, 0], edges[:, 1]
        gaps = np.linalg.norm(self.true_places[self.near] - self.true_places[self.far], axis=1)
        self.closeness = 1.0 / np.maximum(gaps, 30.0) ** 2

    def gradient(self, unknowns: Points, obstacles: float) -> Points:
        """The gradient at X; `obstacles` fades in what keeps things apart."""
        total = np.zeros_like(unknowns)
        samples = self.samples.places(unknowns)
        at_samples = np.zeros_like(samples)
        self._length(samples, at_samples)
        self._shape(unknowns, total)
        self._geography(unknowns[: self.plan.cities], total)
        if obstacles > 0:
            self._keep_apart(unknowns, samples, total, at_samples, obstacles)
        if self.page is not None:
            self._stay_on_page(unknowns[: self.plan.cities], samples, total, at_samples)
        return total + self.samples.pull_back(at_samples)

    def _length(self, samples: Points, at_samples: Points) -> None:
        """Every corridor wants its arc length; too short is worse than too long, far off much worse."""
        starts = self.samples.starts
        steps = samples[starts + 1] - samples[starts]
        sizes = np.linalg.norm(steps, axis=1) + 1e-9
        owner = self.samples.corridor[starts]
        arcs = np.bincount(owner, sizes, len(self.spaces))
        room = self.spaces * self.plan.pitch
        error = (arcs - self.samples.targets) / room
        steep = 1 + 6 * np.clip(np.abs(error) - 0.06, 0, 1)
        urgency = np.where(error < 0, 1.6, 1.0) * steep * np.sqrt(self.spaces)
        pull = self.weights.length * 2 * urgency * error / room
        force = steps / sizes[:, None] * pull[owner][:, None]
        scatter(at_samples, starts + 1, force)
        scatter(at_samples, starts, -force)

    def _shape(self, unknowns: Points, total: Points) -> None:
        """Curves want to be straight; if bowed then symmetrically, and not too far."""
        cities, weights, unit = self.plan.cities, self.weights, self.plan.pitch**2
        chord = unknowns[self.b] - unknowns[self.a]
        size = np.linalg.norm(chord, axis=1) + 1e-9
        along = chord / size[:, None]
        off = unknowns[cities:] - (unknowns[self.a] + unknowns[self.b]) / 2
        slip = np.sum(off * along, 1)
        force = 2 * weights.straight * off / unit + (2 * weights.symmetric * slip / unit)[:, None] * along
        bow = np.linalg.norm(off, axis=1) + 1e-9
        excess = np.clip(bow - 0.36 * size, 0, None)
        force += (2 * weights.bow * excess / bow)[:, None] * off
        total[cities:] += force
        scatter(total, self.a, -force / 2)
        scatter(total, self.b, -force / 2)

    def _geography(self, places: Points, total: Points) -> None:
        """Cities stay near their true place, move with their neighbours, and triangles keep their sense."""
        moved = places - self.true_places
        total[: len(places)] += 0.2 * self.weights.place * moved
        apart = moved[self.near] - moved[self.far]
        force = 2 * self.weights.together * self.closeness[:, None] * apart
        scatter(total, self.near, force)
        scatter(total, self.far, -force)
        one, two, three = (places[self.triangles[:, corner]] for corner in range(3))
        lost = np.clip(0.40 - _cross(two - one, three - one) / self.areas, 0, None)
        push = (-0.2 * self.weights.unfolded * lost / self.areas)[:, None]
        for corner, edge in enumerate((two - three, three - one, one - two)):
            scatter(total, self.triangles[:, corner], push * np.stack([edge[:, 1], -edge[:, 0]], 1))

    def _keep_apart(
        self, unknowns: Points, samples: Points, total: Points, at_samples: Points, strength: float
    ) -> None:
        """Routes, cities and labels push each other away."""
        sizes, weights = self.plan.sizes, self.weights
        cities = Crowd(unknowns[: self.plan.cities], np.arange(self.plan.cities))
        tracks = Crowd(self.samples.discs(samples), self.samples.disc_corridor)
        arriving = tracks.owned_by(np.stack([self.a[tracks.owner], self.b[tracks.owner]], 1))
        push, beside = self.repulsion, sizes.width / 2 + sizes.city + CLEARANCE + 2
        push("routes", tracks, tracks, sizes.width + CLEARANCE, weights.routes * strength)
        push("cities", arriving, cities, beside, weights.cities * strength)
        push(
            "city pairs", cities, cities, self.plan.pitch + 2 * sizes.city + 4, weights.cities / 2 * strength
        )
        if self.labels is not None:
            self._keep_labels_clear(self.labels, cities, tracks, strength)
        scatter(at_samples, self.samples.disc_sample, tracks.gradient)
        total[: self.plan.cities] += cities.gradient

    def _keep_labels_clear(self, labels: LabelDiscs, cities: Crowd, tracks: Crowd, strength: float) -> None:
        sizes, force, radius = self.plan.sizes, self.weights.labels * strength, labels.radius
        names = Crowd(cities.places[labels.city] + labels.offset, labels.city)
        anyones = tracks.owned_by(np.full(len(tracks.places), NOBODY))
        self.repulsion("labels", names, anyones, radius + sizes.width / 2 + self.label_air, force)
        self.repulsion("label, city", names, cities, radius + sizes.city + 2, force)
        self.repulsion("label pairs", names, names, 2 * radius + 1, force)
        scatter(cities.gradient, labels.city, names.gradient)

    def _stay_on_page(self, cities: Points, samples: Points, total: Points, at_samples: Points) -> None:
        inner = self.samples.inner
        total[: len(cities)] += self._from_edge(cities, 26.0)
        at_samples[inner] += self._from_edge(samples[inner], 20.0)
        if self.labels is not None:
            spots = cities[self.labels.city] + self.labels.offset
            scatter(total, self.labels.city, self._from_edge(spots, 30.0))

    def _from_edge(self, points: Points, margin: float) -> Points:
        assert self.page is not None
        low = np.clip(self.page[0] + margin - points, 0, None)
        high = np.clip(points - self.page[1] + margin, 0, None)
        force: Points = 0.2 * self.weights.page * (high - low)
        return force


def _cross(u: Points, v: Points) -> Points:
    product: Points = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    return product
