"""Positions of games to value, and what the networks say of them: `python -m tests.value.positions` prints it."""

import json
from collections.abc import Iterator

from branchline import Game, board_names, load_board
from branchline.bots import make_bot
from branchline.bots.search_bot import STATIONS, Style, find_more_candidates, make_thinker
from branchline.value import Estimator, find_network, win_chances

MOVES = (6, 25, 50, 75)


def games(board: str, seats: int, moves: tuple[int, ...] = MOVES, seed: int = 3) -> Iterator[Game]:
    """One game of hybrid at several moments; the caller must not play it on."""
    game = Game(board, seats=seats, seed=seed)
    bot = make_bot("hybrid", seed)
    for move in range(moves[-1] + 1):
        if game.actor is None:
            return
        if move in moves:
            yield game
        game.play(bot.choose(game.view(game.actor)))


def said() -> dict[str, list[list[float]]]:
    """Inputs, log-odds and chances for positions on every board with every number of seats, and moves to compare."""
    found = {}
    for name in board_names():
        board = load_board(name)
        for seats in range(board.min_seats, board.max_seats + 1):
            file = find_network(board, seats)
            assert file is not None
            ready = Estimator(board, file)
            rows: list[list[float]] = []
            for game in games(name, seats):
                if game.phase == "turn":
                    state = game.state()
                    rows += [[*ready.value.features.to_list(state, seat)] for seat in range(seats)]
                    rows.append([ready.value.logit(state, seat) for seat in range(seats)])
                view = game.view(game.actor)
                rows.append(win_chances(view))
                if seats == 2:
                    thinker = make_thinker(board, seats, Style())
                    rows.append([*find_more_candidates(view, view.knowledge(), thinker, 5, STATIONS, 8)])
            found[f"{name} {seats}"] = rows
    return found


if __name__ == "__main__":
    print(json.dumps(said()))
