"""A job: a few games that one worker plays. It holds all that the worker needs, on whatever machine."""

from __future__ import annotations

from typing import NamedTuple

from branchline.board import Board

#: How long a bot may take for one decision, in seconds, before it forfeits it.
LIMIT = 60.0


class Job(NamedTuple):
    """Games of one table: each a deal, and the bots in seat order.

    `native` allows the core to play them; taken away from a job that ended its worker there.
    """

    board: Board
    seed: int
    games: tuple[tuple[int, tuple[str, ...]], ...]
    limit: float = LIMIT
    native: bool = True

    def __str__(self) -> str:
        deals = sorted({deal for deal, _ in self.games})
        who = ", ".join(self.games[0][1])
        return f"{who} on {self.board.id}, seed {self.seed}, deals {deals[0]} to {deals[-1]}"
