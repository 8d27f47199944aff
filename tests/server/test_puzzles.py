"""Puzzles over HTTP, and playing on from one."""

from __future__ import annotations

from typing import Any

from branchline.puzzles import boards, load

from .running import Server


def test_the_list_has_all_puzzles_and_no_positions(server: Server) -> None:
    listed = server.get("/api/puzzles").json()["puzzles"]
    assert [one["id"] for one in listed] == [one.id for board in boards() for one in load(board)]
    assert set(listed[0]) == {"id", "board", "theme", "difficulty", "seats"}


def test_a_puzzle_is_the_view_of_its_seat_with_the_answer(server: Server) -> None:
    puzzle = load("europe")[3]
    sent = server.get(f"/api/puzzles/{puzzle.id}").json()
    assert sent["answers"] == list(puzzle.answers)
    assert sent["view"]["legal"] == [str(action) for action in puzzle.view.legal]
    assert sent["view"]["seat"] == puzzle.seat
    assert sent["view"]["hand"] == dict(puzzle.view.hand)
    assert "revealed" not in sent["view"] or sent["view"]["revealed"] is None


def test_the_puzzle_of_a_day_is_always_the_same(server: Server) -> None:
    first = server.get("/api/puzzles/daily", date="2026-11-18").json()
    assert server.get("/api/puzzles/daily", date="2026-11-18").json() == first
    assert server.get("/api/puzzles/daily", date="2026-11-19").json()["id"] != first["id"]
    assert server.get("/api/puzzles/daily").json()["answers"]


def test_what_does_not_exist_is_refused(server: Server) -> None:
    assert server.get("/api/puzzles/usa-000000").json()["code"] == "no_such_puzzle"
    for date in ("2026-02-30", "today", "20261118"):
        assert server.get("/api/puzzles/daily", date=date).json()["code"] == "bad_request"


def begin(server: Server, position: dict[str, Any]) -> Any:
    puzzle = load("usa")[5]
    seats = [{"kind": "me"} if at == puzzle.seat else {"kind": "bot"} for at in range(puzzle.seats)]
    return server.post("/api/tables", {"board": "usa", "seats": seats, "name": "Ann", "position": position})


def test_a_game_can_begin_in_a_puzzle_with_the_rest_dealt_anew(server: Server) -> None:
    puzzle = load("usa")[5]
    opened = begin(server, {"puzzle": puzzle.id, "ply": 0, "anew": puzzle.seat})
    assert opened.status_code == 201, opened.text
    table = opened.json()
    player = server.player(table["table"]["id"], table["key"], puzzle.seat)
    player.hello()
    player.wait(lambda one: one.view is not None)
    assert player.view is not None
    assert player.view["hand"] == dict(puzzle.view.hand)
    assert player.view["routes"] == puzzle.view.routes


def test_nothing_else_of_a_puzzle_can_be_asked_for(server: Server) -> None:
    puzzle = load("usa")[5]
    other = (puzzle.seat + 1) % puzzle.seats
    for wrong in (
        {"puzzle": puzzle.id, "ply": 0},
        {"puzzle": puzzle.id, "ply": 0, "anew": other},
        {"puzzle": puzzle.id, "ply": 1, "anew": puzzle.seat},
        {"puzzle": puzzle.id, "ply": 0, "anew": puzzle.seat, "record": "x"},
    ):
        assert begin(server, wrong).json()["code"] == "bad_request"
    assert begin(server, {"puzzle": "usa-1", "ply": 0, "anew": 0}).json()["code"] == "no_such_puzzle"
