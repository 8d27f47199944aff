"""What measures the luck of the games of a match. The value by which it does is fixed before the match."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from branchline.board import Board
from branchline.bots import make_bot
from branchline.bots.policy_bot import PolicyBot, make_policy
from branchline.core.policies.policy import Policy
from branchline.core.review.luck import TO_THE_END, LuckMeter
from branchline.core.review.outlook import Outlook
from branchline.errors import BranchlineError
from branchline.value import Estimator, find_network


class Effort(NamedTuple):
    """How luck is measured: rollouts of each position, rounds that they go, deals for the chances before the deal."""

    rollouts: int
    rounds: int
    deals: int


#: Bots that are policies play on by themselves: next to nothing but luck is between start and result. Where hybrid
#: plays on for others, each move that it would not have made is tried, and takes many rollouts. All go to the end.
OWN_PLAY, BY_HYBRID = Effort(16, TO_THE_END, 400), Effort(200, TO_THE_END, 400)
#: How often a bot that decides by dice throws them again, to tell what of its move was luck.
THROWS = 2


@lru_cache(maxsize=32)
def make_meter(board: Board, bots: tuple[str, ...]) -> LuckMeter:
    """What measures the luck of games of these bots; without a network for the board that is an error.

    Bots that are policies play on by themselves, hybrid for all others.
    """
    seats = len(bots)
    file = find_network(board, seats)
    if file is None:
        raise BranchlineError(
            f"there is no network for {board.id} with {seats} seats, and luck can't be measured without one; "
            "`branchline train` makes it"
        )
    ready = Estimator(board, file)
    outlook = Outlook(ready.value, ready.policy, file.open_scale)
    policies = [_policy_of(bot, board, seats) for bot in bots]
    outlook.seat_policies([policy or ready.policy for policy in policies])
    effort = OWN_PLAY if all(policies) else BY_HYBRID
    return LuckMeter(outlook, effort.rounds, effort.rollouts, effort.deals)


def _policy_of(spec: str, board: Board, seats: int) -> Policy | None:
    """The policy that a bot is, if it is one."""
    with make_bot(spec) as bot:
        return make_policy(bot.policy, board, seats, bot.weights) if isinstance(bot, PolicyBot) else None
