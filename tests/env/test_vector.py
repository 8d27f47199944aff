"""VectorEnv: its observations are those of a `View`, its games are those of the core, in any number of threads."""

# ruff: noqa: N802

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from array import array
from hashlib import sha256

import numpy as np
import pytest

from branchline import BranchlineError, Game, IllegalMove, board_names, load_board
from branchline.core import COMPILED
from branchline.core.env.observation import Layout
from branchline.core.policies.policy import Policy
from branchline.core.search.self_play import SelfPlay
from branchline.env import VectorEnv, encode, parts
from branchline.game.codec import board_codec

TABLES = [("usa", 2), ("usa", 5), ("europe", 2), ("europe", 4), ("london", 3)]


def written(game: Game, seat: int) -> list[int]:
    """The observation of a seat, as the core writes it."""
    layout = Layout(board_codec(game.board).tables, game.seats)
    memory = array("B", b"\xff" * layout.size)
    layout.write(game.state(), seat, memory)
    return memory.tolist()


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_an_observation_is_the_encoding_of_the_view(board: str, seats: int) -> None:
    """Value by value, for every seat, in all phases of random games."""
    phases = set()
    for seed in range(4):
        game, dice = Game(board, seats, seed), random.Random(seed)
        while game.actor is not None:
            phases.add(game.phase)
            if dice.random() < 0.15 or game.phase == "tunnel":
                for seat in range(seats):
                    assert written(game, seat) == encode(game.view(seat)).tolist()
            game.play(dice.choice(game.legal()))
        assert written(game, 0) == encode(game.view(0)).tolist()
    assert {"keep", "turn", "second_card"} <= phases
    assert board != "europe" or "tunnel" in phases


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_H1_an_observation_does_not_change_when_what_is_hidden_is_dealt_anew(board: str, seats: int) -> None:
    changed = 0
    for seed in range(3):
        game, dice = Game(board, seats, seed), random.Random(seed)
        while game.actor is not None:
            if dice.random() < 0.1:
                for seat in range(seats):
                    other = game.view(seat).determinise(dice)
                    assert written(other, seat) == written(game, seat)
                    changed += other.position() != game.position()
            game.play(dice.choice(game.legal()))
    assert changed > 20  # other worlds they are


@pytest.mark.parametrize("actions", ["full", "canonical", "route"])
@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("europe", 3), ("london", 4)])
def test_every_row_shows_what_its_game_is(board: str, seats: int, actions: str) -> None:
    env = VectorEnv(board, seats, envs=6, actions=actions, seed=4)
    for step in range(400):
        env.step(env.sample())
        if step % 23:
            continue
        for row in range(env.envs):
            game = env.game(row)
            assert game.actor == env.actor[row]
            assert encode(game.view(game.actor)).tolist() == env.observations[row].tolist()
            ids = game.legal_ids(actions)
            assert np.flatnonzero(env.masks[row]).tolist() == ids
            assert sorted(env.legal_ids[row, : env.legal_counts[row]].tolist()) == ids


def digest(env: VectorEnv, steps: int) -> str:
    """A fingerprint of everything that an environment says in some random steps."""
    found = sha256()
    for _ in range(steps):
        env.step(env.sample())
        points = env.points * env.done[:, None]
        for part in (env.observations, env.masks, env.actor, env.rewards, env.done, points):
            found.update(part.tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("opponents", [None, ["hybrid", "random"]])
def test_the_number_of_threads_changes_nothing(opponents: list[str] | None) -> None:
    found = set()
    for threads in (1, 2, 3):
        with VectorEnv("london", 3, envs=7, threads=threads, opponents=opponents, seed=11) as env:
            found.add(digest(env, 300))
    assert len(found) == 1


RUN = """
import json
from branchline.env import VectorEnv
from tests.env.test_vector import digest
print(json.dumps([
    digest(VectorEnv("london", 2, envs=3, actions="route", reward="shaped", seed=2), 120),
    digest(VectorEnv("europe", 3, envs=2, actions="canonical", reward="rank", seed=2, longest=90), 60),
    digest(VectorEnv("usa", 2, envs=2, opponents=["rush"], actions="full", seed=2), 20),
]))
"""


@pytest.mark.parametrize("threads", [1, 3])
def test_a_step_without_actions_plays_random_ones(threads: int) -> None:
    one, other = (VectorEnv("london", 2, envs=7, threads=threads, seed=4) for _ in range(2))
    for _ in range(300):
        one.step()
        other.step(other.sample())
        assert (one.observations == other.observations).all()
        assert (one.rewards == other.rewards).all()
    one.close()
    other.close()


def test_threads_end_with_their_environment() -> None:
    before = threading.active_count()
    with VectorEnv("london", 2, envs=6, threads=3) as env:
        assert threading.active_count() == before + 2
        env.step()
    assert threading.active_count() == before
    env.step()  # it goes on in this thread
    env = VectorEnv("london", 2, envs=6, threads=3)
    del env
    assert threading.active_count() == before


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare")
def test_compiled_and_uncompiled_core_say_the_same() -> None:
    found = []
    for uncompiled in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", RUN],
            env=os.environ | {"BRANCHLINE_UNCOMPILED": uncompiled},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]


