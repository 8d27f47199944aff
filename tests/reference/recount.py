"""The final score counted again with networkx, from what lies open once a game is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import networkx as nx

from branchline import Board, Game


@dataclass(frozen=True)
class Final:
    """What lies on the table at the end: who holds which route, station and ticket."""

    board: Board
    seats: int
    routes: Mapping[str, int]
    stations: Mapping[str, int]
    tickets: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Count:
    """One seat's result, with the names of `branchline.Score`."""

    routes: int
    tickets: int
    longest: int
    stations: int
    districts: int
    total: int
    tickets_done: int
    longest_length: int
    rank: int
    most_tickets: int


def final(game: Game) -> Final:
    """Collect it from the views of all seats."""
    views = [game.view(seat) for seat in range(game.seats)]
    return Final(
        game.board, game.seats, views[0].routes, views[0].stations, [list(view.tickets) for view in views]
    )


def recount(end: Final) -> list[Count]:
    """All seats' results, ranks included (E2-E6)."""
    lengths = [longest_trail(end.board, own(end, seat)) for seat in range(end.seats)]
    counts = [_count(end, seat, lengths) for seat in range(end.seats)]
    most = max(count.tickets_done for count in counts)
    for seat, count in enumerate(counts):  # E6
        bonus = end.board.most_tickets_bonus if most and count.tickets_done == most else 0
        counts[seat] = replace(count, most_tickets=bonus, total=count.total + bonus)
    keys = [_tie_key(end, seat, count) for seat, count in enumerate(counts)]
    return [
        Count(**{**count.__dict__, "rank": 1 + sum(other > key for other in keys)})
        for count, key in zip(counts, keys, strict=True)
    ]


def winners(counts: Sequence[Count]) -> list[int]:
    return [seat for seat, count in enumerate(counts) if count.rank == 1]


def own(end: Final, seat: int) -> list[str]:
    return [route for route, owner in end.routes.items() if owner == seat]


def _count(end: Final, seat: int, lengths: Sequence[int]) -> Count:
    board = end.board
    route_points = sum(board.points[board.route(route).length] for route in own(end, seat))
    ticket_points, done = best_tickets(end, seat)
    longest = board.longest_bonus if lengths[seat] and lengths[seat] == max(lengths) else 0  # E3
    left = board.stations - sum(owner == seat for owner in end.stations.values())
    districts = district_points(end, seat)
    total = route_points + ticket_points + longest + left * board.station_bonus + districts
    return Count(
        routes=route_points,
        tickets=ticket_points,
        longest=longest,
        stations=left * board.station_bonus,
        districts=districts,
        total=total,
        tickets_done=done,
        longest_length=lengths[seat],
        rank=0,
        most_tickets=0,
    )


def _tie_key(end: Final, seat: int, count: Count) -> tuple[int, ...]:
    """More is better. `longest` asks who holds the bonus card, as the rulebooks do (E5)."""
    used = sum(owner == seat for owner in end.stations.values())
    values = {"tickets": count.tickets_done, "stations": -used, "longest": count.longest}
    return (count.total, *(values[tie] for tie in end.board.ties))


def network(board: Board, routes: Iterable[str]) -> nx.MultiGraph[str]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(city.id for city in board.cities)
    for name in routes:
        route = board.route(name)
        graph.add_edge(route.a, route.b, key=name)
    return graph


def best_tickets(end: Final, seat: int) -> tuple[int, int]:
    """Points and number of completed tickets with the best use of the stations (K4, B3): every use is tried."""
    mine = own(end, seat)
    lent = [
        [None, *(route for route, owner in end.routes.items() if owner != seat and city in _ends(end, route))]
        for city, owner in end.stations.items()
        if owner == seat
    ]
    return max(
        _tickets(end, seat, [*mine, *(route for route in choice if route is not None)])
        for choice in product(*lent)
    )


def _ends(end: Final, route: str) -> tuple[str, str]:
    return end.board.route(route).a, end.board.route(route).b


def _tickets(end: Final, seat: int, routes: Sequence[str]) -> tuple[int, int]:
    graph = network(end.board, routes)
    points = done = 0
    for name in end.tickets[seat]:
        ticket = end.board.ticket(name)
        if nx.has_path(graph, ticket.a, ticket.b):
            points, done = points + ticket.points, done + 1
        else:
            points -= ticket.points
    return points, done


def district_points(end: Final, seat: int) -> int:  # E4
    graph = network(end.board, own(end, seat))
    return sum(
        district.points
        for district in end.board.districts
        if set(district.cities) <= nx.node_connected_component(graph, district.cities[0])
    )


def longest_trail(board: Board, routes: Sequence[str]) -> int:
    """The longest walk that uses no route twice, by trying them all."""
    ends = [(board.route(route).a, board.route(route).b) for route in routes]
    lengths = [board.route(route).length for route in routes]

    @cache
    def onward(city: str, used: frozenset[int]) -> int:
        return max(
            (
                lengths[edge] + onward(b if city == a else a, used | {edge})
                for edge, (a, b) in enumerate(ends)
                if edge not in used and city in (a, b)
            ),
            default=0,
        )

    return max((onward(city, frozenset()) for city in {city for pair in ends for city in pair}), default=0)
