"""Ways and plans: each compared with a slower search that tries everything."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given

from branchline import Board, BranchlineError, Game, View, load_board
from branchline.bots import make_bot
from branchline.plan import (
    holdings,
    joined,
    joint_plan,
    longest_path,
    network,
    open_routes,
    shortest_way,
    ticket_states,
    ticket_status,
)
from tests.rules.helpers import EUROPE, USA
from tests.strategies import games


def halfway(board: str, seats: int, moves: int, seed: int) -> Game:
    """A game of sensible players, somewhere in its middle."""
    game, bots = Game(board, seats=seats, seed=seed), [make_bot("planner", seed + p) for p in range(seats)]
    for _ in range(moves):
        if game.actor is None:
            break
        game.play(bots[game.actor].choose(game.view(game.actor)))
    return game


def map_of(view: View, seat: int, free: set[str]) -> nx.Graph[str]:
    """What a seat can use, as a graph with cars as weights: own and some other routes cost nothing."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.id for city in view.board.cities)
    for route in view.board.routes:
        owned = view.routes.get(route.id) == seat or route.id in free
        if owned or route.id in view.open_routes(seat):
            weight = 0 if owned else route.length
            old = graph.get_edge_data(route.a, route.b, {"weight": 99})["weight"]
            graph.add_edge(route.a, route.b, weight=min(old, weight))
    return graph


def fewest(graph: nx.Graph[str], a: str, b: str) -> int | None:
    try:
        return int(nx.shortest_path_length(graph, a, b, "weight"))
    except nx.NetworkXNoPath:
        return None


@given(games())
def test_ways_take_the_fewest_cars_and_lead_from_city_to_city(game: Game) -> None:
    view = game.view(0)
    graph = map_of(view, 0, set())
    stations = [city for city, seat in view.stations.items() if seat == 0]
    for ticket in view.board.tickets[:6]:
        way = shortest_way(view, ticket.a, ticket.b)
        if not stations:
            assert (None if way is None else way.cars) == fewest(graph, ticket.a, ticket.b)
        if way is None:
            continue
        here = ticket.a
        for name in way.path:
            route = view.board.route(name)
            assert here in (route.a, route.b)
            here = route.b if here == route.a else route.a
        assert here == ticket.b
        assert way.cars == sum(view.board.route(name).length for name in way.routes)
        assert set(way.routes) <= open_routes(view)


def loans(view: View, city: str, seat: int) -> list[str]:
    """The routes of others that a station in a city could borrow (B3)."""
    return [
        route.id
        for route in view.board.routes
        if city in (route.a, route.b) and view.routes.get(route.id, seat) != seat
    ]


@pytest.mark.parametrize("seed", range(4))
def test_B3_each_station_lends_one_route_to_a_way_and_so_do_new_ones(seed: int) -> None:  # noqa: N802
    random = Random(seed)
    names = [route.id for route in EUROPE.routes if route.twin is None]
    random.shuffle(names)
    cities = random.sample([city.id for city in EUROPE.cities], 3)
    game = Game.setup("europe", routes=[names[:4], names[4:16]], stations=[cities[:2], cities[2:]])
    view = game.view(0)
    standing = [[*loans(view, city, 0), ""] for city in cities[:2]]
    new = [
        (city.id, name) for city in EUROPE.cities if city.id not in cities for name in loans(view, city.id, 0)
    ]
    for ticket in random.sample(EUROPE.tickets, 4):
        a, b = ticket.a, ticket.b
        ways = [fewest(map_of(view, 0, set(lent)), a, b) for lent in product(*standing)]
        way = shortest_way(view, a, b)
        assert (way.cars if way else None) == min((cars for cars in ways if cars is not None), default=None)
    a, b = ticket.a, ticket.b
    ways = [fewest(map_of(view, 0, {*lent, one}), a, b) for lent in product(*standing) for _, one in new]
    way = shortest_way(view, a, b, stations=1)
    assert way is not None
    assert way.cars == min(cars for cars in ways if cars is not None)
    assert way.stations <= 1


