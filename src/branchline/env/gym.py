"""Gymnasium: one learner against bots, `gymnasium.make("Branchline-v0", board=…, opponents=…)`; and many at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from branchline.board import DEFAULT_BOARD, Board
from branchline.bots.registry import make_bot
from branchline.env.table import FRAMES_PER_SECOND, RENDER_MODES, Table, check_render_mode
from branchline.env.vector import VectorEnv
from branchline.errors import BranchlineError, check_list

ID = "Branchline-v0"
LEARNER = 0


def register() -> None:
    """Make the environment known to Gymnasium."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="branchline.env.gym:BranchlineEnv",
            vector_entry_point="branchline.env.gym:BranchlineVectorEnv",
        )


def observation_space(size: int, actions: int) -> spaces.Dict:
    """What the learner is shown: the observation, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class BranchlineEnv(gymnasium.Env[dict[str, Any], int]):
    """The learner is seat 0; the other seats are bots of any kind, given by their specs. Who begins is drawn.

    An action that is not legal ends the game as a loss (`info["illegal"]`). `actions` and `reward` are those of
    `VectorEnv`. `action_masks()` is what algorithms with masks ask for.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        board: Board | str | Path = DEFAULT_BOARD,
        opponents: Sequence[str] = ("rush",),
        actions: str = "canonical",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        check_list("opponents", opponents)
        if not opponents:
            raise BranchlineError('opponents must be a list of bots, such as ["rush"]')
        check_render_mode(render_mode)
        self.table = Table(board, 1 + len(opponents), actions, reward)
        self.bots, self.render_mode = [make_bot(spec) for spec in opponents], render_mode
        self.observation_space = observation_space(self.table.layout.size, len(self.table.space))
        self.action_space = cast(spaces.Space[int], spaces.Discrete(len(self.table.space)))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, up to the learner's first decision."""
        super().reset(seed=seed)
        self.table.begin(int(self.np_random.integers(1 << 62)))
        for bot in self.bots:
            bot.seed = int(self.np_random.integers(1 << 31))
        self._answer()
        return self._observe(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and those of the bots after it."""
        if not self.table.mask(LEARNER)[action]:
            return self._observe(), -1.0, True, False, {"illegal": True}
        given = self.table.play(int(action))[LEARNER] + self._answer()
        if self.render_mode == "human":
            self.render()
        return self._observe(), given, self.table.game.over, False, {}

    def _answer(self) -> float:
        """Let the bots move until it is the learner's turn; what that brings the learner."""
        game, given = self.table.game, 0.0
        while game.actor not in (None, LEARNER):
            assert game.actor is not None
            view = game.view(game.actor)
            chosen = self.bots[game.actor - 1].choose(view, view.legal)
            game.play(chosen)
            if game.over:
                given = self.table.final(LEARNER)
        return given

    def _observe(self) -> dict[str, Any]:
        return {"observation": self.table.observe(LEARNER), "action_mask": self.table.mask(LEARNER)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        return self.table.mask(LEARNER).astype(bool)

    def render(self) -> Any:
        return self.table.render(self.render_mode)


class BranchlineVectorEnv(GymnasiumVectorEnv[dict[str, Any], NDArray[Any], NDArray[Any]]):
    """Many games of one learner inside the core (`VectorEnv`), for `gymnasium.make_vec`. Bots must be policies.

    A game that ends is followed by the next in the same step. Illegal actions raise an error.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        board: Board | str | Path = DEFAULT_BOARD,
        opponents: Sequence[str] = ("rush",),
        actions: str = "canonical",
        reward: str = "win",
        threads: int = 1,
    ) -> None:
        self.native = VectorEnv(board, 1 + len(opponents), num_envs, threads, opponents, actions, reward)
        self.num_envs = num_envs
        size, choices = self.native.observations.shape[1], len(self.native.space)
        self.single_observation_space = observation_space(size, choices)
        self.single_action_space = spaces.Discrete(choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games again."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.native.reset(int(self.np_random.integers(1 << 62)))
        return self._observe(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in every game."""
        self.native.step(actions)
        ended, cut = self.native.done, self.native.truncated
        return self._observe(), self.native.rewards[:, LEARNER].copy(), ended & ~cut, cut.copy(), {}

    def _observe(self) -> dict[str, Any]:
        return {
            "observation": self.native.observations.copy(),
            "action_mask": self.native.masks.astype(np.int8),
        }

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.native.close()
