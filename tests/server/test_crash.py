"""Kill -9 at any moment loses no acknowledged move, and the next start goes on by itself."""

import asyncio
import json
import random
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from branchline import Game
from branchline.server.storage.store import Store
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import past_update

from .players import TIMEOUT
from .processes import Process
from .robots import Robot, seat_robots

KILLS = 6
STOPPED = (0, -signal.SIGTERM)


def rebuilt(store: Store, game: str) -> Table:
    """A table from its log, and nothing else."""
    secret = store.secret(game)
    assert secret is not None
    table = Table(game, secret)
    for stored in store.read(game):
        apply(table, stored.number, stored.at, stored.event)
    return table


def compare(store: Store, robots: Sequence[Robot]) -> None:
    """Everything that a robot was promised is in the log, once, and the log tells what the robot heard."""
    for robot in robots:
        log = {stored.number: stored.event for stored in store.read(robot.game)}
        assert sorted(log) == list(range(1, len(log) + 1))
        for id_, (number, move) in robot.acknowledged.items():
            event = log[number]
            assert isinstance(event, events.Moved | events.Kept)
            assert (event.seat, event.id, set(event.move.split())) == (robot.seat, id_, set(move.split()))
        ids = [
            (event.seat, event.id) for event in log.values() if isinstance(event, events.Moved | events.Kept)
        ]
        assert len(ids) == len(set(ids))
        table = rebuilt(store, robot.game)
        for number, notices in robot.notices.items():
            assert notices == plain(past_update(table, robot.seat, number))["news"], number


def plain(update: Any) -> dict[str, Any]:
    return dict(json.loads(encode(update)))


@pytest.mark.slow
def test_killed_again_and_again_under_load_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    robots: list[Robot] = []
    for board, seats in (("europe", 3), ("usa", 2), ("london", 2)):
        opening = server.open(board, seats)
        robots += seat_robots(server.url, [[server.port]] * seats, opening)
    with_bots = server.open("europe", 3, bots=2)
    robots += seat_robots(server.url, [[server.port]], with_bots)
    asyncio.run(kill_again_and_again(server, robots))
    assert server.stop() in STOPPED
    store = Store(f"sqlite:///{tmp_path / 'branchline.db'}")
    compare(store, robots)
    for robot in robots:
        table = rebuilt(store, robot.game)
        assert Game.replay(table.playing.record()).position() == table.playing.position()
        assert robot.over or robot.acknowledged
    assert sum(robot.reconnects for robot in robots) >= KILLS
    store.close()


async def kill_again_and_again(server: Process, robots: Sequence[Robot]) -> None:
    """The robots play; the server is killed while they do, and at the end they play on for a little."""
    chance = random.Random(11)
    stop = asyncio.Event()
    playing = [asyncio.create_task(robot.play(stop)) for robot in robots]
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.2, 0.7))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await play_a_little_more(robots, 20)
    stop.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def play_a_little_more(robots: Sequence[Robot], moves: int) -> None:
    """Until so many more moves are acknowledged, or all games have come to their end."""
    enough = sum(len(robot.acknowledged) for robot in robots) + moves
    async with asyncio.timeout(TIMEOUT):
        while sum(len(robot.acknowledged) for robot in robots) < enough:
            if all(robot.over for robot in robots):
                return
            await asyncio.sleep(0.05)


@pytest.mark.slow
def test_bots_play_on_by_themselves_after_a_crash(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    games = [str(server.open("london", 2, bots=2)["table"]["id"]) for _ in range(3)]  # type: ignore[index]
    server.kill()
    server.start()
    store = Store(f"sqlite:///{tmp_path / 'branchline.db'}")
    asyncio.run(all_over(store, games))
    assert server.stop() in STOPPED
    assert all(rebuilt(store, game).stage == "over" for game in games)
    store.close()


async def all_over(store: Store, games: Sequence[str]) -> None:
    """Wait until the log of each game has come to its end."""
    async with asyncio.timeout(TIMEOUT):
        for game in games:
            while rebuilt(store, game).stage != "over":
                await asyncio.sleep(0.2)
