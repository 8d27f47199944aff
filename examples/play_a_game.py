"""Play a game between bots and print what happens.

python examples/play_a_game.py [BOARD] [SEED]
"""

import sys

from branchline import Game, load_board
from branchline.bots import make_bot


def main(board_name: str = "london", seed: int = 7) -> None:
    board = load_board(board_name)
    bots = [make_bot("hybrid", seed=1), make_bot("rush", seed=2), make_bot("random", seed=3)]
    game = Game(board, seats=len(bots), seed=seed)  # the same seed deals the same game, anywhere

    while game.actor is not None:  # the seat to move; None when the game is over
        seat = game.actor
        view = game.view(seat)  # what this seat may know, and nothing else
        action = bots[seat].choose(view)  # one of view.legal
        game.play(action)
        if action.kind == "claim":
            route = board.route(action.target)
            print(f"move {game.moves:3}: seat {seat} claims {route.id} ({route.length}) with {action.cards}")

    print()
    print("seat  routes  tickets  longest  stations  districts  total")
    for seat, score in enumerate(game.scores()):
        parts = (score.routes, score.tickets, score.longest, score.stations, score.districts, score.total)
        print(f"{seat:4}", *(f"{part:8}" for part in parts))
    print("won by", *(f"seat {seat}" for seat in game.winners()))


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
