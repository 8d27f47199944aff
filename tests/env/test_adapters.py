"""PettingZoo, Gymnasium and OpenSpiel: their own conformance tests, and what those do not look at."""

from __future__ import annotations

import pickle
import random
import sys
import unittest
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import api_test, render_test, seed_test

from branchline import BranchlineError, load_board
from branchline.board import DEFAULT_BOARD
from branchline.env import VectorEnv, aec, encode
from branchline.env.table import Table

pyspiel: Any = pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[spiel]"')

# All games with masks show dictionaries, and PettingZoo warns that most learners want boxes.
masks = pytest.mark.filterwarnings("ignore:.*bservation.*:UserWarning")


def is_picture(result: object) -> bool:
    """Whether a rendered frame shows a map, and not one colour."""
    return isinstance(result, np.ndarray) and result.shape[1] == 800 and result.std() > 20


@masks
@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("europe", 4)])
def test_pettingzoo_api(board: str, seats: int) -> None:
    api_test(aec.env(board, seats), num_cycles=300)


def test_pettingzoo_seed() -> None:
    seed_test(lambda: aec.env("london", 3), num_cycles=120)


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: aec.env("london", render_mode=render_mode),
        custom_tests={"rgb_array": is_picture, "svg": lambda text: text.startswith("<svg")},
    )
    assert "seat 0 keep" not in capsys.readouterr().out  # a spectator sees no tickets


def test_every_agent_of_the_aec_environment_sees_its_own_view() -> None:
    env = aec.raw_env("europe", 3, actions="route", reward="rank")
    env.reset(seed=3)
    dice, total = random.Random(1), dict.fromkeys(env.agents, 0.0)
    while not all(env.terminations.values()):
        game = env.table.game
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            if dice.random() < 0.1:
                assert seen["observation"].tolist() == encode(game.view(seat)).tolist()
            legal = game.legal_ids("route") if game.actor == seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        env.step(dice.choice(env.table.game.legal_ids("route")))
        for agent, given in env.rewards.items():
            total[agent] += given
    assert sum(total.values()) == pytest.approx(0)
    ranks = [score.rank for score in env.table.game.scores()]
    assert max(total.values()) == total[f"seat_{ranks.index(1)}"]


@pytest.mark.parametrize("reward", ["win", "rank", "margin", "shaped"])
def test_rewards_are_those_of_the_vector_environment(reward: str) -> None:
    native = VectorEnv("london", 3, envs=1, reward=reward, seed=6)
    table = Table(load_board("london"), 3, "full", reward)
    for _ in range(3):
        table.game = native.game(0)
        while not table.game.over:
            table.game = native.game(0)  # the dice of the two differ: each step begins with the same position
            action = int(native.sample()[0])
            native.step([action])
            given = table.play(action)
            if native.done[0]:
                assert table.game.over
            assert native.rewards[0] == pytest.approx(given)


def a_learner(**options: Any) -> Any:
    return gymnasium.make("Branchline-v0", board="london", opponents=["hybrid"], **options)


@pytest.mark.filterwarnings("ignore:.*not within the observation space:UserWarning")
def test_gymnasium_env_checker(capsys: pytest.CaptureFixture[str]) -> None:
    check_env(a_learner(render_mode="rgb_array").unwrapped)
    capsys.readouterr()


def test_gymnasium_a_whole_game_and_an_illegal_action() -> None:
    env = a_learner(render_mode="rgb_array")
    seen, _ = env.reset(seed=4)
    dice, over = random.Random(2), False
    while not over:
        assert (seen["action_mask"] == env.unwrapped.action_masks()).all()
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        seen, reward, over, _, _ = env.step(dice.choice(legal))
    assert reward in (-1, 0, 1)
    assert is_picture(env.render())
    seen, _ = env.reset(seed=4)
    seen, reward, over, _, info = env.step(9)  # drawing, where tickets are to be kept
    assert (reward, over, info) == (-1, True, {"illegal": True})
    with pytest.raises(BranchlineError, match="opponents must be a list"):
        gymnasium.make("Branchline-v0", opponents="rush")


