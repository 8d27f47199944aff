"""Who goes for good: resigning, and being removed by the others. And who only watches."""

from pathlib import Path

from .players import keep, play_on
from .running import Server, running


def test_who_resigns_is_played_on_for_and_can_not_win(server: Server) -> None:
    game, players = server.play(board="london", seats=2)
    keep(players)
    ana, ben = players
    address = f"/api/tables/{game}/resign"
    assert server.post(address, None, "A" * 43).json()["code"] == "no_such_table"
    assert server.post(address, None, ana.key).status_code == 200
    assert ben.hear("resigned") == {"type": "resigned", "seat": 0}
    ana.hear("resigned")
    assert ben.table["seats"][0]["out"] == "resigned"
    assert server.post(address, None, ana.key).json()["code"] == "resigned"
    assert server.post(f"/api/tables/{game}/leave", None, ana.key).json()["code"] == "resigned"
    assert ana.ask(type="back")["code"] == "resigned"
    assert ana.ask(type="chat", text="well played")["type"] == "ack"
    play_on([ben])
    over = ben.hear("over")
    assert over["winners"] == [1], "whatever the bot has made of it"
    shown = server.get(f"/api/games/{game}/view", ben.key).json()["view"]["scores"]
    for scores in (over["scores"], (ben.view or {})["scores"], shown):
        assert [score["rank"] for score in scores] == [2, 1]
    assert server.post(address, None, ben.key).json()["code"] == "game_over"


def test_when_all_resign_the_bots_finish_the_game(server: Server) -> None:
    game, players = server.play(board="london", seats=2)
    keep(players)
    for player in players:
        assert server.post(f"/api/tables/{game}/resign", None, player.key).status_code == 200
    assert players[0].hear("over")["winners"]
    again = server.post(f"/api/tables/{game}/rematch", {}, players[0].key).json()
    assert [seat["out"] for seat in again["table"]["seats"]] == ["", ""]


def test_more_than_half_of_the_others_remove_a_player(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, players = server.play(board="usa", seats=4)
        keep(players)
        rude, ben, cleo, dan = players
        assert ben.ask(type="kick", seat=1)["code"] == "not_allowed"
        assert ben.ask(type="kick", seat=9)["code"] == "no_such_seat"
        assert ben.ask(type="kick", seat=0)["type"] == "ack"
        assert ben.ask(type="kick", seat=0)["code"] == "already_voted"
        assert cleo.ask(type="kick", seat=0)["type"] == "ack"
        assert dan.hear("removed") == {"type": "removed", "seat": 0}
        dan.wait(lambda p: p.table["seats"][0]["out"] == "removed")
        seat = dan.table["seats"][0]
        assert (seat["kind"], seat["name"], seat["bot"]) == ("bot", "player 0", "medium")
        assert dan.table["removals"] == []
        while rude.receive()["type"] != "error":
            pass
        assert server.get(f"/api/tables/{game}", rude.key).json()["code"] == "no_such_table"
        assert server.player(game, rude.key).hello()["code"] == "no_such_table"
        play_on([ben, cleo, dan], 6)
    with running(tmp_path) as server:
        assert server.get(f"/api/tables/{game}", ben.key).json()["table"]["seats"][0]["out"] == "removed"


def test_a_vote_is_told_and_can_be_taken_back(server: Server) -> None:
    game, players = server.play(board="usa", seats=3)
    keep(players)
    _, ben, cleo = players
    ben.ask(type="kick", seat=0)
    assert cleo.hear("removal_vote") == {"type": "removal_vote", "seat": 0, "by": 1, "agree": True}
    assert cleo.table["removals"] == [{"seat": 0, "by": [1], "needed": 2}]
    assert cleo.ask(type="kick", seat=0, agree=False)["code"] == "already_voted"
    assert ben.ask(type="kick", seat=0, agree=False)["type"] == "ack"
    cleo.wait(lambda p: p.table["removals"] == [])
    assert cleo.ask(type="kick", seat=0)["type"] == "ack"
    assert cleo.table["seats"][0]["kind"] == "player", "one of two is not more than half"
    assert server.post(f"/api/tables/{game}/resign", None, cleo.key).status_code == 200
    ben.hear("resigned")
    assert ben.table["removals"] == [], "who is gone has no vote"


def test_of_two_players_neither_can_remove_the_other(server: Server) -> None:
    _, players = server.play(board="usa", seats=3, bots=1)
    keep(players)
    assert players[0].ask(type="kick", seat=1)["code"] == "too_few"
    assert players[0].ask(type="kick", seat=2)["code"] == "seat_taken"


def test_everybody_at_a_table_knows_how_many_watch(server: Server) -> None:
    opening = server.open(seats=2, public=True)
    game = opening["table"]["id"]
    players = server.sit(opening)
    watchers = [server.player(game, None) for _ in range(2)]
    for watcher in watchers:
        watcher.hello()
    for player in (*players, *watchers):
        player.hear_watchers(2)
    watchers.pop().close()
    players[0].hear_watchers(1)
    late = server.player(game, None)
    assert late.hello()["watchers"] == 1
    players[0].hear_watchers(2)