def test_B1_two_new_stations_need_two_cities() -> None:  # noqa: N802
    """Both routes of another would have to be borrowed from the city between them: the ends have stations already."""
    taken = ["edinburgh-london/black", "dieppe-london/1"]
    routes: list[list[str]] = [[], taken, []]
    free = Game.setup("europe", seats=3, routes=routes)
    way = shortest_way(free.view(0), "edinburgh", "dieppe", stations=2)
    assert way is not None
    assert way.borrowed == tuple(taken)
    blocked = Game.setup("europe", seats=3, routes=routes, stations=[[], ["edinburgh"], ["dieppe"]])
    way = shortest_way(blocked.view(0), "edinburgh", "dieppe", stations=2)
    assert way is not None
    assert way.stations == 1


def tree_cost(graph: nx.Graph[str], lengths: dict[str, dict[str, float]], ends: list[str]) -> float:
    """The cheapest tree over up to four cities: a tree of four splits at most twice."""
    far = 10_000.0

    def span(*cities: str) -> float:
        return min(sum(lengths[x].get(city, far) for city in cities) for x in graph)

    if len(ends) < 4:
        return span(*ends)
    best = far
    for one in ends[1:]:
        pair, others = (ends[0], one), [city for city in ends[1:] if city != one]
        for x, y in product(graph, graph):
            cost = lengths[x].get(y, far) + sum(lengths[x].get(c, far) for c in pair)
            best = min(best, cost + sum(lengths[y].get(c, far) for c in others))
    return best


@pytest.mark.parametrize(("board", "moves"), [("europe", 0), ("europe", 60), ("usa", 80), ("london", 30)])
def test_a_joint_plan_is_as_cheap_as_the_best_of_all_trees(board: str, moves: int) -> None:
    game = halfway(board, 2, moves, moves)
    view, random = game.view(0), Random(moves)
    graph = map_of(view, 0, set(holdings(view).lent))
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph))
    for pair in (random.sample(view.board.tickets, 2) for _ in range(6)):
        ends = list(dict.fromkeys(city for ticket in pair for city in (ticket.a, ticket.b)))
        apart = sum(lengths[ticket.a].get(ticket.b, 10_000) for ticket in pair)
        best = min(apart, tree_cost(graph, lengths, ends))
        plan = joint_plan(view, [ticket.id for ticket in pair])
        assert (plan.cars if plan else None) == (None if apart >= 10_000 else best)
        if plan:
            assert plan.needs.cards == plan.cars


@pytest.mark.parametrize("count", [1, 3, 6, 9])
def test_a_joint_plan_joins_all_tickets_with_fewer_cars_than_their_ways(count: int) -> None:
    for seed in range(3):
        view = halfway("europe", 3, 45, seed).view(1)
        tickets = [one.id for one in Random(seed).sample(view.board.tickets, count)]
        ways = [shortest_way(view, view.board.ticket(t).a, view.board.ticket(t).b) for t in tickets]
        plan = joint_plan(view, tickets)
        assert plan is not None
        assert plan.exact == (count <= 6)
        assert plan.cars <= sum(way.cars for way in ways if way)
        own = [*holdings(view).own, *plan.routes]
        after = nx.Graph((view.board.route(name).a, view.board.route(name).b) for name in own)
        assert all(nx.has_path(after, view.board.ticket(t).a, view.board.ticket(t).b) for t in tickets)


def test_a_plan_without_a_way_is_none_and_own_tickets_are_the_default() -> None:
    walls = [route.id for route in USA.routes if "miami" in (route.a, route.b)]
    game = Game.setup("usa", routes=[[], walls], tickets=[["boston-miami", "dallas-new_york"], []])
    assert joint_plan(game.view(0)) is None
    assert [one.state for one in ticket_states(game.view(0))] == ["lost", "open"]
    plan = joint_plan(game.view(0), ["dallas-new_york"])
    assert plan is not None
    assert plan.cars == 11


