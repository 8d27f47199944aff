"""Bot: the base class of all players that are programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from branchline.core.policies.policy import Policy
from branchline.core.rng import Rng
from branchline.errors import BranchlineError
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.grammar import parse
from branchline.game.view import View

#: The policy that decides in place of a bot that fails.
FALLBACK_POLICY = "greedy"
#: How many different seeds there are: any whole number is one, and the core's generators take 64 bits.
SEED_COUNT = 2**64


class Bot(ABC):
    """A player. Subclasses decide in `think`; callers ask `choose`.

    A bot keeps nothing from move to move: the same view and seed give the same move. `forfeits` counts the decisions
    that the fallback policy made, because the bot crashed, hung or gave an illegal move; `problems` says why,
    and `error` is what it raised the last time, if it did.
    """

    spec: str = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed % SEED_COUNT
        self.forfeits = 0
        self.problems: list[str] = []
        self.error: Exception | None = None

    @abstractmethod
    def think(self, view: View, legal: Sequence[Action]) -> Action | str:
        """The move of the seat whose view this is: one of the legal ones, or its text."""

    def choose(self, view: View, legal: Sequence[Action] | None = None) -> Action:
        """The bot's move, or the fallback policy's if the bot fails. It must be the viewer's turn."""
        if view.seat is None or view.seat != view.actor:
            raise BranchlineError(f"a bot is asked for seat {view.seat}, and it is the move of {view.actor}")
        legal = view.legal if legal is None else legal
        try:
            action = self.think(view, legal)
            if isinstance(action, str):
                action = parse(action, view.board)
            if action in legal:
                return action
            problem, self.error = f"not legal: {action}{_reason(view, action)}", None
        except Exception as error:
            problem, self.error = f"{type(error).__name__}: {error}", error
        self.forfeits += 1
        self.problems.append(problem)
        return policy_move(Policy(FALLBACK_POLICY), view)

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """End the programs and threads that the bot has started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _reason(view: View, action: object) -> str:
    """Why a move is not legal, if that can be said. What the seat can't see has no part in it."""
    if not isinstance(action, Action):
        return " (think answers with an Action or its text)"
    reason = view.determinise(Rng(0)).why_not(action)
    return f" ({reason})" if reason else ""


def policy_move(policy: Policy, view: View) -> Action:
    """The move of a policy of the core, which learns nothing but what the view shows."""
    codec = board_codec(view.board)
    return codec.action(policy.choose(codec.tables, view.knowledge().state), view.offer)
