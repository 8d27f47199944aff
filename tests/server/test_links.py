"""New links to seats: before the start from the host; during the game nobody gets into a hand without being let in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .players import Player, keep, play_on
from .running import Clock, Server, running

WAIT = 180.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    """A server whose time the test decides."""
    with running(tmp_path, now=clock, link_wait=WAIT, patience=60.0) as here:
        yield here


class Hosted:
    """A table in play whose host sits at seat 0."""

    def __init__(self, server: Server, seats: int) -> None:
        wishes = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
        opening = server.post("/api/tables", {"board": "london", "seats": wishes, "name": "Ann"}).json()
        self.server, self.game, self.key = server, opening["table"]["id"], opening["key"]
        self.guests = server.sit(opening)
        self.host = server.player(self.game, self.key, 0)
        self.host.hello()
        self.players = [self.host, *self.guests]
        for player in self.players:
            player.wait(lambda one: one.view is not None)
        keep(self.players)

    def link(self, seat: int, key: str | None = None) -> httpx.Response:
        return self.server.post(f"/api/tables/{self.game}/seats/{seat}/link", {}, key or self.key)

    def refused(self, seat: int) -> str:
        return str(self.link(seat).json().get("code"))

    def join(self, invite: str) -> httpx.Response:
        return self.server.post(f"/api/tables/{self.game}/join", {"name": "new", "invite": invite})

    def requests(self, player: Player | None = None) -> list[dict[str, Any]]:
        return list((player or self.host).table["requests"])

    def vote_away(self, clock: Clock) -> int:
        """The others vote that a bot plays for whoever is to move; a guest's seat."""
        if self.host.to_move == [0]:
            play_on(self.players, 1)
            if self.host.to_move == [0]:
                play_on(self.players, 1)
        (slow,) = self.host.to_move
        clock.now += 61
        for player in self.players:
            if player.seat != slow:
                player.send(type="vote", id=f"vote {slow}", seat=slow)
        self.host.wait(lambda p: p.table["seats"][slow]["away"])
        return slow


def seat_lost(player: Player) -> bool:
    """Whether a player is told that the seat is somebody else's, and disconnected."""
    while (message := player.receive())["type"] != "error":
        pass
    with pytest.raises(ConnectionClosed):
        player.receive()
    return bool(message["code"] == "seat_lost")


def test_before_the_start_a_link_from_the_host_takes_the_seat_from_whoever_held_it(server: Server) -> None:
    opening = server.open(seats=3)
    game = opening["table"]["id"]
    seated = [
        server.post(f"/api/tables/{game}/join", {"name": "x", "invite": one["key"]}).json()["key"]
        for one in opening["invitations"][:2]
    ]
    players = [server.player(game, key, seat) for seat, key in enumerate(seated)]
    for player in players:
        player.hello()
    address = f"/api/tables/{game}/seats/1/link"
    assert server.post(address, {}, seated[0]).json()["code"] == "not_allowed"
    invitation = server.post(address, {}, opening["key"]).json()
    assert invitation["link"] == f"/tables/{game}#join={invitation['key']}"
    assert players[0].hear("renewed") == {"type": "renewed", "seat": 1}  # everybody sees that it happened
    finder = server.post(f"/api/tables/{game}/join", {"name": "again", "invite": invitation["key"]}).json()
    assert finder["you"]["seat"] == 1
    assert seat_lost(players[1])
    assert server.player(game, players[1].key).hello()["code"] == "no_such_table"
    used = server.post(f"/api/tables/{game}/join", {"name": "twice", "invite": invitation["key"]})
    assert used.json()["code"] == "no_such_table"


