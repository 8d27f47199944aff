"""Who plays: one link for all free seats, names and colours, and a host who changes the seats before the start."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from .players import keep, play_on
from .running import Server, running
from .test_links import seat_lost


def opened(server: Server, *kinds: dict[str, Any] | str, **more: Any) -> dict[str, Any]:
    """A table of Ana's with these seats besides her own."""
    seats = [{"kind": "me"}, *({"kind": one} if isinstance(one, str) else one for one in kinds)]
    response = server.post("/api/tables", {"board": "europe", "seats": seats, "name": "Ana", **more})
    assert response.status_code == 201, response.text
    return dict(response.json())


def join(server: Server, opening: dict[str, Any], name: str, **more: Any) -> httpx.Response:
    body = {"name": name, "invite": opening["shared"]["key"], **more}
    return server.post(f"/api/tables/{opening['table']['id']}/join", body)


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] or seat["kind"] for seat in table["seats"]]


def test_one_link_names_host_board_and_players_and_leads_to_any_free_seat(server: Server) -> None:
    mallard = {"kind": "bot", "bot": "expert", "name": "Mallard"}
    opening = opened(server, "friend", mallard, "friend", clock=60)
    game, key = opening["table"]["id"], opening["shared"]["key"]
    assert opening["shared"]["link"] == f"/tables/{game}#join={key}"
    told = server.get(f"/api/tables/{game}", key).json()
    assert (told["you"], told["invited"]) == ({"seat": None, "host": False}, True)
    table = told["table"]
    assert (table["host"], table["board"], table["clock"]) == (0, "europe", 60)
    assert names(table) == ["Ana", "open", "Mallard", "open"]
    assert table["seats"][2]["bot"] == "expert"
    ben = join(server, opening, "Ben").json()
    assert ben["you"]["seat"] == 1
    again = server.post(f"/api/tables/{game}/join", {"name": "Ben", "invite": key}, ben["key"])
    assert again.json()["code"] == "already_seated"
    assert join(server, opening, "Cleo").json()["you"]["seat"] == 3
    late = join(server, opening, "Dan").json()
    assert late["code"] == "already_started"
    assert server.get(f"/api/tables/{game}", key).json()["invited"] is False
    watcher = server.player(game, key)
    assert watcher.hello()["you"] == {"seat": None, "host": False}
    assert watcher.view is None or watcher.view["hand"] == {}


def test_links_to_single_seats_work_as_before_and_tell_who_invites(server: Server) -> None:
    opening = opened(server, "open", "open")
    second, third = opening["invitations"]
    game = opening["table"]["id"]
    assert server.get(f"/api/tables/{game}", third["key"]).json()["table"]["host"] == 0
    taken = server.post(f"/api/tables/{game}/join", {"name": "Cleo", "invite": third["key"]}).json()
    assert taken["you"]["seat"] == 2
    assert server.get(f"/api/tables/{game}", third["key"]).json()["code"] == "no_such_table"
    assert server.get(f"/api/tables/{game}", second["key"]).status_code == 200


