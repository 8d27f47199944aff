"""A learner in one file: PPO with masks, playing against itself, on a board for two (docs/env.md).

    python -m branchline.env.ppo london --minutes 15 --out build/ppo

It needs JAX and Optax (the extra `train`), and runs on the processor. It writes the policy as `learned.npz`, a bot that
plays it as `learned.py` (numpy is enough for that), and its strength against `rush` over time as `curve.csv`.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.bots import Bot
from branchline.env import VectorEnv, encode
from branchline.game import Action, View

SPACE = "canonical"
BOT = '''"""A policy that branchline.env.ppo has learned: branchline arena python:{path}:Learned rush"""

from pathlib import Path

from branchline.env.ppo import PpoBot


class Learned(PpoBot):
    weights = Path(__file__).with_suffix(".npz")
'''


class Options(NamedTuple):
    """What the learning depends on."""

    envs: int = 512
    steps: int = 48
    epochs: int = 3
    minibatches: int = 6
    hidden: int = 192
    rate: float = 1e-3
    entropy: float = 0.01
    clip: float = 0.2
    discount: float = 0.997
    trace: float = 0.95


class Batch(NamedTuple):
    """Decisions to learn from, one after the other."""

    seen: Any
    masks: Any
    actions: Any
    chances: Any
    advantages: Any
    returns: Any


def scaled(seen: Any, xp: Any = np) -> Any:
    """Counts from 0 to 255 as numbers of the size of 1."""
    return xp.sqrt(seen.astype(xp.float32)) * 0.5


def forward(net: dict[str, Any], x: Any, masks: Any, xp: Any = np) -> tuple[Any, Any]:
    """The scores of all actions, very low where they are not legal, and the value of the position for the actor."""
    for i in (1, 2):
        x = xp.maximum(x @ net[f"w{i}"] + net[f"b{i}"], 0.0)
    scores = xp.where(masks, x @ net["policy"] + net["policy_bias"], -1e9)
    return scores, xp.tanh(x @ net["value"] + net["value_bias"])[..., 0] * 2.0


def new_net(size: int, actions: int, hidden: int, seed: int) -> dict[str, Any]:
    """A network that knows nothing: all actions are about equally likely."""
    dice = np.random.default_rng(seed)

    def layer(rows: int, columns: int, scale: float) -> NDArray[np.float32]:
        numbers = dice.standard_normal((rows, columns)) * scale / np.sqrt(rows)
        return np.asarray(numbers, np.float32)

    return {
        "w1": layer(size, hidden, 1.4),
        "b1": np.zeros(hidden, np.float32),
        "w2": layer(hidden, hidden, 1.4),
        "b2": np.zeros(hidden, np.float32),
        "policy": layer(hidden, actions, 0.01),
        "policy_bias": np.zeros(actions, np.float32),
        "value": layer(hidden, 1, 0.1),
        "value_bias": np.zeros(1, np.float32),
    }


class Learner:
    """The network and its optimiser, compiled by JAX."""

    def __init__(self, size: int, actions: int, options: Options, seed: int) -> None:
        import jax
        import jax.numpy as jnp
        import optax

        self.options, self.key = options, jax.random.key(seed)
        self.net = jax.tree.map(jnp.asarray, new_net(size, actions, options.hidden, seed))
        self.optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(options.rate))
        self.moments = self.optimiser.init(self.net)
        self.dice = np.random.default_rng(seed)

        def act(net: Any, key: Any, seen: Any, masks: Any) -> Any:
            scores, values = forward(net, scaled(seen, jnp), masks, jnp)
            actions = jax.random.categorical(key, scores)
            chances = jax.nn.log_softmax(scores)
            return actions, jnp.take_along_axis(chances, actions[:, None], 1)[:, 0], values

        def loss(net: Any, batch: Batch) -> Any:
            scores, values = forward(net, scaled(batch.seen, jnp), batch.masks, jnp)
            chances = jax.nn.log_softmax(scores)
            ratio = jnp.exp(jnp.take_along_axis(chances, batch.actions[:, None], 1)[:, 0] - batch.chances)
            good = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
            held = jnp.clip(ratio, 1 - options.clip, 1 + options.clip)
            gain = jnp.minimum(ratio * good, held * good).mean()
            spread = -jnp.where(batch.masks, jnp.exp(chances) * chances, 0.0).sum(1).mean()
            return 0.5 * ((values - batch.returns) ** 2).mean() - gain - options.entropy * spread

        def improve(net: Any, moments: Any, batch: Batch) -> Any:
            slope = jax.grad(loss)(net, batch)
            change, moments = self.optimiser.update(slope, moments)
            return optax.apply_updates(net, change), moments

        self._split = jax.random.split
        self._act, self._improve = jax.jit(act), jax.jit(improve)
        self._best = jax.jit(
            lambda net, seen, masks: forward(net, scaled(seen, jnp), masks, jnp)[0].argmax(1)
        )

    def act(self, env: VectorEnv) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Random actions by the policy, the logarithms of their probabilities, and the values of the positions."""
        self.key, now = self._split(self.key)
        actions, chances, values = self._act(self.net, now, env.observations, env.masks)
        return np.asarray(actions), np.asarray(chances), np.asarray(values)

    def best(self, env: VectorEnv) -> NDArray[Any]:
        """The most likely action of every row."""
        return np.asarray(self._best(self.net, env.observations, env.masks))

    def learn(self, batch: Batch) -> None:
        """Some rounds through a batch, in random portions."""
        count = len(batch.actions)
        for _ in range(self.options.epochs):
            order = self.dice.permutation(count)
            for part in np.array_split(order, self.options.minibatches):
                portion = Batch(*(column[part] for column in batch))
                self.net, self.moments = self._improve(self.net, self.moments, portion)