def test_a_link_from_before_the_start_opens_no_hand(server: Server) -> None:
    opening = server.open(seats=2)
    game = opening["table"]["id"]
    first, second = (one["key"] for one in opening["invitations"])
    server.post(f"/api/tables/{game}/join", {"name": "Bob", "invite": second})
    kept = server.post(f"/api/tables/{game}/seats/1/link", {}, opening["key"]).json()["key"]
    ann = server.post(f"/api/tables/{game}/join", {"name": "Ann", "invite": first}).json()
    player = server.player(game, ann["key"], 0)
    player.hello()
    player.hear("started")
    used = server.post(f"/api/tables/{game}/join", {"name": "spy", "invite": kept})
    assert used.json()["code"] == "no_such_table"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_playing_host_can_not_look_into_a_hand(server: Server, seats: int) -> None:
    table = Hosted(server, seats)
    assert table.link(1).json() == {"code": "ask_first", "data": {"seat": 1}}
    assert table.host.ask(type="ask", seat=1)["type"] == "ack"
    assert table.link(1).json() == {"code": "not_agreed", "data": {"seat": 1}}
    assert table.host.ask(type="answer", seat=1, agree=True)["code"] == "not_allowed"
    assert table.refused(1) == "not_agreed"
    for player in table.players:
        assert player.hear("asked") == {"type": "asked", "seat": 1}
    needed = {2: None, 3: 1, 4: 2}[seats]
    (request,) = table.requests()
    assert request == {
        "seat": 1,
        "agreed": [],
        "declined": [],
        "needed": needed,
        "after": None,
        "granted": False,
        "made": False,
    }


def test_more_than_half_of_the_others_let_the_host_have_a_link(server: Server) -> None:
    table = Hosted(server, 4)
    bob, carl, dora = table.guests
    assert carl.ask(type="answer", seat=1, agree=True)["code"] == "not_asked"
    assert carl.ask(type="ask", seat=1)["code"] == "not_allowed"
    assert table.host.ask(type="ask", seat=1)["type"] == "ack"
    assert table.host.ask(type="ask", seat=1)["code"] == "already_asked"
    assert carl.ask(type="answer", seat=1, agree=True)["type"] == "ack"
    assert carl.ask(type="answer", seat=1, agree=False)["code"] == "already_voted"
    assert table.refused(1) == "not_agreed"
    assert dora.ask(type="answer", seat=1, agree=True)["type"] == "ack"
    bob.hear("asked")
    assert bob.hear("answered")["agree"] is True
    table.host.wait(lambda p: any(request["granted"] for request in p.table["requests"]))
    link = table.link(1).json()
    assert dora.hear("renewed") == {"type": "renewed", "seat": 1}
    table.host.wait(lambda p: p.table["requests"][0]["made"])
    assert table.join(link["key"]).json()["you"]["seat"] == 1
    assert seat_lost(bob)
    dora.hear("joined")
    dora.wait(lambda p: p.table["requests"] == [])
    assert table.refused(1) == "ask_first"


def test_when_too_few_agree_there_is_no_link(server: Server) -> None:
    table = Hosted(server, 4)
    _, carl, dora = table.guests
    table.host.ask(type="ask", seat=1)
    assert carl.ask(type="answer", seat=1, agree=True)["type"] == "ack"
    assert dora.ask(type="answer", seat=1, agree=False)["type"] == "ack"
    assert table.refused(1) == "not_agreed"
    table.host.wait(lambda p: p.table["requests"] and p.table["requests"][0]["declined"] == [3])


@pytest.mark.parametrize("sign", ["answer", "chat", "react", "move"])
def test_a_player_who_shows_up_makes_the_request_and_the_link_void(
    server: Server, clock: Clock, sign: str
) -> None:
    table = Hosted(server, 3)
    bob, carl = table.guests
    table.host.ask(type="ask", seat=1)
    carl.ask(type="answer", seat=1, agree=True)
    link = table.link(1).json()["key"]
    table.host.wait(lambda p: p.table["requests"][0]["made"])
    if sign == "move":
        while table.host.to_move != [1]:
            play_on(table.players, 1)
        play_on(table.players, 1)
    else:
        more: dict[str, dict[str, Any]] = {
            "answer": {"seat": 1, "agree": False},
            "chat": {"text": "hi"},
            "react": {"reaction": "wow"},
        }
        assert bob.ask(type=sign, **more[sign])["type"] == "ack"
    assert table.host.hear("present") == {"type": "present", "seat": 1}
    assert table.requests() == []
    assert table.join(link).json()["code"] == "no_such_table"
    early = table.host.ask(type="ask", seat=1)
    assert (early["code"], early["data"]) == ("too_early", {"after": WAIT})
    clock.now += WAIT
    assert table.host.ask(type="ask", seat=1)["type"] == "ack"


