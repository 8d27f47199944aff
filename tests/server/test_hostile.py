"""Nobody sees or does what is not theirs, however they ask."""

import json
import random
import socket as plain_socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from .players import Player, keep, play_on, settle
from .running import Server

ASKS: list[dict[str, Any]] = [
    {"type": "move", "move": "draw blind"},
    {"type": "move", "move": "tickets"},
    {"type": "move", "move": "pass"},
    {"type": "move", "move": "keep a-b"},
    {"type": "move", "index": 0, "number": 1},
    {"type": "react", "reaction": "wow"},
    {"type": "vote", "seat": 0},
    {"type": "vote", "seat": 1},
    {"type": "back"},
    {"type": "ask", "seat": 0},
    {"type": "answer", "seat": 1, "agree": True},
]


def log_of(server: Server, game: str) -> int:
    """How many events the log of a table has."""
    return len(server.services.hub.store.read(game))


def test_a_spectator_can_do_nothing_but_talk(server: Server) -> None:
    opening = server.open()
    game = opening["table"]["id"]
    players = server.sit(opening)
    players[0].hear("started")
    keep(players)
    watcher = server.player(game, opening["watch"]["key"])
    watcher.hello()
    before = log_of(server, game)
    for ask in ASKS:
        answer = watcher.ask(**ask)
        assert (answer["type"], answer["code"]) == ("error", "not_allowed"), ask
    assert log_of(server, game) == before
    assert watcher.view
    assert watcher.view["legal"] == []
    assert watcher.view["hand"] == {}


def test_the_wrong_seat_can_neither_move_nor_vote_nor_come_back(server: Server) -> None:
    game, players = server.play()
    keep(players)
    idle = players[1 - players[0].to_move[0]]
    before = log_of(server, game)
    for ask in ASKS:
        if ask["type"] != "react":
            assert idle.ask(**ask)["type"] == "error", ask
    assert log_of(server, game) == before


@pytest.mark.parametrize("key", [None, "A" * 43, "", "x", "'; drop table games; --"])
def test_a_stranger_gets_no_word_about_a_table_by_link(server: Server, key: str | None) -> None:
    game, players = server.play()
    stranger = server.player(game, key)
    answer = stranger.hello()
    assert answer["code"] == "no_such_table"
    with pytest.raises(ConnectionClosed):
        stranger.receive()
    nowhere = server.player("0" * 16, key)
    assert nowhere.hello()["code"] == "no_such_table"
    for address in (f"/api/tables/{game}", f"/api/games/{game}/view"):
        assert server.get(address, key).json()["code"] == "no_such_table"
    for verb in ("leave", "start", "rematch", "seats/0/link"):
        assert server.post(f"/api/tables/{game}/{verb}", {}, key).status_code in (403, 404)
    assert players[0].move(players[0].legal[0])["type"] == "ack"


def test_before_the_start_and_after_the_end_nothing_can_be_played(server: Server) -> None:
    opening = server.open(seats=2)
    invite = opening["invitations"][0]["key"]
    game = opening["table"]["id"]
    ann = server.post(f"/api/tables/{game}/join", {"name": "Ann", "invite": invite}).json()
    early = server.player(game, ann["key"], 0)
    early.hello()
    for ask in ASKS:
        if ask["type"] != "react":
            assert early.ask(**ask)["code"] == "not_started", ask
    game, players = server.play()
    keep(players)
    play_on(players)
    before = log_of(server, game)
    for ask in ASKS:
        if ask["type"] != "react":
            assert players[0].ask(**ask)["code"] == "game_over", ask
    assert server.post(f"/api/tables/{game}/leave", {}, players[0].key).json()["code"] == "game_over"
    assert log_of(server, game) == before


def test_hello_comes_first_and_once(server: Server) -> None:
    game, players = server.play()
    rude = server.player(game, players[0].key, 0)
    rude.send(type="move", id="1", move="draw blind")
    assert rude.receive()["code"] == "hello_first"
    with pytest.raises(ConnectionClosed):
        rude.receive()
    players[0].send(type="hello", key=players[1].key)
    assert players[0].receive()["code"] == "hello_twice"
    assert players[0].seat == 0


