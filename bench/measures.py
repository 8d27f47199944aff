"""What is measured, and how. Most figures are CPU time of one thread, so that other programs matter little."""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import mean, median
from threading import Thread

from branchline import Action, Game, View, board_names, load_board
from branchline.arena.jobs import deal_game, play_out
from branchline.bots import Bot, make_bot
from branchline.core.playout import Playout, Tally
from branchline.core.rng import Rng
from branchline.core.rules.longest_path import LongestPath
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables
from branchline.review import review
from branchline.value import Estimator, find_network

NETWORKS = Path(__file__).parents[1] / "tests/core/worst_networks.json"


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the garbage collector, as `timeit` does it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cpu_seconds(work: Callable[[], object], runs: int) -> float:
    """The median CPU time of a piece of work."""
    times = []
    with no_collector():
        for _ in range(runs):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
    return median(times)


def games_per_second(board: str, seats: int, games: int, runs: int) -> float:
    """Complete random games, scored, without leaving the core."""
    tables, playout = Tables(load_board(board)), Playout()
    return games / cpu_seconds(lambda: playout.run(tables, seats, 1, 0, games, Tally()), runs)


def uncompiled_games_per_second(board: str, seats: int, games: int, runs: int) -> float:
    """The same with the Python files of the core, in a process of its own."""
    code = f"from bench.measures import games_per_second as f; print(f({board!r}, {seats}, {games}, {runs}))"
    return float(in_new_process(code, BRANCHLINE_UNCOMPILED="1"))


def import_milliseconds(runs: int) -> float:
    """How long `import branchline` takes in a new process, on top of Python's own start."""
    code = "import time; t = time.process_time(); import branchline; print(time.process_time() - t)"
    return 1000 * median(float(in_new_process(code)) for _ in range(runs))


def in_new_process(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    ).stdout


def two_against_one(worker: Callable[..., Thread | BaseProcess], games: int, runs: int) -> float:
    """How many times as many games two threads (or processes) play as one does in the same time.

    That is a matter of the clock on the wall and needs two idle cores, so the best run counts, not the median.
    """
    tables = Tables(load_board("europe"))

    def wall_seconds(count: int) -> float:
        workers = [
            worker(target=Playout().run, args=(tables, 2, seed, 0, games, Tally())) for seed in range(count)
        ]
        start = time.perf_counter()
        for each in workers:
            each.start()
        for each in workers:
            each.join()
        return time.perf_counter() - start

    return max(2 * wall_seconds(1) / wall_seconds(2) for _ in range(runs))


def state_bytes() -> int:
    """The size of one state."""
    return sys.getsizeof(State())


def clone_microseconds(runs: int) -> float:
    """One state copied into another, called from Python; an empty loop is subtracted, the call itself is not."""
    one, other, times = State(), State(), range(200_000)
    copy = other.copy_from

    def work() -> None:
        for _ in times:
            copy(one)

    def nothing() -> None:
        for _ in times:
            pass

    return 1e6 * (cpu_seconds(work, runs) - cpu_seconds(nothing, runs)) / len(times)


@cache
def played_games(board: str, seats: int, count: int) -> list[list[Action]]:
    """The moves of some random games, by seed."""
    games = []
    for seed in range(count):
        game, choose, moves = Game(board, seats=seats, seed=seed), random.Random(seed), list[Action]()
        while not game.over:
            moves.append(choose.choice(game.legal()))
            game.play(moves[-1])
        games.append(moves)
    return games


@cache
def some_views(board: str, seats: int) -> list[View]:
    """Views of every twentieth position of some random games, as the seat to move has them."""
    views = []
    for seed, moves in enumerate(played_games(board, seats, 5)):
        game = Game(board, seats=seats, seed=seed)
        for number, move in enumerate(moves):
            if number % 20 == 10:
                views.append(game.view(game.actor))
            game.play(move)
    return views


def plays_per_second(runs: int) -> float:
    """`Game.play` alone: the moves are known before, the games are made outside the clock."""
    games = played_games("europe", 3, 10)
    moves = sum(map(len, games))

    def one_run() -> float:
        made = [Game("europe", seats=3, seed=seed) for seed in range(len(games))]

        def work() -> None:
            for game, played in zip(made, games, strict=True):
                for move in played:
                    game.play(move)

        return cpu_seconds(work, 1)

    return moves / median(one_run() for _ in range(runs))