def test_gymnasium_vector_form() -> None:
    env = gymnasium.make_vec(
        "Branchline-v0",
        num_envs=5,
        vectorization_mode="vector_entry_point",
        board="london",
        opponents=["rush", "random"],
        actions="route",
    )
    first, _ = env.reset(seed=2)
    again, _ = env.reset(seed=2)
    assert (first["observation"] == again["observation"]).all()
    dice, ended = np.random.default_rng(1), 0
    seen = again
    for _ in range(150):
        assert env.observation_space.contains(seen)
        seen, rewards, over, cut, _ = env.step(legal_choices(seen["action_mask"], dice))
        ended += over.sum()
        assert not cut.any()
        assert not rewards[~over].any()
    assert ended > 5
    env.close()


def legal_choices(mask: NDArray[np.int8], dice: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action in each row."""
    found: NDArray[np.int64] = (dice.random(mask.shape) * mask).argmax(axis=1)
    return found


def spiel(text: str) -> Any:
    import branchline.env.spiel  # noqa: F401 (registers the game)

    return pyspiel.load_game(text)


@pytest.mark.parametrize("players", [2, 3])
def test_openspiel_random_sim(players: int) -> None:
    game = spiel(f"branchline(board=london,players={players})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.filterwarnings("ignore")
def test_openspiel_api(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The tests that OpenSpiel runs on part of the tree of each of its own games."""
    monkeypatch.setattr(sys, "argv", ["test"])
    tests = pytest.importorskip("open_spiel.integration_tests.api_test")
    ours = type(
        "Ours",
        (tests.EnforceAPIOnPartialTreeBase,),
        {"game": spiel("branchline(board=london)"), "game_name": "branchline"},
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(ours).run(result)
    capfd.readouterr()
    assert result.testsRun >= 5
    assert [trace for _, trace in result.failures + result.errors] == []


def test_openspiel_information_states_hold_what_a_player_saw() -> None:
    game = spiel("branchline(board=usa,players=2)")
    red, blue = game.new_initial_state(), game.new_initial_state()
    for state, card in ((red, 0), (blue, 1)):
        state.apply_action(0)  # seat 0 begins
        state.apply_action(card)  # and gets another card as its first
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
    assert red.information_state_string(1) == blue.information_state_string(1)
    assert red.information_state_string(0) != blue.information_state_string(0)
    assert red.information_state_tensor(1) == blue.information_state_tensor(1)
    kept = red.legal_actions()[0]
    refused = sum(red.information_state_tensor(0)[-30:])
    red.apply_action(kept)
    assert sum(red.information_state_tensor(0)[-30:]) == refused + 1
    assert "keep 2 of 3" in red.information_state_string(1)
    assert pickle.loads(pickle.dumps(red)).history() == red.history()


def test_openspiel_plays_the_rules_of_the_game() -> None:
    """The returns of a whole game are those of its scores, and a copy goes its own way."""
    game, dice = spiel("branchline(board=europe,players=4,actions=full)"), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(dice.choices(outcomes, chances)[0])
        else:
            twin = state.clone()
            twin.apply_action(twin.legal_actions()[0])
            state.apply_action(dice.choice(state.legal_actions()))
    totals = [state.engine.scores().row(seat)[5] for seat in range(4)]
    assert state.returns()[totals.index(max(totals))] == max(state.returns())
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.filterwarnings("ignore:.*render_mode.*:UserWarning")
def test_a_way_to_render_that_there_is_not_is_refused() -> None:
    for make in (
        lambda: aec.env("london", render_mode="ansi"),
        lambda: gymnasium.make("Branchline-v0", board="london", render_mode="ansi"),
    ):
        with pytest.raises(BranchlineError, match="no render mode 'ansi'; there are human, rgb_array, svg"):
            make()


def test_the_board_is_that_of_everywhere_if_none_is_named() -> None:
    assert aec.raw_env().table.board.id == DEFAULT_BOARD
    alone: Any = gymnasium.make("Branchline-v0").unwrapped
    assert alone.table.board.id == DEFAULT_BOARD
    assert spiel("branchline").rules.board.id == DEFAULT_BOARD
