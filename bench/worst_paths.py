"""Looks for networks on which the search for the longest path takes most steps.

    python -m bench.worst_paths --seconds 60 --write tests/core/worst_networks.json

Hill climbing from dense beginnings, over sets of routes that one seat can hold: cars for all of them, and never both
routes of a double. The real boards, and made-up dense ones: 128 routes of one or two spaces on few cities.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from branchline import Board, load_board
from branchline.board import City, Route
from branchline.core.rules.longest_path import LongestPath
from branchline.core.rules.tables import Tables

WORD = 2**64 - 1
PATIENCE = 250  # tries without gain before the climb begins anew
REAL = ("usa", "europe", "london")
DENSE = tuple(
    (cities, near, cars) for cars in (45, 60) for cities, near in ((24, True), (40, False), (64, True))
)


@dataclass(frozen=True)
class Found:
    """A network, its longest path and the steps that it took to find that."""

    routes: frozenset[int]
    longest: int
    steps: int


class Climb:
    """Networks of one seat on a board, and how to change them."""

    def __init__(self, board: Board, cars: int, rng: random.Random) -> None:
        self.board, self.cars, self.rng = board, cars, rng
        self.tables, self.longest_path = Tables(board), LongestPath()
        self.ends = [(board.city_index(r.a), board.city_index(r.b)) for r in board.routes]
        self.lengths = [r.length for r in board.routes]
        self.twins = [board.route_index(r.twin) if r.twin else None for r in board.routes]

    def measure(self, routes: Iterable[int]) -> Found:
        routes = frozenset(routes)
        mask = sum(1 << route for route in routes)
        longest = self.longest_path.longest(self.tables, mask & WORD, mask >> 64)
        return Found(routes, longest, self.longest_path.steps)

    def grow(self, routes: set[int], density: int) -> set[int]:
        """Add routes while there are cars; the higher the density, the more of them between cities already reached."""
        left = self.cars - sum(self.lengths[route] for route in routes)
        while choice := [
            r
            for r in range(len(self.ends))
            if r not in routes and self.lengths[r] <= left and self.twins[r] not in routes
        ]:
            reached = {city for route in routes for city in self.ends[route]}
            weights = [
                (0.02 + sum(city in reached for city in self.ends[r])) ** density
                / self.lengths[r] ** (density / 2)
                for r in choice
            ]
            route = self.rng.choices(choice, weights)[0]
            routes.add(route)
            left -= self.lengths[route]
        return routes

    def neighbour(self, routes: frozenset[int]) -> set[int]:
        """Replace a few routes by others."""
        gone = self.rng.sample(sorted(routes), min(len(routes), self.rng.choice((1, 1, 2, 2, 3, 4))))
        return self.grow(set(routes).difference(gone), self.rng.choice((1, 2, 3, 4)))

    def worst(self, seconds: float) -> Found:
        """The worst network found in some time."""
        end = time.monotonic() + seconds
        best = Found(frozenset(), 0, 0)
        while time.monotonic() < end:
            here, idle = self.measure(self.grow(set(), self.rng.choice((2, 3, 4, 6)))), 0
            while idle < PATIENCE and time.monotonic() < end:
                there = self.measure(self.neighbour(here.routes))
                idle = 0 if there.steps > here.steps else idle + 1
                here = max(there, here, key=lambda found: found.steps)
            best = max(best, here, key=lambda found: found.steps)
        return best


def dense_board(cities: int, near: bool, rng: random.Random) -> Board:
    """128 routes, most of one space, between random pairs of cities or those that lie nearest to each other."""
    places = [complex(rng.random(), rng.random()) for _ in range(cities)]
    pairs = list(combinations(range(cities), 2))
    rng.shuffle(pairs)
    if near:
        pairs.sort(key=lambda pair: abs(places[pair[0]] - places[pair[1]]))
    return board_of([(a, b, rng.choice((1, 1, 1, 2))) for a, b in pairs[:128]])


def board_of(edges: list[tuple[int, int, int]]) -> Board:
    """A board of nothing but routes: two cities and a length each."""
    names = sorted({city for a, b, _ in edges for city in (a, b)})
    cities = tuple(City(f"c{n}", f"c{n}", None, None, None, None, None) for n in names)
    routes = tuple(
        Route(f"c{a}-c{b}", f"c{a}", f"c{b}", length, "gray", False, 0, None) for a, b, length in edges
    )
    return replace(
        load_board("usa"), id="dense", name="Dense", cities=cities, routes=routes, tickets=(), districts=()
    )


def entry(climb: Climb, found: Found) -> dict[str, Any]:
    """A network in the form that tests/core/test_worst_cases.py reads."""
    lengths = [[*climb.ends[r], climb.lengths[r]] for r in sorted(found.routes)]
    where: dict[str, Any] = {"board": climb.board.id}
    if climb.board.id == "dense":
        where |= {"cars": climb.cars, "edges": lengths}
    else:
        where |= {"routes": [climb.board.routes[r].id for r in sorted(found.routes)]}
    return where | {"longest": found.longest, "steps": found.steps}


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Look for networks on which the longest path is hard to find."
    )
    parser.add_argument("--seconds", type=float, default=20, help="for each board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="a JSON file for the networks found")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    climbs = [Climb(load_board(name), load_board(name).cars, rng) for name in REAL]
    climbs += [Climb(dense_board(cities, near, rng), cars, rng) for cities, near, cars in DENSE]
    entries = []
    for climb in climbs:
        found = climb.worst(options.seconds)
        start = time.process_time()
        climb.measure(found.routes)
        took = 1000 * (time.process_time() - start)
        entries.append(entry(climb, found))
        print(
            f"{climb.board.id:7} {climb.cars} cars, {len(found.routes)} routes: {found.steps:7,} steps, {took:6.2f} ms",
            flush=True,
        )
    if options.write:
        options.write.write_text("[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n")


if __name__ == "__main__":
    main()
