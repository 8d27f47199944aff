"""Bot: what every player that is a program has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from branchline.core.policies.policy import Policy
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.grammar import parse
from branchline.game.view import View

#: The policy that decides in the place of a bot that can't.
FALLBACK_POLICY = "greedy"
#: How many seeds there are to tell apart: any whole number is one, and the core's generators take 64 bits.
SEED_COUNT = 2**64


class Bot(ABC):
    """A player. Subclasses say what they would do in `think`; everybody else asks `choose`.

    A bot holds no secrets between its moves: the same view and seed give the same move. `forfeits` counts the decisions
    that it left to the fallback, because it crashed, hung or answered what is not legal; `problems` says why.
    """

    spec: str = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed % SEED_COUNT
        self.forfeits = 0
        self.problems: list[str] = []

    @abstractmethod
    def think(self, view: View, legal: Sequence[Action]) -> Action | str:
        """The move of the seat whose view this is, one of the legal ones, or its text."""

    def choose(self, view: View, legal: Sequence[Action] | None = None) -> Action:
        """The bot's move; the fallback's, if the bot fails."""
        legal = view.legal if legal is None else legal
        try:
            action = self.think(view, legal)
            if isinstance(action, str):
                action = parse(action, view.board)
            if action in legal:
                return action
            problem = f"not legal: {action}"
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        self.forfeits += 1
        self.problems.append(problem)
        return policy_move(Policy(FALLBACK_POLICY), view)

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what the bot holds: programs, threads."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def policy_move(policy: Policy, view: View) -> Action:
    """What a policy of the core does, from what the view tells and nothing else."""
    codec = board_codec(view.board)
    return codec.action(policy.choose(codec.tables, view.knowledge().state), view.offer)
