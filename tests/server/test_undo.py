"""Undo: a move that revealed nothing is taken back as long as nobody else has acted, and it is as if it never was."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from branchline import load_board
from branchline.server.errors import RequestError
from branchline.server.live.replay import Replays
from branchline.server.settings import TableLimits
from branchline.server.table import commands, events, notices
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import past_update, welcome

from .players import Player, choose, keep, play_on, settle
from .running import Clock, Server, running
from .test_bot_dice import verified

SECRET = bytes(range(32))


class Log:
    """A table and its log, as text, without a server."""

    def __init__(self, board: str, seats: int, **options: Any) -> None:
        self.table, self.payloads = Table("undo", SECRET), list[str]()
        plans = tuple(events.SeatPlan(name=f"player {n}", holder=f"{n}") for n in range(seats))
        digest = load_board(board).digest
        self.add(events.Opened(board, digest, plans, "host", "watch", first=0, **options), 0.0)
        self.add(events.Started(), 1.0)
        for seat in range(seats):
            self.move(seat, str(self.table.view(seat).legal[0]), 2.0)

    def add(self, event: events.AnyEvent, at: float) -> int:
        self.payloads.append(events.write(event))
        apply(self.table, self.table.number + 1, at, event)
        return self.table.number

    def move(self, seat: int, text: str, at: float) -> int:
        return self.add(commands.move(self.table, seat, text, ""), at)

    def undo(self, seat: int, number: int, at: float) -> None:
        self.add(commands.undo(self.table, commands.Role(seat), number, "", at, TableLimits(undos=999)), at)

    def rebuilt(self) -> Table:
        table = Table("undo", SECRET)
        for at, payload in enumerate(self.payloads):
            apply(table, at + 1, self.table.times[at], events.read(payload))
        return table


def standing(table: Table) -> list[Any]:
    """All that can be known of a table but its log of events, for every viewer."""
    shown = []
    for viewer in (None, *range(len(table.seats))):
        plain = json.loads(encode(welcome(table, viewer, False, table.number)))
        shown.append({name: plain[name] for name in ("view", "to_move", "deadline", "since", "table")})
    return [shown, table.moves, table.playing.record()]


@pytest.mark.parametrize(("board", "seats"), [("europe", 2), ("london", 4), ("usa", 3)])
def test_a_game_with_moves_taken_back_is_the_game_without_them_also_from_its_log(
    board: str, seats: int
) -> None:
    chance = random.Random(board)
    with_undo, without = Log(board, seats, clock=60.0), Log(board, seats, clock=60.0)
    kinds = set()
    at = 2.0
    while with_undo.table.stage == "playing":
        (seat,) = with_undo.table.to_move()
        legal = [str(move) for move in with_undo.table.view(seat).legal]
        if chance.random() < 0.7:
            before = standing(with_undo.table)
            tried = choose(legal, chance)
            number = with_undo.move(seat, tried, at + 1)
            if with_undo.table.undo_number(seat) is not None:
                kinds.add(tried.split(" ")[0])
                with_undo.undo(seat, number, at + 2)
                assert standing(with_undo.table) == before
                assert with_undo.table.playing.position() == without.table.playing.position()
            else:
                without.move(seat, tried, at + 1)
        else:
            move = choose(legal, chance)
            with_undo.move(seat, move, at + 3)
            without.move(seat, move, at + 3)
        at += 5
        assert standing(with_undo.table)[1:] == standing(without.table)[1:]
    assert {"claim", "keep"} <= kinds
    again = with_undo.rebuilt()
    assert standing(again) == standing(with_undo.table)
    assert again.playing.record() == without.table.playing.record()
    for viewer in (None, 0, 1):  # what was missed can be told, and tells of no ply that is not there
        told = [past_update(again, viewer, number).notices for number in range(1, again.number + 1)]
        plies = [notice.ply for one in told for notice in one if isinstance(notice, notices.Moved)]
        assert plies == list(range(len(again.moves) + 1))


def test_what_reveals_something_is_never_undoable_and_what_reveals_nothing_is() -> None:
    chance, log = random.Random(5), Log("europe", 3)
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    while log.table.stage == "playing":
        (seat,) = log.table.to_move()
        move = choose([str(one) for one in log.table.view(seat).legal], chance)
        log.move(seat, move, 3.0)
        undoable = log.table.undo_number(seat) is not None
        assert not undoable or not log.table.playing.latest()[0].chance, move
        assert all(log.table.undo_number(other) is None for other in (None, *range(3)) if other != seat)
        seen[undoable].add(move.split(" ")[0])
    assert {"claim", "keep"} <= seen[True] <= {"claim", "keep", "station"}
    assert {"claim", "draw", "tickets", "withdraw"} <= seen[False], "the claims are tunnels"


def test_a_replay_that_saw_a_move_forgets_it_when_it_is_taken_back() -> None:
    log, replays, chance = Log("usa", 2), Replays(), random.Random(2)
    while not log.table.undoable:
        (seat,) = log.table.to_move()
        number = log.move(seat, choose([str(one) for one in log.table.view(seat).legal], chance), 3.0)
    taken = replays.moment(log.table, None, None).view.routes
    log.undo(seat, number, 4.0)
    other = next(str(one) for one in log.table.view(seat).legal if one.kind == "draw")
    log.move(seat, other, 5.0)
    now = replays.moment(log.table, None, None).view.routes
    assert len(now) == len(taken) - 1


def until_claim(players: list[Player]) -> tuple[Player, Player, str]:
    """Draw until somebody can claim a route; that player, another, and the claim."""
    for _ in range(60):
        player = players[players[0].to_move[0]]
        player.reach(max(one.number for one in players))
        claims = [move for move in player.legal if move.startswith("claim")]
        if claims:
            return player, players[players[0].to_move[0] - 1], claims[0]
        assert player.move(next(move for move in player.legal if move.startswith("draw")))["type"] == "ack"
        settle(players)
    raise AssertionError("nobody can claim")


def test_a_claim_is_taken_back_and_everybody_hears_of_it(server: Server) -> None:
    game, players = server.play()
    keep(players)
    maker, other, claim = until_claim(players)
    legal, before = maker.legal, other.view
    number = maker.move(claim)["number"]
    assert json.loads(maker.raw[-2])["undo"] == number
    settle(players)
    assert json.loads(other.raw[-1])["undo"] is None
    ply = other.notices[-1]["ply"]
    assert other.ask(type="undo", number=number)["code"] == "not_undoable"
    assert maker.ask(type="undo", number=number - 1)["code"] == "too_late"
    done = maker.ask(type="undo", number=number, id="back")
    assert maker.ask(type="undo", number=number, id="back") == done, "sent again, it is done once"
    assert maker.ask(type="undo", number=number)["code"] == "too_late"
    assert maker.legal == legal
    settle(players)
    assert other.notices[-1] == {"type": "undone", "seat": maker.seat, "ply": ply}
    assert other.view is not None
    assert before is not None
    assert {**other.view, "log": []} == {**before, "log": []}
    draw = next(move for move in maker.legal if move.startswith("draw"))
    number = maker.move(draw)["number"]
    assert maker.ask(type="undo", number=number)["code"] == "not_undoable"
    late = server.player(game, other.key, other.seat)
    late.hello()
    assert late.view is not None
    assert [entry["move"] for entry in late.view["log"]][-1] == draw
    play_on(players)
    verified(server, game)


def test_once_somebody_else_has_acted_or_time_is_up_it_is_too_late(tmp_path: Path) -> None:
    clock = Clock()
    with running(tmp_path, now=clock, tables=TableLimits(undos=1)) as server:
        _, players = server.play(clock=30.0)
        keep(players)
        maker, other, claim = until_claim(players)
        deadline = server.services.hub._live[maker.game].table.deadline()
        clock.now += 10
        number = maker.move(claim)["number"]
        clock.now += 10
        assert maker.ask(type="undo", number=number)["type"] == "ack"
        assert json.loads(maker.raw[-2])["deadline"] == deadline, "the clock runs on as if nothing had been"
        number = maker.move(claim)["number"]
        assert maker.ask(type="undo", number=number)["code"] == "too_many_undos"
        settle(players)
        assert other.move(next(one for one in other.legal if one.startswith("draw")))["type"] == "ack"
        assert maker.ask(type="undo", number=number)["code"] == "too_late"

        _, players = server.play(clock=30.0)
        keep(players)
        maker, other, claim = until_claim(players)
        clock.now += 29
        number = maker.move(claim)["number"]
        clock.now += 2
        assert maker.ask(type="undo", number=number)["code"] == "too_late"

        _, players = server.play(undo=False)
        keep(players)
        maker, other, claim = until_claim(players)
        number = maker.move(claim)["number"]
        assert json.loads(maker.raw[-2])["undo"] is None
        assert maker.ask(type="undo", number=number)["code"] == "no_undo"


def test_first_tickets_are_taken_back_until_all_have_chosen_and_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, players = server.play()
        keys = [player.key for player in players]
        assert players[0].move(players[0].legal[0])["type"] == "ack"
    with running(tmp_path) as server:
        players = [server.player(game, key, seat) for seat, key in enumerate(keys)]
        number = players[0].hello()["undo"]
        players[1].hello()
        assert players[1].welcome["undo"] is None
        assert players[0].ask(type="undo", number=number)["type"] == "ack"
        assert players[0].legal
        assert players[0].to_move == [0, 1]
        settle(players)
        assert players[1].notices[-1] == {"type": "undone", "seat": 0, "ply": None}
        keep(players)
        assert players[1].ask(type="undo", number=players[1].number)["code"] == "not_undoable"


def test_a_bot_waits_a_moment_and_its_thoughts_are_dropped_when_a_move_is_taken_back(tmp_path: Path) -> None:
    with running(tmp_path, undo_grace=3600.0) as server:
        game, (player,) = server.play(seats=2, bots=1, board="london")
        player.move(player.legal[0])
        claim = ""
        while not claim:
            player.wait(lambda one: bool(one.legal))
            claim = next((one for one in player.legal if one.startswith("claim")), "")
            if not claim:
                player.move(next(one for one in player.legal if one.startswith("draw")))
        for _ in range(3):
            number = player.move(claim)["number"]
            assert player.to_move == [1]
            assert player.ask(type="undo", number=number)["type"] == "ack"
            assert player.to_move == [0]
        player.move("draw blind")
        player.move(next(one for one in player.legal if one.startswith("draw")))
        player.wait(lambda one: bool(one.legal))  # nothing can be taken back: the bot does not wait
        key = player.key
    with running(tmp_path) as server:
        player = server.player(game, key, 0)
        player.hello()
        play_on([player])
        _, said = verified(server, game)
        assert any("moves of bots follow from the secret" in one for one in said)


def test_a_seat_that_is_away_takes_nothing_back() -> None:
    log, chance = Log("usa", 2), random.Random(3)
    while not log.table.undoable:
        (seat,) = log.table.to_move()
        number = log.move(seat, choose([str(one) for one in log.table.view(seat).legal], chance), 3.0)
    log.add(events.Away(seat, "left"), 4.0)
    with pytest.raises(RequestError, match="away"):
        log.undo(seat, number, 5.0)
    log.add(events.Back(seat), 6.0)
    log.undo(seat, number, 7.0)
