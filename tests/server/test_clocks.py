"""Clocks: nobody loses time, and nothing waits, because somebody sets the clock of the machine."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from branchline.server.clock import SteadyClock

from .players import Player, keep
from .processes import MAIN, Process
from .running import Clock, Server, running, until
from .test_crash import STOPPED

HOUR = 3600.0


def times(folder: Path, game: str) -> list[float]:
    """When the events of a table happened, by its log."""
    with sqlite3.connect(folder / "branchline.db") as database:
        found = database.execute("SELECT at FROM events WHERE game = ? ORDER BY number", (game,))
        return [at for (at,) in found]


def only_bots(server: Server) -> str:
    """A long game that nobody watches."""
    game: str = server.open(board="europe", seats=5, bots=5, public=True)["table"]["id"]
    until(lambda: server.get(f"/api/tables/{game}").json()["table"]["stage"] == "playing")
    return game


@pytest.mark.parametrize("jump", [-HOUR, -30 * 24 * HOUR, HOUR])
def test_bots_go_on_after_a_restart_whatever_the_clock_says(tmp_path: Path, jump: float) -> None:
    clock = Clock()
    with running(tmp_path, now=clock, bot_delay=0.01) as server:
        game = only_bots(server)
        until(lambda: len(times(tmp_path, game)) > 10)
    before = len(times(tmp_path, game))
    clock.now += jump
    with running(tmp_path, now=clock, bot_delay=0.01):
        until(lambda: len(times(tmp_path, game)) > before + 20)
    assert all(one <= two for one, two in pairwise(times(tmp_path, game)))


def test_a_clock_runs_out_in_its_time_after_the_machines_clock_was_set_back(tmp_path: Path) -> None:
    clock = Clock()
    with running(tmp_path, now=clock) as server:
        game, players = server.play(clock=30.0)
        keep(players)
        late, keys = players[0].to_move[0], [player.key for player in players]
    clock.now -= HOUR
    with running(tmp_path, now=clock) as server:
        other = server.player(game, keys[1 - late], 1 - late)
        welcome = other.hello()
        assert welcome["deadline"] - welcome["now"] == 30.0
        clock.now += 29
        assert (
            other.ask(type="vote", seat=late)["code"] == "too_early"
        )  # after 60 seconds, of which 29 are over
        assert not any(notice["type"] == "away" for notice in other.notices)
        clock.now += 2
        assert other.hear("away") == {"type": "away", "seat": late, "why": "clock"}
        other.wait(lambda one: one.to_move == [other.seat])
        clock.now += 29
        assert other.move(other.legal[0])["type"] == "ack"
    assert all(one <= two for one, two in pairwise(times(tmp_path, game)))


def test_a_table_is_looked_at_when_somebody_comes_whatever_its_row_says(tmp_path: Path) -> None:
    with running(tmp_path, sweep=HOUR, bot_delay=0.01) as server:
        game = only_bots(server)
    with sqlite3.connect(tmp_path / "branchline.db") as database:
        database.execute("UPDATE games SET due = due + 1e6")
    database.close()
    before = len(times(tmp_path, game))
    with running(tmp_path, sweep=HOUR, bot_delay=0.01) as server:
        server.player(game, None).hello()
        until(lambda: len(times(tmp_path, game)) > before + 5)


class Set(Process):
    """A server on a machine whose clock is set while it runs: its time of day is that of a file's."""

    main = (
        "import os, time; real = time.time; "
        "time.time = lambda: real() + float(open(os.environ['CLOCK_AHEAD']).read()); " + MAIN
    )


def test_setting_the_clock_of_the_machine_while_a_server_runs_changes_nothing(tmp_path: Path) -> None:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    server = Set(tmp_path, "", "--bot-delay", "0.01", CLOCK_AHEAD=str(ahead))
    server.start()
    bots = str(server.open("europe", 5, bots=5)["table"]["id"])  # type: ignore[index]
    opening = server.open("london", 2, public=True, clock=60.0)
    game = str(opening["table"]["id"])  # type: ignore[index]
    keys = [
        httpx.post(f"{server.url}/api/tables/{game}/join", json={"name": f"p{n}"}).json()["key"] for n in "ab"
    ]
    player = Player(server.port, game, keys[0], 0)
    try:
        player.hello()
        player.wait(lambda one: bool(one.legal))
        for jump in (2 * HOUR, -HOUR, 0.0):
            ahead.write_text(str(jump))
            enough = len(times(tmp_path, bots)) + 10
            until(lambda: len(times(tmp_path, bots)) > enough)  # noqa: B023
        assert player.move(player.legal[0])["type"] == "ack"  # in time, though two hours seem to have passed
        assert not any(notice["type"] == "away" for notice in player.notices)
    finally:
        player.close()
        assert server.stop() in STOPPED
    moments = times(tmp_path, bots)
    assert all(one <= two for one, two in pairwise(moments))
    assert moments[-1] - moments[0] < HOUR


def test_a_steady_clock_starts_at_the_time_of_day() -> None:
    steady = [7.0]
    clock = SteadyClock(1000.0, lambda: steady[0])
    assert clock() == 1000.0
    steady[0] += 2.5
    assert clock() == 1002.5


def test_bots_answer_people_at_once_but_where_a_clock_runs_or_nobody_plays_the_server_sets_the_pace(
    tmp_path: Path,
) -> None:
    with running(tmp_path, bot_pace=1e6) as server:
        alone = only_bots(server)
        _, [thinking] = server.play(seats=2, bots=1, clock=3_600)
        keep([thinking])
        _, [quick] = server.play(seats=2, bots=1)
        keep([quick])
        for _ in range(3):
            quick.wait(lambda one: bool(one.legal))
            quick.move("draw blind" if "draw blind" in quick.legal else quick.legal[0])
        assert thinking.view is not None
        assert thinking.view["starting"], "the bot still chooses its tickets"
        assert len(times(tmp_path, alone)) == 2, "opened and started"
