"""After the game, and during it: any ply as anyone who may see it."""

import msgspec
import pytest

from branchline import Game, View
from branchline.game.statistics import game_statistics

from .players import Player, keep, play_on
from .running import Server


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[str, list[Player]]:
    game, players = server.play(board="europe", seats=2)
    keep(players)
    play_on(players)
    return game, players


def test_every_ply_as_every_viewer_is_what_the_record_replays(
    server: Server, finished: tuple[str, list[Player]]
) -> None:
    game, players = finished
    replayed = Game.replay(server.get(f"/api/games/{game}/record", players[0].key).text)
    plies = replayed.moves
    for viewer in (None, 0, 1):
        query = {} if viewer is None else {"seat": viewer}
        last = server.get(f"/api/games/{game}/view", players[0].key, **query).json()
        assert (last["ply"], last["plies"]) == (plies, plies)
        assert last["view"]["log"] == [
            {"seat": e.seat, "move": e.move, "chance": list(e.chance)} for e in replayed.view(viewer).log
        ]
        for ply in (0, 1, 2, 42, plies - 1):
            moment = server.get(f"/api/games/{game}/view", players[1].key, ply=ply, **query)
            view = View.from_json(msgspec_view(moment.content))
            assert view.seat == viewer
            assert len(view.log) == ply + 1
            assert list(view.log) == list(replayed.view(viewer).log[: ply + 1])


def msgspec_view(content: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(content)["view"])


def test_each_ply_has_an_address_for_people(server: Server, finished: tuple[str, list[Player]]) -> None:
    response = server.get(f"/games/{finished[0]}", ply=42)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")


def test_a_ply_that_is_not_there_and_a_seat_that_is_not_there_are_refused(
    server: Server, finished: tuple[str, list[Player]]
) -> None:
    game, players = finished
    address = f"/api/games/{game}/view"
    assert server.get(address, players[0].key, ply=9999).json()["code"] == "no_such_ply"
    assert server.get(address, players[0].key, seat=5).json()["code"] == "no_such_seat"
    assert server.get(address, players[0].key, ply=-1).json()["code"] == "bad_request"
    assert server.get(address, players[0].key, ply="x").json()["code"] == "bad_request"


def test_once_over_the_address_is_enough_to_look_back_and_opens_nothing_else(
    server: Server, finished: tuple[str, list[Player]]
) -> None:
    game, players = finished
    table = server.get(f"/api/tables/{game}").json()
    assert table["you"] == {"seat": None, "host": False}
    assert table["table"]["secret"]
    for part in ("view", "record", "statistics"):
        here, there = (server.get(f"/api/games/{game}/{part}", key) for key in (None, players[0].key))
        assert here.content == there.content
    assert server.post(f"/api/tables/{game}/rematch").json()["code"] == "no_such_table"
    assert server.player(game, None).hello()["code"] == "no_such_table"


def test_statistics_add_up(server: Server, finished: tuple[str, list[Player]]) -> None:
    game, players = finished
    found = server.get(f"/api/games/{game}/statistics", players[0].key).json()
    over = players[0].hear("over")
    replayed = Game.replay(server.get(f"/api/games/{game}/record", players[0].key).text)
    assert found["seats"] == msgspec.to_builtins(game_statistics(replayed), str_keys=True)
    assert len(found["seconds"]) == 2
    assert len(found["scores"]) == replayed.moves + 1
    assert found["scores"][-1] == [score["routes"] for score in over["scores"]]


def test_during_the_game_only_oneself_and_the_public_can_be_looked_at(server: Server) -> None:
    game, players = server.play(board="london")
    assert server.get(f"/api/games/{game}/view", players[0].key).json()["ply"] == 0
    keep(players)
    play_on(players, 5)
    address = f"/api/games/{game}/view"
    assert server.get(address).json()["code"] == "no_such_table"
    mine = server.get(address, players[0].key, seat=0, ply=3).json()
    assert mine["view"]["hand"]
    assert server.get(address, players[0].key, ply=3).json()["view"]["hand"] == {}
    assert server.get(address, players[0].key, seat=1).json()["code"] == "not_allowed"
    for part in ("record", "statistics"):
        assert server.get(f"/api/games/{game}/{part}", players[0].key).json()["code"] == "not_over"
    opening = server.open()
    early = server.get(f"/api/games/{opening['table']['id']}/view", opening["key"])
    assert early.json()["code"] == "not_started"


def test_boards_and_choices_can_be_asked_for(server: Server) -> None:
    boards = {board["id"]: board for board in server.get("/api/boards").json()["boards"]}
    assert boards["europe"]["max_seats"] == 5
    facts = server.get("/api/boards/europe").json()
    assert len(facts["board"]["routes"]) == 101
    assert facts["board"]["points"]["8"] == 21
    assert server.get("/api/boards/mars").json()["code"] == "no_such_board"
    assert "random" in server.get("/api/choices").json()["bots"]
