"""A private table and a missing one can't be told apart by those who have no key to it."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from .players import keep, play_on
from .running import Server

MISSING = "0" * 16
#: Every request about one table: method, address, body.
REQUESTS: list[tuple[str, str, object]] = [
    ("GET", "/api/tables/{id}", None),
    ("POST", "/api/tables/{id}/join", {"name": "x"}),
    ("POST", "/api/tables/{id}/join", {"name": "\u3164"}),
    ("POST", "/api/tables/{id}/join", {"name": "x", "seat": 9}),
    ("POST", "/api/tables/{id}/join", {"name": "x", "invite": "A" * 43}),
    ("POST", "/api/tables/{id}/join", {"name": 3}),
    ("POST", "/api/tables/{id}/start", {}),
    ("POST", "/api/tables/{id}/start", {"bot": "nobody"}),
    ("POST", "/api/tables/{id}/leave", {}),
    ("POST", "/api/tables/{id}/seats/0/link", {}),
    ("POST", "/api/tables/{id}/seats/99/link", {}),
    ("POST", "/api/tables/{id}/rematch", {}),
    ("POST", "/api/tables/{id}/link", {}),
    ("POST", "/api/tables/{id}/seats", {"board": "usa", "seats": [{}, {}]}),
    ("POST", "/api/tables/{id}/seats", {"board": "nowhere", "seats": [{}, {}]}),
    ("POST", "/api/tables/{id}/introduce", {"name": "x"}),
    ("POST", "/api/tables/{id}/introduce", {"name": "\u3164"}),
    ("POST", "/api/tables/{id}/resign", {}),
    ("GET", "/api/games/{id}/view", None),
    ("GET", "/api/games/{id}/view?seat=7&ply=9", None),
    ("GET", "/api/games/{id}/record", None),
    ("GET", "/api/games/{id}/statistics", None),
]
KEYS = [None, "A" * 43, "x", ""]
#: What differs between any two answers.
BY_TIME = ("date", "content-length")


@pytest.fixture(scope="module")
def private(server: Server) -> dict[str, str]:
    """Private tables: one that is open, one that is played."""
    opened = server.open(seats=2)["table"]["id"]
    playing, players = server.play()
    keep(players)
    return {"open": opened, "playing": playing}


def answer(server: Server, method: str, address: str, body: object, key: str | None) -> tuple[Any, ...]:
    """All that a stranger learns from a request."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    response = server.http.request(method, address, json=body, headers=headers)
    told = {name: value for name, value in response.headers.items() if name not in BY_TIME}
    return response.status_code, response.content, told


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_every_request_gets_the_answer_of_a_missing_table(
    server: Server, private: dict[str, str], method: str, path: str, body: object, key: str | None
) -> None:
    missing = answer(server, method, path.format(id=MISSING), body, key)
    assert missing[0] in (400, 404, 422)
    for stage, game in private.items():
        assert answer(server, method, path.format(id=game), body, key) == missing, stage


@pytest.mark.parametrize("key", KEYS)
def test_the_socket_does_so_too(server: Server, private: dict[str, str], key: str | None) -> None:
    heard = [greeting(server, game, key) for game in (MISSING, *private.values())]
    assert (
        heard == [(json.dumps({"type": "error", "code": "no_such_table", "id": None, "data": {}}), 4403)] * 3
    )


def greeting(server: Server, game: str, key: str | None) -> tuple[str, int]:
    """What a socket says to a hello, and the code with which it closes."""
    player = server.player(game, key)
    player.hello()
    with pytest.raises(ConnectionClosed) as closed:
        player.receive()
    assert closed.value.rcvd is not None
    return json.dumps(json.loads(player.raw[0])), closed.value.rcvd.code


@pytest.mark.parametrize(
    "game", ["x", "0" * 15, "0" * 17, "A" * 16, "%00", "%ff%fe", "..%2f", "'", "é" * 16, "0" * 4_000]
)
def test_an_id_that_no_table_can_have_is_a_missing_table(server: Server, game: str) -> None:
    response = server.get(f"/api/games/{game}/statistics")
    assert (response.status_code, response.json()["code"]) in ((404, "no_such_table"), (404, "no_such_page"))


def test_whoever_has_an_invitation_is_told_what_is_wrong_with_the_name(server: Server) -> None:
    opening = server.open(seats=2)
    invite = opening["invitations"][0]["key"]
    join = f"/api/tables/{opening['table']['id']}/join"
    assert server.post(join, {"name": "\u3164", "invite": invite}).json()["code"] == "bad_name"
    assert server.post(join, {"name": "Ann", "invite": invite}).status_code == 200
    assert server.post(join, {"name": "Ann", "invite": invite}).json()["code"] == "no_such_table"


def test_a_game_that_is_over_is_there_for_all_who_know_its_id(server: Server) -> None:
    game, players = server.play()
    keep(players)
    play_on(players)
    assert server.get(f"/api/tables/{game}").status_code == 200
    assert server.post(f"/api/tables/{game}/join", {"name": "x"}).json()["code"] == "already_over"
    assert server.player(game, None).hello()["code"] == "no_such_table"
