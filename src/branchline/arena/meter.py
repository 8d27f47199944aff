"""What measures the luck of the games of a match. The value by which it does is fixed before the match."""

from __future__ import annotations

from functools import lru_cache

from branchline.board import Board
from branchline.bots import make_bot
from branchline.bots.policy_bot import PolicyBot, make_policy
from branchline.core.policies.policy import Policy
from branchline.core.review.luck import LuckMeter
from branchline.core.review.outlook import Outlook
from branchline.errors import BranchlineError
from branchline.value import Estimator, find_network

#: How luck is measured: rollouts of each position, rounds that they go, deals for the chances before a game's own.
ROLLOUTS, ROUNDS, DEALS = 48, 8, 48


@lru_cache(maxsize=32)
def make_meter(board: Board, bots: tuple[str, ...]) -> LuckMeter:
    """What measures the luck of games of these bots; without a network for the board that is an error.

    Bots that are policies play on by themselves, all others by hybrid.
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
    outlook.seat_policies([_policy_of(bot, board, seats) or ready.policy for bot in bots])
    return LuckMeter(outlook, ROUNDS, ROLLOUTS, DEALS)


def _policy_of(spec: str, board: Board, seats: int) -> Policy | None:
    """The policy that a bot is, if it is one."""
    with make_bot(spec) as bot:
        return make_policy(bot.policy, board, seats, bot.weights) if isinstance(bot, PolicyBot) else None
