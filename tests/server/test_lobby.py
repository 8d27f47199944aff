"""Tables: opened, listed, joined by link, started, left, given new links, played again."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.table.events import Rematched

from .players import TIMEOUT, keep, play_on
from .running import Server, running, until


def test_a_table_by_link_only_does_not_exist_for_strangers(server: Server) -> None:
    opening = server.open(board="europe", seats=3)
    game = opening["table"]["id"]
    assert server.get(f"/api/tables/{game}").json() == {"code": "no_such_table", "data": {}}
    assert server.get(f"/api/tables/{game}", opening["key"]).json()["you"] == {"seat": None, "host": True}
    assert server.get(f"/api/tables/{game}", opening["watch"]["key"]).json()["you"]["host"] is False
    assert game not in [table["id"] for table in server.get("/api/tables").json()["tables"]]
    watcher = opening["watch"]["key"]
    join = f"/api/tables/{game}/join"
    assert server.post(join, {"name": "x"}, watcher).json()["code"] == "no_key"
    assert server.post(join, {"name": "x", "invite": "A" * 43}, watcher).json()["code"] == "wrong_key"


def test_links_carry_their_keys_behind_the_hash_which_browsers_never_send(server: Server) -> None:
    opening = server.open(seats=2)
    links = [*opening["invitations"], opening["watch"]]
    for link in links:
        address, _, fragment = link["link"].partition("#")
        assert link["key"] in fragment
        assert link["key"] not in address
        assert server.get(address).status_code == 200
    assert len({link["key"] for link in links}) == 3


def test_public_tables_are_listed_until_they_are_over_and_anyone_may_sit_down(server: Server) -> None:
    opening = server.open(board="usa", seats=3, public=True)
    game = opening["table"]["id"]
    assert game in [table["id"] for table in server.get("/api/tables").json()["tables"]]
    assert server.post(f"/api/tables/{game}/join", {"name": "one", "seat": 1}).json()["you"]["seat"] == 1
    taken = server.post(f"/api/tables/{game}/join", {"name": "two", "seat": 1})
    assert taken.json() == {"code": "seat_taken", "data": {"seat": 1}}
    assert (
        server.post(f"/api/tables/{game}/join", {"name": "two", "seat": 7}).json()["code"] == "no_such_seat"
    )
    two = server.post(f"/api/tables/{game}/join", {"name": "two"}).json()
    assert two["you"]["seat"] == 0
    again = server.post(f"/api/tables/{game}/join", {"name": "two"}, two["key"])
    assert again.json()["code"] == "already_seated"
    server.post(f"/api/tables/{game}/join", {"name": "three"})
    watcher = server.player(game, None)
    watcher.hello()
    watcher.hear("started")
    late = server.post(f"/api/tables/{game}/join", {"name": "four"})
    assert late.json()["code"] == "already_started"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"board": "mars", "seats": [{}, {}]}, 404, "no_such_board"),
        ({"board": "../usa", "seats": [{}, {}]}, 404, "no_such_board"),
        ({"board": "london", "seats": [{}] * 5}, 422, "bad_seats"),
        ({"board": "london", "seats": [{"kind": "me"}] * 2, "name": "x"}, 422, "bad_seats"),
        ({"board": "london", "seats": [{}, {}], "first": 2}, 422, "bad_first"),
        ({"board": "london", "seats": [{}, {"kind": "bot", "bot": "nobody"}]}, 422, "bad_bot"),
        ({"board": "london", "seats": [{}, {"kind": "bot", "bot": "exec:/bin/true"}]}, 422, "bad_bot"),
        ({"board": "london", "seats": [{}, {"kind": "bot", "bot": "search:time=3600"}]}, 422, "bad_bot"),
        ({"board": "london", "seats": [{"kind": "me"}, {}], "name": " \u200b\u202e "}, 422, "bad_name"),
        ({"board": "london", "seats": [{}]}, 400, "bad_request"),
        ({"board": "london", "seats": [{}, {}], "clock": 1}, 400, "bad_request"),
        ({"board": "london", "seats": [{}, {}], "colour": "red"}, 400, "bad_request"),
        ([], 400, "bad_request"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_code(
    server: Server, body: object, status: int, code: str
) -> None:
    response = server.post("/api/tables", body)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_who_starts_can_be_fixed(server: Server) -> None:
    for first in (0, 1):
        _, players = server.play(first=first)
        assert players[0].hear("started")["first"] == first
        keep(players)
        assert players[0].to_move == [first]


def test_the_host_fills_the_rest_with_bots_and_nobody_else_does(server: Server) -> None:
    opening = server.open(seats=3)
    game, invite = opening["table"]["id"], opening["invitations"][1]
    seated = server.post(f"/api/tables/{game}/join", {"name": "Ann", "invite": invite["key"]}).json()
    assert server.post(f"/api/tables/{game}/start", {}, seated["key"]).json()["code"] == "not_allowed"
    answer = server.post(f"/api/tables/{game}/start", {"bot": "random"}, opening["key"]).json()
    assert [seat["kind"] for seat in answer["table"]["seats"]] == ["bot", "player", "bot"]
    player = server.player(game, seated["key"], 1)
    player.hello()
    player.hear("started")
    assert server.post(f"/api/tables/{game}/start", {}, opening["key"]).json()["code"] == "already_started"


def test_a_seat_can_be_left_before_the_start_and_taken_by_another(server: Server) -> None:
    opening = server.open(seats=2, public=True)
    game = opening["table"]["id"]
    ann = server.post(f"/api/tables/{game}/join", {"name": "Ann"}).json()
    socket = server.player(game, ann["key"], 0)
    socket.hello()
    left = server.post(f"/api/tables/{game}/leave", {}, ann["key"]).json()
    assert left["you"] == {"seat": None, "host": False}
    assert socket.receive()["code"] == "seat_lost"
    with pytest.raises(ConnectionClosed):
        socket.receive()
    bob = server.post(f"/api/tables/{game}/join", {"name": "Bob"}).json()
    assert bob["you"]["seat"] == 0
    assert server.post(f"/api/tables/{game}/leave", {}, ann["key"]).json()["code"] == "not_allowed"


def test_a_rematch_keeps_people_and_keys_and_rotates_the_seats(server: Server) -> None:
    game, players = server.play(seats=3, bots=1)
    assert server.post(f"/api/tables/{game}/rematch", {}, players[0].key).json()["code"] == "not_over"
    keep(players)
    play_on(players)
    first = server.post(f"/api/tables/{game}/rematch", {}, players[1].key).json()
    new = first["table"]["id"]
    assert (first["you"], first["table"]["after"]) == ({"seat": 0, "host": True}, game)
    assert [seat["kind"] for seat in first["table"]["seats"]] == ["player", "bot", "reserved"]
    assert players[0].hear("rematch") == {"type": "rematch", "table": new}
    second = server.post(f"/api/tables/{game}/rematch", {}, players[0].key).json()
    assert (second["table"]["id"], second["you"]["seat"]) == (new, 2)
    again = server.player(new, players[0].key, 2)
    again.hello()
    again.hear("started")
    assert again.table["commitment"] != players[0].table["commitment"]
    assert server.post(f"/api/tables/{game}/rematch", {}, "B" * 43).json()["code"] == "no_such_table"


def test_however_many_ask_for_a_rematch_at_once_there_is_one_table(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        for seed in range(3):
            game, players = server.play(board="london", seats=4)
            keep(players)
            play_on(players, seed=seed)
            before = tables_of(tmp_path)
            answers = ask_for_rematch([server.url] * 8, game, [str(player.key) for player in players] * 2)
            assert {answer["table"]["id"] for answer in answers} == tables_of(tmp_path) - before
            assert len(tables_of(tmp_path)) == len(before) + 1
            assert sorted(answer["you"]["seat"] for answer in answers) == [0, 0, 1, 1, 2, 2, 3, 3]


def tables_of(folder: Path) -> set[str]:
    """The ids of all tables of a database."""
    with closing(sqlite3.connect(folder / "branchline.db")) as database:
        return {row[0] for row in database.execute("SELECT id FROM games")}


def ask_for_rematch(servers: Sequence[str], game: str, keys: Sequence[str]) -> list[dict[str, Any]]:
    """What players are answered who ask for a rematch all at once, each at a server of their own."""

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(timeout=TIMEOUT) as http:
            asking = [
                http.post(
                    f"{url}/api/tables/{game}/rematch", json={}, headers={"Authorization": f"Bearer {key}"}
                )
                for url, key in zip(servers, keys, strict=True)
            ]
            return await asyncio.gather(*asking)

    answers = asyncio.run(ask())
    assert [answer.status_code for answer in answers] == [200] * len(keys), [a.text for a in answers]
    return [answer.json() for answer in answers]


def test_a_rematch_whose_table_was_never_made_is_made_when_somebody_asks(server: Server) -> None:
    """The process that stored the name of the new table has died before it made the table."""
    game, players = server.play(board="london")
    keep(players)
    play_on(players)
    hub = server.services.hub
    live = hub._live[game]
    promised = Rematched("5" * 16)
    asyncio.run_coroutine_threadsafe(hub.append(live, lambda: promised), hub.writer._loop).result(TIMEOUT)
    assert players[0].hear("rematch")["table"] == promised.table
    answers = [server.post(f"/api/tables/{game}/rematch", {}, player.key).json() for player in players]
    assert [answer["table"]["id"] for answer in answers] == [promised.table] * 2
    assert [answer["you"]["seat"] for answer in answers] == [1, 0]


def test_a_cookie_holds_the_key_where_no_script_reads_it(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        body = {"board": "london", "seats": [{"kind": "me"}, {}], "name": "Ann", "cookie": True}
        response = browser.post("/api/tables", json=body)
        assert response.json()["key"] is None
        cookie = response.headers["set-cookie"]
        for part in ("HttpOnly", "SameSite=strict", "Path=/api", "branchline="):
            assert part in cookie
        game = response.json()["table"]["id"]
        assert browser.get(f"/api/tables/{game}").json()["you"] == {"seat": 0, "host": True}
        socket = server.player(game, None, additional_headers={"Cookie": cookie.partition(";")[0]})
        assert socket.hello()["you"]["seat"] == 0


def test_names_are_made_harmless(server: Server) -> None:
    opening = server.open(seats=2, public=True)
    game = opening["table"]["id"]
    name = "  <b>\u202eA\u0000n\n n</b>\u200b "
    table = server.post(f"/api/tables/{game}/join", {"name": name}).json()["table"]
    assert table["seats"][0]["name"] == "<b>An n</b>"  # text, never markup: the page escapes it
    response = server.get(f"/api/tables/{game}")
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"


def test_only_digests_of_keys_are_stored(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        opening = server.open(seats=2)
        players = server.sit(opening)
        keys = [opening["key"], opening["watch"]["key"], *(i["key"] for i in opening["invitations"])]
        keys += [str(player.key) for player in players]
    dump = "\n".join(sqlite3.connect(tmp_path / "branchline.db").iterdump())
    assert all(key not in dump for key in keys)
    assert hashlib.sha256(keys[-1].encode()).hexdigest() in dump


def test_a_table_at_which_nobody_sits_down_closes_by_itself(tmp_path: Path) -> None:
    with running(tmp_path, open_for=0.3) as server:
        opening = server.open(seats=2, public=True)
        watcher = server.player(opening["table"]["id"], None)
        watcher.hello()
        watcher.hear("closed")
        until(lambda: server.get("/api/tables").json() == {"tables": []})
        join = server.post(f"/api/tables/{opening['table']['id']}/join", {"name": "late"})
        assert join.json()["code"] == "table_closed"