def test_the_host_makes_a_new_link_and_the_old_one_is_void(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        opening = opened(server, "friend", "friend")
        game = opening["table"]["id"]
        guest = join(server, opening, "Ben").json()
        assert server.post(f"/api/tables/{game}/link", None, guest["key"]).json()["code"] == "not_allowed"
        new = server.post(f"/api/tables/{game}/link", None, opening["key"]).json()
        assert new["link"] == f"/tables/{game}#join={new['key']}"
        assert join(server, opening, "Dan").json()["code"] == "no_such_table"
        assert server.get(f"/api/tables/{game}", opening["shared"]["key"]).json()["code"] == "no_such_table"
        assert join(server, {**opening, "shared": new}, "Cleo").json()["you"]["seat"] == 2
        too_late = server.post(f"/api/tables/{game}/link", None, opening["key"]).json()
        assert too_late["code"] == "already_started"
    with closing(sqlite3.connect(tmp_path / "branchline.db")) as database:
        dump = "\n".join(database.iterdump())
    assert opening["shared"]["key"] not in dump
    assert new["key"] not in dump


def test_at_a_public_table_friends_keep_their_seats_until_they_come_by_the_link(server: Server) -> None:
    opening = opened(server, "friend", "open", public=True)
    game = opening["table"]["id"]
    assert [seat["kind"] for seat in opening["table"]["seats"]] == ["player", "reserved", "open"]
    address = f"/api/tables/{game}/join"
    assert server.post(address, {"name": "x", "seat": 1}).json()["code"] == "seat_taken"
    assert server.post(address, {"name": "x"}).json()["you"]["seat"] == 2
    assert server.post(address, {"name": "y"}).json()["code"] == "table_full"
    assert join(server, opening, "Ben").json()["you"]["seat"] == 1


def test_a_link_fills_at_most_the_free_seats_and_links_are_counted(tmp_path: Path) -> None:
    from branchline.server.settings import TableLimits

    with running(tmp_path, tables=TableLimits(changes=3)) as server:
        opening = opened(server, "friend", "friend")
        game = opening["table"]["id"]
        codes = [server.post(f"/api/tables/{game}/link", None, opening["key"]).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 409]
        guest = opened(server, "friend", "friend")
        address = f"/api/tables/{guest['table']['id']}"
        for _ in range(3):
            ben = join(server, guest, "Ben").json()
            assert server.post(f"{address}/leave", None, ben["key"]).status_code == 200
        ben = join(server, guest, "Ben").json()
        assert server.post(f"{address}/leave", None, ben["key"]).json()["code"] == "too_often"


def test_players_have_the_colours_that_they_choose_and_bots_what_is_left(server: Server) -> None:
    opening = opened(server, {"kind": "bot", "bot": "random"}, "friend", "friend")
    assert [seat["colour"] for seat in opening["table"]["seats"]] == [0, 1, 2, 3]
    game = opening["table"]["id"]
    ben = join(server, opening, "Ben", colour=1).json()
    assert [seat["colour"] for seat in ben["table"]["seats"]] == [0, 2, 1, 3]
    assert join(server, opening, "Dan", colour=1).json() == {"code": "colour_taken", "data": {"colour": 1}}
    assert join(server, opening, "Dan", colour=9).json()["code"] == "bad_colour"
    address = f"/api/tables/{game}/introduce"
    changed = server.post(address, {"name": "Anna", "colour": 4}, opening["key"]).json()["table"]
    assert [seat["colour"] for seat in changed["seats"]] == [4, 0, 1, 3]
    assert changed["seats"][0]["name"] == "Anna"
    taken = server.post(address, {"name": "Ben", "colour": 4}, ben["key"])
    assert taken.json()["code"] == "colour_taken"
    assert server.post(address, {"name": "\u3164"}, ben["key"]).json()["code"] == "bad_name"
    assert server.post(address, {"name": "x"}, opening["shared"]["key"]).json()["code"] == "not_allowed"
    cleo = join(server, opening, "Cleo").json()
    assert [seat["colour"] for seat in cleo["table"]["seats"]] == [4, 0, 1, 3]
    assert server.post(address, {"name": "Ben", "colour": 2}, ben["key"]).json()["code"] == "already_started"


def test_a_colour_of_one_s_own_at_the_opening(server: Server) -> None:
    seats: list[dict[str, Any]] = [{"kind": "me", "colour": 3}, {"kind": "bot", "bot": "random"}]
    table = server.post("/api/tables", {"board": "usa", "seats": seats, "name": "Ana"}).json()["table"]
    assert [seat["colour"] for seat in table["seats"]] == [3, 1]
    seats[0]["colour"] = 8
    refused = server.post("/api/tables", {"board": "usa", "seats": seats, "name": "Ana"})
    assert refused.json()["code"] == "bad_colour"


def test_the_host_changes_seats_board_and_clock_and_everybody_is_welcomed_anew(server: Server) -> None:
    opening = opened(server, "friend", "friend", "friend", clock=60)
    game, key = opening["table"]["id"], opening["key"]
    guests = [join(server, opening, name).json() for name in ("Ben", "Cleo")]
    ana, ben, cleo = (server.player(game, one["key"], seat) for seat, one in enumerate([opening, *guests]))
    for player in (ana, ben, cleo):
        player.hello()
    address = f"/api/tables/{game}/seats"
    new: dict[str, Any] = {
        "board": "usa",
        "seats": [
            {"kind": "keep", "was": 2},
            {"kind": "bot", "bot": "random", "name": "Adler"},
            {"kind": "keep", "was": 0},
            {"kind": "friend"},
        ],
        "clock": None,
    }
    assert server.post(address, new, guests[0]["key"]).json()["code"] == "not_allowed"
    table = server.post(address, new, key).json()["table"]
    assert names(table) == ["Cleo", "Adler", "Ana", "open"]
    assert (table["board"], table["clock"], table["host"]) == ("usa", None, 2)
    assert seat_lost(ben)
    for player, seat in ((cleo, 0), (ana, 2)):
        player.wait(lambda one: one.table["board"] == "usa")
        assert player.notices[-1] == {"type": "arranged"}
        assert player.ask(type="chat", text="hi")["type"] == "ack"
        assert player.hear("said")["seat"] == seat
    assert server.get(f"/api/tables/{game}", guests[0]["key"]).json()["code"] == "no_such_table"
    assert join(server, opening, "Dan").json()["you"]["seat"] == 3
    cleo.hear("started")
    assert server.post(address, new, key).json()["code"] == "already_started"


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([{"kind": "keep", "was": 0}, {"kind": "keep", "was": 0}], "bad_seats"),
        ([{"kind": "keep"}, {}], "bad_seats"),
        ([{"kind": "keep", "was": 7}, {}], "no_such_seat"),
        ([{"kind": "keep", "was": 0}, {"kind": "bot", "bot": "nobody"}], "bad_bot"),
        ([{"kind": "keep", "was": 0}, *[{}] * 5], "bad_seats"),
    ],
)
def test_seats_that_no_table_can_have_are_refused(server: Server, seats: list[Any], code: str) -> None:
    opening = opened(server, "friend")
    address = f"/api/tables/{opening['table']['id']}/seats"
    refused = server.post(address, {"board": "europe", "seats": seats}, opening["key"])
    assert refused.json()["code"] == code


