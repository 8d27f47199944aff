"""Bots in seats, clocks, votes, leaving and coming back."""

from pathlib import Path

import pytest

from .players import Player, keep, play_on
from .running import Clock, Server, running


def test_bots_play_a_whole_game_among_themselves(server: Server) -> None:
    opening = server.open(board="london", seats=3, bots=3, public=True)
    watcher = server.player(opening["table"]["id"], None)
    watcher.hello()
    over = watcher.hear("over")
    assert len(over["scores"]) == 3


def test_a_person_plays_a_whole_game_against_bots(server: Server) -> None:
    bots = [{"kind": "bot"}, {"kind": "bot", "bot": "expert"}]
    body = {"board": "usa", "name": "Ann", "seats": [{"kind": "me"}, *bots]}
    opening = server.post("/api/tables", body).json()
    ann = server.player(opening["table"]["id"], opening["key"], 0)
    ann.hello()
    ann.hear("started")
    ann.wait(lambda p: bool(p.legal))
    ann.move(ann.legal[0])
    ann.wait(lambda p: len(p.to_move) == 1)
    play_on([ann])
    assert ann.hear("over")


def test_bots_seem_to_think(tmp_path: Path) -> None:
    with running(tmp_path, bot_delay=0.2) as server:
        opening = server.open(seats=2, bots=2, public=True)
        watcher = server.player(opening["table"]["id"], None)
        watcher.hello()
        watcher.wait(lambda p: sum(item["type"] == "moved" for item in p.notices) >= 6)
        times = server.services.hub._live[opening["table"]["id"]].table.times
        assert min(b - a for a, b in zip(times[-3:-1], times[-2:], strict=True)) >= 0.6 * 0.2


def test_when_the_time_is_up_a_bot_plays_on_and_the_player_may_come_back(tmp_path: Path) -> None:
    clock = Clock()
    with running(tmp_path, now=clock) as server:
        _, players = server.play(clock=30.0)
        assert players[0].welcome["deadline"] is None or players[0].welcome["deadline"] == clock.now + 30
        keep(players)
        late = players[players[0].to_move[0]]
        other = players[1 - players[0].to_move[0]]
        clock.now += 31
        server.post("/api/tables", {"board": "london", "seats": [{}, {}]})  # wakes nobody
        away = other.hear("away")
        assert away == {"type": "away", "seat": late.seat, "why": "clock"}
        other.wait(lambda p: p.to_move == [other.seat])  # the bot has played on
        late.hear("away")
        assert late.move("draw blind")["code"] in ("away", "not_your_turn")
        assert late.ask(type="back")["type"] == "ack"
        assert late.ask(type="back")["code"] == "not_away"
        other.hear("back")
        other.wait(lambda p: p.table["seats"][late.seat or 0]["away"] is False)
        play_on(players, 4)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_others_vote_for_a_bot_to_play_on(tmp_path: Path, seats: int) -> None:
    clock = Clock()
    with running(tmp_path, now=clock, patience=60.0) as server:
        _, players = server.play(board="usa", seats=seats)
        keep(players)
        slow = players[players[0].to_move[0]]
        others = [player for player in players if player is not slow]
        early = others[0].ask(type="vote", seat=slow.seat)
        assert (early["code"], early["data"]) == ("too_early", {"after": 60.0})
        clock.now += 61
        assert slow.ask(type="vote", seat=slow.seat)["code"] == "not_away"
        assert others[0].ask(type="vote", seat=others[0].seat)["code"] == "not_away"
        assert others[0].ask(type="vote", seat=9)["code"] == "no_such_seat"
        assert others[0].ask(type="vote", seat=slow.seat)["type"] == "ack"
        if seats > 2:
            assert others[0].ask(type="vote", seat=slow.seat)["code"] == "already_voted"
            assert not any(item["type"] == "away" for item in others[0].notices)
            assert others[1].ask(type="vote", seat=slow.seat)["type"] == "ack"
        assert others[0].hear("away") == {"type": "away", "seat": slow.seat, "why": "vote"}
        others[0].wait(lambda p: p.to_move != [slow.seat])


def test_whoever_leaves_during_the_game_is_played_on_for(server: Server) -> None:
    game, players = server.play()
    keep(players)
    leaver = players[players[0].to_move[0]]
    stayer: Player = players[1 - players[0].to_move[0]]
    assert server.post(f"/api/tables/{game}/leave", {}, leaver.key).json()["you"]["seat"] == leaver.seat
    assert server.post(f"/api/tables/{game}/leave", {}, leaver.key).json()["code"] == "not_allowed"
    assert stayer.hear("away")["why"] == "left"
    play_on([stayer])
    assert stayer.hear("over")


def test_a_bot_that_fails_or_dies_never_holds_up_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        monkeypatch.setattr("branchline.server.live.bot_pool.choose_move", dies)
        opening = server.open(board="london", seats=2, bots=2, public=True)
        watcher = server.player(opening["table"]["id"], None)
        watcher.hello()
        watcher.wait(lambda p: sum(item["type"] == "moved" for item in p.notices) >= 6)


def dies(spec: str, seed: int, view: bytes) -> str:
    """A bot that takes its process with it every third time, and fails otherwise."""
    import os

    if seed % 3 == 0:
        os._exit(1)
    raise RuntimeError("no idea")


def test_every_level_plays_at_a_table(server: Server) -> None:
    levels = ["novice", "easy", "medium", "hard", "expert"]
    assert server.get("/api/choices").json()["bots"][:6] == [*levels, "master"]
    for pair in (levels[:4], [levels[4], levels[2]]):
        wishes = [{"kind": "bot", "bot": level} for level in pair]
        body = {"board": "london", "seats": wishes, "public": True}
        watcher = server.player(server.post("/api/tables", body).json()["table"]["id"], None)
        watcher.hello()
        assert watcher.hear("over")["winners"]
