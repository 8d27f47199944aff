"""How fast Python in a browser is: games of the core, and each step at a table, where Python around the core counts.

`python -m bench --wasm` measures it in Pyodide under Node and natively. Times are CPU time, but for what a search of
0.2 s takes on the clock. At the table a whole game of bots is played: every move is commanded, applied and presented.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from bench import worker
from branchline import Game, load_board
from branchline.bots import make_bot
from branchline.server.table import commands, events
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import update, welcome

T = TypeVar("T")
#: Bot, board, seats and number of games of each measure of speed.
GAMES = (
    ("random", "usa", 2, 6000),
    ("random", "europe", 2, 6000),
    ("random", "london", 3, 6000),
    ("rush", "usa", 2, 2000),
    ("hybrid", "usa", 2, 1000),
    ("hybrid", "europe", 4, 300),
)
#: The table that is played: the board with the most kinds of moves, with all its seats.
BOARD, SEATS, TABLES = "europe", 5, 3
#: After so many moves a search has much to choose from.
MIDDLE = 40
#: What Pyodide runs. Its clock of CPU time is one of the wall, so it gets Node's. The import comes first.
CODE = """
import json, time
from pyodide.code import run_js
time.process_time = run_js("() => {{ const {{user, system}} = process.cpuUsage(); return (user + system) / 1e6; }}")
start = time.process_time()
import branchline, branchline.bots
imported = time.process_time() - start
from bench import browser
print(json.dumps(browser.measured({runs}) | {{"import": imported}}))
"""


class Steps:
    """A table of bots, and how long each kind of step took, in milliseconds."""

    def __init__(self, seed: int) -> None:
        self.times: dict[str, list[float]] = {}
        plan = tuple(events.SeatPlan(bot="hybrid", name=f"bot {n}") for n in range(SEATS))
        self.table = Table("bench", bytes(range(seed, seed + 32)))
        self.put(events.Opened(BOARD, load_board(BOARD).digest, plan, "host", "watch", first=0))
        self.put(events.Started())

    def put(self, event: events.Event) -> None:
        apply(self.table, self.table.number + 1, 0.0, event)

    def timed(self, name: str, work: Callable[..., T], *arguments: Any) -> T:
        start = time.process_time()
        result = work(*arguments)
        self.times.setdefault(name, []).append(1000 * (time.process_time() - start))
        return result

    def play(self) -> None:
        """Play to the end. A move is presented to the seat that made it; a hello sends the whole game."""
        table = self.table
        with make_bot("hybrid", seed=1) as bot:
            while table.stage == "playing":
                seat = table.to_move()[0]
                game = table.game_at_turn_of(seat)
                self.timed("legal moves", game.legal)
                view = self.timed("a view", game.view, seat)
                move = self.timed("a decision of hybrid", bot.choose, view)
                event = self.timed("a command", commands.move, table, seat, str(move), "m", True)
                self.timed("an event applied", self.put, event)
                self.timed("a move presented", lambda seat=seat: encode(update(table, seat)))
        for seat in range(SEATS):
            self.timed("a hello after the game", lambda seat=seat: encode(welcome(table, seat, False, None)))
        self.timed("a record", table.playing.record)


def steps() -> dict[str, tuple[float, float]]:
    """The median and the worst of each kind of step, in milliseconds. A first game, which is not counted, warms up."""
    found: dict[str, list[float]] = {}
    for seed in range(TABLES + 1):
        played = Steps(seed)
        played.play()
        for name, times in played.times.items() if seed else ():
            found.setdefault(name, []).extend(times)
    return {name: (median(times), max(times)) for name, times in found.items()}


def speeds(runs: int) -> dict[str, float]:
    """Games a second, the median of some runs."""
    found = {}
    for bot, board, seats, games in GAMES:
        play = partial(worker.play_policy, bot, board, seats, games)
        if bot == "random":
            play = partial(worker.play_random, board, seats, games)
        play()  # a browser translates the code while it runs
        found[f"{bot}, {board}, {seats} seats"] = games / median(play()[0] for _ in range(runs))
    return found


def searches(spec: str, clock: Callable[[], float], runs: int) -> tuple[float, float]:
    """How long a search takes in the middle of games on USA, in milliseconds: the median and the worst."""
    times = []
    with make_bot(spec, seed=1) as bot, make_bot("hybrid", seed=1) as driver:
        for seed in range(2 * runs + 1):
            game = Game("usa", 2, seed=seed)
            while game.moves < MIDDLE or game.phase != "turn":
                game.play(driver.choose(game.view(game.actor)))
            view = game.view(game.actor)
            start = clock()
            bot.choose(view)
            times.append(1000 * (clock() - start))
    return median(times[1:]), max(times[1:])


def measured(runs: int) -> dict[str, Any]:
    """Everything, in this Python."""
    gc.disable()
    found = {
        "speeds": speeds(runs),
        "steps": steps(),
        "rollouts": searches("search:rollouts=2000", time.process_time, runs),
        "time": searches("search:time=0.2", time.perf_counter, runs),
    }
    gc.enable()
    return found


def measured_in_pyodide(runs: int) -> dict[str, Any]:
    """Everything, in Pyodide under Node, with how long the import takes."""
    from tools.wasm import archive, node

    with TemporaryDirectory() as folder:
        wheel = archive.wheel(Path(folder))
        found: dict[str, Any] = json.loads(node.run(wheel, CODE.format(runs=runs), 1200))
        return found | {"bytes": sum(map(len, archive.modules().values())), "wheel": wheel.stat().st_size}
