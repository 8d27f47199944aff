"""B: stations."""
# ruff: noqa: N802

import pytest

from branchline import Game

from .helpers import EUROPE, LONDON, USA, discards, ended, hand, legal, payments, play, refused, shortest_path

BUILT = ["roma", "paris", "moskva"]
# Seat 0 reaches Essen from three sides; the routes that would join them to it are seat 1's.
MINE = ["amsterdam-london", "berlin-essen", "essen-kobenhavn/1"]
THEIRS = ["amsterdam-essen", "essen-frankfurt"]


def test_B1_any_city_without_a_station_and_no_route_needed() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 1}, {}], stations={0: ["roma"], 1: ["wien"]}, seed=1)
    assert legal(game, "station") == set()  # the second costs two
    game = Game.setup(EUROPE, hands=[{"red": 1}, {}], stations={1: ["wien", "roma"]}, seed=1)
    cities = {city.id for city in EUROPE.cities} - {"wien", "roma"}
    assert legal(game, "station") == {f"station {city} with 1 red" for city in cities}


@pytest.mark.parametrize("owner", [0, 1])
def test_B1_never_two_in_one_city_whoevers(owner: int) -> None:
    game = Game.setup(EUROPE, hands=[{"red": 3}, {}], stations={owner: ["wien"]}, seed=1)
    refused(game, f"station wien with {2 - owner} red", "city_has_station")


def test_B1_unknown_cities_and_boards_without_stations() -> None:
    refused(Game.setup(EUROPE, hands=[{"red": 1}, {}], seed=1), "station oslo with 1 red", "no_such_city")
    refused(Game.setup(USA, hands=[{"red": 1}, {}], seed=1), "station miami with 1 red", "no_stations_here")
    refused(
        Game.setup(LONDON, hands=[{"pink": 1}, {}], seed=1), "station big_ben with 1 pink", "no_stations_here"
    )


@pytest.mark.parametrize(
    ("built", "held", "mixes"),
    [
        (0, {"red": 2, "wild": 1}, {"1 red", "1 wild"}),
        (1, {"red": 2, "blue": 1, "wild": 1}, {"2 red", "1 red 1 wild", "1 blue 1 wild"}),
        (2, {"red": 2, "blue": 3, "wild": 1}, {"3 blue", "2 red 1 wild", "2 blue 1 wild"}),
        (2, {"red": 1, "wild": 3}, {"1 red 2 wild", "3 wild"}),
    ],
)
def test_B2_the_price_rises_and_wilds_replace_any(built: int, held: dict[str, int], mixes: set[str]) -> None:
    game = Game.setup(EUROPE, hands=[held, {}], stations={0: BUILT[:built]}, seed=1)
    assert payments(game, "station wien") == mixes


def test_B2_building_spends_the_cards_and_the_turn() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 2}, {}], stations={0: ["roma"]}, seed=1)
    game.play("station wien with 2 red")
    view = game.view(None)
    assert view.stations == {"roma": 0, "wien": 0}
    assert (view.seats[0].stations, view.seats[0].cars, view.seats[0].score) == (1, 45, 0)
    assert (hand(game, 0), discards(game), game.actor) == ({}, {"red": 2}, 1)


def test_B2_neither_more_nor_less_than_the_price() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 3}, {}], stations={0: ["roma"]}, seed=1)
    refused(game, "station wien with 1 red", "wrong_count")
    refused(game, "station wien with 3 red", "wrong_count")
    refused(game, "station wien with 2 blue", "not_enough_cards")


def test_B2_three_a_game() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 4}, {}], stations={0: BUILT}, seed=1)
    refused(game, "station wien with 3 red", "no_stations_left")
    assert game.view(None).seats[0].stations == 0


def tickets(stations: list[str], held: list[str], mine: list[str] = MINE, theirs: list[str] = THEIRS) -> Game:
    return ended(EUROPE, routes={0: mine, 1: theirs}, stations={0: stations}, tickets=[held, []])