def test_malformed_messages_are_refused_one_by_one_and_too_many_end_it(server: Server) -> None:
    _, players = server.play()
    player = players[0]
    for text in (
        "",
        "{",
        "[]",
        "null",
        "3",
        '"move"',
        "{}",
        '{"type":"move"}',
        '{"type":"move","id":1}',
        "[" * 2000,
    ):
        player.socket.send(text)
        assert player.receive()["code"] == "bad_message", text
    player.socket.send(b'{"type":"back","id":"1"}')
    assert player.receive()["code"] == "not_text"
    player.socket.send("x" * 5000)
    assert player.receive()["code"] == "too_large"
    assert player.move(player.legal[0])["type"] == "ack"
    with pytest.raises(ConnectionClosed) as closed:
        send_and_receive(player, "{", 200)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


def test_a_huge_message_ends_the_connection_and_nothing_else(server: Server) -> None:
    _, players = server.play()
    with pytest.raises(ConnectionClosed):
        send_and_receive(players[0], "x" * 10_000_000, 2)
    assert players[1].move(players[1].legal[0])["type"] == "ack"


def send_and_receive(player: Player, text: str, times: int) -> None:
    for _ in range(times):
        player.socket.send(text)
        player.receive()


def test_bytes_that_are_no_websocket_end_the_connection_and_nothing_else(server: Server) -> None:
    game, players = server.play()
    chance = random.Random(5)
    for _ in range(30):
        with plain_socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            raw.sendall(
                f"GET /api/tables/{game}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert raw.recv(64).startswith(b"HTTP/1.1 101")
            raw.sendall(chance.randbytes(chance.randint(1, 4000)))
    assert players[0].move(players[0].legal[0])["type"] == "ack"


def broken(chance: random.Random, samples: list[str]) -> str | bytes:
    """A message that was right once, with something broken in it."""
    text = list(chance.choice(samples))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        how = chance.randrange(5)
        if how == 0:
            text[place : place + chance.randint(1, 8)] = []
        elif how == 1:
            text.insert(place, chance.choice('{}[]",:\\0-9e\u0000\u202e\U0001f600'))
        elif how == 2:
            text[place:place] = text[: chance.randint(0, 20)]
        elif how == 3 and place < len(text):
            text[place] = chr(chance.choice([chance.randint(32, 126), chance.randint(0, 0xD7FF)]))
        else:
            text[place:place] = chance.choice(["null", "1e999", "-1", '""', "true", '{"a":' * 50, "9" * 400])
    whole = "".join(text)
    return whole.encode() if chance.random() < 0.02 else whole


def samples_of(player: Player) -> list[str]:
    asks = [*ASKS, {"type": "chat", "text": "hello"}, {"type": "hello", "last": 3, "key": "A" * 43}]
    asks += [{"type": "history", "before": 9}]
    asks += [{"type": "move", "move": text} for text in player.legal[:20]]
    asks += [
        {"type": "move", "move": f"claim {place} with 2 red 1 wild"} for place in ("a-b", "wien-budapest")
    ]
    return [json.dumps({"id": f"f{n}", **ask}) for n, ask in enumerate(asks)]


def fuzz(
    server: Server, game: str, player: Player, count: int, chance: random.Random
) -> Iterator[dict[str, Any]]:
    """Send broken messages, over as many connections as it takes, and give what is answered."""
    samples, sent = samples_of(player), 0
    while sent < count:
        fuzzer = server.player(game, player.key, player.seat)
        fuzzer.hello()
        try:
            for _ in range(60):
                fuzzer.socket.send(broken(chance, samples))
                sent += 1
                answer = fuzzer.receive()
                while answer["type"] == "update":
                    answer = fuzzer.receive()
                yield answer
        except ConnectionClosed:
            pass
        fuzzer.close()


def test_tens_of_thousands_of_broken_messages_change_nothing_that_is_not_a_move(server: Server) -> None:
    """All are answered with a code, or are right by accident; the game goes on, and no error is the server's."""
    game, players = server.play(board="europe", seats=2)
    keep(players)
    chance = random.Random(7)
    seen: dict[str, int] = {}
    for answer in fuzz(server, game, players[0], 20_000, chance):
        code = answer.get("code", answer["type"])
        seen[code] = seen.get(code, 0) + 1
    assert seen.keys() >= {"bad_message", "not_text"}
    assert not {"internal", "not_ready"} & seen.keys()
    assert sum(seen.values()) >= 19_000
    settle_anew(server, game, players)
    play_on(players, 4)


def settle_anew(server: Server, game: str, players: list[Player]) -> None:
    """Bring the players of a test up to date: what came by accident of the fuzz is heard."""
    number = server.services.hub._live[game].table.number
    for player in players:
        player.reach(number)
    settle(players)