@pytest.mark.parametrize("seats", [2, 3])
def test_for_a_seat_that_is_away_the_host_gets_a_link_after_a_while(
    server: Server, clock: Clock, seats: int
) -> None:
    table = Hosted(server, seats)
    away = table.vote_away(clock)
    assert table.refused(away) == "ask_first"
    asked = clock.now = clock.now + 1
    table.host.ask(type="ask", seat=away)
    assert table.link(away).json()["data"] == {"seat": away, "after": WAIT}
    assert table.requests()[0]["after"] == asked + WAIT
    clock.now += WAIT - 1
    assert table.refused(away) == "not_agreed"
    clock.now += 1
    link = table.link(away).json()["key"]
    assert table.join(link).json()["you"]["seat"] == away
    assert seat_lost(table.players[away])


def test_who_comes_back_in_time_keeps_the_seat_and_the_hand(server: Server, clock: Clock) -> None:
    """Two play, so the host's vote alone makes the other away. That must not open the hand at once."""
    table = Hosted(server, 2)
    assert table.vote_away(clock) == 1
    table.host.ask(type="ask", seat=1)
    clock.now += WAIT
    link = table.link(1).json()["key"]
    assert table.guests[0].ask(type="back")["type"] == "ack"
    assert table.join(link).json()["code"] == "no_such_table"
    assert table.refused(1) == "ask_first"
    play_on(table.players, 4)


def test_time_before_the_seat_was_away_does_not_count(server: Server, clock: Clock) -> None:
    table = Hosted(server, 2)
    table.host.ask(type="ask", seat=1)
    clock.now += 10 * WAIT
    assert table.link(1).json() == {"code": "not_agreed", "data": {"seat": 1}}


def test_a_bot_that_plays_for_the_seat_is_no_sign_of_its_player(server: Server, clock: Clock) -> None:
    table = Hosted(server, 3)
    away = table.vote_away(clock)
    table.host.ask(type="ask", seat=away)
    present = [player for player in table.players if player.seat != away]
    play_on(present, 4)
    assert [request["seat"] for request in table.requests()] == [away]


def test_a_player_agrees_to_a_link_to_the_own_seat(server: Server) -> None:
    table = Hosted(server, 2)
    table.host.ask(type="ask", seat=1)
    assert table.guests[0].ask(type="answer", seat=1, agree=True)["type"] == "ack"
    assert table.join(table.link(1).json()["key"]).json()["you"]["seat"] == 1


def test_a_player_takes_the_own_seat_to_another_device_at_any_time(server: Server) -> None:
    table = Hosted(server, 2)
    (bob,) = table.guests
    assert table.link(0, bob.key).json()["code"] == "not_allowed"
    link = table.link(1, bob.key).json()["key"]
    assert bob.ask(type="chat", text="one moment")["type"] == "ack"  # the own link stays valid
    moved = table.join(link).json()
    assert moved["you"] == {"seat": 1, "host": False}
    assert seat_lost(bob)
    assert table.link(0).status_code == 200  # the host may do so, too


def test_asking_is_for_hosts_of_games_in_play(server: Server) -> None:
    opening = server.open(seats=2)
    host = server.player(opening["table"]["id"], opening["key"])
    host.hello()
    assert host.ask(type="ask", seat=1)["code"] == "not_started"
    table = Hosted(server, 2)
    assert table.host.ask(type="ask", seat=0)["code"] == "not_allowed"
    assert table.host.ask(type="ask", seat=7)["code"] == "no_such_seat"
    watcher = server.player(table.game, None)
    assert watcher.hello()["code"] == "no_such_table"
    play_on(table.players)
    assert table.host.ask(type="ask", seat=1)["code"] == "game_over"
    assert table.refused(1) == "already_over"


def test_a_request_outlives_a_restart(tmp_path: Path, clock: Clock) -> None:
    with running(tmp_path, now=clock, link_wait=WAIT) as server:
        table = Hosted(server, 3)
        table.host.ask(type="ask", seat=1)
        table.guests[1].ask(type="answer", seat=1, agree=True)
        game, key = table.game, table.key
    with running(tmp_path, now=clock, link_wait=WAIT) as server:
        (request,) = server.get(f"/api/tables/{game}", key).json()["table"]["requests"]
        assert (request["agreed"], request["granted"]) == ([2], True)
        assert server.post(f"/api/tables/{game}/seats/1/link", {}, key).status_code == 200
