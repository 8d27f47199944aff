"""R: claiming a route."""
# ruff: noqa: N802

from pathlib import Path

import pytest

from branchline import Board, Game, load_board

from .helpers import BOARDS, EUROPE, LONDON, USA, discards, hand, legal, payments, play, refused, script

RICH = dict.fromkeys(["red", "blue", "green", "black"], 6)


def test_R1_a_set_of_the_routes_colour_is_discarded_and_cars_are_placed() -> None:
    game = Game.setup(USA, hands=[{"red": 5, "blue": 1}, {}], seed=1)
    game.play("claim dallas-el_paso with 4 red")
    view = game.view(None)
    assert view.routes == {"dallas-el_paso": 0}
    assert hand(game, 0) == {"red": 1, "blue": 1}
    assert discards(game) == {"red": 4}
    assert [seat.cars for seat in view.seats] == [41, 45]


def test_R1_only_the_routes_colour_will_do() -> None:
    game = Game.setup(USA, hands=[{"red": 5, "blue": 5, "wild": 1}, {}], seed=1)
    refused(game, "claim dallas-el_paso with 4 blue", "wrong_colour")
    refused(game, "claim dallas-el_paso with 3 blue 1 wild", "wrong_colour")


def test_R1_as_many_cards_as_spaces() -> None:
    game = Game.setup(USA, hands=[{"red": 5, "wild": 2}, {}], seed=1)
    refused(game, "claim dallas-el_paso with 3 red", "wrong_count")
    refused(game, "claim dallas-el_paso with 5 red", "wrong_count")
    refused(game, "claim dallas-el_paso with 4 red 1 wild", "wrong_count")


def test_R1_the_cards_must_be_in_the_hand() -> None:
    game = Game.setup(USA, hands=[{"red": 3, "wild": 1}, {"red": 4}], seed=1)
    refused(game, "claim dallas-el_paso with 4 red", "not_enough_cards")
    refused(game, "claim dallas-el_paso with 2 red 2 wild", "not_enough_cards")


def test_R1_wilds_replace_any_of_them_up_to_all() -> None:
    game = Game.setup(USA, hands=[{"red": 4, "wild": 4}, {}], seed=1)
    mixes = {"4 red", "3 red 1 wild", "2 red 2 wild", "1 red 3 wild", "4 wild"}
    assert payments(game, "claim dallas-el_paso") == mixes


def test_R1_all_wilds_claim_a_coloured_route() -> None:
    game = Game.setup(USA, hands=[{"wild": 6}, {}], seed=1)
    game.play("claim el_paso-houston with 6 wild")
    assert game.view(None).routes == {"el_paso-houston": 0}
    assert discards(game) == {"wild": 6}


def test_R2_a_gray_route_takes_any_one_colour() -> None:
    game = Game.setup(USA, hands=[{"red": 2, "blue": 2, "green": 1, "wild": 1}, {}], seed=1)
    mixes = {"2 red", "2 blue", "1 red 1 wild", "1 blue 1 wild", "1 green 1 wild"}
    assert payments(game, "claim denver-santa_fe") == mixes


def test_R2_never_two_colours() -> None:
    game = Game.setup(USA, hands=[{"red": 1, "blue": 1}, {}], seed=1)
    refused(game, "claim denver-santa_fe with 2 red", "not_enough_cards")
    assert payments(game, "claim denver-santa_fe") == set()


def test_R3_a_route_need_not_touch_ones_other_routes() -> None:
    game = Game.setup(USA, hands=[{"red": 5}, {}], routes={0: ["seattle-vancouver/1"]}, seed=1)
    game.play("claim dallas-el_paso with 4 red")
    assert game.view(None).routes == {"seattle-vancouver/1": 0, "dallas-el_paso": 0}


def test_R3_one_route_a_turn_and_whole() -> None:
    game = Game.setup(USA, hands=[{"red": 8}, {}], seed=1)
    game.play("claim dallas-el_paso with 4 red")
    assert game.actor == 1
    assert "claim chicago-duluth with 3 red" not in legal(game)


def test_R3_a_claimed_route_is_taken() -> None:
    for owner in (0, 1):
        game = Game.setup(USA, hands=[{"red": 8}, {}], routes={owner: ["dallas-el_paso"]}, seed=1)
        refused(game, "claim dallas-el_paso with 4 red", "route_taken")