@pytest.mark.parametrize(
    ("stations", "points"), [([], -7), (["essen"], 7), (["amsterdam"], 7), (["berlin"], -7)]
)
def test_B3_a_station_lends_a_route_that_ends_in_its_city(stations: list[str], points: int) -> None:
    assert tickets(stations, ["london-berlin"]).scores()[0].tickets == points


def test_B3_every_ticket_can_be_completed_by_one_lent_route() -> None:
    for ticket in EUROPE.tickets:
        path = shortest_path(EUROPE, ticket.id)
        for lent, city in ((path[0], ticket.a), (path[-1], ticket.b)):
            mine = [route for route in path if route != lent]
            score = tickets([city], [ticket.id], mine, [lent]).scores()[0]
            assert (score.tickets, score.tickets_done) == (ticket.points, 1)


def test_B3_one_route_the_same_for_all_tickets() -> None:
    score = tickets(["essen"], ["london-berlin", "frankfurt-kobenhavn"]).scores()[0]
    assert (score.tickets, score.tickets_done) == (7 - 5, 1)  # the better one


def test_B3_each_station_lends_one() -> None:
    game = tickets(["essen", "amsterdam"], ["london-berlin", "frankfurt-kobenhavn"])
    score = game.scores()[0]
    assert (score.tickets, score.tickets_done) == (7 + 5, 2)
    assert game.borrowed() == [{"amsterdam": "amsterdam-essen", "essen": "essen-frankfurt"}, {}]


def test_B3_an_opponents_station_lends_nothing() -> None:
    game = ended(
        EUROPE, routes={0: MINE, 1: THEIRS}, stations={1: ["essen"]}, tickets=[["london-berlin"], []]
    )
    assert game.scores()[0].tickets == -7


def test_B3_with_equal_points_more_completed_tickets_are_chosen() -> None:
    """At Frankfurt either one ticket of 13 or two of 5 and 8 can be completed."""
    score = tickets(
        ["frankfurt"],
        ["frankfurt-smolensk", "frankfurt-kobenhavn", "marseille-essen"],
        mine=[
            "frankfurt-munchen",
            "munchen-zurich",
            "marseille-zurich",
            "essen-kobenhavn/1",
            "berlin-warszawa/purple",
            "warszawa-wilno",
            "smolensk-wilno",
        ],
        theirs=["berlin-frankfurt/black", "essen-frankfurt"],
    ).scores()[0]
    assert (score.tickets, score.tickets_done) == (0, 2)


@pytest.mark.parametrize("city", ["wien", "budapest"])
def test_B3_the_twin_of_ones_own_route_may_be_lent_but_adds_nothing(city: str) -> None:
    game = ended(
        EUROPE,
        seats=4,
        routes={0: ["budapest-wien/red"], 1: ["budapest-wien/white"]},
        stations={0: [city]},
        tickets=[["zurich-budapest"], [], [], []],
    )
    assert game.scores()[0].tickets == -6


def test_B3_lent_routes_count_for_tickets_only() -> None:
    score = tickets(["essen"], ["london-berlin"]).scores()[0]
    assert (score.routes, score.longest_length) == (2 + 2 + 4, 5)  # Berlin-Essen-København


@pytest.mark.parametrize("built", range(4))
def test_B4_four_points_for_each_station_not_built(built: int) -> None:
    scores = ended(EUROPE, stations={0: BUILT[:built]}).scores()
    assert [score.stations for score in scores] == [4 * (3 - built), 12]
    assert [score.total for score in scores] == [4 * (3 - built), 12]


def test_B4_no_such_points_without_stations() -> None:
    for board in (USA, LONDON):
        assert [score.stations for score in ended(board).scores()] == [0, 0]


def test_B4_a_station_built_in_the_last_turn_costs_its_points() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 1}, {}], last_turns=1, seed=1)
    play(game, "station wien with 1 red")
    assert [score.stations for score in game.scores()] == [8, 12]
