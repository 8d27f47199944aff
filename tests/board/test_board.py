"""The built-in boards have the figures of the printed ones, and things are found by name."""

import dataclasses
import pickle
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

import branchline.board
from branchline import Board, Route, board_names, load_board

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
LONDON_COLOURS = ("blue", "green", "black", "pink", "yellow", "orange")
NAMES = ("europe", "london", "usa")
AT_ONCE = """
import sys, threading
from branchline import load_board
sys.setswitchinterval(1e-6)
start = threading.Barrier(6)
def load(name):
    start.wait()
    load_board(name)
threads = [threading.Thread(target=load, args=(name,)) for name in ("usa", "europe", "london") * 2]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def lengths(board: Board) -> dict[int, int]:
    return dict(Counter(route.length for route in board.routes))


def pairs(board: Board) -> list[tuple[Route, Route]]:
    return [(r, board.route(r.twin)) for r in board.routes if r.twin and r.id < r.twin]


def test_the_built_in_boards_are_known_by_name() -> None:
    assert board_names() == NAMES


def test_usa_has_the_figures_of_the_printed_board() -> None:
    usa = load_board("usa")
    assert (len(usa.cities), len(usa.routes), len(pairs(usa))) == (36, 100, 22)
    assert sum(route.length for route in usa.routes) == 309
    assert lengths(usa) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert Counter(r.colour for r in usa.routes) == {"gray": 44} | dict.fromkeys(COLOURS, 7)
    assert not any(route.tunnel or route.ferry for route in usa.routes)
    assert (len(usa.tickets), sum(ticket.points for ticket in usa.tickets)) == (30, 349)
    assert not any(ticket.long for ticket in usa.tickets)
    assert usa.districts == ()


def test_europe_has_the_figures_of_the_printed_board() -> None:
    europe = load_board("europe")
    assert (len(europe.cities), len(europe.routes), len(pairs(europe))) == (47, 101, 11)
    assert sum(route.length for route in europe.routes) == 300
    assert lengths(europe) == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}
    colours = Counter(route.colour for route in europe.routes)
    assert colours["gray"] == 37
    assert set(colours) == {"gray", *COLOURS}
    assert sum(route.tunnel for route in europe.routes) == 18
    assert Counter(route.ferry for route in europe.routes if route.ferry) == {1: 9, 2: 4}
    assert all(route.colour == "gray" for route in europe.routes if route.ferry)
    regular = [ticket.points for ticket in europe.tickets if not ticket.long]
    long = [ticket.points for ticket in europe.tickets if ticket.long]
    assert (len(regular), sum(regular), len(long), sum(long)) == (40, 321, 6, 123)
    assert europe.districts == ()


def test_london_has_the_figures_of_the_printed_board() -> None:
    london = load_board("london")
    assert (len(london.cities), len(london.routes), len(pairs(london))) == (17, 44, 9)
    assert sum(route.length for route in london.routes) == 95
    assert lengths(london) == {1: 15, 2: 12, 3: 12, 4: 5}
    assert Counter(r.colour for r in london.routes) == {"gray": 14} | dict.fromkeys(LONDON_COLOURS, 5)
    assert not any(route.tunnel or route.ferry for route in london.routes)
    assert (len(london.tickets), sum(ticket.points for ticket in london.tickets)) == (20, 108)
    assert [(d.number, d.points, len(d.cities)) for d in london.districts] == [
        (1, 1, 2), (2, 2, 4), (3, 3, 3), (4, 4, 4), (5, 5, 4),
    ]  # fmt: skip
    assert {city.id: city.district for city in london.cities} == {
        city: district.number for district in london.districts for city in district.cities
    }


#: The table of numbers in the rules, a line for each.
NUMBERS = {
    "min_seats": (2, 2, 2),
    "max_seats": (5, 5, 4),
    "cars": (45, 45, 17),
    "stations": (0, 3, 0),
    "colours": (COLOURS, COLOURS, LONDON_COLOURS),
    "card_counts": (
        dict.fromkeys(COLOURS, 12) | {"wild": 14},
        dict.fromkeys(COLOURS, 12) | {"wild": 14},
        dict.fromkeys(LONDON_COLOURS, 6) | {"wild": 8},
    ),
    "hand": (4, 4, 2),
    "deal_long": (0, 1, 0),
    "deal_regular": (3, 3, 2),
    "keep_start": (2, 2, 1),
    "draw_tickets": (3, 3, 2),
    "keep_later": (1, 1, 1),
    "refused": ("under", "out", "under"),
    "closed_doubles": (3, 3, 2),
    "points": (
        {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
        {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
        {1: 1, 2: 2, 3: 4, 4: 7},
    ),
    "longest_bonus": (10, 10, 0),
    "station_bonus": (0, 4, 0),
    "most_tickets_bonus": (0, 0, 0),
    "ties": (("tickets", "longest"), ("tickets", "stations", "longest"), ("tickets",)),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_the_table_of_numbers_holds(number: str) -> None:
    boards = [load_board(name) for name in ("usa", "europe", "london")]
    assert tuple(getattr(board, number) for board in boards) == NUMBERS[number]


#: Tickets that are not worth their shortest path.
EXCEPTIONS = {
    "usa": {
        "los_angeles-chicago": 16,
        "los_angeles-miami": 20,
        "los_angeles-new_york": 21,
        "sault_st_marie-oklahoma_city": 9,
        "seattle-new_york": 22,
    },
    "europe": {"london-wien": 10, "edinburgh-athina": 21},
    "london": {},
}


def test_a_ticket_is_worth_its_shortest_path_with_known_exceptions(board: Board) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for route in board.routes:
        graph.add_edge(route.a, route.b, length=route.length)
    shortest = {t.id: nx.shortest_path_length(graph, t.a, t.b, weight="length") for t in board.tickets}
    differing = {t.id: t.points for t in board.tickets if t.points != shortest[t.id]}
    assert differing == {board.ticket(ticket).id: points for ticket, points in EXCEPTIONS[board.id].items()}


def test_r6_a_twin_joins_the_same_cities_at_the_same_length_and_points_back(board: Board) -> None:
    for one, other in pairs(board):
        assert {one.a, one.b} == {other.a, other.b}
        assert one.length == other.length
        assert other.twin == one.id


def test_route_ids_are_their_ends_and_twins_add_what_tells_them_apart() -> None:
    europe, usa = load_board("europe"), load_board("usa")
    assert europe.route("paris-zurich").id == "paris-zurich"
    assert {r.id for r in europe.routes_between("wien", "budapest")} == {
        "budapest-wien/red", "budapest-wien/white",
    }  # fmt: skip
    assert [r.id for r in usa.routes_between("atlanta", "raleigh")] == [
        "atlanta-raleigh/1", "atlanta-raleigh/2",
    ]  # fmt: skip


def test_every_id_is_found_from_either_end(board: Board) -> None:
    for i, route in enumerate(board.routes):
        assert board.route_index(route.id) == i
        suffix = route.id.removeprefix(f"{route.a}-{route.b}")
        assert board.route(f"{route.b}-{route.a}{suffix}") is route
        assert route in board.routes_between(route.b, route.a)
    for i, ticket in enumerate(board.tickets):
        assert board.ticket_index(ticket.id) == i
        assert board.ticket(f"{ticket.b}-{ticket.a}") is ticket
    for i, city in enumerate(board.cities):
        assert board.city_index(city.id) == i
        assert board.city(city.id) is city
    assert len({route.id for route in board.routes}) == len(board.routes)


def test_what_is_not_on_the_board_is_a_key_error_that_says_so() -> None:
    europe = load_board("europe")
    with pytest.raises(KeyError, match="the board europe has no city 'oslo'"):
        europe.city("oslo")
    with pytest.raises(KeyError, match="no route 'budapest-wien'"):  # which of the two?
        europe.route("budapest-wien")
    with pytest.raises(KeyError, match="no ticket 'wien-budapest'"):
        europe.ticket("wien-budapest")
    assert europe.routes_between("lisboa", "moskva") == ()


def test_a_built_in_board_is_loaded_once() -> None:
    assert load_board("usa") is load_board("usa")


def test_a_board_is_a_value_that_other_processes_can_be_given(board: Board) -> None:
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)
    assert copy.route(board.routes[0].id) == board.routes[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.cars = 3  # type: ignore[misc]


@pytest.mark.parametrize(("one", "other"), list(combinations(NAMES, 2)))
def test_boards_differ(one: str, other: str) -> None:
    assert load_board(one) != load_board(other)
    assert load_board(one).digest != load_board(other).digest


def test_the_digest_follows_what_matters_to_play_and_nothing_else(board: Board) -> None:
    places = tuple(dataclasses.replace(city, name="X", lat=None, x=0.5) for city in board.cities)
    painted = tuple(dataclasses.replace(district, colour="mauve") for district in board.districts)
    same = dataclasses.replace(board, name="Other", cities=places, districts=painted, words={})
    assert same.digest == board.digest
    longer = dataclasses.replace(board.routes[0], length=board.routes[0].length + 1)
    for change in ({"cars": 44}, {"routes": (longer, *board.routes[1:])}, {"tickets": board.tickets[1:]}):
        assert dataclasses.replace(board, **change).digest != board.digest


def test_a_file_of_ones_own_is_read_by_path(tmp_path: Path) -> None:
    copy = tmp_path / "my-usa.toml"
    copy.write_bytes((Path(branchline.board.__file__).parent / "data/usa.toml").read_bytes())
    for path in (copy, str(copy)):
        board = load_board(path)
        assert board.id == "my-usa"
        assert board.digest == load_board("usa").digest


@pytest.mark.slow
@pytest.mark.parametrize("time", range(12))
def test_threads_may_load_boards_at_once(time: int) -> None:
    """One in eight such interpreters crashed in msgspec, which looked at the same struct in two threads."""
    subprocess.run([sys.executable, "-c", AT_ONCE], check=True)