def collect(env: VectorEnv, learner: Learner) -> Batch:
    """Play on in all rows; whoever is to move learns from it.

    What is good for one seat is bad for the other, so a value that belongs to the other seat counts with its sign
    turned. The reward is half the difference of both.
    """
    steps, rows, options = learner.options.steps, np.arange(env.envs), learner.options
    seen = np.empty((steps, *env.observations.shape), np.uint8)
    masks = np.empty((steps, *env.masks.shape), bool)
    actions, actors = np.empty((steps, env.envs), np.int32), np.empty((steps + 1, env.envs), np.int32)
    chances, values = np.empty((steps, env.envs), np.float32), np.empty((steps + 1, env.envs), np.float32)
    rewards, over = np.empty((steps, env.envs), np.float32), np.empty((steps, env.envs), bool)
    for t in range(steps):
        seen[t], masks[t], actors[t] = env.observations, env.masks, env.actor
        actions[t], chances[t], values[t] = learner.act(env)
        env.step(actions[t])
        rewards[t] = (env.rewards[rows, actors[t]] - env.rewards[rows, 1 - actors[t]]) / 2
        over[t] = env.done
    _, _, values[steps] = learner.act(env)
    actors[steps] = env.actor
    advantages, later = np.empty_like(rewards), np.zeros(env.envs, np.float32)
    for t in range(steps - 1, -1, -1):
        goes_on = np.where(over[t], 0.0, np.where(actors[t] == actors[t + 1], 1.0, -1.0)) * options.discount
        surprise = rewards[t] + goes_on * values[t + 1] - values[t]
        later = advantages[t] = surprise + goes_on * options.trace * later
    columns: tuple[NDArray[Any], ...] = (
        seen,
        masks,
        actions,
        chances,
        advantages,
        advantages + values[:steps],
    )
    return Batch(*(column.reshape(-1, *column.shape[2:]) for column in columns))


def measure(board: str, opponent: str, choose: Callable[[VectorEnv], Any], games: int, seed: int) -> float:
    """The share of victories against a bot; every row plays the same number of games, so that none is left out."""
    with VectorEnv(board, 2, min(games, 256), opponents=[opponent], actions=SPACE, seed=seed) as env:
        ended, won, wanted = np.zeros(env.envs, int), 0.0, -(-games // env.envs)
        while ended.min() < wanted:
            env.step(choose(env))
            counts = env.done & (ended < wanted)
            won += float((0.5 + 0.5 * env.rewards[counts, 0]).sum())
            ended += env.done
    return won / (wanted * env.envs)


class PpoBot(Bot):
    """Plays a learned policy; a subclass says where its weights are."""

    weights: Path

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        with np.load(self.weights) as file:
            self.net = {name: file[name] for name in file.files}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        space = getattr(view.board.actions, SPACE)
        mask = np.zeros(len(space), bool)
        mask[space.legal_ids(view)] = True
        seen = encode(view)
        if (len(seen), len(mask)) != (len(self.net["w1"]), len(self.net["policy_bias"])):
            raise ValueError(f"this policy has learned another board or number of seats than {view.board.id}")
        scores, _ = forward(self.net, scaled(seen), mask)
        found: Action = space.action(view, int(scores.argmax()))
        return found


def save(net: dict[str, Any], folder: Path) -> None:
    """Write the weights, and the bot that plays by them."""
    folder.mkdir(parents=True, exist_ok=True)
    weights: dict[str, Any] = {name: np.asarray(numbers) for name, numbers in net.items()}
    np.savez(folder / "learned.npz", **weights)
    bot = folder / "learned.py"
    bot.write_text(BOT.format(path=bot), encoding="utf-8")


def train(board: str, minutes: float, folder: Path, seed: int, options: Options) -> None:
    """Learn for some minutes, and note the strength against rush again and again."""
    env = VectorEnv(board, 2, options.envs, actions=SPACE, reward="shaped", seed=seed)
    learner = Learner(env.observations.shape[1], len(env.space), options, seed)
    rows, decisions, next_note = [("minutes", "cpu_minutes", "decisions", "wins")], 0, 0.0
    start, cpu_start = time.perf_counter(), time.process_time()
    while True:
        taken, cpu = (time.perf_counter() - start) / 60, (time.process_time() - cpu_start) / 60
        if cpu >= next_note or taken >= minutes:
            wins = measure(board, "rush", learner.best, 1024, seed + 1)
            rows.append((f"{taken:.2f}", f"{cpu:.2f}", str(decisions), f"{wins:.3f}"))
            print(
                f"{taken:5.1f} min ({cpu:.1f} of CPU)  {decisions:>10,} decisions  {wins:.1%} wins",
                flush=True,
            )
            save(learner.net, folder)
            with (folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(rows)
            next_note = cpu + 0.25
        if taken >= minutes:
            return
        learner.learn(collect(env, learner))
        decisions += options.envs * options.steps


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m branchline.env.ppo", description="Learn by self-play.")
    parser.add_argument("board", nargs="?", default="london")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--out", type=Path, default=Path("build/ppo"))
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    train(chosen.board, chosen.minutes, chosen.out, chosen.seed, Options())


if __name__ == "__main__":
    main()
