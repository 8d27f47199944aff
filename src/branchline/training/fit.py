"""Fitting the weights of a network to rows, by Adam on shuffled batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import optax

from .games import SET, Rows, whole_inputs

FIRST, SECOND = 64, 32
BATCH = 2048
RATE = 2e-3
MARGIN = 40.0
#: What the margin counts beside the win.
MARGIN_SHARE = 0.5
WIN = 60

Weights = dict[str, jax.Array]


@dataclass(frozen=True, slots=True)
class Scale:
    """The mean and the spread of each input."""

    mean: np.ndarray
    spread: np.ndarray


def measure_scale(rows: Rows, routes: int, tickets: int) -> Scale:
    """The scale of the inputs, from a sample. Inputs that hardly vary are left as they are."""
    at = np.random.default_rng(0).integers(0, rows.count, 40_000)
    values = whole_inputs(rows, at, routes, tickets).astype(np.float32)
    mean, spread = values.mean(0), values.std(0)
    dense = rows.inputs.shape[1]
    mean[dense:], spread[dense:] = 0.0, SET / 2
    return Scale(mean, np.maximum(spread, 4.0))


def start(inputs: int, seed: int) -> Weights:
    """Random weights."""
    dice = np.random.default_rng(seed)

    def layer(size: int, width: int, factor: float) -> jax.Array:
        return jnp.asarray(dice.normal(0, factor * np.sqrt(2 / size), (size, width)).astype(np.float32))

    return {
        "w1": layer(inputs, FIRST, 0.5),
        "b1": jnp.zeros(FIRST),
        "w2": layer(FIRST, SECOND, 1.0),
        "b2": jnp.zeros(SECOND),
        "w3": layer(SECOND, 2, 0.3),
        "b3": jnp.zeros(2),
    }


def forward(weights: Weights, inputs: jax.Array) -> jax.Array:
    """Log-odds of a win and the expected margin of each row."""
    hidden = jax.nn.relu(inputs @ weights["w1"] + weights["b1"])
    hidden = jax.nn.relu(hidden @ weights["w2"] + weights["b2"])
    return hidden @ weights["w3"] + weights["b3"]


def loss(weights: Weights, inputs: jax.Array, won: jax.Array, margin: jax.Array) -> jax.Array:
    """Cross entropy of the win, and the square error of the margin."""
    out = forward(weights, inputs)
    entropy = jnp.mean(jax.nn.softplus(out[:, 0]) - won * out[:, 0])
    return entropy + MARGIN_SHARE * jnp.mean((out[:, 1] - margin) ** 2)


def fit(
    rows: Rows,
    routes: int,
    tickets: int,
    epochs: int,
    seed: int,
    tell: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> tuple[dict[str, np.ndarray], float]:
    """The weights for inputs as the network gets them, and the mean loss of the last epoch."""
    scale = measure_scale(rows, routes, tickets)
    weights = start(len(scale.mean), seed)
    steps = max(1, epochs * (rows.count // BATCH))
    schedule = optax.warmup_cosine_decay_schedule(0.0, RATE, min(200, steps // 10), steps)
    optimiser = optax.adamw(schedule, weight_decay=1e-3)
    state = optimiser.init(weights)

    @jax.jit
    def step(weights, state, inputs, won, margin):  # type: ignore[no-untyped-def]
        value, slope = jax.value_and_grad(loss)(weights, inputs, won, margin)
        change, state = optimiser.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    won = (rows.fact("win") / WIN).astype(np.float32)
    margin = np.tanh(rows.fact("margin") / MARGIN).astype(np.float32)
    dice = np.random.default_rng(seed)
    done, last = 0, []
    for epoch in range(epochs):
        order = dice.permutation(rows.count)
        for first in range(0, rows.count - BATCH + 1, BATCH):
            at = order[first : first + BATCH]
            inputs = (whole_inputs(rows, at, routes, tickets) - scale.mean) / scale.spread
            weights, state, value = step(weights, state, inputs.astype(np.float32), won[at], margin[at])
            done += 1
            if epoch == epochs - 1:
                last.append(float(value))
            if done % 50 == 0:
                tell(done, steps, float(value))
    return unscale(weights, scale), float(np.mean(last)) if last else float("nan")


def unscale(weights: Weights, scale: Scale) -> dict[str, np.ndarray]:
    """Weights for inputs as they are, from those for scaled ones."""
    plain = {name: np.asarray(value, dtype=np.float64) for name, value in weights.items()}
    plain["w1"] = plain["w1"] / scale.spread[:, None]
    plain["b1"] = plain["b1"] - scale.mean @ plain["w1"]
    return plain