@pytest.mark.parametrize(("cars", "open_"), [(4, True), (3, False)])
def test_R4_without_enough_cars_it_can_not_be_claimed(cars: int, open_: bool) -> None:
    game = Game.setup(USA, hands=[{"red": 8}, {}], cars=[cars, 45], seed=1)
    assert ("claim dallas-el_paso with 4 red" in legal(game)) == open_
    if not open_:
        refused(game, "claim dallas-el_paso with 4 red", "not_enough_cars")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_R5_points_of_the_table_are_scored_at_once(board: Board) -> None:
    table = {
        "usa": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
        "europe": {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
        "london": {1: 1, 2: 2, 3: 4, 4: 7},
    }[board.id]
    scored: dict[int, set[int]] = {}
    for route in board.routes:
        game = script(board, "red red red" if route.tunnel else "", hands=[{"wild": route.length}, {}])
        game.play(f"claim {route.id} with {route.length} wild")
        scored.setdefault(route.length, set()).add(game.view(None).seats[0].score)
    assert scored == {length: {points} for length, points in table.items()}


def test_R5_points_add_up() -> None:
    game = Game.setup(USA, hands=[{"red": 4}, {}], routes={0: ["calgary-winnipeg"], 1: ["dallas-houston/1"]})
    assert [seat.score for seat in game.view(None).seats] == [15, 1]
    game.play("claim dallas-el_paso with 4 red")
    assert [seat.score for seat in game.view(None).seats] == [22, 1]


@pytest.mark.parametrize(("board", "seats"), [(b, n) for b in BOARDS for n in range(2, b.max_seats + 1)])
def test_R6_one_player_never_holds_both_twins(board: Board, seats: int) -> None:
    first = next(route for route in board.routes if route.twin and not route.tunnel and not route.ferry)
    colour = board.route(str(first.twin)).colour
    paid = f"{first.length} {board.colours[0] if colour == 'gray' else colour}"
    hands = [{paid.split()[1]: first.length}] + [{}] * (seats - 1)
    game = Game.setup(board, seats=seats, hands=hands, routes={0: [first.id]}, seed=1)
    refused(game, f"claim {first.twin} with {paid}", "twin_taken")


@pytest.mark.parametrize(
    ("board", "twins", "closed"),
    [
        (USA, ("boston-new_york/yellow", "boston-new_york/red"), {2: True, 3: True, 4: False, 5: False}),
        (EUROPE, ("budapest-wien/white", "budapest-wien/red"), {2: True, 3: True, 4: False, 5: False}),
        (
            LONDON,
            ("covent_garden-trafalgar_square/black", "covent_garden-trafalgar_square/pink"),
            {2: True, 3: False, 4: False},
        ),
    ],
    ids=["usa", "europe", "london"],
)
def test_R6_with_few_players_the_twin_is_closed_to_all(
    board: Board, twins: tuple[str, str], closed: dict[int, bool]
) -> None:
    taken, twin = twins
    length, colour = board.route(twin).length, board.route(twin).colour
    for seats, shut in closed.items():
        hands = [{colour: length}] + [{}] * (seats - 1)
        game = Game.setup(board, seats=seats, hands=hands, routes={1: [taken]}, seed=1)
        if shut:
            refused(game, f"claim {twin} with {length} {colour}", "twin_taken")
        else:
            game.play(f"claim {twin} with {length} {colour}")
            assert game.view(None).routes == {taken: 1, twin: 0}


def test_R6_the_twin_closes_with_the_claim_itself() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 1}, {"white": 1}], seed=1)
    game.play("claim budapest-wien/red with 1 red")
    refused(game, "claim budapest-wien/white with 1 white", "twin_taken")


def test_R6_parallel_routes_are_a_double_only_if_the_board_pairs_them() -> None:
    pocket = load_board(Path(__file__).parents[1] / "reference" / "pocket.toml")
    ferry, land = (route.id for route in pocket.routes_between("island", "south"))
    game = Game.setup(pocket, hands=[{"green": 3}, {}], routes={0: [ferry]}, seed=1)
    game.play(f"claim {land} with 3 green")
    assert game.view(None).routes == {ferry: 0, land: 0}


def test_R7_every_mix_that_fits_is_legal_and_no_other() -> None:
    game = Game.setup(USA, hands=[{"red": 2, "blue": 3, "black": 1, "wild": 2}, {}], seed=1)
    assert payments(game, "claim los_angeles-phoenix") == {
        "3 blue",
        "2 red 1 wild",
        "2 blue 1 wild",
        "1 red 2 wild",
        "1 blue 2 wild",
        "1 black 2 wild",
    }


def test_R7_the_player_may_spend_wilds_and_spare_the_colour() -> None:
    game = play(
        Game.setup(USA, hands=[{"blue": 3, "wild": 2}, {}], seed=1),
        "claim los_angeles-phoenix with 1 blue 2 wild",
    )
    assert hand(game, 0) == {"blue": 2}
    assert discards(game) == {"blue": 1, "wild": 2}


def test_R7_either_order_of_the_ends_is_understood() -> None:
    game = script(USA, "", hands=[{"blue": 3}, {}])
    game.play("claim phoenix-los_angeles with 3 blue")
    assert game.view(None).routes == {"los_angeles-phoenix": 0}


def test_R7_unknown_routes_are_refused() -> None:
    refused(Game.setup(USA, hands=[RICH, {}], seed=1), "claim miami-seattle with 3 red", "no_such_route")
