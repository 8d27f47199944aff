"""The worst networks and stations that were found stay cheap: counted in steps, whatever the machine.

The networks come from `python -m bench.worst_paths`.
"""
# ruff: noqa: N802

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from branchline import Board, load_board
from branchline.board import City, Route
from branchline.core.engine import Engine
from branchline.core.rules.longest_path import LongestPath
from branchline.core.rules.tables import Tables

NETWORKS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "worst_networks.json").read_text())
#: A step takes well under a microsecond on any machine of today, so that 10 ms are at least 10,000 of them.
STEPS = {"usa": 1_000, "europe": 1_000, "london": 200}
#: Nobody prints such a board: up to 60 routes of one space in one hand, at the core's limits.
DENSE_STEPS = {45: 30_000, 60: 60_000}


def board_and_routes(network: dict[str, Any]) -> tuple[Board, list[int]]:
    if "routes" in network:
        board = load_board(network["board"])
        return board, [board.route_index(route) for route in network["routes"]]
    ends = sorted({city for a, b, _ in network["edges"] for city in (a, b)})
    routes = (
        Route(f"c{a}-c{b}", f"c{a}", f"c{b}", n, "gray", False, 0, None) for a, b, n in network["edges"]
    )
    cities = (City(f"c{n}", f"c{n}", None, None, None, None, None) for n in ends)
    made_up = replace(
        load_board("usa"), id="dense", cities=tuple(cities), routes=tuple(routes), tickets=(), districts=()
    )
    return made_up, list(range(len(made_up.routes)))


@pytest.mark.parametrize("network", NETWORKS, ids=lambda n: f"{n['board']}-{n['steps']}")
def test_E3_the_longest_path_takes_few_steps_on_the_worst_networks_found(network: dict[str, Any]) -> None:
    board, routes = board_and_routes(network)
    mask = sum(1 << route for route in routes)
    longest_path = LongestPath()
    assert longest_path.longest(Tables(board), mask % 2**64, mask >> 64) == network["longest"]
    limit = STEPS.get(network["board"]) or DENSE_STEPS[network["cars"]]
    assert 0 < longest_path.steps <= limit


def test_the_networks_can_be_one_seats() -> None:
    for network in NETWORKS:
        board, routes = board_and_routes(network)
        assert sum(board.routes[r].length for r in routes) <= network.get("cars", board.cars)
        twins = {board.routes[r].twin for r in routes}
        assert not twins & {board.routes[r].id for r in routes}


def station_steps(board: Board, stations: tuple[int, ...]) -> int:
    """Steps to score seat 0, which has all tickets and these stations; the others share all routes that end there."""
    engine = Engine(Tables(board))
    engine.start(5, 0)
    for i, route in enumerate(board.routes):
        if {board.city_index(route.a), board.city_index(route.b)} & set(stations):
            engine.state.add_route(1 + i % 4, i, 0)
    for ticket in range(len(board.tickets)):
        engine.state.add_ticket(0, ticket)
    for city in stations:
        engine.state.add_station(0, city)
    return engine.scores().steps


def busiest(board: Board, count: int) -> list[int]:
    routes = Counter(city for route in board.routes for city in (route.a, route.b))
    return [board.city_index(city) for city, _ in routes.most_common(count)]


def test_B3_the_best_use_of_stations_takes_few_steps_in_the_busiest_cities() -> None:
    europe = load_board("europe")
    steps = [station_steps(europe, three) for three in combinations(busiest(europe, 8), 3)]
    assert 100 < max(steps) <= 1_000


def test_B3_the_best_use_of_stations_takes_few_steps_on_a_board_made_of_three_hubs() -> None:
    hubs = [
        Route(f"h{n % 3}-c{n // 3}", f"h{n % 3}", f"c{n // 3}", 1, "gray", False, 0, None) for n in range(128)
    ]
    names = sorted({city for route in hubs for city in (route.a, route.b)})
    cities = tuple(City(name, name, None, None, None, None, None) for name in names)
    board = replace(load_board("europe"), id="hubs", cities=cities, routes=tuple(hubs), tickets=())
    assert 10_000 < station_steps(board, tuple(busiest(board, 3))) <= 100_000
