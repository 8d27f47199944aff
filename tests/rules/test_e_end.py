"""E: end of the game."""
# ruff: noqa: N802

from pathlib import Path
from typing import Any

import pytest

from branchline import Board, BranchlineError, Game, load_board

from .helpers import BOARDS, EUROPE, LONDON, USA, USA_1910, ended, play, refused, shortest_path

DRAW = ["draw blind", "draw blind"]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_E1_two_cars_or_fewer_give_everybody_one_last_turn(left: int) -> None:
    game = Game.setup(USA, seats=3, hands=[{}, {"red": 4}, {}], cars=[45, 4 + left, 45], actor=1, seed=1)
    assert game.view(None).last_turns is None
    game.play("claim dallas-el_paso with 4 red")
    turns = []
    while not game.over:
        turns.append((game.actor, game.view(None).last_turns))
        play(game, *DRAW)
    assert turns == [(2, 3), (0, 2), (1, 1)]
    assert (game.actor, game.phase, game.view(None).last_turns) == (None, "over", 0)


def test_E1_three_cars_do_not() -> None:
    game = Game.setup(USA, hands=[{"red": 4}, {}], cars=[7, 45], seed=1)
    play(game, "claim dallas-el_paso with 4 red", *DRAW, *DRAW, *DRAW)
    assert game.view(None).last_turns is None


def test_E1_a_second_player_changes_nothing() -> None:
    game = Game.setup(USA, hands=[{"red": 4}, {"blue": 4}], cars=[6, 5], seed=1)
    play(game, "claim dallas-el_paso with 4 red", "claim chicago-omaha with 4 blue")
    assert (game.actor, game.view(None).last_turns) == (0, 1)
    play(game, *DRAW)
    assert game.over


def test_E1_a_last_turn_is_a_whole_turn() -> None:
    game = Game.setup(EUROPE, hands=[{"purple": 2}, {}], last_turns=1, actor=0, seed=1)
    game.play("tickets")
    assert not game.over
    game.play(game.legal()[0])
    assert game.over


def test_E1_nothing_is_legal_afterwards() -> None:
    game = ended(USA)
    assert game.legal() == []
    refused(game, "draw blind", "game_over")
    refused(game, "pass", "game_over")


def test_E1_there_are_no_scores_before() -> None:
    with pytest.raises(BranchlineError):
        Game.setup(USA, seed=1).scores()


def test_E2_usa_routes_tickets_and_the_longest_path() -> None:
    game = ended(
        USA,
        routes={0: ["denver-santa_fe", "el_paso-santa_fe"], 1: ["calgary-winnipeg"]},
        tickets=[["denver-el_paso"], ["boston-miami"]],
    )
    first, second = game.scores()
    assert (first.routes, first.tickets, first.longest, first.total) == (4, 4, 0, 8)
    assert (second.routes, second.tickets, second.longest, second.total) == (15, -12, 10, 13)
    assert ([score.rank for score in game.scores()], list(game.winners())) == ([2, 1], [1])


def test_E2_europe_adds_unbuilt_stations() -> None:
    game = ended(
        EUROPE,
        routes={0: ["amsterdam-london", "berlin-essen"], 1: ["amsterdam-essen"]},
        stations={0: ["essen"]},
        tickets=[["london-berlin"], ["paris-wien"]],
    )
    first, second = game.scores()
    assert (first.routes, first.tickets, first.longest, first.stations) == (4, 7, 0, 8)
    assert (second.routes, second.tickets, second.longest, second.stations) == (4, -8, 10, 12)
    assert (first.total, second.total, list(game.winners())) == (19, 18, [0])


def test_E2_london_adds_districts_and_no_longest_path() -> None:
    game = ended(
        LONDON,
        routes={0: ["waterloo-globe_theatre", "waterloo-elephant_and_castle"], 1: ["baker_street-hyde_park"]},
        tickets=[["piccadilly_circus-waterloo"], []],
    )
    first, second = game.scores()
    assert (first.routes, first.tickets, first.districts, first.longest, first.total) == (4, -3, 3, 0, 4)
    assert (second.routes, second.districts, second.longest, second.total) == (7, 0, 0, 7)


