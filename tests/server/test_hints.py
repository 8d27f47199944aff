"""Hints: a bot's advice for the seat to move, where the table allows it."""

from pathlib import Path

import msgspec

from .players import Player, keep
from .running import WIDE, Server, running


def alone(server: Server) -> Player:
    """Somebody against a bot that has chosen its first tickets already."""
    body = {"board": "london", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    opening = server.post("/api/tables", body).json()
    ann = server.player(opening["table"]["id"], opening["key"], 0)
    ann.hello()
    ann.wait(lambda p: bool(p.legal) and p.to_move == [0])
    return ann


def test_who_plays_against_bots_may_ask_for_a_hint_and_play_it(server: Server) -> None:
    ann = alone(server)
    assert ann.table["hints"] is True
    first = ann.ask(type="hint")
    assert (first["type"], first["number"]) == ("advice", ann.number)
    assert first["move"] in ann.legal
    assert ann.move(first["move"])["type"] == "ack"
    ann.wait(lambda p: bool(p.legal))
    assert ann.ask(type="hint")["move"] in ann.legal


def test_two_more_good_moves_come_with_a_hint(server: Server) -> None:
    ann = alone(server)
    for _ in range(3):
        hint = ann.ask(type="hint")
        moves = [hint["move"], *hint["others"]]
        assert len(moves) == len(set(moves)) == min(3, len(ann.legal))
        assert set(moves) <= set(ann.legal)
        ann.move(hint["move"])
        ann.wait(lambda p: bool(p.legal))


def test_the_same_question_gets_the_same_answer(server: Server) -> None:
    ann = alone(server)
    assert ann.ask(type="hint")["move"] == ann.ask(type="hint")["move"]


def test_among_people_there_are_no_hints_unless_the_table_allows_them(server: Server) -> None:
    _, players = server.play()
    assert players[0].table["hints"] is False
    assert players[0].ask(type="hint")["code"] == "no_hints"
    _, agreed = server.play(hints=True)
    assert agreed[0].table["hints"] is True
    assert agreed[1].ask(type="hint")["move"] in agreed[1].legal


def test_only_the_seat_to_move_is_advised(server: Server) -> None:
    game, players = server.play(hints=True)
    keep(players)
    waiting = players[1 - players[0].to_move[0]]
    assert waiting.ask(type="hint")["code"] == "not_your_turn"
    opening = server.open(hints=True, public=True, bots=1)
    watcher = server.player(opening["table"]["id"], None)
    watcher.hello()
    assert watcher.ask(type="hint")["code"] == "not_allowed"
    assert server.get(f"/api/tables/{game}", players[0].key).json()["table"]["hints"] is True


def test_hints_of_one_address_are_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, hint_rate=0.001, hint_burst=2)
    with running(tmp_path, limits=limits) as server:
        ann = alone(server)
        assert [ann.ask(type="hint")["type"] for _ in range(2)] == ["advice", "advice"]
        refused = ann.ask(type="hint")
        assert refused["code"] == "too_fast"
        assert refused["data"]["after"] > 0
        assert ann.move(ann.legal[0])["type"] == "ack"
