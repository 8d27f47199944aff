"""How long it takes to draw a position: python bench/drawing.py

Draws finished five-seat games on the USA board (all routes claimed that ever will be), and gives the CPU time of one
drawing next to that of a plain copy of the map's text, which is the least that could be done.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from branchline import Game
from branchline.drawing import load_map, view_svg

LIMIT = 0.020
ROUNDS = 200


def finished_game(board: str, seats: int) -> Game:
    """A game played by guesses that claims whenever it can."""
    chance = random.Random(1)
    game = Game(board, seats=seats, seed=1)
    while not game.over:
        moves = game.legal()
        claims = [move for move in moves if str(move).startswith("claim")]
        game.play(chance.choice(claims or moves))
    return game


def seconds_each(work: Callable[[], object]) -> float:
    work()
    start = time.process_time()
    for _ in range(ROUNDS):
        work()
    return (time.process_time() - start) / ROUNDS


def _copy(board: str) -> bytes:
    return load_map(board).encode()


def main() -> None:
    for board, seats in (("usa", 5), ("europe", 5), ("london", 4)):
        view = finished_game(board, seats).view(0)
        drawing = seconds_each(partial(view_svg, view))
        copying = seconds_each(partial(_copy, board))
        ratio = f"{drawing / copying:.0f} × a copy of the map"
        print(
            f"{board}: {len(view.routes)} routes, {1000 * drawing:.2f} ms, {ratio}, limit {1000 * LIMIT:.0f} ms"
        )


if __name__ == "__main__":
    main()
