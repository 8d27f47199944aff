"""A view says which routes are closed to its viewer (R6), so that no client has to know that rule."""

import random

import pytest

from branchline import Game, load_board
from branchline.server.wire.present import wire_view

from .players import keep, play_on
from .running import Server


def a_double(board: str) -> tuple[str, str]:
    route = next(route for route in load_board(board).routes if route.twin)
    return route.id, str(route.twin)


def closed(game: Game, viewer: int | None) -> list[str]:
    return wire_view(game.view(viewer), ()).closed


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_with_few_seats_the_twin_of_a_claimed_route_is_closed_to_all(board: str) -> None:
    one, twin = a_double(board)
    game = Game.setup(board, seats=2, routes={0: [one]})
    assert [closed(game, viewer) for viewer in (0, 1, None)] == [[twin], [twin], [twin]]


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_with_many_seats_it_is_closed_to_its_owner_alone(board: str) -> None:
    one, twin = a_double(board)
    game = Game.setup(board, seats=4, routes={2: [one]})
    assert [closed(game, viewer) for viewer in (0, 1, 2, 3, None)] == [[], [], [twin], [], []]


def test_a_route_that_somebody_has_is_not_listed() -> None:
    one, twin = a_double("usa")
    game = Game.setup("usa", seats=4, routes={0: [one], 1: [twin]})
    assert [closed(game, viewer) for viewer in (0, 1, 2, None)] == [[], [], [], []]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_closed_route_is_free_and_never_offered_as_a_move(seats: int) -> None:
    game, chance = Game("europe", seats, seed=seats), random.Random(seats)
    found = 0
    while not game.over:
        view = wire_view(game.view(game.actor), ())
        claims = {move.split()[1] for move in view.legal if move.startswith("claim ")}
        assert not claims.intersection(view.closed)
        assert not view.routes.keys() & set(view.closed)
        found += len(view.closed)
        game.play(chance.choice(game.legal()))
    assert found


def test_players_spectators_and_replays_are_told(server: Server) -> None:
    table, players = server.play(board="usa", seats=2)
    keep(players)
    play_on(players)
    routes = {route.id: route.twin for route in load_board("usa").routes}
    for query in ({}, {"seat": 0}, {"seat": 1}):
        view = server.get(f"/api/games/{table}/view", players[0].key, **query).json()["view"]
        taken = view["routes"]
        assert view["closed"] == [
            name for name, twin in routes.items() if twin in taken and name not in taken
        ]
    assert "closed" in (players[0].view or {})
