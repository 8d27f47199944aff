"""How fast the environments for learners are: steps a second, with observations and masks, of random legal actions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from bench.measures import no_collector
from branchline import Game
from branchline.drawing.frames import Frames
from branchline.env import VectorEnv, aec

#: Each measure takes about so many seconds.
SECONDS = 0.5


def steps_per_second(board: str, seats: int, opponents: list[str] | None, actions: str, runs: int) -> float:
    """Steps of 256 games in one thread for a second of CPU time, each with a random legal action."""
    with VectorEnv(board, seats, envs=256, opponents=opponents, actions=actions) as env:
        return median(_steps(env, time.process_time) for _ in range(runs))


def two_against_one(clock: Callable[[], float], runs: int, seconds: float = SECONDS) -> float:
    """How many times the steps a second two threads make, with 4,096 games of four on Europe.

    By the clock it is their gain, which needs two idle cores, so the best run of each counts. By CPU time it is what
    they lose: 1 is nothing.
    """
    speed = {1: 0.0, 2: 0.0}
    for _ in range(runs):
        for threads, best in speed.items():
            with VectorEnv("europe", 4, envs=4096, threads=threads, actions="canonical") as env:
                speed[threads] = max(best, _steps(env, clock, seconds))
    return speed[2] / speed[1]


def _steps(env: VectorEnv, clock: Callable[[], float], seconds: float = SECONDS) -> float:
    for _ in range(3):
        env.step()  # touches all memory
    steps, start = 0, clock()
    while (taken := clock() - start) < seconds:
        for _ in range(10):
            env.step()
        steps += 10
    return steps * env.envs / taken


def aec_steps_per_second(runs: int, wrapped: bool) -> float:
    """Steps of PettingZoo's environment on USA with two seats, each after `last()`."""
    make = aec.env if wrapped else aec.raw_env
    return median(_aec_steps(make("usa")) for _ in range(runs))


def _aec_steps(made: AECEnv[str, Any, int | None]) -> float:
    made.reset(seed=1)
    dice, steps, start = random.Random(1), 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        seen, _, over, _, _ = made.last()
        if over:
            made.reset()
        else:
            legal = np.flatnonzero(seen["action_mask"])
            made.step(int(legal[dice.randrange(len(legal))]))
            steps += 1
    return steps / taken


def frame_milliseconds(board: str) -> tuple[float, float]:
    """CPU time of the frames of a random game: the median, and the slowest after the first."""
    game, dice, found = Game(board, 2, 1), random.Random(1), []
    frames = Frames(game.board)
    with no_collector():
        while game.actor is not None:
            game.play(dice.choice(game.legal()))
            view, start = game.view(None), time.process_time()
            np.array(frames.frame(view))
            found.append(1000 * (time.process_time() - start))
    return median(found), max(found[1:])