def test_a_rematch_waits_for_its_host_who_changes_the_seats(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, players = server.play(board="london", seats=2)
        keep(players)
        play_on(players)
        address = f"/api/tables/{game}/rematch"
        first = server.post(address, {"waits": True}, players[0].key).json()
        assert (first["table"]["waits"], first["you"]) == (True, {"seat": 1, "host": True})
        assert players[1].hear("rematch")["table"] == first["table"]["id"]
        second = server.post(address, {"waits": True}, players[1].key).json()
        assert [seat["kind"] for seat in second["table"]["seats"]] == ["player", "player"]
        assert second["table"]["stage"] == "open"
        again = f"/api/tables/{second['table']['id']}"
        seats = [{"kind": "keep", "was": 1}, {"kind": "keep", "was": 0}, {"kind": "bot", "bot": "random"}]
        changed = server.post(f"{again}/seats", {"board": "usa", "seats": seats}, players[0].key).json()
        assert (changed["table"]["stage"], changed["you"]["seat"]) == ("open", 0)
        assert server.post(f"{again}/start", {}, players[1].key).json()["code"] == "not_allowed"
        table = second["table"]["id"]
    with running(tmp_path) as server:  # it still waits after a restart
        started = server.post(f"/api/tables/{table}/start", {}, players[0].key).json()
        assert started["table"]["stage"] == "playing"
        seated = [server.player(table, player.key, seat) for seat, player in enumerate(players)]
        for player in seated:
            player.hello()
        keep(seated)
        play_on(seated, 4)
        assert (seated[0].view or {})["board"] == "usa"


def test_a_table_that_waits_with_open_seats_starts_with_bots_in_them(server: Server) -> None:
    game, players = server.play(board="london", seats=2)
    keep(players)
    play_on(players)
    new = server.post(f"/api/tables/{game}/rematch", {"waits": True}, players[0].key).json()["table"]["id"]
    started = server.post(f"/api/tables/{new}/start", {"bot": "random"}, players[0].key).json()
    assert [seat["kind"] for seat in started["table"]["seats"]] == ["bot", "player"]
    assert started["table"]["stage"] == "playing"
