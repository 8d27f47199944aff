"""One game as an environment sees it: a `Game`, its action space, observations and rewards by seat."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board, load_board
from branchline.core.env.batch import REWARDS
from branchline.core.env.observation import Layout
from branchline.drawing.frames import Frames
from branchline.drawing.scene import view_svg
from branchline.errors import BranchlineError, short
from branchline.game.actions import ActionSpace, action_space
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.position import check_seats
from branchline.game.view import Score

POINTS = 100.0
"""So many points count as much as a win."""
RENDER_MODES = ("human", "rgb_array", "svg")
FRAMES_PER_SECOND = 4


class Table:
    """A game that learners play by ids. `VectorEnv` does the same for many games, inside the core."""

    def __init__(self, board: Board | str | Path, seats: int, actions: str, reward: str) -> None:
        self.board = board if isinstance(board, Board) else load_board(board)
        check_seats(self.board, seats)
        if reward not in REWARDS:
            raise BranchlineError(f"there is no reward {short(reward)!r}; there are {', '.join(REWARDS)}")
        self.seats, self.reward = seats, reward
        self.space: ActionSpace = action_space(self.board, actions)
        self.layout = Layout(board_codec(self.board).tables, seats)
        self.game = Game(self.board, seats, seed=0)
        self._ticket_points = np.array([ticket.points for ticket in self.board.tickets])

    def begin(self, seed: int) -> None:
        """Start a new game."""
        self.game = Game(self.board, self.seats, seed)

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat knows."""
        memory = array("B", bytes(self.layout.size))
        self.layout.write(self.game.state(), seat, memory)
        return np.frombuffer(memory, np.uint8)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do: 1 for each legal id, nothing if it is not its turn."""
        flags = np.zeros(len(self.space), np.int8)
        if self.game.actor == seat:
            flags[self.game.legal_ids(self.space.name)] = 1
        return flags

    def play(self, number: int) -> list[float]:
        """Play the actor's action; the reward of each seat."""
        seat = self.game.actor
        assert seat is not None
        before = self._worth(seat) if self.reward == "shaped" else 0
        self.game.play_id(number, self.space.name)
        given = [0.0] * self.seats
        if self.reward == "shaped":
            given[seat] = (self._worth(seat) - before) / POINTS
        if self.game.over:
            given = [one + self.final(i) for i, one in enumerate(given)]
        return given

    def final(self, seat: int) -> float:
        """What the result is worth to a seat, once the game is over."""
        return final_reward(self.reward, self.game.scores(), seat)

    def _worth(self, seat: int) -> int:
        """The points of a seat so far: for routes, for completed tickets, and against it for the others."""
        row, tickets = self.observe(seat), len(self.board.tickets)
        held, done = row[:tickets].astype(int), row[2 * tickets : 3 * tickets].astype(int)
        return self.game.state().points_of(seat) + int(self._ticket_points @ (2 * done - held))

    def render(self, mode: str | None) -> NDArray[np.uint8] | str | None:
        """The position as a spectator sees it: pixels, an SVG, or a line printed in the terminal."""
        view = self.game.view(None)
        if mode == "rgb_array":
            return np.array(_frames(self.board).frame(view))
        if mode == "svg":
            return view_svg(view)
        if mode == "human":
            move = f"{view.log[-1].seat} {view.log[-1].move}; " if self.game.moves else ""
            print(move + ", ".join(f"seat {i} {seat.score} points" for i, seat in enumerate(view.seats)))
        return None


def check_render_mode(mode: str | None) -> None:
    """Refuse a way to render that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise BranchlineError(f"there is no render mode {short(mode)!r}; there are {', '.join(RENDER_MODES)}")


def final_reward(reward: str, scores: Sequence[Score], seat: int) -> float:
    """What a result is worth to a seat; `core/env/batch.py` has the same formulas."""
    own, others = scores[seat], len(scores) - 1
    same = sum(score.rank == own.rank for score in scores)
    if reward == "margin":
        best = max(score.total for i, score in enumerate(scores) if i != seat)
        return (own.total - best) / POINTS
    if reward == "rank":
        return 1.0 - (2.0 * (own.rank - 1) + (same - 1)) / others
    share = 1.0 / same if own.rank == 1 else 0.0
    return (len(scores) * share - 1.0) / others


@lru_cache(maxsize=8)
def _frames(board: Board) -> Frames:
    """Where the map of a board is rasterised, once for all environments."""
    return Frames(board)