def test_games_against_opponents_are_those_of_the_arena() -> None:
    """A learner that plays as greedy does has the very games that greedy plays in the core."""
    board = load_board("usa")
    tables = board_codec(board).tables
    greedy, self_play = Policy("greedy"), SelfPlay(tables, [Policy("greedy"), Policy("rush")])
    env = VectorEnv(board, 2, envs=3, opponents=["rush"], seed=9)
    played = [0, 0, 0]
    while min(played) < 3:
        env.step([greedy.choose(tables, env.game(row).state()) for row in range(env.envs)])
        for row in np.flatnonzero(env.done):
            self_play.play(9, int(row) + env.envs * played[row])
            assert env.points[row].tolist() == [self_play.result(seat)["total"] for seat in (0, 1)]
            played[row] += 1


def test_a_snapshot_brings_games_back_here_or_elsewhere() -> None:
    env = VectorEnv("europe", 2, envs=4, actions="canonical", seed=1)
    for _ in range(150):
        env.step(env.sample())
    before, seen = env.snapshot(), env.observations.copy()
    first = digest(env, 200)
    env.restore(before)
    assert (env.observations == seen).all()
    assert digest(env, 200) == first
    env.restore(before)
    env.restore(env.snapshot([2]), rows=[0, 1, 3])
    assert (env.observations == seen[2]).all()
    for _ in range(30):
        env.step(np.repeat(env.sample()[2], 4))
    assert (env.observations == env.observations[2]).all()  # the same luck
    env.reseed(5)
    for _ in range(30):
        env.step(env.sample())
    assert not (env.observations == env.observations[2]).all()
    with pytest.raises(BranchlineError, match="4 games does not fit into 2 rows"):
        env.restore(before, rows=[0, 1])
    with pytest.raises(BranchlineError, match="of europe with 2 seats, not of usa with 2"):
        VectorEnv("usa", 2, envs=4).restore(before)


@pytest.mark.parametrize(("reward", "seats"), [("win", 2), ("win", 4), ("rank", 4), ("margin", 2)])
def test_rewards_come_at_the_end_and_follow_the_scores(reward: str, seats: int) -> None:
    env = VectorEnv("usa", seats, envs=16, reward=reward, seed=3)
    ended = 0
    while ended < 40:
        env.step(env.sample())
        assert not env.rewards[~env.done].any()
        for row in np.flatnonzero(env.done):
            ended += 1
            given, points = env.rewards[row], env.points[row]
            assert given.sum() == pytest.approx(0, abs=1e-6)
            assert given[points.argmax()] == given.max()
            if reward == "margin":
                assert given[0] == pytest.approx((points[0] - points[1]) / 100)
            elif (points == points.max()).sum() == 1:
                assert given.max() == 1
                assert given.min() == (pytest.approx(-1 / (seats - 1)) if reward == "win" else -1)


def test_the_shaped_reward_adds_up_to_routes_and_tickets_and_the_win() -> None:
    """On London, without stations and longest path: the points are those of routes, tickets and districts."""
    env = VectorEnv("london", 2, envs=1, reward="shaped", seed=8)
    for _ in range(5):
        total = np.zeros(2)
        while True:
            before = env.game(0)
            action = int(env.sample()[0])
            env.step([action])
            total += env.rewards[0]
            if env.done[0]:
                break
        before.play_id(action)
        scores = before.scores()
        won = [2 / len(before.winners()) - 1 if score.rank == 1 else -1 for score in scores]
        assert total == pytest.approx(
            [(score.routes + score.tickets) / 100 + win for score, win in zip(scores, won, strict=True)]
        )


def test_a_new_game_follows_at_once_and_a_long_one_is_cut() -> None:
    env = VectorEnv("london", 2, envs=2, seed=0, longest=10)
    for _ in range(9):
        env.step(env.sample())
        assert not env.done.any()
    env.step(env.sample())
    assert env.done.all()
    assert env.truncated.all()
    started = parts(env.board, 2)["table"].start + 5
    assert (env.observations[:, started] == 1).all()  # the first tickets of the next game
    env.step(env.sample())
    assert not env.truncated.any()


def test_an_illegal_action_is_refused_with_its_row() -> None:
    env = VectorEnv("usa", 2, envs=3, seed=0)
    before = env.observations[1].copy()
    actions = env.sample().copy()
    actions[1] = 9
    with pytest.raises(IllegalMove, match="draw blind") as caught:
        env.step(actions)
    assert caught.value.__notes__ == ["in row 1, where seat 0 is to move"]
    assert (env.observations[1] == before).all()
    with pytest.raises(IllegalMove, match="there is no action 99999"):
        env.step([99999] * 3)


def test_arrays_share_memory_and_are_never_replaced() -> None:
    env = VectorEnv("usa", 2, envs=3, seed=0)
    observations, rewards, done = env.step(env.sample())
    assert observations is env.observations
    assert rewards is env.rewards
    assert done is env.done
    kept = observations.copy()
    env.step(env.sample())
    assert (observations != kept).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 9}, "for 2 to 5 seats"),
        ({"envs": 0}, "envs is 1 to"),
        ({"threads": 500}, "threads is 1 to 256"),
        ({"actions": "small"}, "there is no action space"),
        ({"reward": "money"}, "there are win, rank, margin, shaped"),
        ({"opponents": ["search"]}, "can't play inside the core"),
        ({"opponents": ["rush", "rush"]}, "a list of one bot for all, or of 1"),
        ({"opponents": ["nobody"]}, "no bot"),
    ],
)
def test_wrong_arguments_are_refused_in_words(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BranchlineError, match=message):
        VectorEnv("usa", **arguments)  # type: ignore[arg-type]


def test_every_board_has_an_environment() -> None:
    for name in board_names():
        env = VectorEnv(name, load_board(name).max_seats, envs=2)
        assert env.observations.shape[1] == max(part.stop for part in parts(env.board, env.seats).values())