@given(games(finished=True))
def test_B3_E2_tickets_are_done_exactly_when_they_count_in_the_end(game: Game) -> None:  # noqa: N802
    for seat, score in enumerate(game.scores()):
        states = ticket_states(game.view(seat))
        assert sum(one.done for one in states) == score.tickets_done
        worth = sum(one.ticket.points if one.done else -one.ticket.points for one in states)
        assert worth == score.tickets


@given(games(finished=True))
def test_E3_the_longest_path_is_a_walk_as_long_as_the_score_says(game: Game) -> None:  # noqa: N802
    for seat, score in enumerate(game.scores()):
        length, path = longest_path(game.view(seat))
        assert length == score.longest_length == sum(game.board.route(name).length for name in path)
        assert len(set(path)) == len(path)
        assert not path or walks(game.board, path)


def walks(board: Board, path: tuple[str, ...]) -> bool:
    """Whether routes follow each other from city to city."""
    ends = [{board.route(name).a, board.route(name).b} for name in path]
    here = set(ends[0])
    for pair in ends[1:]:
        here = {city for city in pair for other in here & pair if pair - {other} == {city}}
    return bool(here)


def test_a_network_is_given_part_by_part_and_for_any_seat() -> None:
    game = Game.setup("usa", routes=[["duluth-omaha/1"], ["boston-montreal/1", "denver-omaha"]])
    view = game.view(0)
    assert network(view) == [{"duluth", "omaha"}]
    assert network(view, 1) == [{"boston", "montreal"}, {"denver", "omaha"}]
    assert joined(view, "boston", "montreal", seat=1)
    assert not joined(view, "boston", "montreal")
    assert network(game.view(None)) == []
    assert network(load_board("usa")) == []


def test_R6_what_is_open_depends_on_the_seat() -> None:  # noqa: N802
    game = Game.setup("usa", seats=4, routes=[["boston-montreal/1"], [], [], []])
    view = game.view(0)
    assert "boston-montreal/2" not in open_routes(view)
    assert "boston-montreal/2" in open_routes(view, 1)
    assert len(open_routes(load_board("usa"))) == len(USA.routes)


def test_a_ticket_counts_as_lost_if_cars_do_not_suffice_or_a_station_can_not_help() -> None:
    game = Game.setup("europe", cars=[3, 45], tickets=[["berlin-roma"], []])
    assert ticket_status(game.view(0), "berlin-roma").state == "lost"
    wall = [route.id for route in EUROPE.routes if "roma" in (route.a, route.b)]
    game = Game.setup("europe", routes=[[], wall], tickets=[["berlin-roma"], []])
    status = ticket_status(game.view(0), "berlin-roma")
    assert (status.state, status.way.stations if status.way else 0) == ("open", 1)
    game = Game.setup("europe", routes=[[], wall], stations=[["kyiv", "brest", "cadiz"], []])
    assert ticket_status(game.view(0), "berlin-roma").state == "lost"


def test_wrong_names_and_seats_are_refused_with_a_reason() -> None:
    view = Game.setup("usa").view(0)
    with pytest.raises(KeyError, match="no city 'paris'"):
        shortest_way(view, "paris", "miami")
    with pytest.raises(BranchlineError, match="there is no seat 7: seats are 0 to 1"):
        network(view, 7)
    with pytest.raises(BranchlineError, match="holdings of seat 0, not of seat 1"):
        network(holdings(view), 1)


def test_the_graph_of_a_board_has_every_city_and_route() -> None:
    graph = EUROPE.graph()
    assert set(graph) == {city.id for city in EUROPE.cities}
    assert {key for *_, key in graph.edges(keys=True)} == {route.id for route in EUROPE.routes}
    for a, b in combinations(Random(1).sample(sorted(graph), 4), 2):
        way = shortest_way(EUROPE, a, b)
        assert way is not None
        assert nx.shortest_path_length(graph, a, b, "weight") == way.cars
