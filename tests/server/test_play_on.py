"""Tables whose game begins in a position of another: the true cards, hidden ones dealt anew, and who may do it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline import Game, View
from branchline.game.record import read_record
from branchline.game.verify import verify
from branchline.server.fsck import Check

from .players import Player, keep, play_on, settle
from .running import Server, running

Json = dict[str, Any]
Finished = tuple[str, str]


def play_whole(server: Server, board: str = "europe", seats: int = 3, **more: Any) -> Finished:
    """A game that is over, and its record."""
    game, players = server.play(board=board, seats=seats, **more)
    keep(players)
    play_on(players)
    return game, server.get(f"/api/games/{game}/record").text


@pytest.fixture(scope="module")
def finished(server: Server) -> Finished:
    return play_whole(server)


def seats(count: int, me: int = 0) -> list[Json]:
    return [{"kind": "me"} if seat == me else {"kind": "bot", "bot": "random"} for seat in range(count)]


def begin(
    server: Server, position: Json, me: int = 0, board: str = "europe", count: int = 3, **more: Any
) -> tuple[Json, Player]:
    """A table in a position, oneself among bots; connected, and the game has begun."""
    body = {"board": board, "seats": seats(count, me), "name": "Ann", "position": position, **more}
    response = server.post("/api/tables", body)
    assert response.status_code == 201, response.text
    opening = response.json()
    player = server.player(opening["table"]["id"], opening["key"], me)
    player.hello()
    player.wait(lambda one: one.view is not None)
    return opening, player


def refusal(server: Server, position: Json, key: str | None = None, **more: Any) -> Json:
    body = {"board": "europe", "seats": seats(3), "name": "Ann", "position": position, **more}
    response = server.post("/api/tables", body, key)
    assert response.status_code >= 400, response.text
    return {"status": response.status_code, **response.json()}


def at_start(server: Server, game: str, seat: int) -> View:
    """What a seat saw as the game of a table began; the log aside."""
    return moment(server, game, 0, seat)


def moment(server: Server, game: str, ply: int, seat: int, key: str | None = None) -> View:
    found = server.get(f"/api/games/{game}/view", key, ply=ply, seat=seat)
    assert found.status_code == 200, found.text
    view = View.from_json(msgspec.json.encode({**found.json()["view"], "log": []}))
    return msgspec.structs.replace(view, log=[])


def wrongs(record: str, original: str) -> list[str]:
    return [one.text for one in verify(read_record(record), None, read_record(original)) if not one.passed]


@pytest.mark.parametrize("ply", [0, 1, 2, 3, 40, 90])
def test_everybody_begins_with_the_cards_of_the_other_game(
    server: Server, finished: Finished, ply: int
) -> None:
    game, original = finished
    opening, player = begin(server, {"game": game, "ply": ply}, me=1)
    table = opening["table"]["id"]
    assert opening["table"]["origin"] == {"game": game, "ply": ply, "anew": None}
    play_on([player])
    for seat in range(3):
        assert at_start(server, table, seat) == moment(server, game, ply, seat)
    record = server.get(f"/api/games/{table}/record").text
    assert wrongs(record, original) == []
    again = Game.replay(record)
    assert again.origin is not None
    assert again.origin.game == game


@pytest.mark.parametrize("ply", [1, 61])
def test_hidden_cards_are_dealt_anew_from_what_a_seat_knew(
    server: Server, finished: Finished, ply: int
) -> None:
    game, original = finished
    opening, player = begin(server, {"game": game, "ply": ply, "anew": 2}, me=2)
    table = opening["table"]["id"]
    assert opening["table"]["origin"]["anew"] == 2
    play_on([player])
    assert at_start(server, table, 2) == moment(server, game, ply, 2)
    others = [(at_start(server, table, seat), moment(server, game, ply, seat)) for seat in (0, 1)]
    assert any(new.tickets + new.offer != old.tickets + old.offer for new, old in others)
    assert wrongs(server.get(f"/api/games/{table}/record").text, original) == []


def test_bots_moves_can_be_checked_at_such_a_table(server: Server, finished: Finished) -> None:
    from branchline.bots.verify import check_bots

    for ply in (1, 70):
        opening, player = begin(server, {"game": finished[0], "ply": ply})
        play_on([player])
        record = server.get(f"/api/games/{opening['table']['id']}/record").text
        found = check_bots(read_record(record))
        assert all(one.passed for one in found)
        assert not any("can't be checked" in one.text for one in found)


def test_a_running_game_gives_nothing_away(server: Server) -> None:
    game, players = server.play(board="europe", seats=3)
    keep(players)
    for wanted in ({"ply": 2}, {"ply": 2, "anew": 0}):
        answer = refusal(server, {"game": game, **wanted}, players[0].key)
        assert (answer["status"], answer["code"]) == (409, "not_over")
        assert refusal(server, {"game": game, **wanted})["code"] == "no_such_table"


def test_nothing_hidden_is_sent_before_its_time(server: Server, finished: Finished) -> None:
    """A spectator and another seat see what they may see: the position itself goes to nobody."""
    opening, player = begin(server, {"game": finished[0], "ply": 60, "anew": 0}, public=True)
    watcher = server.player(opening["table"]["id"], None)
    watcher.hello()
    watcher.wait(lambda one: one.view is not None)
    assert watcher.view is not None
    assert (watcher.view["hand"], watcher.view["tickets"], watcher.table["secret"]) == ({}, [], None)
    for text in (*watcher.raw, *player.raw, server.get("/api/tables").text):
        assert not any(word in text for word in ('"pool"', '"hands"', '"history"', '"belief"'))


def test_a_public_table_does_not_tell_the_address_of_a_private_game(
    server: Server, finished: Finished
) -> None:
    opening, _ = begin(server, {"game": finished[0], "ply": 60}, public=True)
    assert opening["table"]["origin"] == {"game": None, "ply": 60, "anew": None}
    known, _ = play_whole(server, public=True)
    opening, _ = begin(server, {"game": known, "ply": 60}, public=True)
    assert opening["table"]["origin"]["game"] == known


def test_a_record_can_be_played_on(server: Server, finished: Finished) -> None:
    _, original = finished
    opening, player = begin(server, {"record": original, "ply": 50, "anew": 1}, me=1)
    assert opening["table"]["origin"] == {"game": None, "ply": 50, "anew": 1}
    play_on([player])
    record = server.get(f"/api/games/{opening['table']['id']}/record").text
    assert wrongs(record, original) == []
    # and the continued game can be continued in turn
    opening, player = begin(server, {"game": opening["table"]["id"], "ply": 5}, me=0)
    play_on([player])
    assert wrongs(server.get(f"/api/games/{opening['table']['id']}/record").text, record) == []


def test_what_is_no_position_is_refused(server: Server, finished: Finished) -> None:
    game, original = finished
    end = Game.replay(original).moves
    lines = original.splitlines(keepends=True)
    for position, code in (
        ({"game": game, "ply": end}, "game_over"),
        ({"game": game, "ply": end + 1}, "no_such_ply"),
        ({"game": game, "ply": 5, "anew": 3}, "no_such_seat"),
        ({"game": "zzzzzzzzzzzz", "ply": 5}, "no_such_table"),
        ({"game": "../etc", "ply": 5}, "no_such_table"),
        ({"ply": 5}, "bad_request"),
        ({"game": game, "record": original, "ply": 5}, "bad_request"),
        ({"record": original, "ply": end + 1}, "bad_record"),
        ({"record": "no record", "ply": 5}, "bad_record"),
        ({"record": "x" * 200_000, "ply": 5}, "too_large"),
    ):
        assert refusal(server, position)["code"] == code
    changed = "".join([*lines[:9], lines[9].replace("keep", "drop"), *lines[10:]])
    assert refusal(server, {"record": changed, "ply": 9})["data"] == {"field": "position.record", "line": 10}


def test_board_and_seats_are_those_of_the_position(server: Server, finished: Finished) -> None:
    position = {"game": finished[0], "ply": 50}
    assert refusal(server, position, seats=seats(2))["code"] == "position_fixed"
    assert refusal(server, position, board="usa")["code"] == "position_fixed"
    assert refusal(server, position, first=1)["code"] == "position_fixed"
    friends = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}]
    body = {"board": "europe", "seats": friends, "name": "Ann", "position": position}
    opening = server.post("/api/tables", body).json()
    game, key = opening["table"]["id"], opening["key"]
    kept = [{"kind": "keep", "was": seat} for seat in range(3)]
    for change in ({"board": "usa", "seats": kept}, {"board": "europe", "seats": kept[:2]}):
        answer = server.post(f"/api/tables/{game}/seats", change, key)
        assert answer.json()["code"] == "position_fixed"
    others = [kept[1], kept[0], {"kind": "bot", "bot": "greedy"}]
    assert server.post(f"/api/tables/{game}/seats", {"board": "europe", "seats": others}, key).is_success
    bo = server.post(f"/api/tables/{game}/join", {"name": "Bo", "invite": opening["shared"]["key"]}).json()
    assert bo["you"]["seat"] == 0
    players = [server.player(game, bo["key"], 0), server.player(game, key, 1)]
    for player in players:
        player.hello()
        player.wait(lambda one: one.view is not None)
    settle(players)
    play_on(players)
    assert players[0].over


def quiet_claim(record: str) -> tuple[Game, str]:
    """A position of a game in which the seat to move can claim a route that reveals nothing."""
    for ply in range(30, Game.replay(record).moves):
        at = Game.replay(record, ply=ply)
        for move in at.legal() if at.phase == "turn" else ():
            if move.kind == "claim" and not at.board.route(move.target).tunnel:
                return at, str(move)
    raise AssertionError("the game has no such position")


def test_moves_are_taken_back_as_at_any_table(server: Server, finished: Finished) -> None:
    at, claim = quiet_claim(finished[1])
    body = {"seats": [{"kind": "friend"}] * 3, "position": {"game": finished[0], "ply": at.moves}}
    opening = server.post("/api/tables", {"board": "europe", **body}).json()
    players = server.sit(opening)
    for player in players:
        player.wait(lambda one: bool(one.to_move))
    player = players[players[0].to_move[0]]
    before = player.view
    number = player.move(claim)["number"]
    assert player.hear("moved")["ply"] == 1
    assert player.ask(type="undo", number=number)["type"] == "ack"
    assert player.hear("undone")["ply"] == 1
    assert {**(player.view or {}), "log": []} == {**(before or {}), "log": []}
    settle(players)
    play_on(players)
    assert wrongs(server.get(f"/api/games/{player.game}/record").text, finished[1]) == []


def test_points_hints_statistics_and_the_replay_begin_with_the_position(
    server: Server, finished: Finished
) -> None:
    at, _ = quiet_claim(finished[1])
    assert at.actor is not None
    points = [seat.score for seat in at.view(None).seats]
    assert sum(points) > 0
    opening, player = begin(server, {"game": finished[0], "ply": at.moves}, me=at.actor)
    table = opening["table"]["id"]
    assert player.view is not None
    assert [seat["score"] for seat in player.view["seats"]] == points
    assert player.ask(type="hint")["move"] in player.legal
    play_on([player])
    statistics = server.get(f"/api/games/{table}/statistics").json()
    assert statistics["scores"][0] == points
    over = player.hear("over")
    assert statistics["scores"][-1] == [score["routes"] for score in over["scores"]]
    last = server.get(f"/api/games/{table}/view").json()
    assert len(statistics["scores"]) == last["plies"] + 1 == len(last["view"]["log"])
    assert last["view"]["log"][0] == {"seat": None, "move": "deal", "chance": []}


def test_seats_have_the_colours_of_the_other_game(server: Server) -> None:
    """So the map looks the same; whoever comes may still choose, and nobody has the colour of another."""
    opening = server.open(board="europe", seats=3)
    game, players = opening["table"]["id"], []
    for invitation, colour in zip(opening["invitations"], (4, 2, 3), strict=True):
        form = {"name": f"player {colour}", "invite": invitation["key"], "colour": colour}
        joined = server.post(f"/api/tables/{game}/join", form).json()
        players.append(server.player(game, joined["key"], invitation["seat"]))
        players[-1].hello()
    keep(players)
    play_on(players)

    def colours(table: Json) -> list[int]:
        return [seat["colour"] for seat in table["seats"]]

    position = {"game": game, "ply": 40}
    assert colours(begin(server, position, me=1)[0]["table"]) == [4, 2, 3]
    mine = [{"kind": "me", "colour": 3}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}]
    body = {"board": "europe", "seats": mine, "name": "Ann", "position": position}
    opening = server.post("/api/tables", body).json()
    found = colours(opening["table"])
    assert found[:2] == [3, 2]
    assert len(set(found)) == 3
    form = {"name": "Bo", "invite": opening["shared"]["key"], "colour": found[2]}
    joined = server.post(f"/api/tables/{opening['table']['id']}/join", form).json()
    assert colours(joined["table"])[:2] == [3, found[2]]
    assert len(set(colours(joined["table"]))) == 3


def test_a_rematch_begins_in_the_same_position_at_the_same_seats(server: Server, finished: Finished) -> None:
    game, original = finished
    for anew in (None, 1):
        opening, player = begin(server, {"game": game, "ply": 60, "anew": anew}, me=1)
        play_on([player])
        table = opening["table"]["id"]
        taken = server.post(f"/api/tables/{table}/rematch", {}, player.key).json()
        assert taken["table"]["origin"] == {"game": game, "ply": 60, "anew": anew}
        assert taken["you"]["seat"] == 1
        again = server.player(taken["table"]["id"], player.key, 1)
        again.hello()
        again.wait(lambda one: one.view is not None)
        play_on([again])
        new = taken["table"]["id"]
        assert at_start(server, new, 1) == at_start(server, table, 1)
        same = at_start(server, new, 0) == at_start(server, table, 0)
        assert same == (anew is None)
        assert wrongs(server.get(f"/api/games/{new}/record").text, original) == []


def test_such_a_table_is_stored_like_any_other(tmp_path: Path) -> None:
    """After a restart it is what it was, and goes on; fsck finds nothing."""
    with running(tmp_path) as server:
        game, original = play_whole(server)
        opening, player = begin(server, {"game": game, "ply": 60, "anew": 0})
        play_on([player], 5)
        table, key = opening["table"]["id"], opening["key"]
        waiting = server.post(
            "/api/tables",
            {"board": "europe", "seats": [{"kind": "friend"}] * 3, "position": {"game": game, "ply": 9}},
        ).json()
        state = server.get(f"/api/tables/{table}", key).json()["table"]
        before = player.view
    with running(tmp_path) as server:
        assert server.get(f"/api/tables/{table}", key).json()["table"] == state
        player = server.player(table, key, 0)
        player.hello()
        assert player.view is not None
        assert before is not None
        assert player.view["log"][: len(before["log"])] == before["log"]
        play_on([player])
        assert wrongs(server.get(f"/api/games/{table}/record").text, original) == []
        players = server.sit(waiting)
        for one in players:
            one.wait(lambda p: p.view is not None)
        assert players[0].table["origin"]["ply"] == 9
    assert list(Check(f"sqlite:///{tmp_path / 'branchline.db'}").findings()) == []
