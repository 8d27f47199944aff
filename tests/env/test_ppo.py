"""The learner in one file: its policy plays as an ordinary bot; where JAX is installed, it learns something."""

import csv
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from branchline import Game
from branchline.bots import make_bot
from branchline.env import VectorEnv, ppo


def saved(folder: Path) -> str:
    """A policy that has learned nothing yet, as a bot."""
    env = VectorEnv("london", 2, envs=1, actions=ppo.SPACE)
    net = ppo.new_net(env.observations.shape[1], len(env.space), hidden=16, seed=3)
    net["policy"] *= 100  # so that it prefers some actions
    ppo.save(net, folder)
    return f"python:{folder / 'learned.py'}:Learned"


def test_a_saved_policy_plays_whole_games_as_a_bot(tmp_path: Path) -> None:
    bot = make_bot(saved(tmp_path))
    game = Game("london", 2, seed=5)
    other = make_bot("rush")
    while game.actor is not None:
        view = game.view(game.actor)
        game.play((bot if game.actor == 0 else other).choose(view, view.legal))
    assert bot.problems == []
    assert game.scores()


def test_the_bot_chooses_what_the_learner_would(tmp_path: Path) -> None:
    bot = make_bot(saved(tmp_path))
    assert isinstance(bot, ppo.PpoBot)
    env = VectorEnv("london", 2, envs=8, actions=ppo.SPACE, seed=2)
    for _ in range(40):
        scores, _ = ppo.forward(bot.net, ppo.scaled(env.observations), env.masks)
        best = scores.argmax(axis=1)
        for row in range(env.envs):
            view = env.game(row).view(int(env.actor[row]))
            assert bot.choose(view, view.legal) == env.space.action(view, int(best[row]))
        env.step(best)


def test_a_policy_of_another_board_says_so(tmp_path: Path) -> None:
    bot = make_bot(saved(tmp_path))
    view = Game("usa", 2, seed=1).view(0)
    with pytest.raises(ValueError, match="another board"):
        bot.think(view, view.legal)


def test_the_strength_against_a_bot_is_its_share_of_victories() -> None:
    equal = ppo.measure("london", "random", lambda env: env.sample(), 2000, seed=1)
    assert 0.45 < equal < 0.55


@pytest.mark.slow
@pytest.mark.skipif(find_spec("jax") is None, reason='JAX is missing: pip install ".[train]"')
def test_it_learns_to_beat_random() -> None:
    env = VectorEnv("london", 2, envs=128, actions=ppo.SPACE, reward="shaped")
    options = ppo.Options(envs=128, steps=32, hidden=64)
    learner = ppo.Learner(env.observations.shape[1], len(env.space), options, seed=0)
    before = ppo.measure("london", "random", learner.best, 512, seed=1)
    for _ in range(60):
        learner.learn(ppo.collect(env, learner))
    after = ppo.measure("london", "random", learner.best, 512, seed=1)
    assert after > max(before, 0.5) + 0.1


@pytest.mark.slow
@pytest.mark.skipif(find_spec("jax") is None, reason='JAX is missing: pip install ".[train]"')
def test_it_writes_its_policy_and_its_curve(tmp_path: Path) -> None:
    ppo.train("london", 0.0, tmp_path, 0, ppo.Options(envs=8, steps=8, hidden=32))
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        assert next(iter(csv.DictReader(file)))["decisions"] == "0"
    assert np.load(tmp_path / "learned.npz")["w1"].shape == (285, 32)
    assert make_bot(f"python:{tmp_path / 'learned.py'}:Learned").problems == []