def test_E2_totals_may_be_negative() -> None:
    assert ended(USA, tickets=[["boston-miami"], []]).scores()[0].total == -12


SHAPES = {
    # name: (routes, length of the longest path)
    "a line": (["denver-helena", "denver-santa_fe", "el_paso-santa_fe"], 8),
    "a star drops its shortest arm": (["denver-helena", "denver-phoenix", "denver-santa_fe"], 9),
    "a loop and a tail": (
        ["denver-santa_fe", "oklahoma_city-santa_fe", "denver-oklahoma_city", "denver-helena"],
        2 + 3 + 4 + 4,
    ),
    "two loops through one city": (
        [
            *["denver-santa_fe", "oklahoma_city-santa_fe", "denver-oklahoma_city"],
            *["denver-omaha", "kansas_city-omaha/1", "denver-kansas_city/black"],
        ],
        9 + 9,
    ),
    "a loop with three tails uses two": (
        [
            *["denver-santa_fe", "oklahoma_city-santa_fe", "denver-oklahoma_city"],
            *["denver-helena", "denver-phoenix", "denver-salt_lake_city/red"],
        ],
        9 + 4 + 5,
    ),
    "tails at two corners: the whole loop and one tail beat half of it and both": (
        [
            *["denver-santa_fe", "oklahoma_city-santa_fe", "denver-oklahoma_city"],
            *["denver-helena", "little_rock-oklahoma_city"],
        ],
        4 + 9,
    ),
    "only the longest of two parts": (["calgary-winnipeg", "atlanta-miami", "seattle-vancouver/1"], 6),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_E3_the_longest_path_passes_cities_again_but_no_car_twice(shape: str) -> None:
    routes, length = SHAPES[shape]
    score = ended(USA, routes={0: routes}).scores()[0]
    assert (score.longest_length, score.longest) == (length, 10)


def test_E3_all_who_tie_for_it_have_the_bonus() -> None:
    game = ended(
        EUROPE,
        seats=3,
        routes={0: ["berlin-essen", "bruxelles-dieppe"], 1: ["brindisi-roma"], 2: ["dieppe-paris"]},
    )
    assert [(score.longest_length, score.longest) for score in game.scores()] == [(2, 10), (2, 10), (1, 0)]


def test_E3_others_routes_and_stations_do_not_count() -> None:
    game = ended(
        EUROPE,
        routes={0: ["berlin-essen"], 1: ["amsterdam-essen"]},
        stations={0: ["essen"]},
        tickets=[["london-berlin"], []],
    )
    assert [(score.longest_length, score.longest) for score in game.scores()] == [(2, 0), (3, 10)]


def test_E3_without_any_route_there_is_no_bonus() -> None:
    assert [score.longest for score in ended(USA).scores()] == [0, 0]
    assert [score.longest for score in ended(USA, routes={1: ["dallas-houston/1"]}).scores()] == [0, 10]


DISTRICTS = {
    1: ["british_museum-covent_garden/1"],
    2: ["buckingham_palace-big_ben", "trafalgar_square-big_ben", "piccadilly_circus-trafalgar_square/blue"],
    3: ["waterloo-globe_theatre", "waterloo-elephant_and_castle"],
    4: ["the_charterhouse-st_pauls", "brick_lane-st_pauls", "st_pauls-tower_of_london/yellow"],
    5: ["baker_street-regents_park", "regents_park-kings_cross", "baker_street-hyde_park"],
}


@pytest.mark.parametrize("number", DISTRICTS)
def test_E4_a_district_gives_its_number_once_all_is_joined(number: int) -> None:
    routes = DISTRICTS[number]
    assert ended(LONDON, routes={0: routes}).scores()[0].districts == number
    for missing in routes:
        partly = [route for route in routes if route != missing]
        assert ended(LONDON, routes={0: partly}).scores()[0].districts == 0


def test_E4_other_locations_may_lie_on_the_way() -> None:
    routes = ["british_museum-piccadilly_circus", "covent_garden-piccadilly_circus/green"]
    assert ended(LONDON, routes={0: routes}).scores()[0].districts == 1


def test_E4_touched_is_not_joined() -> None:
    routes = ["buckingham_palace-big_ben", "piccadilly_circus-trafalgar_square/blue"]
    assert ended(LONDON, routes={0: routes}).scores()[0].districts == 0


def test_E4_each_player_who_joins_it_has_the_points() -> None:
    around = ["british_museum-piccadilly_circus", "covent_garden-piccadilly_circus/green"]
    game = ended(LONDON, routes={0: DISTRICTS[1], 1: around})
    assert [score.districts for score in game.scores()] == [1, 1]


def test_E4_only_ones_own_routes_join() -> None:
    game = ended(LONDON, routes={0: DISTRICTS[3][:1], 1: DISTRICTS[3][1:]})
    assert [score.districts for score in game.scores()] == [0, 0]


def result(board: Board, **position: object) -> tuple[list[int], list[int], list[int]]:
    game = ended(board, **position)
    scores = game.scores()
    return [s.total for s in scores], [s.rank for s in scores], list(game.winners())


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_E5_most_points_win(board: Board) -> None:
    routes = {1: [next(route.id for route in board.routes if route.length == 4)]}
    assert result(board, seats=2, routes=routes)[1:] == ([2, 1], [1])


def test_E5_usa_more_completed_tickets_first() -> None:
    routes = {0: ["denver-santa_fe", "el_paso-santa_fe"], 1: ["chicago-omaha", "dallas-houston/1"]}
    assert result(USA, routes=routes, tickets=[["denver-el_paso"], []]) == ([18, 18], [1, 2], [0])


SHORT = {  # four routes of three and one of one, none of which touch
    "usa": ["chicago-duluth", "los_angeles-phoenix", "little_rock-nashville", "montreal-new_york"],
    "europe": ["amsterdam-essen", "danzig-riga", "sarajevo-zagrab", "angora-erzurum"],
}
SHORT["usa"] += ["dallas-houston/1"]
SHORT["europe"] += ["dieppe-paris"]


@pytest.mark.parametrize(
    ("board", "long", "total"), [(USA, "denver-helena", 17), (EUROPE, "rostov-sevastopol", 29)]
)
def test_E5_the_longest_path_decides_when_tickets_are_equal(board: Board, long: str, total: int) -> None:
    routes = {0: SHORT[board.id], 1: [long]}
    assert result(board, routes=routes) == ([total, total], [2, 1], [1])


def test_E5_europe_fewer_stations_before_the_express() -> None:
    """Seat 0 has the longest path and one station more; the points are equal."""
    routes = {0: ["rostov-sevastopol"], 1: [*SHORT["europe"][:3], "dieppe-paris"]}
    totals, ranks, winners = result(EUROPE, routes=routes, stations={0: ["roma"]})
    assert (totals, ranks, winners) == ([25, 25], [2, 1], [1])


def test_E5_europe_tickets_before_stations() -> None:
    routes = {
        0: ["essen-frankfurt", "essen-kobenhavn/1"],
        1: ["budapest-sarajevo", "budapest-zagrab", "dieppe-paris"],
    }
    tickets = [["frankfurt-kobenhavn"], []]
    totals, ranks, winners = result(EUROPE, routes=routes, stations={0: ["roma"]}, tickets=tickets)
    assert (totals, ranks, winners) == ([29, 29], [1, 2], [0])


@pytest.mark.parametrize("board", [USA, EUROPE], ids=lambda board: board.id)
def test_E5_without_the_bonus_a_longer_path_decides_nothing(board: Board) -> None:
    """The rulebooks give the tie to the holder of the bonus card; here that is neither of the two."""
    twos, four, lost = {
        "usa": (["denver-santa_fe", "boston-new_york/red"], "denver-helena", "los_angeles-new_york"),
        "europe": (["brindisi-roma", "berlin-essen"], "rostov-sevastopol", "edinburgh-athina"),
    }[board.id]
    routes = {0: SHORT[board.id][:1], 1: twos, 2: [four]}
    totals, ranks, winners = result(board, seats=3, routes=routes, tickets=[[], [], [lost]])
    assert totals[0] == totals[1] > totals[2]
    assert (ranks, winners) == ([1, 1, 3], [0, 1])


def test_E5_london_more_completed_tickets() -> None:
    routes = {0: ["british_museum-piccadilly_circus"], 1: ["kings_cross-the_charterhouse"]}
    tickets = [["british_museum-piccadilly_circus"], []]
    assert result(LONDON, routes=routes, tickets=tickets) == ([4, 4], [1, 2], [0])


def test_E5_london_knows_no_longest_path() -> None:
    routes = {
        0: ["kings_cross-the_charterhouse"],
        1: ["waterloo-globe_theatre", "baker_street-regents_park"],
    }
    assert result(LONDON, routes=routes) == ([4, 4], [1, 1], [0, 1])


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_E5_what_is_still_tied_is_a_shared_victory(board: Board) -> None:
    totals, ranks, winners = result(board, seats=3)
    assert len(set(totals)) == 1
    assert (ranks, winners) == ([1, 1, 1], [0, 1, 2])


def done(board: Board, *tickets: str) -> list[str]:
    """Routes that complete these tickets."""
    return list(dict.fromkeys(route for ticket in tickets for route in shortest_path(board, ticket)))


EAST = ("washington-atlanta", "toronto-charleston")


def test_E6_the_most_completed_tickets_bring_fifteen_points() -> None:
    tickets = [[*EAST], ["vancouver-denver"]]
    game = ended(USA_1910, routes={0: done(USA_1910, *EAST), 1: done(USA_1910, *tickets[1])}, tickets=tickets)
    first, second = game.scores()
    assert (first.tickets_done, first.most_tickets) == (2, 15)
    assert (second.tickets_done, second.most_tickets) == (1, 0)
    assert first.total == first.routes + first.tickets + 15
    assert second.total == second.routes + second.tickets


def test_E6_all_who_tie_for_it_have_them() -> None:
    tickets = [["washington-atlanta"], ["vancouver-denver"], ["winnipeg-santa_fe"]]
    routes = {seat: done(USA_1910, *tickets[seat]) for seat in (0, 1)}
    scores = ended(USA_1910, seats=3, routes=routes, tickets=tickets).scores()
    assert [(score.tickets_done, score.most_tickets) for score in scores] == [(1, 15), (1, 15), (0, 0)]


def test_E6_without_any_completed_ticket_nobody_has_them() -> None:
    scores = ended(USA_1910, tickets=[["vancouver-denver"], []]).scores()
    assert [score.most_tickets for score in scores] == [0, 0]


def test_E6_a_ticket_completed_by_a_station_counts(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "europe"\nbonus = { most_tickets = 7 }\n', encoding="utf-8")
    position: dict[str, Any] = {
        "routes": {0: ["budapest-sarajevo"], 1: ["sarajevo-sofia"]},
        "tickets": [["budapest-sofia"], []],
    }
    without = ended(load_board(file), **position)
    assert [score.most_tickets for score in without.scores()] == [0, 0]
    borrowing = ended(load_board(file), **position, stations={0: ["sarajevo"]})
    assert [score.most_tickets for score in borrowing.scores()] == [7, 0]


@pytest.mark.parametrize(
    ("name", "ticket", "bonuses"),
    [
        ("usa-1910", "washington-atlanta", (0, 15)),
        ("usa-mega", "washington-atlanta", (10, 15)),
        ("usa-big-cities", "chicago-new_york", (0, 0)),
        ("europe-1912", "sofia-kyiv", (10, 0)),
        ("europe-mega", "sofia-kyiv", (10, 0)),
        ("europe-big-cities", "berlin-wien", (10, 0)),
    ],
)
def test_E3_E6_a_variant_has_the_bonuses_of_its_table(
    name: str, ticket: str, bonuses: tuple[int, int]
) -> None:
    board = load_board(name)
    score = ended(board, routes={0: done(board, ticket)}, tickets=[[ticket], []]).scores()[0]
    assert (score.longest, score.most_tickets) == bonuses


def test_E5_where_the_longest_path_brings_nothing_it_breaks_no_tie() -> None:
    routes = {0: ["calgary-vancouver"], 1: ["dallas-oklahoma_city/1", "denver-santa_fe"]}
    one, other = ended(USA_1910, routes=routes).scores()
    assert (one.total, one.longest_length, one.rank) == (4, 3, 1)
    assert (other.total, other.longest_length, other.rank) == (4, 2, 1)
