"""PettingZoo's AEC environment: every seat is an agent, and they act one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from branchline.board import DEFAULT_BOARD, Board
from branchline.env.table import FRAMES_PER_SECOND, RENDER_MODES, Table, check_render_mode


def env(
    board: Board | str | Path = DEFAULT_BOARD, seats: int = 2, **options: Any
) -> AECEnv[str, Any, int | None]:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game, and costs 1."""
    made: Any = raw_env(board, seats, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, int | None], EzPickle):  # type: ignore[misc]  # noqa: N801 (PettingZoo names it so)
    """A game as an AEC environment. Agents are `seat_0`, `seat_1` …

    An observation is a dictionary with `observation`, what the agent knows, and `action_mask`. `actions`, `reward` and
    what they mean are those of `VectorEnv`. `render_mode`: `rgb_array`, `svg`, or `human`, which prints.
    """

    metadata = {  # noqa: RUF012 (PettingZoo reads it so)
        "render_modes": list(RENDER_MODES),
        "name": "branchline_v0",
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        board: Board | str | Path = DEFAULT_BOARD,
        seats: int = 2,
        actions: str = "canonical",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, board, seats, actions, reward, render_mode)
        super().__init__()
        check_render_mode(render_mode)
        self.table, self.render_mode = Table(board, seats, actions, reward), render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape, size = (self.table.layout.size,), len(self.table.space)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, always the same ones from here on."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.table.begin(int(self._dice.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.game.actor or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an action is needed: the game is not over"
        self._cumulative_rewards[agent] = 0.0
        given = self.table.play(int(action))
        self.rewards = dict(zip(self.possible_agents, given, strict=True))
        if self.table.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._skip_agent_selection = None
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.game.actor or 0]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
