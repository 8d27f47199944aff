"""Chat and quick reactions: players to the table, spectators among themselves."""

from pathlib import Path

import msgspec

from .running import WIDE, Server, running


def test_the_table_hears_players_and_spectators_hear_spectators_too(server: Server) -> None:
    opening = server.open(seats=2)
    players = server.sit(opening)
    watchers = [server.player(opening["table"]["id"], opening["watch"]["key"]) for _ in range(2)]
    for watcher in watchers:
        watcher.hello()
    assert players[0].ask(type="chat", text="  hello\u202e\n all ")["type"] == "ack"
    said = {"type": "said", "text": "hello all", "seat": 0, "name": "player 0"}
    assert players[1].hear("said") == watchers[0].hear("said") == said
    assert watchers[0].ask(type="chat", text="who wins?", name="Eve")["type"] == "ack"
    assert watchers[1].ask(type="chat", text="red")["type"] == "ack"
    assert watchers[0].ask(type="react", reaction="wow")["code"] == "not_allowed"
    assert players[0].ask(type="react", reaction="wow")["type"] == "ack"
    assert players[1].hear("reacted") == {"type": "reacted", "seat": 0, "reaction": "wow"}
    watchers[1].reach(players[1].number)
    talk = [item["text"] for item in watchers[1].notices if item["type"] == "said"]
    assert talk == ["hello all", "who wins?", "red"]
    for player in players:
        assert "who wins?" not in "".join(player.raw)
        late = server.player(player.game, player.key, player.seat)
        late.hello()
        assert "who wins?" not in "".join(late.raw)


def test_chat_is_limited_in_length_and_kind(server: Server) -> None:
    _, (one, _) = server.play()
    assert one.ask(type="chat", text=" \u200b ")["code"] == "bad_text"
    one.send(type="chat", id="x", text="a" * 301)
    one.send(type="chat", id="x", text="")
    while one.receive()["type"] != "error":
        pass
    assert one.ask(type="react", reaction="rude")["code"] == "bad_text"


def test_chat_is_limited_in_rate(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, chat_rate=0.1, chat_burst=3)
    with running(tmp_path, limits=limits) as server:
        _, (one, two) = server.play()
        answers = [one.ask(type="chat", text=f"{n}") for n in range(5)]
        assert [answer["type"] for answer in answers] == ["ack"] * 3 + ["error"] * 2
        assert answers[-1]["code"] == "too_fast"
        assert 0 < answers[-1]["data"]["after"] <= 10
        assert two.ask(type="chat", text="me too")["type"] == "ack"  # each seat has its own measure