def view_microseconds(runs: int) -> float:
    """`Game.view` for the seat to move, in the middle of games of four."""
    games = []
    for seed, moves in enumerate(played_games("europe", 4, 10)):
        game = Game("europe", seats=4, seed=seed)
        for move in moves[: len(moves) // 2]:
            game.play(move)
        games.append(game)
    return 1e6 * cpu_seconds(lambda: [game.view(game.actor) for game in games * 20], runs) / (20 * len(games))


def determinise_microseconds(runs: int) -> float:
    """A full state from what one seat of four knows, in the core."""
    views = some_views("europe", 4)
    known, tables, rng, out = [view.knowledge() for view in views], Tables(views[0].board), Rng(1), State()

    def work() -> None:
        for _ in range(20):
            for knowledge in known:
                knowledge.fill(tables, rng, out)

    return 1e6 * cpu_seconds(work, runs) / (20 * len(known))


def worlds_microseconds(runs: int) -> tuple[float, float]:
    """`View.determinise`, called from Python: a further world of a view, and the first one."""
    views, dice = some_views("europe", 4), random.Random(1)
    first = 1e6 * cpu_seconds(lambda: [view.determinise(dice) for view in views], 1) / len(views)

    def work() -> None:
        for view in views:
            for _ in range(20):
                view.determinise(dice)

    return 1e6 * cpu_seconds(work, runs) / (20 * len(views)), first


def worst_path_milliseconds(runs: int) -> float:
    """The longest path on the worst networks that were found on the real boards."""
    longest_path, slowest = LongestPath(), 0.0
    for network in json.loads(NETWORKS.read_text()):
        if "routes" in network:
            board = load_board(network["board"])
            mask = sum(1 << board.route_index(route) for route in network["routes"])
            work = partial(longest_path.longest, Tables(board), mask % 2**64, mask >> 64)
            slowest = max(slowest, cpu_seconds(work, 5 * runs))
    return 1000 * slowest


def decision_milliseconds(spec: str, games: int) -> tuple[float, float, float]:
    """CPU time of a bot's decisions through `Bot.choose`: the mean, what one in a thousand exceeds, and the longest.

    Games of its own on all boards, with few seats and many. The first game of each board and number of seats is not
    counted: it makes the tables that all later ones share.
    """
    times = []
    with no_collector(), make_bot(spec) as bot:
        for board in board_names():
            for seats in (2, 4):
                for seed in range(games + 1):
                    taken = decision_times(bot, Game(board, seats=seats, seed=seed))
                    times += taken if seed else []
                    gc.collect()
    return 1000 * mean(times), 1000 * sorted(times)[int(0.999 * len(times))], 1000 * max(times)


def evaluation_microseconds(board: str, seats: int, runs: int) -> float:
    """The value of a position to the seat that is to move, at the starts of turns in a game of hybrid."""
    game, file = Game(board, seats=seats, seed=1), find_network(load_board(board), seats)
    assert file is not None
    value, states = Estimator(game.board, file).value, []
    with make_bot("hybrid") as bot:
        while game.actor is not None:
            if game.phase == "turn":
                states.append((game.state(), game.actor))
            game.play(bot.choose(game.view(game.actor)))

    def work() -> None:
        for state, seat in states:
            for _ in range(100):
                value.estimate(state, seat)

    return 1e6 * cpu_seconds(work, runs) / (100 * len(states))


def review_seconds(level: str) -> tuple[float, bool]:
    """CPU time of the review of a game of four on Europe, over all its threads; and whether it looked deeper.

    The bots play unlike hybrid, as people do: each of their moves is compared with its own.
    """
    bots = ("planner", "one-step", "long-route", "path")
    game = deal_game(load_board("europe"), len(bots), 21, 0)
    play_out(game, 21, 0, bots, limit=60)
    start = time.process_time()
    found = review(game, level)
    return time.process_time() - start, found.budget.refined


def decision_times(bot: Bot, game: Game) -> list[float]:
    """CPU seconds of each decision of a game that a bot plays by itself."""
    times = []
    while game.actor is not None:
        view = game.view(game.actor)
        start = time.thread_time()
        action = bot.choose(view)
        times.append(time.thread_time() - start)
        game.play(action)
    return times


def search_overtime(seconds: float, decisions: int) -> tuple[float, float]:
    """By what share `search` exceeds its time limit, in wall-clock time: the median and the worst decision."""
    driver, over = make_bot("hybrid"), []
    with make_bot(f"search:time={seconds}") as bot:
        for seed in range(1, 1000):
            game = Game("usa", seats=2, seed=seed)
            while game.actor is not None:
                view = game.view(game.actor)
                if game.moves % 10 == 5:
                    start = time.perf_counter()
                    bot.choose(view)
                    over.append((time.perf_counter() - start) / seconds - 1)
                    if len(over) == decisions:
                        return median(over), max(over)
                game.play(driver.choose(view))
    raise AssertionError("too few decisions")
